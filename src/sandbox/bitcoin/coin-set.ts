import type { Coin } from './verify-inputs.ts'
import { outpoint, type WireTransaction } from './wire-transaction.ts'

/** The unspent outputs of a chain, and the spent ones that each block would give back. */
export class CoinSet {
  readonly #coins = new Map<string, Coin>()
  readonly #spent = new Map<string, (readonly [string, Coin])[]>()

  get(name: string): Coin | undefined {
    return this.#coins.get(name)
  }

  hasOutputOf({ txid, outputs }: WireTransaction): boolean {
    return outputs.some((_, n) => this.#coins.has(outpoint(txid, n)))
  }

  connect({ hash, transactions }: BlockChanges): void {
    const spent: (readonly [string, Coin])[] = []
    for (const { txid, spends, outputs, isCoinbase } of transactions) {
      for (const name of isCoinbase ? [] : spends) {
        const coin = this.#coins.get(name)
        if (!coin) throw new Error('a block spends coins that are there')
        this.#coins.delete(name)
        spent.push([name, coin])
      }
      for (const [n, coin] of outputs.entries()) this.#coins.set(outpoint(txid, n), coin)
    }
    this.#spent.set(hash, spent)
  }

  disconnect({ hash, transactions }: BlockChanges): void {
    // A coin that was made and spent in the block comes back first, and goes with the block's outputs.
    for (const [name, coin] of this.#spent.get(hash) ?? []) this.#coins.set(name, coin)
    this.#spent.delete(hash)
    for (const { txid, outputs } of transactions) for (const n of outputs.keys()) this.#coins.delete(outpoint(txid, n))
  }
}

interface BlockChanges {
  readonly hash: string
  readonly transactions: readonly WireTransaction[]
}
