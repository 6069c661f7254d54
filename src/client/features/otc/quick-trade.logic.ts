import { type Coin, parseAmount } from '#domain/coin.ts'
import { formatDecimal, parseDecimal, powerOfTen } from '#domain/decimal.ts'
import { amountFor, floorToPrecision } from '#domain/market.ts'
import type { Side } from '#domain/order.ts'
import { quickTradeParts } from '#domain/quick-trade.ts'
import { type Amount, amount, type Price } from '#domain/units.ts'
import type { QuickTradeForm } from './use-trade-choice.ts'

/** The name under which a trade without an answer is stored on the device. */
export const QUICK_TRADE = 'quickTrade'

export type Scale = Pick<Coin, 'decimals' | 'precision'>
/** `billedDecimals`: the decimals of a displayed total, in the form as in the confirmation. */
type QuoteScale = Scale & { readonly billedDecimals: number }

/** The data for the form's validation. Data that is not loaded yet is `undefined`, never zero. */
export interface QuickTradeFacts {
  readonly coin: (Scale & { readonly exchangeMin: Amount; readonly exchangeMax: Amount }) | undefined
  /** The coin of the price. */
  readonly quote: QuoteScale | undefined
  readonly unitPrice: Price | undefined
  /** The available balance: of the unit for a buy, of the coin for a sell. */
  readonly balance: Amount | undefined
}

export interface QuickTradeSummary {
  readonly amountText: string
  readonly totalText: string
  readonly amount: Amount | undefined
  /** amount × unit price as the ledger books it: rounded up for a buy, down for a sell. */
  readonly total: Amount | undefined
  readonly fee: Amount | undefined
  /** The proceeds after the fee: of the coin for a buy, of the unit for a sell. */
  readonly received: Amount | undefined
}

/** Computes both fields and all figures of the confirmation from the typed text. */
export function summarizeQuickTrade(form: QuickTradeForm, facts: QuickTradeFacts): QuickTradeSummary {
  const { coin, quote, unitPrice } = facts
  const typedText =
    form.typed === 'amount' ? { amountText: form.text, totalText: '' } : { amountText: '', totalText: form.text }
  const unknown = { amount: undefined, total: undefined, fee: undefined, received: undefined }
  if (!coin || !quote || unitPrice === undefined || unitPrice === 0n) return { ...typedText, ...unknown }
  const quantity = amountOf(form, { coin, quote, unitPrice })
  if (quantity === undefined) return { ...typedText, ...unknown }
  const { side } = form
  const { value: total, fee } = quickTradeParts({ side, quantity, unitPrice }, { base: coin, quote })
  const gross = side === 'BUY' ? quantity : total
  return {
    amountText: form.typed === 'amount' ? form.text : formatDecimal(quantity, coin.decimals),
    totalText: form.typed === 'total' && !form.settled ? form.text : showTotal(total, { quote, side: form.side }),
    amount: quantity,
    total,
    fee,
    received: amount(gross - fee),
  }
}

/** Why the form cannot be confirmed, in order of precedence; `undefined` if it can. */
export type QuickTradeReason =
  | 'supervisor'
  | 'priceStale'
  | 'amountRequired'
  | 'pending'
  | 'belowMin'
  | 'aboveMax'
  | 'balance'

export function validateQuickTrade(
  { form, summary, facts }: { form: QuickTradeForm; summary: QuickTradeSummary; facts: QuickTradeFacts },
  { supervisor, stale }: { supervisor: boolean; stale: boolean },
): QuickTradeReason | undefined {
  if (supervisor) return 'supervisor'
  if (stale) return 'priceStale'
  if (/^[0.]*$/.test(form.text)) return 'amountRequired'
  if (!facts.coin || summary.amount === undefined || summary.total === undefined) return 'pending'
  if (summary.amount < facts.coin.exchangeMin) return 'belowMin'
  if (summary.amount > facts.coin.exchangeMax) return 'aboveMax'
  if (facts.balance === undefined) return 'pending'
  return missingFor(form, { summary, facts }) ? 'balance' : undefined
}

/** The amount by which the cost exceeds the balance; `undefined` if the balance is sufficient or unknown. */
export function missingFor(
  form: QuickTradeForm,
  { summary, facts }: { summary: QuickTradeSummary; facts: QuickTradeFacts },
): Amount | undefined {
  // A typed total is checked as typed, although the amount that it buys may cost a little less.
  const typed = form.typed === 'total' && !form.settled ? parseTotal(form, facts) : undefined
  const spent = form.side === 'BUY' ? (typed ?? summary.total) : summary.amount
  if (spent === undefined || facts.balance === undefined) return undefined
  return spent > facts.balance ? amount(spent - facts.balance) : undefined
}

/** The remainder of the coin after this sale, if it is below the coin's minimum. */
export function restAfterSale(
  { side }: Pick<QuickTradeForm, 'side'>,
  { summary, facts }: { summary: QuickTradeSummary; facts: QuickTradeFacts },
): Amount | undefined {
  const { coin, balance } = facts
  if (side === 'BUY' || !coin || balance === undefined || !summary.amount) return undefined
  const rest = amount(balance - summary.amount)
  return rest > 0n && rest < coin.exchangeMin ? rest : undefined
}

/** Whether the exact cost can replace a typed total: the amount is known and the form is valid. */
export const canSettle = (reason: QuickTradeReason | undefined, { amount: traded }: QuickTradeSummary): boolean =>
  (reason === undefined || reason === 'pending') && traded !== undefined && traded > 0n

/** The remainder of a typed total after the purchase, in displayed decimals: it exists because a coin trades in steps. */
export function restOfTotal(
  form: QuickTradeForm,
  { summary, facts }: { summary: Pick<QuickTradeSummary, 'total'>; facts: QuickTradeFacts },
): string | undefined {
  const { quote, balance } = facts
  const typed = parseTotal(form, facts)
  if (form.side === 'SELL' || !quote || balance === undefined || typed === undefined || !summary.total) return undefined
  const scale = { decimals: quote.decimals, precision: quote.billedDecimals }
  const rest = floorToPrecision(amount(typed - summary.total), scale)
  return rest > 0n ? formatDecimal(rest, quote.decimals) : undefined
}

function parseTotal(form: QuickTradeForm, { quote }: Pick<QuickTradeFacts, 'quote'>): Amount | undefined {
  const total = quote && form.typed === 'total' ? parseDecimal(form.text, quote.decimals) : undefined
  return total === undefined ? undefined : amount(total)
}

type Rules = { readonly coin: Scale; readonly quote: QuoteScale; readonly unitPrice: Price }

function amountOf(form: QuickTradeForm, { coin, quote, unitPrice }: Rules): Amount | undefined {
  if (form.typed === 'amount') return parseAmount(form.text, coin)
  const total = parseTotal(form, { quote })
  if (total === undefined) return undefined
  return floorToPrecision(amountFor({ total, unitPrice, market: { base: coin, quote } }), coin)
}

/** The total in billed decimals: never less than a buyer pays, never more than a seller gets. */
function showTotal(total: Amount, { quote, side }: { quote: QuoteScale; side: Side }): string {
  const step = powerOfTen(Math.max(0, quote.decimals - quote.billedDecimals))
  const remainder = total % step
  const shown = total - remainder + (side === 'BUY' && remainder > 0n ? step : 0n)
  return formatDecimal(shown, quote.decimals)
}
