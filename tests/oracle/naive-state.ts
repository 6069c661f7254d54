import type { Charges } from '#domain/fee.ts'
import type { Destination } from '#domain/ledger.ts'
import type { Market } from '#domain/market.ts'
import type { OrderKind, OrderStatus, OrderTerms, Side } from '#domain/order.ts'
import type { CancelAllOrders, EngineRefusal } from '#server/engine/commands.ts'
import { costOf, larger, sum } from './figures.ts'

export type NaiveTerms = Omit<OrderTerms, 'stopPrice'> & { readonly stopPrice: bigint | undefined }

export interface NaiveOrder {
  readonly id: number
  readonly userId: number
  readonly market: Market
  readonly side: Side
  readonly kind: OrderKind
  /** Absent for a market order. */
  limit: bigint | undefined
  amount: bigint
  readonly charges: Charges
  /** The other leg of an OCO order. */
  readonly partnerId?: number
  terms: NaiveTerms
  /** The limit for which money was set aside: that of a trailing stop to buy falls while it waits, and the money stays. */
  heldAt: bigint | undefined
  status: OrderStatus
  executed: bigint
  executedValue: bigint
  wage: bigint
  /** Its position in the order of arrival on the book or among the stops; 0 for one that has reached neither. */
  arrival: number
}

export interface NaiveTrade {
  readonly taker: number
  /** Absent if the operator's inventory is the maker. */
  readonly maker: number | undefined
  readonly takerSide: Side
  readonly price: bigint
  readonly amount: bigint
  readonly value: bigint
  readonly takerFee: bigint
  readonly makerFee: bigint
  readonly at: number
}

export interface NaiveReward {
  /** The trade's place in the list, from 1. */
  readonly trade: number
  readonly inviterId: number
  readonly inviteeId: number
  readonly coinId: number
  readonly amount: bigint
  readonly friendAmount: bigint
}

/** `amount` is what the hold still keeps. */
export interface NaiveHold {
  readonly userId: number
  readonly coinId: number
  readonly amount: bigint
  /** A part of it has left. */
  readonly hasSettled?: boolean
}

export interface NaiveWithdrawal extends Destination {
  readonly userId: number
  readonly coinId: number
  readonly quantity: bigint
  readonly orderId: number | undefined
  readonly worth: bigint
  readonly approvals: 0 | 1 | 2
  readonly at: number
  readonly reference: string
  isGivenBack: boolean
}

/** The answer to a command. */
export type Answer =
  | {
      readonly kind: 'order'
      readonly orderId: number
      readonly status: OrderStatus
      readonly executed: bigint
      readonly executedValue: bigint
      readonly wage: bigint
      readonly at: number
    }
  | { readonly kind: 'withdrawal'; readonly withdrawalId: number }
  | { readonly kind: 'moved' | 'rules' | 'continued' }
  | { readonly kind: 'expired' | 'cancelled'; readonly count: number }
  | { readonly kind: 'unfinished'; readonly next: CancelAllOrders }
  | { readonly kind: 'refused'; readonly code: EngineRefusal; readonly marketPrice?: bigint }

/** The whole state of the naive exchange. Money is one total per owner and coin; the blocked part is computed when it is needed. */
export class NaiveState {
  readonly totals = new Map<string, bigint>()
  /** Every order ever placed, in that order. */
  readonly orders: NaiveOrder[] = []
  readonly trades: NaiveTrade[] = []
  readonly rewards: NaiveReward[] = []
  readonly withdrawals: NaiveWithdrawal[] = []
  readonly holds = new Map<string, NaiveHold>()
  /** The price of the last trade on the book of each market, by its id. */
  readonly lastPrices = new Map<number, bigint>()
  /** How often each case occurred: proof that the commands reach the cases that matter. */
  readonly seen = new Map<string, number>()
  /** The greatest number of orders that a fill-or-kill order may meet. */
  matchesMax = Number.POSITIVE_INFINITY
  arrivals = 0
  /** The latest time of any command. */
  now = 0

  total(ownerId: number, coinId: number): bigint {
    return this.totals.get(`${ownerId}/${coinId}`) ?? 0n
  }

  /** The amount of a coin that the owner's orders and holds may still need. */
  blocked(ownerId: number, coinId: number): bigint {
    const own = this.standing().filter(({ userId }) => userId === ownerId)
    const needs = own.map((order) => {
      const partner = this.partnerOf(order)
      if (!partner) return needOf(order, coinId)
      // Two legs are one need, which stands on the line of the first.
      return order.id < partner.id ? blockedTogether(order, partner, coinId) : 0n
    })
    const holds = [...this.holds.values()].filter((hold) => hold.userId === ownerId && hold.coinId === coinId)
    return sum(needs) + sum(holds.map(({ amount }) => amount))
  }

  free(ownerId: number, coinId: number): bigint {
    return this.total(ownerId, coinId) - this.blocked(ownerId, coinId)
  }

  move({ coinId, from, to, quantity }: { coinId: number; from: number; to: number; quantity: bigint }): void {
    this.totals.set(`${from}/${coinId}`, this.total(from, coinId) - quantity)
    this.totals.set(`${to}/${coinId}`, this.total(to, coinId) + quantity)
  }

  /** Orders on the book and stops that wait. */
  standing(): NaiveOrder[] {
    return this.orders.filter(({ status }) => status === 'IS_OPEN' || status === 'PENDING')
  }

  /** The other leg of an OCO order, if it stands as well. */
  partnerOf({ partnerId }: NaiveOrder): NaiveOrder | undefined {
    return this.standing().find(({ id }) => id === partnerId)
  }

  /** One leg has gone ahead: the other one is over. */
  dropPartnerOf(order: NaiveOrder): void {
    const partner = this.partnerOf(order)
    if (!partner) return
    this.note(`a leg goes ahead, and the other one was ${partner.status}`)
    if (order.executed > 0n && leftOf(order) > 0n) this.note('a leg goes ahead with a part of its amount')
    partner.status = 'FINISHED_WITHOUT_TRANSACTION'
  }

  /** When the next order expires; infinity if none does. */
  nextExpiry(): number {
    return Math.min(...this.standing().map(({ terms }) => terms.expiresAt ?? Number.POSITIVE_INFINITY))
  }

  /** From that instant on nobody trades with it, although it may not have ended yet. */
  hasExpired({ terms }: NaiveOrder): boolean {
    return terms.expiresAt !== undefined && terms.expiresAt <= this.now
  }

  /** A market's waiting stops, in the order in which they were placed. */
  stops(marketId: number): NaiveOrder[] {
    return this.orders.filter(
      (order) => order.status === 'PENDING' && order.market.id === marketId && !this.hasExpired(order),
    )
  }

  /** One side of a book: the best price first, and within a price by arrival. */
  queue(marketId: number, side: Side): NaiveOrder[] {
    const resting = this.orders.filter(
      (order) =>
        order.status === 'IS_OPEN' &&
        order.market.id === marketId &&
        order.side === side &&
        order.arrival > 0 &&
        !this.hasExpired(order),
    )
    return resting.sort((a, b) => {
      const [priceOfA, priceOfB] = [priceOf(a), priceOf(b)]
      if (priceOfA === priceOfB) return a.arrival - b.arrival
      return (side === 'BUY') === priceOfA > priceOfB ? -1 : 1
    })
  }

  note(what: string): void {
    this.seen.set(what, (this.seen.get(what) ?? 0) + 1)
  }
}

export const leftOf = ({ amount, executed }: NaiveOrder): bigint => amount - executed

/** The limit of an order on the book or among the stops: only those are certain to have one. */
export function priceOf({ id, limit }: NaiveOrder): bigint {
  if (limit === undefined) throw new Error(`order ${id} has no limit, and cannot be on the book`)
  return limit
}

/** A buyer needs the cost of the remaining amount at the limit, a seller that amount itself. */
export function needOf(order: NaiveOrder, coinId: number): bigint {
  const { side, market } = order
  if (side === 'SELL') return market.base.id === coinId ? leftOf(order) : 0n
  const limit = order.status === 'PENDING' ? order.heldAt : order.limit
  return market.quote.id === coinId && limit !== undefined ? costOf(leftOf(order), limit, market) : 0n
}

/** Of two orders at most one trades: what the dearer one needs is enough. */
export function blockedTogether(one: NaiveOrder, other: NaiveOrder, coinId: number): bigint {
  return larger(needOf(one, coinId), needOf(other, coinId))
}

export const answerOf = ({ id, status, executed, executedValue, wage }: NaiveOrder, at: number): Answer => ({
  kind: 'order',
  orderId: id,
  status,
  executed,
  executedValue,
  wage,
  at,
})
