import { Sums } from './sums.ts'
import { Wallet } from './wallet.ts'

/** Every wallet, by its coin and then by its owner: whatever ids there are, two wallets are never taken for one. */
export class Wallets {
  readonly #byCoin = new Map<number, Map<number, Wallet>>()
  /** What lies in them. */
  readonly #balances = new Sums()

  /** Opened where there is none. */
  of(ownerId: number, coinId: number): Wallet {
    const ofCoin = this.#byCoin.get(coinId) ?? this.#begin(coinId)
    const known = ofCoin.get(ownerId)
    if (known !== undefined) return known
    const wallet = new Wallet({ ownerId, coinId }, this.#balances)
    ofCoin.set(ownerId, wallet)
    return wallet
  }

  *values(): Generator<Wallet> {
    for (const ofCoin of this.#byCoin.values()) yield* ofCoin.values()
  }

  #begin(coinId: number): Map<number, Wallet> {
    const ofCoin = new Map<number, Wallet>()
    this.#byCoin.set(coinId, ofCoin)
    return ofCoin
  }
}
