import { useQuery } from '@tanstack/react-query'
import { type Dispatch, useReducer } from 'react'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { useSession } from '#client/entities/session/session.ts'
import { decodeAmount, decodePrice } from '#client/lib/decode.ts'
import { useDebounced } from '#client/lib/use-debounced.ts'
import { formatDecimal, parseDecimal } from '#domain/decimal.ts'
import { PERCENT_DECIMALS } from '#domain/fee.ts'
import { PRICE_DECIMALS, ppm } from '#domain/units.ts'
import { marketBalancesQuery, marketDetailsQuery, orderBookQuery, orderQuoteQuery } from './market.queries.ts'
import type { MarketPath } from './market-path.ts'
import type { ConfirmedOrder } from './order.commands.ts'
import {
  EMPTY_FORM,
  type MarketRules,
  type OrderFacts,
  type OrderForm,
  type OrderFormAction,
  type OrderProblems,
  type OrderSummary,
  reduceOrderForm,
  summarizeOrder,
  validateOrder,
} from './order-form.logic.ts'

/** The estimate of a market order is requested once typing has paused this long. */
const QUOTE_AFTER_MS = 500

export interface OrderFormState {
  readonly form: OrderForm
  readonly dispatch: Dispatch<OrderFormAction>
  readonly facts: OrderFacts
  readonly summary: OrderSummary
  readonly problems: OrderProblems
  /** The estimate of a market order is loading. */
  readonly estimating: boolean
  /** The content of the confirmation; `undefined` while a part of it is missing. */
  readonly terms: ConfirmedOrder | undefined
}

export function useOrderForm(path: MarketPath, rules: MarketRules): OrderFormState {
  const [form, dispatch] = useReducer(reduceOrderForm, EMPTY_FORM)
  const session = useSession()
  const supervisor = session?.supervisor === true
  const balances = useBalances({ path, enabled: session?.authorized === true && !supervisor })
  const asks = useAsks(rules, { enabled: form.kind === 'MARKET' && form.side === 'BUY' && form.pick !== undefined })
  const feeRate = session ? parseDecimal(session.fee, PERCENT_DECIMALS) : undefined
  const known = { rules, balances, feeRate: feeRate === undefined ? undefined : ppm(feeRate), asks, supervisor }
  const { amountText } = summarizeOrder(form, { ...known, quote: undefined, quoteFailed: false })
  const { estimating, ...estimate } = useEstimate({ form, amountText, rules })
  const facts = { ...known, ...estimate }
  const summary = summarizeOrder(form, facts)
  const problems = validateOrder(form, { summary, facts })
  return { form, dispatch, facts, summary, problems, estimating, terms: termsOf(form, { rules, summary }) }
}

function useBalances({ path, enabled }: { path: MarketPath; enabled: boolean }): OrderFacts['balances'] {
  const { coinOf } = useCoins()
  const coins = { sourceCoin: path.tradeTo, destinationCoin: path.tradeFrom }
  const wire = useQuery({ ...marketBalancesQuery(coins), enabled }).data
  const base = coinOf(path.tradeFrom)
  const quote = coinOf(path.tradeTo)
  if (!enabled || !wire || !base || !quote) return undefined
  return {
    base: decodeAmount(wire[base.symbol] ?? '0', base),
    quote: decodeAmount(wire[quote.symbol] ?? '0', quote),
  }
}

const NO_ASKS: OrderFacts['asks'] = []

/** The asks of the book, if the form computes with them; otherwise the form does not render with every answer. */
function useAsks({ symbol, base }: MarketRules, { enabled }: { enabled: boolean }): OrderFacts['asks'] {
  const book = useQuery({ ...orderBookQuery(symbol), enabled, notifyOnChangeProps: enabled ? ['data'] : [] }).data
  if (!enabled || !book) return NO_ASKS
  return book.sellOrderBook.map(({ unitPrice, volume }) => ({
    unitPrice: decodePrice(unitPrice),
    volume: decodeAmount(volume, base),
  }))
}

type Estimate = { readonly quote: OrderFacts['quote']; readonly estimating: boolean; readonly quoteFailed: boolean }
const NO_ESTIMATE: Estimate = { quote: undefined, estimating: false, quoteFailed: false }

function useEstimate({
  form,
  amountText,
  rules,
}: {
  form: OrderForm
  amountText: string
  rules: MarketRules
}): Estimate {
  const amount = useDebounced(amountText, QUOTE_AFTER_MS)
  const isAmount = (text: string) => (parseDecimal(text, rules.base.precision) ?? 0n) > 0n
  const wanted = form.kind === 'MARKET' && isAmount(amountText)
  const { data, isError } = useQuery({
    ...orderQuoteQuery({ market: rules.symbol, side: form.side, amount }),
    enabled: wanted && isAmount(amount),
  })
  if (!wanted) return NO_ESTIMATE
  if (!data || amount !== amountText) return { quote: undefined, estimating: !isError, quoteFailed: isError }
  const quote = {
    amount,
    wholePrice: decodeAmount(data.wholePrice, rules.quote),
    fillable: decodeAmount(data.fillable, rules.base),
  }
  return { quote, estimating: false, quoteFailed: false }
}

function termsOf(
  form: OrderForm,
  { rules, summary }: { rules: MarketRules; summary: OrderSummary },
): ConfirmedOrder | undefined {
  const { amount, unitPrice, total } = summary
  if (amount === undefined || total === undefined) return undefined
  return {
    market: rules.symbol,
    side: form.side,
    kind: form.kind,
    amount: formatDecimal(amount, rules.base.decimals),
    unitPrice: unitPrice === undefined ? undefined : formatDecimal(unitPrice, PRICE_DECIMALS),
    total: formatDecimal(total, rules.quote.decimals),
  }
}

/** The rules of the market with its coins; `undefined` until both are loaded. */
export function useMarketRules(market: string): MarketRules | undefined {
  const { coinOf } = useCoins()
  const details = useQuery(marketDetailsQuery(market)).data
  const base = details && coinOf(details.destinationCoin)
  const quote = details && coinOf(details.sourceCoin)
  if (!details || !base || !quote) return undefined
  return {
    symbol: details.marketType,
    base,
    quote,
    tick: decodePrice(details.tickSize),
    step: decodeAmount(details.amountStep, base),
    min: decodeAmount(details.minAmount, base),
    max: decodeAmount(details.maxAmount, base),
    minTotal: decodeAmount(details.minTotal ?? '0', quote),
    active: details.active,
  }
}
