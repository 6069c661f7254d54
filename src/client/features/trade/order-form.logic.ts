import { parseAmount } from '#domain/coin.ts'
import { divide, formatDecimal, powerOfTen } from '#domain/decimal.ts'
import { feeOn } from '#domain/fee.ts'
import { TEHRAN_OFFSET_MS } from '#domain/jalali.ts'
import { amountFor, wholePrice } from '#domain/market.ts'
import type { SelfTradePrevention, Side, TimeInForce } from '#domain/order.ts'
import { type Amount, amount, type Ppm, type Price, smaller } from '#domain/units.ts'
import { amountWithin, type BookLevel, shareOf } from './book-math.ts'
import {
  NO_PRICE,
  type OrderPrices,
  type PriceFields,
  payingPrice,
  pricesOf,
  stepPrice,
  wantsPrice,
} from './order-prices.ts'

type CoinScale = { readonly decimals: number; readonly precision: number }

/** The market's rules, decoded. */
export interface MarketRules {
  /** `GOLD_TOMAN` */
  readonly symbol: string
  readonly base: CoinScale
  readonly quote: CoinScale
  readonly tick: Price
  readonly step: Amount
  readonly min: Amount
  readonly max: Amount
  /** The minimum of a limit order, in the quote coin. */
  readonly minTotal: Amount
  /** A limit that is worse than the best price of the other side by more than this is confirmed twice; `undefined` in an old cached answer. */
  readonly forceWarning: Ppm | undefined
  readonly active: boolean
}

/** The choices of the form that are folded away. Some have no effect on some kinds of order: see `blockedTerms`. */
interface FormTerms {
  readonly timeInForce: TimeInForce
  readonly postOnly: boolean
  readonly selfTradePrevention: SelfTradePrevention
  /** A minute in Tehran, "2026-11-24T10:30", or a part of it; empty for an order without an expiry. */
  readonly expiry: string
}

export interface OrderForm extends FormTerms, PriceFields {
  readonly amount: string
  /** While set, the amount follows this total and the price; typing an amount clears it. */
  readonly total: string | undefined
  /** While set, the amount follows this percentage of the balance and the price; typing an amount or a total clears it. */
  readonly pick: number | undefined
  /** Set once the button was pressed: from then on empty fields are problems, too. */
  readonly attempted: boolean
}

export type OrderFormAction =
  | { readonly type: 'side'; readonly side: Side }
  | { readonly type: 'kind'; readonly kind: PriceFields['kind'] }
  | {
      readonly type: 'price' | 'stopPrice' | 'stopUnitPrice' | 'distance' | 'gap' | 'amount' | 'total'
      readonly text: string
    }
  | { readonly type: 'suggest'; readonly price: string }
  | { readonly type: 'distanceIn'; readonly unit: PriceFields['distanceIn'] }
  | { readonly type: 'pick'; readonly pick: number }
  | { readonly type: 'terms'; readonly terms: Partial<FormTerms> }
  | { readonly type: 'step'; readonly by: number; readonly rules: MarketRules; readonly from: string }
  | { readonly type: 'level'; readonly side: Side; readonly price: string; readonly amount: string }
  | { readonly type: 'attempt' | 'placed' | 'reset' }

export const EMPTY_FORM: OrderForm = {
  side: 'BUY',
  kind: 'LIMIT',
  price: '',
  priceFrom: 'nobody',
  stopPrice: '',
  stopUnitPrice: '',
  distance: '',
  gap: '',
  distanceIn: 'PERCENT',
  amount: '',
  total: undefined,
  pick: undefined,
  timeInForce: 'GTC',
  postOnly: false,
  selfTradePrevention: 'CANCEL_NEWER',
  expiry: '',
  attempted: false,
}

/** No amount of any source. */
const NO_AMOUNT = { amount: '', total: undefined, pick: undefined } as const

export const hasAmount = ({ amount, total, pick }: Pick<OrderForm, 'amount' | 'total' | 'pick'>) =>
  amount !== '' || total !== undefined || pick !== undefined

/** Whether the price is only suggested: without an amount, it is neither kept nor warned of. */
export const isSuggested = (form: OrderForm) => form.priceFrom === 'market' && !hasAmount(form)

export function reduceOrderForm(form: OrderForm, action: OrderFormAction): OrderForm {
  switch (action.type) {
    case 'side':
      return { ...form, side: action.side, attempted: false }
    case 'kind':
      return { ...(form.priceFrom === 'market' ? { ...form, ...NO_PRICE } : form), kind: action.kind, attempted: false }
    case 'suggest':
      return wantsPrice(form) ? { ...form, price: action.price, priceFrom: 'market' } : form
    case 'price':
      return { ...form, price: action.text, priceFrom: 'user' }
    case 'stopPrice':
    case 'stopUnitPrice':
    case 'distance':
    case 'gap':
      return { ...form, [action.type]: action.text }
    case 'distanceIn':
      return { ...form, distanceIn: action.unit, distance: '', gap: '' }
    case 'amount':
      return { ...form, ...NO_AMOUNT, amount: action.text }
    case 'total':
      return { ...form, ...NO_AMOUNT, total: action.text }
    case 'pick':
      return { ...form, ...NO_AMOUNT, pick: action.pick > 0 ? action.pick : undefined }
    case 'terms':
      return { ...form, ...action.terms }
    case 'step':
      return { ...form, price: stepPrice(form.price || action.from, action), priceFrom: 'user' }
    case 'level':
      // The form takes the opposite side of the pressed level: the caller passes the side that would trade with it.
      return {
        ...{ ...takenKind(form), ...NO_AMOUNT },
        ...{ side: action.side, price: action.price, priceFrom: 'user', amount: action.amount },
      }
    case 'attempt':
      return { ...form, attempted: true }
    case 'placed':
      return { ...form, ...NO_AMOUNT, stopPrice: '', stopUnitPrice: '', attempted: false }
    case 'reset':
      return EMPTY_FORM
  }
}

/** An order whose price is not typed becomes a limit order with the price of a level. */
const takenKind = (form: OrderForm): OrderForm =>
  form.kind === 'MARKET' || form.kind === 'TRAILING' ? { ...form, kind: 'LIMIT' } : form

/** The reason why a choice has no effect: a market order and an immediate one never wait in the book, and an OCO order always does. */
type Blocked = 'market' | 'immediate' | 'oco' | undefined

export function blockedTerms({ kind, timeInForce }: Pick<OrderForm, 'kind' | 'timeInForce'>): {
  readonly postOnly: Blocked
  readonly expiry: Blocked
} {
  if (kind === 'MARKET') return { postOnly: 'market', expiry: 'market' }
  if (kind === 'OCO') return { postOnly: 'oco', expiry: undefined }
  const postOnly = timeInForce === 'GTC' ? undefined : 'immediate'
  return { postOnly, expiry: kind === 'LIMIT' ? postOnly : undefined }
}

/** The reason why a time in force cannot be chosen. */
export function blockedForce({ kind }: Pick<OrderForm, 'kind'>, timeInForce: TimeInForce): Blocked {
  if (kind === 'OCO') return timeInForce === 'GTC' ? undefined : 'oco'
  return kind === 'MARKET' && timeInForce === 'GTC' ? 'market' : undefined
}

/** The terms that apply to the form's order. A market order trades immediately by itself. */
export function appliedTerms(form: OrderForm): FormTerms {
  const { timeInForce, postOnly, selfTradePrevention, expiry } = form
  const blocked = blockedTerms(form)
  const isOff = blockedForce(form, timeInForce) !== undefined
  return {
    timeInForce: isOff ? (form.kind === 'MARKET' ? 'IOC' : 'GTC') : timeInForce,
    postOnly: postOnly && !blocked.postOnly,
    selfTradePrevention,
    expiry: blocked.expiry ? '' : expiry,
  }
}

/** The instant of a complete expiry; `undefined` for an incomplete one. Tehran has no daylight saving time. */
export function expiryInstant(expiry: string): string | undefined {
  const at = Date.parse(`${expiry}:00+03:30`)
  return /T\d\d:\d\d$/.test(expiry) && !Number.isNaN(at) ? new Date(at).toISOString() : undefined
}

/** The minute in Tehran of an instant, as the form has it. */
export const expiryText = (instant: string): string =>
  new Date(Date.parse(instant) + TEHRAN_OFFSET_MS).toISOString().slice(0, 16)

/** The data for the form's validation. Data that is not loaded is `undefined`, never zero. */
export interface OrderFacts {
  readonly rules: MarketRules
  /** The available balances of the two coins. */
  readonly balances: { readonly base: Amount; readonly quote: Amount } | undefined
  readonly feeRate: Ppm | undefined
  /** The levels that a market order would trade with, best first; empty for other orders. */
  readonly levels: readonly BookLevel[]
  /** The server's estimate of a market order of exactly this amount. */
  readonly quote: { readonly amount: string; readonly wholePrice: Amount; readonly fillable: Amount } | undefined
  /** The server's amount for exactly this total, where the shown levels do not hold it. */
  readonly deepTotal?: { readonly total: Amount; readonly quantity: Amount } | undefined
  /** The request for the estimate failed. */
  readonly quoteFailed: boolean
  /** A market maker trades on a credit line: its balance is neither shown nor checked. */
  readonly supervisor: boolean
  /** The present time, before which no order can expire. */
  readonly nowMs: number
  /** The market's last price on the tick, where an order is measured from it. */
  readonly last: Price | undefined
  /** The best price that an OCO order would trade with; its limit must be beyond it. */
  readonly best: Price | undefined
}

export interface OrderSummary extends OrderPrices {
  readonly amountText: string
  readonly amount: Amount | undefined
  /** The part of it that total and fee are of: less than the whole of a market order that the book does not hold. */
  readonly filled: Amount | undefined
  /** In the quote coin: held for a limit buy, expected otherwise. */
  readonly total: Amount | undefined
  /** An estimate, in the coin received; `undefined` for an order that cannot be placed at this price or in this amount. */
  readonly fee: Amount | undefined
  readonly received: Amount | undefined
}

export function summarizeOrder(form: OrderForm, facts: OrderFacts): OrderSummary {
  const { rules, last } = facts
  const prices = pricesOf(form, { ...rules, last })
  const unitPrice = payingPrice(form, prices)
  const amountText = amountTextOf(form, { facts, unitPrice })
  const quantity = parseAmount(amountText, rules.base)
  const { total, filled } = quantity === undefined ? {} : totalOf(form, { facts, quantity, unitPrice, amountText })
  const isPriced = form.kind === 'MARKET' || unitPrice !== undefined
  const isOrder = quantity !== undefined && isPriced && quantity >= rules.min && quantity <= rules.max
  const gross = !isOrder ? undefined : form.side === 'BUY' ? filled : total
  const fee = gross === undefined || facts.feeRate === undefined ? undefined : feeOn(gross, facts.feeRate)
  const received = gross === undefined || fee === undefined ? undefined : amount(gross - fee)
  return { ...prices, amountText, amount: quantity, filled, total, fee, received }
}

type Priced = { readonly facts: OrderFacts; readonly unitPrice: Price | undefined }

/** The amount as typed, or computed from the typed total or the chosen share of the balance. */
function amountTextOf(form: OrderForm, { facts, unitPrice }: Priced): string {
  const { rules } = facts
  const quantity =
    form.pick !== undefined
      ? pickedAmount(form, { facts, unitPrice, pick: form.pick })
      : form.total !== undefined
        ? affordedAmount(form, { facts, unitPrice })
        : undefined
  if (quantity === undefined) return form.pick === undefined && form.total === undefined ? form.amount : ''
  return formatDecimal(quantity - (quantity % rules.step), rules.base.decimals)
}

/** A share of the balance in the base coin, never overspent. The whole balance gives at most the maximum of one order. */
function pickedAmount(form: OrderForm, { facts, unitPrice, pick }: Priced & { pick: number }): Amount | undefined {
  const { balances, rules } = facts
  const quantity = form.side === 'SELL' ? shareOf(balances?.base, pick) : affordedAmount(form, { facts, unitPrice })
  return pick === 100 && quantity !== undefined && quantity > rules.max ? rules.max : quantity
}

/** The total that the amount follows: as typed, or the chosen share of the money. */
export function wantedTotal(
  { side, total, pick }: OrderForm,
  { balances, rules }: Pick<OrderFacts, 'balances' | 'rules'>,
): Amount | undefined {
  if (pick !== undefined) return side === 'BUY' ? shareOf(balances?.quote, pick) : undefined
  return total === undefined ? undefined : parseAmount(total, rules.quote)
}

/** The amount of the base coin that comes to at most the wanted total: at the limit, or walked through the book. */
function affordedAmount(form: OrderForm, { facts, unitPrice }: Priced): Amount | undefined {
  const { rules, levels, deepTotal } = facts
  const total = wantedTotal(form, facts)
  if (total === undefined) return undefined
  if (form.kind === 'MARKET')
    return deepTotal?.total === total ? deepTotal.quantity : amountWithin({ total, levels, market: rules })
  return unitPrice === undefined ? undefined : amountFor({ total, unitPrice, market: rules })
}

/** The total for its field: as typed, else computed, in the precision in which the coin is typed. */
export function totalTextOf(form: OrderForm, { summary, facts }: { summary: OrderSummary; facts: OrderFacts }): string {
  const { decimals, precision } = facts.rules.quote
  if (form.total !== undefined) return form.total
  if (summary.total === undefined) return ''
  const step = powerOfTen(decimals - precision)
  return formatDecimal(divide(summary.total, step, form.side === 'BUY' ? 'up' : 'down'), precision)
}

/** The total, and the part of the amount that it is of. */
function totalOf(
  { kind, side }: OrderForm,
  { facts: { quote, rules }, quantity, unitPrice, amountText }: Priced & { quantity: Amount; amountText: string },
): { readonly total?: Amount; readonly filled?: Amount } {
  if (kind === 'MARKET' && quote?.amount === amountText)
    return { total: quote.wholePrice, filled: smaller(quantity, quote.fillable) }
  if (kind === 'MARKET' || unitPrice === undefined) return { filled: quantity }
  return { total: wholePrice({ quantity, unitPrice, market: rules }, side === 'BUY' ? 'up' : 'down'), filled: quantity }
}
