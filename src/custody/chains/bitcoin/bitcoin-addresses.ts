import { p2pkh, p2wpkh } from '@scure/btc-signer'
import { type Account, depositPlace, HOT, type KeyPlace } from '../../account.ts'
import { DerivedList } from '../../derived-list.ts'
import { type AddressCodec, addressCodec } from './address-codec.ts'
import type { BitcoinParameters } from './bitcoin-parameters.ts'

/** The addresses of an account, by their output scripts. */
export class BitcoinAddresses {
  readonly #account: Account
  readonly #codec: AddressCodec
  readonly #parameters: BitcoinParameters
  /** By their output scripts in hex. */
  readonly #deposits: DerivedList
  readonly #hotScript: string
  readonly hot: string

  constructor(account: Account, parameters: BitcoinParameters, file: string) {
    this.#account = account
    this.#parameters = parameters
    this.#codec = addressCodec(parameters)
    this.hot = this.of(HOT)
    this.#hotScript = hexOf(this.scriptOf(HOT))
    const { extendedPublicKey } = account
    const derive = (index: number) => hexOf(this.scriptOf(depositPlace(index)))
    this.#deposits = new DerivedList({ derive, extendedPublicKey, file })
  }

  of(place: KeyPlace): string {
    return this.#codec.write(this.scriptOf(place))
  }

  /** The hot wallet's address in the form that `selectUTXO` reads. */
  get change(): string {
    const { address } = this.#payment(HOT)
    if (address === undefined) throw new Error('a key has an address')
    return address
  }

  scriptOf(place: KeyPlace): Uint8Array {
    return this.#payment(place).script
  }

  #payment(place: KeyPlace) {
    const { kind, addresses } = this.#parameters
    const key = this.#account.publicKeyOf(place)
    return kind === 'pkh' ? p2pkh(key, addresses) : p2wpkh(key, addresses)
  }

  /** Makes sure that `placeOf` knows all deposit addresses below an index. */
  derive(below: number): Promise<void> {
    return this.#deposits.ensure(below)
  }

  /** The key that an output script in hex pays. */
  placeOf(script: string): KeyPlace | undefined {
    if (script === this.#hotScript) return HOT
    const index = this.#deposits.indexOf(script)
    return index === undefined ? undefined : depositPlace(index)
  }

  /** The script of a read address. */
  scriptPaidBy(address: string): Uint8Array {
    const read = this.#codec.read(address)
    if (!read) throw new Error('the address was not read before')
    return read.script
  }

  /** The output script of a read address, in hex. */
  scriptTo(address: string): string {
    return hexOf(this.scriptPaidBy(address))
  }

  /** The address that an output script in hex pays; `undefined` for a script without one. */
  addressOf(script: string): string | undefined {
    try {
      return this.#codec.write(Buffer.from(script, 'hex'))
    } catch {
      return undefined
    }
  }

  /** Whether a read address is the hot wallet's or a derived deposit address. */
  has(address: string): boolean {
    return this.placeOf(this.scriptTo(address)) !== undefined
  }

  /** The address as it is paid; `undefined` if it is not one of this network. */
  read(text: string): string | undefined {
    return this.#codec.read(text)?.address
  }
}

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
