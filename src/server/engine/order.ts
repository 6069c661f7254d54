import { type Market, wholePrice } from '#domain/market.ts'
import {
  type Arrival,
  type OrderKind,
  type OrderRecord,
  type OrderTerms,
  PLAIN_TERMS,
  type Side,
} from '#domain/order.ts'
import type { OrderOutcome } from '#domain/outcome.ts'
import { type Amount, amount, type Price, ZERO } from '#domain/units.ts'
import type { PlaceOrder, QuickTrade } from './commands.ts'
import type { Wallet } from './wallet.ts'

/** An order in the engine's memory. It is changed in place and kept only while it is open. */
export interface Order extends OrderRecord {
  /** Its user may amend the prices and the amount while it is open. */
  unitPrice: Price | undefined
  amount: Amount
  terms: OrderTerms
  arrival: Arrival | undefined
  executed: Amount
  executedValue: Amount
  held: Amount
  wage: Amount
  /** The owner's wallet of the coin that the order spends; its hold is blocked there. */
  readonly wallet: Wallet
  /** The order's queue: of its price while it is on the book, of its stop price while it waits. */
  level: Level | undefined
  earlier: Order | undefined
  later: Order | undefined
}

/** The orders of one price, oldest first, as a doubly linked queue: cancelling one does not move the others. */
export interface Level {
  readonly side: BookSide
  readonly price: Price
  /** The remaining amount of all its orders. */
  volume: Amount
  first: Order | undefined
  last: Order | undefined
}

/** One side of a book, best price last, so that a change near the best price moves nothing else. */
export interface BookSide {
  readonly side: Side
  levels: Level[]
}

/** The order of a command, before its first trade. */
export const newOrder = (
  command: PlaceOrder | QuickTrade,
  {
    id,
    status,
    wallet,
    linkedOrderId,
  }: Pick<Order, 'id' | 'status' | 'wallet'> & Partial<Pick<Order, 'linkedOrderId'>>,
): Order => ({
  id,
  userId: command.userId,
  marketId: command.marketId,
  side: command.side,
  kind: kindOf(command),
  status,
  unitPrice: command.unitPrice,
  amount: command.amount,
  executed: ZERO,
  executedValue: ZERO,
  held: ZERO,
  wage: ZERO,
  charges: command.charges,
  clientOrderId: command.type === 'quickTrade' ? command.key : command.clientOrderId,
  createdAt: command.at,
  terms: (command.type === 'placeOrder' && command.terms) || PLAIN_TERMS,
  arrival: undefined,
  linkedOrderId,
  wallet,
  level: undefined,
  earlier: undefined,
  later: undefined,
})

function kindOf(command: PlaceOrder | QuickTrade): OrderKind {
  if (command.type === 'quickTrade') return 'EXCHANGE'
  if (command.unitPrice === undefined) return 'MARKET'
  return command.terms?.stopPrice === undefined ? 'LIMITED' : 'STOP_LIMIT'
}

/** An order as it was stored. */
export const restoreOrder = (record: OrderRecord, wallet: Wallet): Order => ({
  ...record,
  wallet,
  level: undefined,
  earlier: undefined,
  later: undefined,
})

/** Whether an open order is in no queue: it has expired, or it enters the book in turns. */
export const isDequeued = ({ level }: Order): boolean => level === undefined

export const remainingOf = ({ amount: whole, executed }: Order): Amount => amount(whole - executed)

/** The hold of an order of this side for `quantity` at its limit, rounded up so that it is never one unit short. */
export const holdFor = (
  { side, quantity, unitPrice }: { side: Side; quantity: Amount; unitPrice: Price },
  market: Market,
): Amount => (side === 'SELL' ? quantity : wholePrice({ quantity, unitPrice, market }, 'up'))

/** The coin that an order of this side spends. */
export const spentCoin = (market: Market, side: Side) => (side === 'BUY' ? market.quote : market.base)

/** The present state of an order, as the answer to the command that brought it there. */
export function outcomeOf(order: Order, at: number): OrderOutcome {
  const { id: orderId, status, executed, executedValue, wage } = order
  return { kind: 'order', orderId, status, executed, executedValue, wage, at }
}
