import type { Coin } from '#domain/coin.ts'
import type { Charges } from '#domain/fee.ts'
import type { Destination, LedgerAccount } from '#domain/ledger.ts'
import type { Market, OrderMisfit } from '#domain/market.ts'
import type { MarketRules } from '#domain/market-state.ts'
import type { OrderTerms, Side } from '#domain/order.ts'
import type { Outcome } from '#domain/outcome.ts'
import type { Amount, Price } from '#domain/units.ts'
import type { WithdrawalRefusal, Withdrawer } from '#domain/withdrawal.ts'

/**
 * The fields that every user's command carries. The engine has no clock: `at` is when the command is applied, in milliseconds since 1970.
 */
interface Stamped {
  readonly userId: number
  /** Unique per user and intention: a repeat gets the first outcome. */
  readonly key: string
  /** The request as text: the same key with another fingerprint is refused. */
  readonly fingerprint: string
  readonly at: number
  /**
   * Sent by one of the exchange's own traders, which reads its orders instead of repeating a command. No answer is stored for its key, and
   * the command is not executed again if its outcome is unknown.
   */
  readonly isNeverRepeated?: true
}

/** Brings in money from an account of the exchange. `reference` names the payment, which is credited once for ever. */
export interface Credit extends Stamped {
  readonly type: 'credit'
  readonly source: LedgerAccount
  readonly coinId: number
  readonly amount: Amount
  readonly reference: string
}

/**
 * Moves money between accounts of the exchange: `debit` falls and `credit` rises. An account of money outside stands below zero, so that
 * coins which go from the hot wallet to the cold one are debited to the cold one. `reference` names the cause, once for ever.
 */
export interface TransferFunds extends Stamped {
  readonly type: 'sweep' | 'fee' | 'correction'
  readonly debit: LedgerAccount
  readonly credit: LedgerAccount
  readonly coinId: number
  readonly amount: Amount
  readonly reference: string
}

/** Sets money aside for a withdrawal that waits. A reference names one hold for ever. */
export interface HoldFunds extends Stamped {
  readonly type: 'hold'
  readonly coinId: number
  readonly amount: Amount
  readonly reference: string
}

/** The destination of what leaves, with the facts that `mayWithdraw` decides by. */
export interface Leaving {
  readonly destination: Destination
  readonly withdrawer: Withdrawer
  /** The worth of what leaves, in base units of Toman; absent: there is no price. */
  readonly worth: Amount | undefined
}

/** Sets money aside for a withdrawal, and raises it. */
export interface Withdraw extends Stamped, Leaving {
  readonly type: 'withdraw'
  readonly coinId: number
  /** The network's fee is a part of it. */
  readonly amount: Amount
}

/** Returns to its user what a hold still keeps. */
export interface ReleaseHold extends Stamped {
  readonly type: 'release'
  readonly reference: string
}

/** Lets held money leave: for example what was sent through a wallet, and the fee of the network into its own account. */
export interface SettleHold extends Stamped {
  readonly type: 'settle'
  readonly reference: string
  readonly parts: readonly { readonly account: LedgerAccount; readonly amount: Amount }[]
  /** The rest stays held for another settlement, or goes back to its user in the same entry. */
  readonly rest: 'held' | 'released'
}

/** A trade against the inventory at the operator's price. */
export interface QuickTrade extends Stamped {
  readonly type: 'quickTrade'
  readonly marketId: number
  readonly side: Side
  readonly amount: Amount
  readonly unitPrice: Price
  readonly quote: Quote
  readonly charges: Charges
  /** See `PlaceOrder`. */
  readonly quoteInToman: Price | undefined
  /** The address to which a buyer wants the coins sent immediately; they are held until they leave. */
  readonly leaving?: Leaving | undefined
}

/** How long the operator honours a price, in milliseconds since 1970, and the refusal of a later trade. */
export interface Quote {
  readonly goodUntil: number
  readonly refusal: 'PRICE_STALE' | 'PRICE_CHANGED'
}

export interface PlaceOrder extends Stamped {
  readonly type: 'placeOrder'
  readonly marketId: number
  readonly side: Side
  /** Absent for a market order. */
  readonly unitPrice: Price | undefined
  readonly amount: Amount
  readonly charges: Charges
  /** Toman per quote coin at this moment; absent if the quote coin is Toman or the price is unknown. */
  readonly quoteInToman: Price | undefined
  readonly clientOrderId: string | undefined
  /** Absent for a plain order. An order with a stop price is a stop-limit order, which has a unit price too. */
  readonly terms?: OrderTerms
  /** Refuse a limit price that is worse than the market by more than its force warning. */
  readonly warnsOfPrice?: boolean
  /** The feed's price of the market at this moment, which bounds a limit price; absent: no bound. */
  readonly referencePrice?: Price | undefined
}

/**
 * Places both legs of an OCO order: a limit order that takes the profit, and under the next id a stop that bounds the loss. One ends when
 * the other one trades or is triggered.
 */
export interface PlaceOco
  extends Stamped,
    Pick<PlaceOrder, 'marketId' | 'side' | 'amount' | 'charges' | 'quoteInToman' | 'clientOrderId' | 'referencePrice'>,
    Pick<OrderTerms, 'selfTradePrevention' | 'expiresAt'> {
  readonly type: 'placeOco'
  /** The limit of the leg that takes the profit. */
  readonly unitPrice: Price
  readonly stopPrice: Price
  /** The limit of the stop. */
  readonly stopUnitPrice: Price
  /** Refuse a stop whose limit is worse than its stop price by more than the market's force warning. */
  readonly warnsOfPrice?: boolean
}

/** Changes an open order of this user in one step. A field that is left out stays as it is. */
export interface AmendOrder extends Stamped, Pick<PlaceOrder, 'quoteInToman' | 'warnsOfPrice' | 'referencePrice'> {
  readonly type: 'amendOrder'
  readonly orderId: number
  /** The whole amount, with the executed part. */
  readonly amount?: Amount | undefined
  readonly unitPrice?: Price | undefined
  /** Only of a stop that still waits. */
  readonly stopPrice?: Price | undefined
  /** Null: until it is cancelled. */
  readonly expiresAt?: number | null | undefined
}

/** Cancels an order of this user, on the book or waiting for its price. */
export interface CancelOrder extends Stamped {
  readonly type: 'cancelOrder'
  readonly orderId: number
  /** Set if an operator ordered it; absent: the user did. */
  readonly byOperator?: true
}

/** Cancels all of a user's own orders, of one market or of all, that are open when the command is first applied. */
export interface CancelAllOrders extends Stamped {
  readonly type: 'cancelAllOrders'
  /** Absent for all markets. */
  readonly marketId: number | undefined
  /** Set if operators have ended the market; absent: the user cancels. */
  readonly byOperator?: true
  /** Orders to end per turn. If there are more, the result is `unfinished` and holds the next command. */
  readonly most: number
  /** The progress so far; absent at first. */
  readonly before?: {
    readonly count: number
    /** The newest order that the command covers. */
    readonly newestId: number
  }
}

/**
 * Ends the orders that have expired by `at`, earliest first, at most `most` of them. The command belongs to no user and has no key: a
 * repeat finds nothing to end.
 */
export interface ExpireOrders {
  readonly type: 'expireOrders'
  readonly at: number
  readonly most: number
}

/**
 * Continues the orders that met as many others as one turn allows, and lets triggered stops enter the book. The command belongs to no user
 * and has no key: without such orders it does nothing.
 */
export interface ContinueOrders {
  readonly type: 'continueOrders'
  readonly at: number
}

/**
 * Sets the present rules of operators and the calendar. The answer comes when no trade under the old rules is in flight any more. Rules of
 * an older revision than the engine's change nothing: a process that was slower read them.
 */
export interface SetMarketRules extends Omit<MarketRules, 'hours'> {
  readonly type: 'setMarketRules'
  readonly at: number
  /** The markets that are changed or new; the others stay as they are. */
  readonly markets: readonly Market[]
  /** The coins whose settings are changed, which apply in all their markets. */
  readonly coins: readonly Coin[]
}

export type KeyedCommand =
  | Credit
  | TransferFunds
  | HoldFunds
  | Withdraw
  | ReleaseHold
  | SettleHold
  | QuickTrade
  | PlaceOrder
  | PlaceOco
  | AmendOrder
  | CancelOrder
  | CancelAllOrders
export type Command = KeyedCommand | ExpireOrders | ContinueOrders | SetMarketRules

/** A command as it is sent: without a time, which the writer adds when it applies it. */
export type SentCommand<Sent extends Command = Command> = Sent extends Command ? Omit<Sent, 'at'> : never

/** The engine's refusals, in order of precedence. A refusal changes nothing. */
export type EngineRefusal =
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'IDEMPOTENCY_KEY_FROM_FUTURE'
  | 'WITHDRAWAL_DISABLED'
  | WithdrawalRefusal
  | 'MARKET_IS_NOT_ACTIVE'
  | 'PRICE_STALE'
  | 'PRICE_CHANGED'
  | OrderMisfit
  | 'OCO_PRICES_INVALID'
  | 'UNIT_PRICE_OUT_OF_BAND'
  | 'EXPIRY_IN_PAST'
  | 'TOO_MANY_OPEN_ORDERS'
  | 'ALREADY_CREDITED'
  | 'ALREADY_HELD'
  | 'HOLD_NOT_FOUND'
  | 'HOLD_EXCEEDED'
  | 'ORDER_NOT_OPEN'
  | 'OCO_NOT_AMENDABLE'
  | 'STOP_ALREADY_TRIGGERED'
  | 'AMOUNT_ALREADY_EXECUTED'
  | 'NO_LIQUIDITY'
  | 'POST_ONLY_WOULD_TRADE'
  | 'FILL_OR_KILL_NOT_FILLABLE'
  | 'NOT_ENOUGH_BALANCE'
  | 'NOT_ACCEPTABLE_FORCE_ORDER_WARNING_IN_CREATE_ORDER'
  | 'HOUSE_LIMIT_REACHED'

/** A part was executed; `next` is the command for the rest, queued after the waiting commands. Nothing is stored under its key yet. */
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
  /** False if the engine has newer ones. */
  readonly applied: boolean
}

export interface RefusedOutcome {
  readonly kind: 'refused'
  readonly code: EngineRefusal
  /** The price that was compared against, if that is the reason. */
  readonly marketPrice?: Price
}

export type Result = Outcome | ExpiredOutcome | ContinuedOutcome | RulesOutcome | UnfinishedOutcome | RefusedOutcome

export const refused = (code: EngineRefusal, more: { readonly marketPrice?: Price } = {}): RefusedOutcome => ({
  kind: 'refused',
  code,
  ...more,
})
