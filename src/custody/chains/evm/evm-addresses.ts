import { computeAddress } from 'ethers/transaction'
import { hexlify } from 'ethers/utils'
import { type Account, depositPlace, HOT } from '../../account.ts'

/** Addresses derived between two turns of the event loop: each takes half a millisecond. */
const AT_ONCE = 100

/** The addresses of an account, each derived once. All EVM networks have the same. */
export class EvmAddresses {
  readonly #account: Account
  readonly #byIndex: string[] = []
  readonly #indices = new Map<string, number>()
  readonly hot: string

  constructor(account: Account) {
    this.#account = account
    this.hot = computeAddress(hexlify(account.publicKeyOf(HOT)))
  }

  of(index: number): string {
    return this.#byIndex[index] ?? computeAddress(hexlify(this.#account.publicKeyOf(depositPlace(index))))
  }

  /** Makes sure that `indexOf` knows all addresses below an index. */
  async derive(below: number): Promise<void> {
    while (this.#byIndex.length < below) {
      const index = this.#byIndex.length
      const address = this.of(index)
      this.#byIndex.push(address)
      this.#indices.set(address.toLowerCase(), index)
      if (index % AT_ONCE === 0) await new Promise(setImmediate)
    }
  }

  /** The index of an address in lower case. */
  indexOf(address: string): number | undefined {
    return this.#indices.get(address)
  }
}
