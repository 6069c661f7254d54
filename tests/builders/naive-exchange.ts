import type { Charges } from '#domain/fee.ts'
import type { Market } from '#domain/market.ts'
import type { PlaceOrder, Result } from '#server/engine/commands.ts'

interface NaiveOrder {
  readonly id: number
  readonly userId: number
  readonly market: Market
  readonly side: 'BUY' | 'SELL'
  readonly price: bigint
  readonly charges: Charges
  left: bigint
}

export interface NaiveTrade {
  readonly taker: number
  readonly maker: number
  readonly price: bigint
  readonly amount: bigint
  readonly value: bigint
}

/**
 * Places and cancels orders as slowly as a person with paper would: one list, sorted for every fill, balances as one total per
 * user and coin, and what is blocked counted anew from the open orders. Shares no code with the engine.
 */
export class NaiveExchange {
  readonly orders: NaiveOrder[] = []
  readonly trades: NaiveTrade[] = []
  readonly #totals = new Map<string, bigint>()
  #nextId = 1

  add(userId: number, coinId: number, quantity: bigint): void {
    this.#totals.set(`${userId}/${coinId}`, this.total(userId, coinId) + quantity)
  }

  total(userId: number, coinId: number): bigint {
    return this.#totals.get(`${userId}/${coinId}`) ?? 0n
  }

  /** What the user's open orders need of a coin. */
  blocked(userId: number, coinId: number): bigint {
    const own = this.orders.filter((order) => order.userId === userId)
    const buys = own.filter(({ side, market }) => side === 'BUY' && market.quote.id === coinId)
    const sells = own.filter(({ side, market }) => side === 'SELL' && market.base.id === coinId)
    return (
      sum(buys.map((order) => worth(order.left, order.price, order.market).up)) + sum(sells.map(({ left }) => left))
    )
  }

  free(userId: number, coinId: number): bigint {
    return this.total(userId, coinId) - this.blocked(userId, coinId)
  }

  /** The outcome as the engine words it: a refusal's code, or the id with what was executed. */
  place(command: PlaceOrder, market: Market): string {
    const { userId, side, unitPrice, amount } = command
    const spends = side === 'BUY' ? market.quote.id : market.base.id
    const plan = this.#plan(command, market)
    const isMarketOrder = unitPrice === undefined
    if (isMarketOrder && plan.length === 0) return 'NO_LIQUIDITY'
    const needs =
      side === 'SELL'
        ? amount
        : isMarketOrder
          ? sum(plan.map(({ value }) => value))
          : worth(amount, unitPrice, market).up
    if (this.free(userId, spends) < needs) return 'NOT_ENOUGH_BALANCE'

    const id = this.#nextId++
    for (const { maker, quantity, value } of plan) this.#exchange({ command, market, maker, quantity, value, id })
    const executed = sum(plan.map(({ quantity }) => quantity))
    const left = amount - executed
    if (left > 0n && unitPrice !== undefined && !this.#meetsOwn(command, market))
      this.orders.push({ id, userId, market, side, price: unitPrice, left, charges: command.charges })
    return `${id} ${executed}`
  }

  cancel(userId: number, orderId: number): string {
    const at = this.orders.findIndex((order) => order.id === orderId && order.userId === userId)
    if (at === -1) return 'ORDER_NOT_OPEN'
    this.orders.splice(at, 1)
    return `${orderId} cancelled`
  }

  /** Orders of one side in the order in which they trade: by price, then by arrival. */
  queue(market: Market, side: 'BUY' | 'SELL'): NaiveOrder[] {
    return this.orders
      .filter((order) => order.market === market && order.side === side)
      .sort((a, b) => (a.price === b.price ? a.id - b.id : a.price < b.price === (side === 'SELL') ? -1 : 1))
  }

  #plan({ userId, side, unitPrice, amount }: PlaceOrder, market: Market) {
    const others = this.queue(market, side === 'BUY' ? 'SELL' : 'BUY')
    const best = others[0]?.price ?? 0n
    const slack = (best * market.protectionBand) / 1_000_000n
    const worst = unitPrice ?? (side === 'BUY' ? best + slack : best - slack)
    const plan: { maker: NaiveOrder; quantity: bigint; value: bigint }[] = []
    let left: bigint = amount
    for (const maker of others) {
      const tooFar = side === 'BUY' ? maker.price > worst : maker.price < worst
      if (left === 0n || tooFar || maker.userId === userId) break
      const quantity = left < maker.left ? left : maker.left
      plan.push({ maker, quantity, value: worth(quantity, maker.price, market).down })
      left -= quantity
    }
    return plan
  }

  #meetsOwn({ userId, side, unitPrice }: PlaceOrder, market: Market): boolean {
    const [next] = this.queue(market, side === 'BUY' ? 'SELL' : 'BUY')
    if (next?.userId !== userId || unitPrice === undefined) return false
    return side === 'BUY' ? next.price <= unitPrice : next.price >= unitPrice
  }

  /** Of what somebody receives; three tenths of it are for his inviter. */
  #fee(coinId: number, received: bigint, { userId, rate, inviterId }: Paying): bigint {
    const fee = (received * rate) / 1_000_000n
    if (inviterId !== undefined && inviterId !== userId) this.add(inviterId, coinId, (fee * 3n) / 10n)
    return fee
  }

  #exchange({ command, market, maker, quantity, value, id }: Exchanged): void {
    const buyer = command.side === 'BUY' ? command.userId : maker.userId
    const seller = command.side === 'BUY' ? maker.userId : command.userId
    this.add(buyer, market.quote.id, -value)
    const [buyerCharges, sellerCharges] =
      command.side === 'BUY' ? [taking(command), making(maker)] : [making(maker), taking(command)]
    this.add(buyer, market.base.id, quantity - this.#fee(market.base.id, quantity, buyerCharges))
    this.add(seller, market.base.id, -quantity)
    this.add(seller, market.quote.id, value - this.#fee(market.quote.id, value, sellerCharges))
    this.trades.push({ taker: id, maker: maker.id, price: maker.price, amount: quantity, value })
    maker.left -= quantity
    if (maker.left === 0n) this.orders.splice(this.orders.indexOf(maker), 1)
  }
}

interface Paying {
  readonly userId: number
  readonly rate: bigint
  readonly inviterId: number | undefined
}

const taking = ({ userId, charges }: PlaceOrder): Paying => ({
  userId,
  rate: charges.taker,
  inviterId: charges.inviterId,
})
const making = ({ userId, charges }: NaiveOrder): Paying => ({
  userId,
  rate: charges.maker,
  inviterId: charges.inviterId,
})

interface Exchanged {
  readonly command: PlaceOrder
  readonly market: Market
  readonly maker: NaiveOrder
  readonly quantity: bigint
  readonly value: bigint
  readonly id: number
}

/** The engine's result in the naive exchange's words. */
export function inNaiveWords(result: Result): string {
  if (result.kind === 'refused') return result.code
  if (result.kind === 'moved') return 'moved'
  if (result.kind === 'expired') return `${result.count} expired`
  return result.status === 'CANCELLED_BY_USER' ? `${result.orderId} cancelled` : `${result.orderId} ${result.executed}`
}

const sum = (numbers: bigint[]) => numbers.reduce((total, each) => total + each, 0n)

/** quantity × price as a fraction, and its two neighbours among whole units. */
function worth(quantity: bigint, price: bigint, { base, quote }: Market) {
  const top = quantity * price * 10n ** BigInt(quote.decimals)
  const bottom = 10n ** BigInt(base.decimals + 8)
  const down = top / bottom
  return { down, up: down * bottom === top ? down : down + 1n }
}
