import type { Charges } from '#domain/fee.ts'
import type { Market } from '#domain/market.ts'
import { type OrderTerms, PLAIN_TERMS } from '#domain/order-terms.ts'
import type { PlaceOrder, Result } from '#server/engine/commands.ts'
import { isBeyond, isWorse, smaller, sum, worth } from './naive-figures.ts'

interface NaiveOrder {
  readonly id: number
  readonly userId: number
  readonly market: Market
  readonly side: 'BUY' | 'SELL'
  /** The limit, or how far a market order may walk. */
  readonly price: bigint
  readonly isMarketOrder: boolean
  readonly amount: bigint
  readonly charges: Charges
  readonly terms: OrderTerms
  left: bigint
  /** When it came to the book, by count. */
  since: number
}

export interface NaiveTrade {
  readonly taker: number
  readonly maker: number
  readonly price: bigint
  readonly amount: bigint
  readonly value: bigint
}

/**
 * Places, triggers, expires and cancels orders as slowly as a person with paper would: one list, sorted for every fill, balances
 * as one total per user and coin, what is blocked counted anew from the orders, and every stop looked at after every order.
 * Shares no code with the engine.
 */
export class NaiveExchange {
  orders: NaiveOrder[] = []
  /** In order of arrival. */
  stops: NaiveOrder[] = []
  readonly trades: NaiveTrade[] = []
  readonly #totals = new Map<string, bigint>()
  readonly #lastPrices = new Map<Market, bigint>()
  #nextId = 1
  #arrivals = 0

  add(userId: number, coinId: number, quantity: bigint): void {
    this.#totals.set(`${userId}/${coinId}`, this.total(userId, coinId) + quantity)
  }

  total(userId: number, coinId: number): bigint {
    return this.#totals.get(`${userId}/${coinId}`) ?? 0n
  }

  /** What the user's orders and stops need of a coin. */
  blocked(userId: number, coinId: number): bigint {
    const own = [...this.orders, ...this.stops].filter((order) => order.userId === userId)
    const buys = own.filter(({ side, market }) => side === 'BUY' && market.quote.id === coinId)
    const sells = own.filter(({ side, market }) => side === 'SELL' && market.base.id === coinId)
    return (
      sum(buys.map((order) => worth(order.left, order.price, order.market).up)) + sum(sells.map(({ left }) => left))
    )
  }

  /** The outcome as the engine words it: a refusal's code, or the id with what was executed. */
  place(command: PlaceOrder, market: Market): string {
    const order = this.#read(command, market)
    const refusal = this.#refuse(order) ?? (command.warnsOfPrice ? this.#warn(order) : undefined)
    if (refusal) return refusal
    this.takeId()
    const { stopPrice } = order.terms
    if (stopPrice !== undefined && !isReached(order, [this.#lastPrices.get(market)])) this.stops.push(order)
    else this.#enterAll(order)
    return `${order.id} ${order.amount - order.left}`
  }

  cancel(userId: number, orderId: number): string {
    const found = [...this.orders, ...this.stops].find((order) => order.id === orderId && order.userId === userId)
    if (!found) return 'ORDER_NOT_OPEN'
    this.#strike(found)
    return `${orderId} cancelled`
  }

  expire(at: number, most: number): string {
    const due = [...this.orders, ...this.stops]
      .filter(({ terms: { expiresAt } }) => expiresAt !== undefined && expiresAt <= at)
      .sort((a, b) => (a.terms.expiresAt ?? 0) - (b.terms.expiresAt ?? 0) || a.id - b.id)
      .slice(0, most)
    for (const order of due) this.#strike(order)
    return `${due.length} expired`
  }

  /** Orders and quick trades that were carried out so far. */
  get orderCount(): number {
    return this.#nextId - 1
  }

  /** Takes the next order's number: for a trade that meets no book, too. */
  takeId(): number {
    return this.#nextId++
  }

  /** Orders of one side in the order in which they trade: by price, then by arrival. */
  queue(market: Market, side: 'BUY' | 'SELL'): NaiveOrder[] {
    return this.orders
      .filter((order) => order.market === market && order.side === side)
      .sort((a, b) => (a.price === b.price ? a.since - b.since : a.price < b.price === (side === 'SELL') ? -1 : 1))
  }

  #read({ userId, side, unitPrice, amount, charges, terms = PLAIN_TERMS }: PlaceOrder, market: Market): NaiveOrder {
    const best = this.queue(market, other(side))[0]?.price ?? 0n
    const slack = (best * market.protectionBand) / 1_000_000n
    const price = unitPrice ?? (side === 'BUY' ? best + slack : best - slack)
    const isMarketOrder = unitPrice === undefined
    return {
      id: this.#nextId,
      userId,
      market,
      side,
      price,
      isMarketOrder,
      amount,
      left: amount,
      charges,
      terms,
      since: 0,
    }
  }

  #refuse(order: NaiveOrder): string | undefined {
    const { userId, side, market, isMarketOrder, amount, price, terms } = order
    const plan = this.#plan(order)
    const fillable = sum(plan.map(({ quantity }) => quantity))
    if (isMarketOrder && fillable === 0n) return 'NO_LIQUIDITY'
    const complaint = terms.stopPrice === undefined ? this.#complain(order) : undefined
    if (complaint) return complaint
    const cost = isMarketOrder ? sum(plan.map(({ value }) => value)) : worth(amount, price, market).up
    const spends = side === 'BUY' ? market.quote.id : market.base.id
    const free = this.total(userId, spends) - this.blocked(userId, spends)
    return free < (side === 'BUY' ? cost : amount) ? 'NOT_ENOUGH_BALANCE' : undefined
  }

  /** Of a limit far worse than the best of the other side, or else than the last trade. */
  #warn({ market, side, price }: NaiveOrder): string | undefined {
    const compared = this.queue(market, other(side))[0]?.price ?? this.#lastPrices.get(market)
    if (compared === undefined) return undefined
    const slack = (compared * market.forceWarning) / 1_000_000n
    const isFar = isWorse(side, price, side === 'BUY' ? compared + slack : compared - slack)
    return isFar ? 'NOT_ACCEPTABLE_FORCE_ORDER_WARNING_IN_CREATE_ORDER' : undefined
  }

  /** What the book says against the terms of an order. */
  #complain(order: NaiveOrder): string | undefined {
    const { timeInForce, postOnly } = order.terms
    const [best] = this.queue(order.market, other(order.side))
    if (postOnly && best && !isWorse(order.side, best.price, order.price)) return 'POST_ONLY_WOULD_TRADE'
    const fillable = sum(this.#plan(order).map(({ quantity }) => quantity))
    if (timeInForce === 'FOK' && fillable < order.amount) return 'FILL_OR_KILL_NOT_FILLABLE'
    return timeInForce === 'IOC' && fillable === 0n ? 'NO_LIQUIDITY' : undefined
  }

  /** What an order would trade if it came now. */
  #plan({ userId, side, price, market, left: wanted, terms }: NaiveOrder) {
    const plan: { quantity: bigint; value: bigint }[] = []
    let left = wanted
    for (const maker of this.queue(market, other(side))) {
      if (left === 0n || isWorse(side, maker.price, price)) break
      if (maker.userId === userId && terms.selfTradePrevention === 'CANCEL_OLDER') continue
      if (maker.userId === userId) break
      const quantity = smaller(left, maker.left)
      plan.push({ quantity, value: worth(quantity, maker.price, market).down })
      left -= quantity
    }
    return plan
  }

  /** An order comes, and whatever stops it sets off, and those that these set off. */
  #enterAll(first: NaiveOrder): void {
    const coming = [first]
    for (const order of coming) {
      const since = this.trades.length
      if (order === first || !this.#complain(order)) this.#enter(order)
      const prices = this.trades.slice(since).map(({ price }) => price)
      const reached = this.stops.filter((stop) => stop.market === first.market && isReached(stop, prices))
      this.stops = this.stops.filter((stop) => !reached.includes(stop))
      coming.push(...reached)
    }
  }

  #enter(order: NaiveOrder): void {
    const { market, side, price, terms } = order
    while (order.left > 0n) {
      const [maker] = this.queue(market, other(side))
      if (!maker || isWorse(side, maker.price, price)) break
      if (maker.userId === order.userId) {
        if (terms.selfTradePrevention !== 'CANCEL_NEWER') this.#strike(maker)
        if (terms.selfTradePrevention !== 'CANCEL_OLDER') return
      } else this.#exchange(order, maker)
    }
    if (order.left === 0n || order.isMarketOrder || terms.timeInForce !== 'GTC') return
    order.since = this.#arrivals++
    this.orders.push(order)
  }

  #strike(order: NaiveOrder): void {
    this.orders = this.orders.filter((each) => each !== order)
    this.stops = this.stops.filter((each) => each !== order)
  }

  #exchange(taker: NaiveOrder, maker: NaiveOrder): void {
    const { market, side } = taker
    const quantity = smaller(taker.left, maker.left)
    const value = worth(quantity, maker.price, market).down
    const [buyer, seller] = side === 'BUY' ? [taker, maker] : [maker, taker]
    this.add(buyer.userId, market.quote.id, -value)
    this.add(seller.userId, market.base.id, -quantity)
    this.#receive(buyer, market.base.id, { received: quantity, isMaker: buyer === maker })
    this.#receive(seller, market.quote.id, { received: value, isMaker: seller === maker })
    this.trades.push({ taker: taker.id, maker: maker.id, price: maker.price, amount: quantity, value })
    this.#lastPrices.set(market, maker.price)
    taker.left -= quantity
    maker.left -= quantity
    if (maker.left === 0n) this.#strike(maker)
  }

  /** Three tenths of the fee are for his inviter. */
  #receive(
    { userId, charges }: NaiveOrder,
    coinId: number,
    { received, isMaker }: { received: bigint; isMaker: boolean },
  ): void {
    const fee = (received * (isMaker ? charges.maker : charges.taker)) / 1_000_000n
    this.add(userId, coinId, received - fee)
    if (charges.inviterId !== undefined && charges.inviterId !== userId)
      this.add(charges.inviterId, coinId, (fee * 3n) / 10n)
  }
}

const other = (side: 'BUY' | 'SELL') => (side === 'BUY' ? 'SELL' : 'BUY')

const isReached = ({ side, terms: { stopPrice } }: NaiveOrder, prices: readonly (bigint | undefined)[]) =>
  prices.some((price) => price !== undefined && stopPrice !== undefined && isBeyond(side, price, stopPrice))

/** The engine's result in the naive exchange's words. */
export function inNaiveWords(result: Result): string {
  if (result.kind === 'refused') return result.code
  if (result.kind === 'moved') return 'moved'
  if (result.kind === 'expired') return `${result.count} expired`
  return result.status === 'CANCELLED_BY_USER' ? `${result.orderId} cancelled` : `${result.orderId} ${result.executed}`
}
