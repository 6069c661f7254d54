import { Address, OutScript, p2pkh, p2wpkh } from '@scure/btc-signer'
import { type Account, depositPlace, HOT, type KeyPlace } from '../../account.ts'
import { DerivedList } from '../../derived-list.ts'
import type { BitcoinParameters } from './bitcoin-parameters.ts'

/** Kinds of outputs that a withdrawal may pay: others can be spent by anyone, or by nobody. */
const PAYABLE = new Set(['pkh', 'sh', 'wpkh', 'wsh', 'tr'])

/** The addresses of an account, by their output scripts. */
export class BitcoinAddresses {
  readonly #account: Account
  readonly #codec: ReturnType<typeof Address>
  readonly #parameters: BitcoinParameters
  /** By their output scripts in hex. */
  readonly #deposits: DerivedList
  readonly #hotScript: string
  readonly hot: string

  constructor(account: Account, parameters: BitcoinParameters, file: string) {
    this.#account = account
    this.#parameters = parameters
    this.#codec = Address(parameters.addresses)
    this.hot = this.of(HOT)
    this.#hotScript = hexOf(this.scriptOf(HOT))
    const { extendedPublicKey } = account
    const derive = (index: number) => hexOf(this.scriptOf(depositPlace(index)))
    this.#deposits = new DerivedList({ derive, extendedPublicKey, file })
  }

  of(place: KeyPlace): string {
    const { address } = this.#payment(place)
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

  /** The output script of a payable address, in hex. */
  scriptTo(address: string): string {
    return hexOf(OutScript.encode(this.#codec.decode(address)))
  }

  /** The address that an output script in hex pays; `undefined` for a script without one. */
  addressOf(script: string): string | undefined {
    try {
      return this.#codec.encode(OutScript.decode(Buffer.from(script, 'hex')))
    } catch {
      return undefined
    }
  }

  /** Whether a payable address is the hot wallet's or a derived deposit address. */
  has(address: string): boolean {
    return this.placeOf(this.scriptTo(address)) !== undefined
  }

  /** The address as it is paid; `undefined` if it is not one of this network. */
  read(text: string): string | undefined {
    try {
      const output = this.#codec.decode(text)
      OutScript.encode(output)
      return PAYABLE.has(output.type) ? text : undefined
    } catch {
      return undefined
    }
  }
}

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
