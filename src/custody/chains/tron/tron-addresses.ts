import { createHash } from 'node:crypto'
import { createBase58check } from '@scure/base'
import { computeAddress } from 'ethers/transaction'
import { hexlify } from 'ethers/utils'
import { type Account, depositPlace, HOT, type KeyPlace } from '../../account.ts'
import { DerivedList } from '../../derived-list.ts'
import { bytesOf, fromWord, hexOf } from './tron-codec.ts'

const base58check = createBase58check((bytes: Uint8Array) => createHash('sha256').update(bytes).digest())
const ADDRESS = /^41[0-9a-f]{40}$/
const NOBODY = fromWord('0'.repeat(40))

/** An address as people write it, by the form in which blocks have it: 21 bytes in hex. */
export const toBase58 = (hex: string): string => base58check.encode(bytesOf(hex))

/** The inverse of `toBase58`; `undefined` for text that is no address, and for the address of nobody. */
export function toHex(text: string): string | undefined {
  try {
    const hex = hexOf(base58check.decode(text))
    return ADDRESS.test(hex) && hex !== NOBODY ? hex : undefined
  } catch {
    return undefined
  }
}

/** The addresses of an account, in hex. */
export class TronAddresses {
  readonly #account: Account
  readonly #deposits: DerivedList
  readonly hot: string

  constructor(account: Account, file: string) {
    this.#account = account
    this.hot = this.of(HOT)
    const { extendedPublicKey } = account
    const derive = (index: number) => this.of(depositPlace(index))
    this.#deposits = new DerivedList({ derive, extendedPublicKey, file })
  }

  of(place: KeyPlace): string {
    return fromWord(computeAddress(hexlify(this.#account.publicKeyOf(place))))
  }

  /** Makes sure that `indexOf` knows all addresses below an index. */
  derive(below: number): Promise<void> {
    return this.#deposits.ensure(below)
  }

  indexOf(hex: string): number | undefined {
    return this.#deposits.indexOf(hex)
  }
}
