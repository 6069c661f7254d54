import type { Side } from '#domain/order.ts'
import { type Amount, amount, type Price, ZERO } from '#domain/units.ts'
import type { Applied, Exchange } from '../../exchange/exchange.ts'

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
  #state: Applied['state'] | undefined
  readonly stop: () => void

  constructor(exchange: Exchange, userId: number) {
    this.#userId = userId
    this.stop = exchange.subscribe((applied) => this.#look(applied))
  }

  all(): OwnOrder[] {
    return [...this.#open.values()]
  }

  /** The user's balance of a coin, held or free. */
  inventoryOf(coinId: number): Amount {
    return this.#coins.get(coinId) ?? ZERO
  }

  /** The engine changes its orders and wallets in place, so they are copied. */
  #look({ journal, state }: Applied): () => void {
    const isOther = state !== this.#state
    this.#state = state
    const { orders, wallets } = isOther
      ? { orders: [...state.orders.values()], wallets: [...state.wallets.values()] }
      : { orders: [...journal.orders], wallets: [...journal.wallets.keys()] }
    const ownOrders = orders.filter(({ userId }) => userId === this.#userId).map(copyOf)
    const ownCoins = wallets
      .filter(({ ownerId }) => ownerId === this.#userId)
      .map(({ coinId, available, blocked }) => ({ coinId, whole: amount(available + blocked) }))
    return () => {
      if (isOther) {
        this.#open.clear()
        this.#coins.clear()
      }
      for (const { id, open } of ownOrders)
        if (open) this.#open.set(id, open)
        else this.#open.delete(id)
      for (const { coinId, whole } of ownCoins) this.#coins.set(coinId, whole)
    }
  }
}

type Order = Applied['journal']['orders'] extends Iterable<infer Member> ? Member : never

function copyOf(order: Order): { readonly id: number; readonly open: OwnOrder | undefined } {
  const { id, marketId, side, unitPrice, executed, status } = order
  if (status !== 'IS_OPEN' || unitPrice === undefined) return { id, open: undefined }
  const left = amount(order.amount - executed)
  return { id, open: { id, marketId, side, unitPrice, amount: order.amount, left } }
}
