import { parseAmount } from '#domain/coin.ts'
import { fromCount } from '#domain/counts.ts'
import { formatDecimal } from '#domain/decimal.ts'
import { feeOn } from '#domain/fee.ts'
import { amountFor, isTotalLow, parseUnitPrice, wholePrice } from '#domain/market.ts'
import type { Side } from '#domain/order.ts'
import { type BilledCoin, billed } from '#domain/quick-trade.ts'
import { type Amount, amount, type Ppm, PRICE_DECIMALS, type Price, price } from '#domain/units.ts'
import { type AskLevel, amountBuyable } from './book-math.ts'

export const PICKS = [25, 50, 75, 100] as const
export type Share = (typeof PICKS)[number]

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
  readonly active: boolean
}

export interface OrderForm {
  readonly side: Side
  readonly kind: 'LIMIT' | 'MARKET'
  /** ASCII decimal text, or empty. */
  readonly price: string
  readonly amount: string
  /** While set, the amount follows the balance and the price; typing an amount clears it. */
  readonly pick: Share | undefined
  /** Set once the button was pressed: from then on empty fields are problems, too. */
  readonly attempted: boolean
}

export type OrderFormAction =
  | { readonly type: 'side'; readonly side: Side }
  | { readonly type: 'kind'; readonly kind: OrderForm['kind'] }
  | { readonly type: 'price' | 'amount'; readonly text: string }
  | { readonly type: 'pick'; readonly pick: Share }
  | { readonly type: 'step'; readonly by: 1 | -1; readonly rules: MarketRules; readonly from: string }
  | { readonly type: 'level'; readonly side: Side; readonly price: string; readonly amount: string }
  | { readonly type: 'attempt' }
  | { readonly type: 'placed' }

export const EMPTY_FORM: OrderForm = {
  side: 'BUY',
  kind: 'LIMIT',
  price: '',
  amount: '',
  pick: undefined,
  attempted: false,
}

export function reduceOrderForm(form: OrderForm, action: OrderFormAction): OrderForm {
  switch (action.type) {
    case 'side':
      return { ...form, side: action.side, attempted: false }
    case 'kind':
      return { ...form, kind: action.kind, attempted: false }
    case 'price':
      return { ...form, price: action.text }
    case 'amount':
      return { ...form, amount: action.text, pick: undefined }
    case 'pick':
      return { ...form, pick: form.pick === action.pick ? undefined : action.pick, amount: '' }
    case 'step':
      return { ...form, price: stepPrice(form.price || action.from, action) }
    case 'level':
      // The form takes the opposite side of the pressed level: the caller passes the side that would trade with it.
      return { ...form, kind: 'LIMIT', side: action.side, price: action.price, amount: action.amount, pick: undefined }
    case 'attempt':
      return { ...form, attempted: true }
    case 'placed':
      return { ...form, amount: '', pick: undefined, attempted: false }
  }
}

/** The data for the form's validation. Data that is not loaded is `undefined`, never zero. */
export interface OrderFacts {
  readonly rules: MarketRules
  /** The available balances of the two coins. */
  readonly balances: { readonly base: Amount; readonly quote: Amount } | undefined
  readonly feeRate: Ppm | undefined
  /** The asks, best first, from which a market buy by percentage is computed. */
  readonly asks: readonly AskLevel[]
  /** The server's estimate of a market order of exactly this amount. */
  readonly quote: { readonly amount: string; readonly wholePrice: Amount; readonly fillable: Amount } | undefined
  /** The request for the estimate failed. */
  readonly quoteFailed: boolean
  /** A market maker trades on a credit line: its balance is neither shown nor checked. */
  readonly supervisor: boolean
}

export interface OrderSummary {
  readonly amountText: string
  readonly amount: Amount | undefined
  readonly unitPrice: Price | undefined
  /** In the quote coin: held for a limit buy, expected otherwise. */
  readonly total: Amount | undefined
  /** An estimate, in the coin received; `undefined` for an order that cannot be placed at this price or in this amount. */
  readonly fee: Amount | undefined
  readonly received: Amount | undefined
}

export function summarizeOrder(form: OrderForm, facts: OrderFacts): OrderSummary {
  const { rules } = facts
  const unitPrice = form.kind === 'LIMIT' ? parseUnitPrice(form.price, rules) : undefined
  const amountText = form.pick === undefined ? form.amount : pickedAmount(form, { facts, pick: form.pick, unitPrice })
  const quantity = parseAmount(amountText, rules.base)
  const total = quantity === undefined ? undefined : totalOf(form, { facts, quantity, unitPrice, amountText })
  const isPriced = form.kind === 'MARKET' || unitPrice !== undefined
  const isOrder = quantity !== undefined && isPriced && quantity >= rules.min && quantity <= rules.max
  const gross = !isOrder ? undefined : form.side === 'BUY' ? quantity : total
  const fee = gross === undefined || facts.feeRate === undefined ? undefined : feeOn(gross, facts.feeRate)
  const received = gross === undefined || fee === undefined ? undefined : amount(gross - fee)
  return { amountText, amount: quantity, unitPrice, total, fee, received }
}

type Picked = { readonly facts: OrderFacts; readonly pick: Share; readonly unitPrice: Price | undefined }

/**
 * Converts a share of the balance to an amount of the base coin, in the market's steps and rounded down so that it is never overspent. The whole
 * balance gives at most the maximum of one order.
 */
function pickedAmount(form: OrderForm, { facts, pick, unitPrice }: Picked): string {
  const { balances, rules, asks } = facts
  if (!balances) return ''
  const share = (whole: Amount) => amount((whole * fromCount(pick)) / 100n)
  const market = rules
  const quantity =
    form.side === 'SELL'
      ? share(balances.base)
      : unitPrice !== undefined
        ? amountFor({ total: share(balances.quote), unitPrice, market })
        : form.kind === 'MARKET'
          ? amountBuyable({ total: share(balances.quote), asks, market })
          : undefined
  if (quantity === undefined) return ''
  const most = pick === 100 && quantity > rules.max ? rules.max : quantity
  return formatDecimal(most - (most % rules.step), rules.base.decimals)
}

/** The remainder of the coin after this sale, if it is below the market's minimum. */
export function restAfterSale(
  { side }: Pick<OrderForm, 'side'>,
  { summary, facts }: { summary: OrderSummary; facts: OrderFacts },
): Amount | undefined {
  if (side === 'BUY' || !facts.balances || !summary.amount) return undefined
  const rest = amount(facts.balances.base - summary.amount)
  return rest > 0n && rest < facts.rules.min ? rest : undefined
}

type Priced = {
  readonly facts: OrderFacts
  readonly quantity: Amount
  readonly unitPrice: Price | undefined
  readonly amountText: string
}

function totalOf(form: OrderForm, { facts, quantity, unitPrice, amountText }: Priced): Amount | undefined {
  if (form.kind === 'MARKET') return facts.quote?.amount === amountText ? facts.quote.wholePrice : undefined
  if (unitPrice === undefined) return undefined
  return wholePrice({ quantity, unitPrice, market: facts.rules }, form.side === 'BUY' ? 'up' : 'down')
}

/** The price, rounded down to the market's tick: a last price may come from a feed without ticks. */
export function toTick(text: string, { tick }: Pick<MarketRules, 'tick'>): string {
  const given = parseUnitPrice(text, { tick: FINEST })
  return given === undefined || given < tick ? text : formatDecimal(given - (given % tick), PRICE_DECIMALS)
}

/** The finest possible tick, for reading any price. */
const FINEST = price(1n)

/** Moves a price by one tick, up or down, but never to zero. A price off the tick moves to the next tick in that direction. */
function stepPrice(text: string, { by, rules }: { by: 1 | -1; rules: MarketRules }): string {
  const { tick } = rules
  const from = parseUnitPrice(text, { tick: FINEST })
  if (from === undefined) return text
  const off = from % tick
  const next = by === 1 ? from - off + tick : off === 0n ? from - tick : from - off
  return next <= 0n ? text : formatDecimal(next, PRICE_DECIMALS)
}

export interface OrderProblems {
  readonly price?: 'priceRequired' | 'priceOffTick'
  readonly amount?: 'amountRequired' | 'balance' | 'belowMin' | 'aboveMax' | 'belowTotal' | 'offStep'
  readonly form?: 'marketMaker' | 'inactive' | 'noLiquidity' | 'noEstimate'
}

/** All problems of the order, each by its field. An order without problems can be confirmed. */
export function validateOrder(
  form: OrderForm,
  { summary, facts }: { summary: OrderSummary; facts: OrderFacts },
): OrderProblems {
  const wrongPrice = validatePrice(form, summary)
  const wrong = validateAmount(form, { summary, facts })
  const whole = validateWhole(form, { summary, facts })
  return { ...(wrongPrice && { price: wrongPrice }), ...(wrong && { amount: wrong }), ...(whole && { form: whole }) }
}

/** The problems to show now: an empty field counts only after the button was pressed. */
export function visibleProblems(form: OrderForm, problems: OrderProblems): OrderProblems {
  if (form.attempted) return problems
  const { price: wrongPrice, amount: wrong, form: whole } = problems
  return {
    ...(wrongPrice && wrongPrice !== 'priceRequired' && { price: wrongPrice }),
    ...(wrong && wrong !== 'amountRequired' && { amount: wrong }),
    ...(whole && { form: whole }),
  }
}

function validatePrice(form: OrderForm, { unitPrice }: OrderSummary): OrderProblems['price'] {
  if (form.kind === 'MARKET' || unitPrice !== undefined) return undefined
  return /^[0.]*$/.test(form.price) ? 'priceRequired' : 'priceOffTick'
}

function validateAmount(
  form: OrderForm,
  { summary, facts }: { summary: OrderSummary; facts: OrderFacts },
): OrderProblems['amount'] {
  const { rules, balances, supervisor } = facts
  const quantity = summary.amount
  if (/^[0.]*$/.test(summary.amountText)) return 'amountRequired'
  if (quantity === undefined || quantity % rules.step !== 0n) return 'offStep'
  const spent = form.side === 'SELL' ? quantity : summary.total
  const available = form.side === 'SELL' ? balances?.base : balances?.quote
  if (!supervisor && spent !== undefined && available !== undefined && spent > available) return 'balance'
  if (quantity < rules.min) return 'belowMin'
  if (quantity > rules.max) return 'aboveMax'
  const isLow = isTotalLow({ unitPrice: summary.unitPrice, amount: quantity }, { ...rules })
  return isLow ? 'belowTotal' : undefined
}

function validateWhole(
  form: OrderForm,
  { summary, facts }: { summary: OrderSummary; facts: OrderFacts },
): OrderProblems['form'] {
  if (!facts.rules.active) return 'inactive'
  if (form.kind === 'LIMIT') return undefined
  if (facts.supervisor) return 'marketMaker'
  if (facts.quoteFailed) return 'noEstimate'
  const quote = facts.quote?.amount === summary.amountText ? facts.quote : undefined
  return quote && quote.fillable === 0n ? 'noLiquidity' : undefined
}

/**
 * The displayed parts of an estimate, in base units of the coin received: the proceeds are the displayed total less the displayed fee, so that they
 * are too small rather than too large.
 */
export function shownParts(
  { gross, fee }: { gross: Amount; fee: Amount },
  coin: BilledCoin,
): { readonly fee: Amount; readonly received: Amount } {
  const shownFee = billed(fee, coin, 'up')
  const received = billed(gross, coin, 'down') - shownFee
  return { fee: shownFee, received: amount(received > 0n ? received : 0n) }
}
