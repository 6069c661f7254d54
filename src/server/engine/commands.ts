import type { Charges } from '#domain/fee.ts'
import type { Destination, Source } from '#domain/ledger.ts'
import type { Market, OrderMisfit } from '#domain/market.ts'
import type { MarketRules } from '#domain/market-state.ts'
import type { OrderStatus, OrderTerms, Side } from '#domain/order.ts'
import type { Amount, Price } from '#domain/units.ts'
import type { WithdrawalRefusal, Withdrawer } from '#domain/withdrawal.ts'

/** What commands of users carry. The engine has no clock: `at` is when it is applied, in milliseconds since 1970. */
interface Stamped {
  readonly userId: number
  /** Unique per user and intention: a repeat is answered with the first outcome. */
  readonly key: string
  /** What was asked, as text: the same key with another fingerprint is refused. */
  readonly fingerprint: string
  readonly at: number
  /**
   * Sent by a trader of the exchange's own, which looks at its orders instead of repeating a command: no answer is kept for its key, and it
   * is not executed again where nobody knows whether it was.
   */
  readonly isNeverRepeated?: true
}

/** Money comes in from outside, or from the owners' credit line. `reference` names the payment. */
export interface Credit extends Stamped {
  readonly type: 'credit'
  readonly source: Source
  readonly coinId: number
  readonly amount: Amount
  readonly reference: string
}

/** Sets money aside, for a withdrawal that waits. */
export interface HoldFunds extends Stamped {
  readonly type: 'hold'
  readonly coinId: number
  readonly amount: Amount
  readonly reference: string
}

/** Gives held money back (`release`), or lets it leave through where it left (`settle`). */
export interface EndHold extends Stamped {
  readonly type: 'release' | 'settle'
  readonly reference: string
  /** Where the money leaves through; read by `settle` alone. */
  readonly source: Source
}

/** Against the inventory, at a price of the operator. */
export interface QuickTrade extends Stamped {
  readonly type: 'quickTrade'
  readonly marketId: number
  readonly side: Side
  readonly amount: Amount
  readonly unitPrice: Price
  readonly quote: Quote
  readonly charges: Charges
  /** As in `PlaceOrder`. */
  readonly quoteInToman: Price | undefined
  /** Where a buyer wants the coins sent at once; they are held until they leave. */
  readonly destination?: (Destination & { readonly isServed: boolean; readonly withdrawer: Withdrawer }) | undefined
}

/** How long the operator stands by a price, in milliseconds since 1970, and what a trade behind that moment is refused with. */
export interface Quote {
  readonly goodUntil: number
  readonly refusal: 'PRICE_STALE' | 'PRICE_CHANGED'
}

export interface PlaceOrder extends Stamped {
  readonly type: 'placeOrder'
  readonly marketId: number
  readonly side: Side
  /** Absent: a market order. */
  readonly unitPrice: Price | undefined
  readonly amount: Amount
  readonly charges: Charges
  /** Toman per quote coin at this moment; absent where the quote is Toman itself, or it is unknown. */
  readonly quoteInToman: Price | undefined
  readonly clientOrderId: string | undefined
  /** Absent: a plain order. With a stop price it is a stop-limit order, which has a unit price too. */
  readonly terms?: OrderTerms
  /** Refuse a limit price that is worse than the market by more than its force warning. */
  readonly warnsOfPrice?: boolean
  /** The feed's price of the market at this moment, which bounds a limit price; absent: nothing does. */
  readonly referencePrice?: Price | undefined
}

/** Cancels an order of this user, on the book or waiting for its price. */
export interface CancelOrder extends Stamped {
  readonly type: 'cancelOrder'
  readonly orderId: number
  /** An operator has ordered it; absent: the user. */
  readonly byOperator?: true
}

/** Cancels all of one's own orders, of one market or of all: those that are open when the command is first applied. */
export interface CancelAllOrders extends Stamped {
  readonly type: 'cancelAllOrders'
  /** Absent: of all markets. */
  readonly marketId: number | undefined
  /** Operators have ended the market; absent: the user cancels. */
  readonly byOperator?: true
  /** Orders that it ends at one go. Where there are more, the result is `unfinished` and holds the command that goes on. */
  readonly most: number
  /** What it did before; absent at first. */
  readonly before?: {
    readonly count: number
    /** The newest order that it is about. */
    readonly newestId: number
  }
}

/**
 * Ends the orders whose time has come by `at`, the earliest first, `most` of them at most. It belongs to no user and has no key: a
 * repeat finds nothing to end.
 */
export interface ExpireOrders {
  readonly type: 'expireOrders'
  readonly at: number
  readonly most: number
}

/**
 * Lets the orders that met as many others as one turn allows go on, and the stops that were reached come to the book. It belongs to no
 * user and has no key: without such orders it does nothing.
 */
export interface ContinueOrders {
  readonly type: 'continueOrders'
  readonly at: number
}

/** What operators and the calendar say from now on; the answer comes when no trade against it is in flight any more. */
export interface SetMarketRules extends Omit<MarketRules, 'hours'> {
  readonly type: 'setMarketRules'
  readonly at: number
  /** Those that are set otherwise than before, or are new; the others stay as they are. */
  readonly markets: readonly Market[]
}

export type KeyedCommand = Credit | HoldFunds | EndHold | QuickTrade | PlaceOrder | CancelOrder | CancelAllOrders
export type Command = KeyedCommand | ExpireOrders | ContinueOrders | SetMarketRules

/** A command as it is sent: the writer gives it its time when it applies it. */
export type SentCommand<Sent extends Command = Command> = Sent extends Command ? Omit<Sent, 'at'> : never

/** Refusals of the engine, in order of precedence. They change nothing. */
export type EngineRefusal =
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'IDEMPOTENCY_KEY_FROM_FUTURE'
  | 'WITHDRAWAL_DISABLED'
  | WithdrawalRefusal
  | 'MARKET_IS_NOT_ACTIVE'
  | 'PRICE_STALE'
  | 'PRICE_CHANGED'
  | OrderMisfit
  | 'UNIT_PRICE_OUT_OF_BAND'
  | 'EXPIRY_IN_PAST'
  | 'TOO_MANY_OPEN_ORDERS'
  | 'HOLD_NOT_FOUND'
  | 'ORDER_NOT_OPEN'
  | 'NO_LIQUIDITY'
  | 'POST_ONLY_WOULD_TRADE'
  | 'FILL_OR_KILL_NOT_FILLABLE'
  | 'NOT_ENOUGH_BALANCE'
  | 'NOT_ACCEPTABLE_FORCE_ORDER_WARNING_IN_CREATE_ORDER'
  | 'HOUSE_LIMIT_REACHED'

export interface OrderOutcome {
  readonly kind: 'order'
  readonly orderId: number
  readonly status: OrderStatus
  readonly executed: Amount
  readonly executedValue: Amount
  readonly wage: Amount
  /** When the command was first applied. */
  readonly at: number
}

export interface MovedOutcome {
  readonly kind: 'moved'
  readonly seq: number
}

export interface CancelledOutcome {
  readonly kind: 'cancelled'
  /** Orders that the command ended. */
  readonly count: number
}

/** A part was executed; `next` is the command for the rest, which comes behind those that wait. Nothing is remembered under its key yet. */
export interface UnfinishedOutcome {
  readonly kind: 'unfinished'
  readonly next: CancelAllOrders
}

export interface ExpiredOutcome {
  readonly kind: 'expired'
  readonly count: number
}

export interface ContinuedOutcome {
  readonly kind: 'continued'
}

export interface RulesOutcome {
  readonly kind: 'rules'
}

export interface RefusedOutcome {
  readonly kind: 'refused'
  readonly code: EngineRefusal
  /** What a price was measured against, where that is the reason. */
  readonly marketPrice?: Price
}

/** What is remembered under a key. */
export type Outcome = OrderOutcome | MovedOutcome | CancelledOutcome
export type Result = Outcome | ExpiredOutcome | ContinuedOutcome | RulesOutcome | UnfinishedOutcome | RefusedOutcome

export const refused = (code: EngineRefusal, more: { readonly marketPrice?: Price } = {}): RefusedOutcome => ({
  kind: 'refused',
  code,
  ...more,
})
