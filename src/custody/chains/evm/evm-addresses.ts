import { computeAddress } from 'ethers/transaction'
import { hexlify } from 'ethers/utils'
import { type Account, depositPlace, HOT } from '../../account.ts'
import { DerivedList } from '../../derived-list.ts'

/** The addresses of an account. All EVM networks have the same. */
export class EvmAddresses {
  readonly #account: Account
  readonly #deposits: DerivedList
  readonly hot: string

  constructor(account: Account, file: string) {
    this.#account = account
    this.hot = computeAddress(hexlify(account.publicKeyOf(HOT)))
    const { extendedPublicKey } = account
    this.#deposits = new DerivedList({ derive: (index) => this.of(index).toLowerCase(), extendedPublicKey, file })
  }

  of(index: number): string {
    return computeAddress(hexlify(this.#account.publicKeyOf(depositPlace(index))))
  }

  /** Makes sure that `indexOf` knows all addresses below an index. */
  derive(below: number): Promise<void> {
    return this.#deposits.ensure(below)
  }

  /** The index of an address in lower case. */
  indexOf(address: string): number | undefined {
    return this.#deposits.indexOf(address)
  }
}
