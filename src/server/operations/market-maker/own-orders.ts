import type { Side } from '#domain/order.ts'
import { type Amount, amount, type Price, ZERO } from '#domain/units.ts'
import type { Committed, Exchange } from '../../exchange/exchange.ts'

type Wallet = Committed['journal']['wallets'] extends Iterable<infer Each> ? Each : never

/** One open order of the maker, as it was after the last commit. */
export interface OwnOrder {
  readonly id: number
  readonly marketId: number
  readonly side: Side
  readonly unitPrice: Price
  readonly amount: Amount
  readonly left: Amount
}

/** The open orders and the coins of one user, followed through every commit and every rebuild of the exchange. */
export class OwnOrders {
  readonly #userId: number
  readonly #open = new Map<number, OwnOrder>()
  /** By coin id, held or free. */
  readonly #coins = new Map<number, Amount>()
  #state: Committed['state'] | undefined
  readonly stop: () => void

  constructor(exchange: Exchange, userId: number) {
    this.#userId = userId
    this.stop = exchange.subscribe((committed) => this.#hear(committed))
  }

  all(): OwnOrder[] {
    return [...this.#open.values()]
  }

  /** What he has of a coin, held or free. */
  inventoryOf(coinId: number): Amount {
    return this.#coins.get(coinId) ?? ZERO
  }

  #hear({ journal, state }: Committed): void {
    if (state === this.#state) {
      for (const order of journal.orders) if (order.userId === this.#userId) this.#note(order)
      for (const wallet of journal.wallets) this.#noteCoins(wallet)
      return
    }
    this.#state = state
    this.#open.clear()
    this.#coins.clear()
    for (const order of state.orders.values()) if (order.userId === this.#userId) this.#note(order)
    for (const wallet of state.wallets.values()) this.#noteCoins(wallet)
  }

  #noteCoins({ ownerId, coinId, available, blocked }: Wallet): void {
    if (ownerId === this.#userId) this.#coins.set(coinId, amount(available + blocked))
  }

  /** The engine changes its orders in place, so they are copied. */
  #note(order: Committed['journal']['orders'] extends Iterable<infer Order> ? Order : never): void {
    const { id, marketId, side, unitPrice, executed, status } = order
    if (status !== 'IS_OPEN' || unitPrice === undefined) this.#open.delete(id)
    else
      this.#open.set(id, { id, marketId, side, unitPrice, amount: order.amount, left: amount(order.amount - executed) })
  }
}
