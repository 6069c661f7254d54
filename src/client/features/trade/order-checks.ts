import { decodeAmount, decodePrice } from '#client/lib/decode.ts'
import { divide, formatDecimal } from '#domain/decimal.ts'
import { amountFor, isBehindStop, isTotalLow, ocoMisfitOf, trailingDistanceBounds } from '#domain/market.ts'
import type { Side } from '#domain/order.ts'
import { type Amount, MILLION, PRICE_DECIMALS, type Price, smaller } from '#domain/units.ts'
import { type BookLevel, type FarPrice, farPriceOf, fillableAt, type Walk } from './book-math.ts'
import { DEPTH_ROWS } from './market.queries.ts'
import { cutTotalOf, walkOf } from './market-walk.ts'
import type { FormKind } from './order.commands.ts'
import {
  appliedTerms,
  expiryInstant,
  type MarketRules,
  type OrderFacts,
  type OrderForm,
  type OrderSummary,
} from './order-form.logic.ts'
import { isNothing, readDistance } from './order-prices.ts'

export interface OrderProblems {
  readonly price?: 'priceRequired' | 'priceOffTick' | 'limitTooLow' | 'limitTooHigh'
  readonly stopPrice?: 'stopRequired' | 'stopOffTick' | 'stopTooLow' | 'stopTooHigh'
  readonly stopUnitPrice?: 'stopUnitRequired' | 'stopUnitOffTick'
  readonly distance?: 'distanceRequired' | 'distanceOffTick' | 'distanceTooNear' | 'distanceTooFar'
  readonly gap?: 'gapOffTick' | 'gapTooFar'
  readonly amount?: 'amountRequired' | 'balance' | 'belowMin' | 'aboveMax' | 'belowTotal' | 'offStep'
  readonly expiry?: 'expiryIncomplete' | 'expiryPast'
  readonly form?: 'marketMaker' | 'inactive' | 'noLiquidity' | 'noEstimate' | 'noLastPrice'
}

/** All problems of the order, each by its field. An order without problems can be confirmed. */
export function validateOrder(
  form: OrderForm,
  { summary, facts }: { summary: OrderSummary; facts: OrderFacts },
): OrderProblems {
  const price = TYPED.price.includes(form.kind) ? validatePrice(form.price, summary.unitPrice) : undefined
  const stop = TYPED.stopPrice.includes(form.kind) ? validatePrice(form.stopPrice, summary.stopPrice) : undefined
  const wrong = validateAmount(form, { summary, facts })
  const expiry = validateExpiry(form, facts)
  const whole = validateWhole(form, { summary, facts })
  return {
    ...(price && { price: ({ empty: 'priceRequired', offTick: 'priceOffTick' } as const)[price] }),
    ...(stop && { stopPrice: ({ empty: 'stopRequired', offTick: 'stopOffTick' } as const)[stop] }),
    ...(form.kind === 'OCO' && validateOco(form, { summary, facts })),
    ...(form.kind === 'TRAILING' && validateTrailing(form, { summary, facts })),
    ...(wrong && { amount: wrong }),
    ...(expiry && { expiry }),
    ...(whole && { form: whole }),
  }
}

/** The kinds of orders whose prices are typed. */
const TYPED: Readonly<Record<'price' | 'stopPrice', readonly FormKind[]>> = {
  price: ['LIMIT', 'STOP_LIMIT', 'OCO'],
  stopPrice: ['STOP_LIMIT', 'OCO'],
}

/** The problems to show now: an empty field counts only after the button was pressed. */
export function visibleProblems(form: OrderForm, problems: OrderProblems): OrderProblems {
  if (form.attempted) return problems
  const { price, stopPrice, stopUnitPrice, distance, amount, ...rest } = problems
  return {
    ...rest,
    ...(price && price !== 'priceRequired' && { price }),
    ...(stopPrice && stopPrice !== 'stopRequired' && { stopPrice }),
    ...(stopUnitPrice && stopUnitPrice !== 'stopUnitRequired' && { stopUnitPrice }),
    ...(distance && distance !== 'distanceRequired' && { distance }),
    ...(amount && amount !== 'amountRequired' && { amount }),
  }
}

const validatePrice = (text: string, parsed: Price | undefined): 'empty' | 'offTick' | undefined =>
  parsed !== undefined ? undefined : isNothing(text) ? 'empty' : 'offTick'

/** The two legs of an OCO order lie on the two sides of the market, as the server checks it. */
function validateOco(
  form: OrderForm,
  { summary, facts }: { summary: OrderSummary; facts: OrderFacts },
): Pick<OrderProblems, 'price' | 'stopPrice' | 'stopUnitPrice'> {
  const { unitPrice, stopPrice, stopUnitPrice } = summary
  const { last, best } = facts
  const { side } = form
  const limit = validatePrice(form.stopUnitPrice, stopUnitPrice)
  const isSale = side === 'SELL'
  const isLimitWrong = ocoMisfitOf({ side, unitPrice, stopPrice: undefined }, { last, best }) !== undefined
  const isStopWrong = ocoMisfitOf({ side, unitPrice: undefined, stopPrice }, { last, best }) !== undefined
  return {
    ...(isLimitWrong && { price: isSale ? 'limitTooLow' : 'limitTooHigh' }),
    ...(isStopWrong && { stopPrice: isSale ? 'stopTooHigh' : 'stopTooLow' }),
    ...(limit && { stopUnitPrice: ({ empty: 'stopUnitRequired', offTick: 'stopUnitOffTick' } as const)[limit] }),
  }
}

/** The distance and the gap of a trailing stop. The gap leaves a price. */
function validateTrailing(
  form: OrderForm,
  { summary, facts }: { summary: OrderSummary; facts: OrderFacts },
): Pick<OrderProblems, 'distance' | 'gap'> {
  const { stopPrice, unitPrice, trailingDistance } = summary
  if (isNothing(form.distance)) return { distance: 'distanceRequired' }
  if (facts.last === undefined) return {}
  if (trailingDistance === undefined) return { distance: 'distanceOffTick' }
  const bounds = stopPrice && trailingDistanceBounds(stopPrice, facts.rules)
  if (!bounds || trailingDistance > bounds.max) return { distance: 'distanceTooFar' }
  if (trailingDistance < bounds.min) return { distance: 'distanceTooNear' }
  if (unitPrice !== undefined) return {}
  const gap = readDistance(form.gap, form, { ...facts.rules, last: facts.last })
  return { gap: gap === undefined ? 'gapOffTick' : 'gapTooFar' }
}

function validateExpiry(form: OrderForm, { nowMs }: OrderFacts): OrderProblems['expiry'] {
  const { expiry } = appliedTerms(form)
  if (expiry === '') return undefined
  const at = expiryInstant(expiry)
  if (at === undefined) return 'expiryIncomplete'
  return Date.parse(at) <= nowMs ? 'expiryPast' : undefined
}

function validateAmount(
  form: OrderForm,
  { summary, facts }: { summary: OrderSummary; facts: OrderFacts },
): OrderProblems['amount'] {
  const { rules, balances, supervisor } = facts
  const quantity = summary.amount
  if (isNothing(summary.amountText)) return 'amountRequired'
  if (quantity === undefined || quantity % rules.step !== 0n) return 'offStep'
  const spent = form.side === 'SELL' ? quantity : summary.total
  const available = form.side === 'SELL' ? balances?.base : balances?.quote
  if (!supervisor && spent !== undefined && available !== undefined && spent > available) return 'balance'
  if (quantity < rules.min) return 'belowMin'
  if (quantity > rules.max) return 'aboveMax'
  const isLow = [summary.unitPrice, summary.stopUnitPrice].some((unitPrice) =>
    isTotalLow({ unitPrice, amount: quantity }, { ...rules }),
  )
  return isLow ? 'belowTotal' : undefined
}

/**
 * The amount that a pressed level of the book puts into the form. The specification copies its volume; where that exceeds the balance or the maximum,
 * it is what can be ordered, since the form would refuse its own proposal. Without the minimum in the balance, the refusal is the answer.
 */
export function takenAmount(
  { side, price, amount: volume }: { side: Side; price: string; amount: string },
  { rules, balances }: Pick<OrderFacts, 'rules' | 'balances'>,
): string {
  const paid = balances && amountFor({ total: balances.quote, unitPrice: decodePrice(price), market: rules })
  const payable = side === 'SELL' ? balances?.base : paid
  const most = payable === undefined ? rules.max : smaller(payable, rules.max)
  const taken = most - (most % rules.step)
  const isWhole = decodeAmount(volume, rules.base) <= most || taken < rules.min
  return isWhole ? volume : formatDecimal(taken, rules.base.decimals)
}

function validateWhole(
  form: OrderForm,
  { summary, facts }: { summary: OrderSummary; facts: OrderFacts },
): OrderProblems['form'] {
  if (!facts.rules.active) return 'inactive'
  if (facts.supervisor) return form.kind === 'LIMIT' ? undefined : 'marketMaker'
  if (form.kind === 'TRAILING') return facts.last === undefined ? 'noLastPrice' : undefined
  if (form.kind !== 'MARKET') return undefined
  if (facts.quoteFailed) return 'noEstimate'
  const quote = facts.quote?.amount === summary.amountText ? facts.quote : undefined
  return quote && quote.fillable === 0n ? 'noLiquidity' : undefined
}

/** An average price of a market order that is farther from the best one is warned about; in hundredths of a percent. */
const SLIPPAGE_MAX = 100n

export type OrderWarning =
  | { readonly kind: 'far' | 'stopFar'; readonly far: FarPrice }
  | { readonly kind: 'partly' | 'fillable'; readonly amount: Amount }
  | { readonly kind: 'cut'; readonly total: Amount }
  | { readonly kind: 'slippage'; readonly percent: string }
  | { readonly kind: 'unfilled' | 'notFilled' | 'postOnly' | 'stopReached' | 'behindStop' }

/** The warning that a limit order of these terms deserves on the present book, whose levels are those that it would trade with. */
export function warnOfBook(
  form: OrderForm,
  {
    summary,
    levels,
    rules,
  }: { summary: OrderSummary; levels: readonly BookLevel[]; rules: Pick<MarketRules, 'forceWarning'> },
): OrderWarning | undefined {
  const { unitPrice, amount: quantity } = summary
  const best = levels[0]?.unitPrice
  if (unitPrice === undefined || best === undefined) return undefined
  const far = farFrom(best, { side: form.side, unitPrice, rules })
  if (far) return { kind: 'far', far }
  if (form.kind !== 'LIMIT') return undefined
  const { postOnly, timeInForce } = appliedTerms(form)
  if (postOnly) return (form.side === 'BUY' ? unitPrice >= best : unitPrice <= best) ? { kind: 'postOnly' } : undefined
  if (timeInForce === 'GTC' || !quantity) return undefined
  const fillable = fillableAt({ levels, unitPrice, side: form.side })
  if (fillable >= quantity || reachesFurther({ levels, unitPrice, side: form.side })) return undefined
  if (timeInForce === 'FOK') return { kind: 'notFilled' }
  return fillable === 0n ? { kind: 'unfilled' } : { kind: 'partly', amount: fillable }
}

/** Whether a limit takes all the levels that are known and may find more behind them. */
function reachesFurther({ levels, unitPrice, side }: Parameters<typeof fillableAt>[0]): boolean {
  const last = levels.at(-1)?.unitPrice
  if (last === undefined || levels.length < DEPTH_ROWS) return false
  return side === 'BUY' ? unitPrice > last : unitPrice < last
}

/** The distance of a limit from a price of the market, if it is worse by more than the market's bound. */
function farFrom(
  marketPrice: Price,
  { side, unitPrice, rules }: { side: Side; unitPrice: Price; rules: Pick<MarketRules, 'forceWarning'> },
): FarPrice | undefined {
  if (rules.forceWarning === undefined) return undefined
  const worseBy = side === 'BUY' ? unitPrice - marketPrice : marketPrice - unitPrice
  if (worseBy <= (marketPrice * rules.forceWarning) / MILLION) return undefined
  return farPriceOf(formatDecimal(unitPrice, PRICE_DECIMALS), formatDecimal(marketPrice, PRICE_DECIMALS))
}

/** The warning of an OCO order whose stop would enter the book far from its stop price, or behind it. */
export function warnOfOco(
  { side }: Pick<OrderForm, 'side'>,
  { summary, rules }: { summary: OrderSummary; rules: Pick<MarketRules, 'forceWarning'> },
): OrderWarning[] {
  const { stopPrice, stopUnitPrice: unitPrice } = summary
  if (stopPrice === undefined || unitPrice === undefined) return []
  const far = farFrom(stopPrice, { side, unitPrice, rules })
  if (far) return [{ kind: 'stopFar', far }]
  return isBehindStop({ side, stopPrice, unitPrice }) ? [{ kind: 'behindStop' }] : []
}

/**
 * The warning of a stop at whose price or beyond the market has already traded, so that it is triggered when it is placed; else of one whose limit is
 * behind it.
 */
export function warnOfStop(
  { side }: Pick<OrderForm, 'side'>,
  { stopPrice, unitPrice, last }: { stopPrice?: Price | undefined; unitPrice?: Price | undefined; last?: Price },
): OrderWarning | undefined {
  if (stopPrice === undefined || last === undefined) return undefined
  const isReached = side === 'BUY' ? last >= stopPrice : last <= stopPrice
  if (isReached) return { kind: 'stopReached' }
  return isBehindStop({ side, stopPrice, unitPrice }) ? { kind: 'behindStop' } : undefined
}

/** The distance of the average price of a market order from the best one in percent, two decimals, rounded up. */
export function slippageOf({
  average,
  best,
}: Walk): { readonly percent: string; readonly isLarge: boolean } | undefined {
  if (average === undefined || best === undefined) return undefined
  const away = average > best ? average - best : best - average
  const percent = divide(away * 10_000n, best, 'up')
  return { percent: formatDecimal(percent, 2), isLarge: percent > SLIPPAGE_MAX }
}

/** The warnings of a market order: the part that the server can fill, the part of the wanted total, and an average price far from the best one. */
export function warnOfMarket(
  form: OrderForm,
  { summary, facts }: { summary: OrderSummary; facts: OrderFacts },
): OrderWarning[] {
  const { amount: quantity } = summary
  const { fillable } = facts.quote ?? {}
  if (!quantity) return []
  const slippage = slippageOf(walkOf(summary, facts))
  const isPart = fillable !== undefined && fillable > 0n && fillable < quantity
  const cut = isPart ? undefined : cutTotalOf(form, { summary, facts })
  return [
    ...(isPart ? [{ kind: 'fillable' as const, amount: fillable }] : []),
    ...(cut !== undefined ? [{ kind: 'cut' as const, total: cut }] : []),
    ...(slippage?.isLarge ? [{ kind: 'slippage' as const, percent: slippage.percent }] : []),
  ]
}
