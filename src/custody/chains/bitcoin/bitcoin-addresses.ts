import { Address, OutScript, p2pkh, p2wpkh } from '@scure/btc-signer'
import { type Account, depositPlace, HOT, type KeyPlace } from '../../account.ts'
import type { BitcoinParameters } from './bitcoin-parameters.ts'

/** Kinds of outputs that a withdrawal may pay: others can be spent by anyone, or by nobody. */
const PAYABLE = new Set(['pkh', 'sh', 'wpkh', 'wsh', 'tr'])
/** Addresses derived between two turns of the event loop. */
const AT_ONCE = 100

/** The addresses of an account, by their output scripts. */
export class BitcoinAddresses {
  readonly #account: Account
  readonly #codec: ReturnType<typeof Address>
  readonly #parameters: BitcoinParameters
  readonly #places = new Map<string, KeyPlace>()
  #derived = 0
  readonly hot: string

  constructor(account: Account, parameters: BitcoinParameters) {
    this.#account = account
    this.#parameters = parameters
    this.#codec = Address(parameters.addresses)
    this.#places.set(hexOf(this.scriptOf(HOT)), HOT)
    this.hot = this.of(HOT)
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
  async derive(below: number): Promise<void> {
    for (; this.#derived < below; this.#derived += 1) {
      const place = depositPlace(this.#derived)
      this.#places.set(hexOf(this.scriptOf(place)), place)
      if (this.#derived % AT_ONCE === 0) await new Promise(setImmediate)
    }
  }

  /** The key that an output script in hex pays. */
  placeOf(script: string): KeyPlace | undefined {
    return this.#places.get(script)
  }

  /** Whether a payable address is the hot wallet's or a derived deposit address. */
  has(address: string): boolean {
    return this.#places.has(hexOf(OutScript.encode(this.#codec.decode(address))))
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
