import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type Dispatch, useEffect } from 'react'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { useSession } from '#client/entities/session/session.ts'
import { decodeAmount, decodePrice } from '#client/lib/decode.ts'
import { formatDecimal, parseDecimal } from '#domain/decimal.ts'
import { PERCENT_DECIMALS } from '#domain/fee.ts'
import { parseUnitPrice } from '#domain/market.ts'
import type { Side } from '#domain/order.ts'
import { PRICE_DECIMALS, ppm } from '#domain/units.ts'
import { type BookLevel, measureBook } from './book-math.ts'
import {
  infoOf,
  levelsOf,
  marketBalancesQuery,
  marketDetailsQuery,
  marketInfoQuery,
  type OrderBook,
  orderBookQuery,
} from './market.queries.ts'
import type { MarketPath } from './market-path.ts'
import type { ConfirmedOrder } from './order.commands.ts'
import {
  type OrderProblems,
  type OrderWarning,
  validateOrder,
  warnOfBook,
  warnOfMarket,
  warnOfOco,
  warnOfStop,
} from './order-checks.ts'
import {
  appliedTerms,
  EMPTY_FORM,
  expiryInstant,
  isSuggested,
  type MarketRules,
  type OrderFacts,
  type OrderForm,
  type OrderFormAction,
  type OrderSummary,
  summarizeOrder,
} from './order-form.logic.ts'
import { toTick, wantsPrice } from './order-prices.ts'
import { useEstimate } from './use-estimate.ts'
import { useOrderDraft } from './use-order-draft.ts'

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
  const session = useSession()
  const [form, dispatch] = useOrderDraft(rules.symbol, session)
  const supervisor = session?.supervisor === true
  const { kind } = form
  useEffect(() => {
    // A draft from before the appointment may be of a kind that is closed since.
    if (supervisor && kind !== 'LIMIT') dispatch({ type: 'kind', kind: 'LIMIT' })
  }, [supervisor, kind, dispatch])
  const balances = useBalances({ path, enabled: session?.authorized === true && !supervisor })
  const levels = useLevels(form, rules)
  const last = useLastPrice(form, rules)
  useSuggestedPrice(form, { last, dispatch })
  const best = useBestPrice(form, rules)
  const feeRate = session ? parseDecimal(session.fee, PERCENT_DECIMALS) : undefined
  const known = {
    rules,
    balances,
    feeRate: feeRate === undefined ? undefined : ppm(feeRate),
    levels,
    supervisor,
    nowMs: Date.now(),
    last,
    best,
  }
  const { estimating, ...estimate } = useEstimate(form, known)
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

const NO_LEVELS: OrderFacts['levels'] = []

/** The side of the book that an order of this side trades with, best first. */
const levelsFor = (side: Side, { base }: MarketRules, { buyOrderBook, sellOrderBook }: OrderBook): BookLevel[] =>
  (side === 'BUY' ? sellOrderBook : buyOrderBook).map(({ unitPrice, volume }) => ({
    unitPrice: decodePrice(unitPrice),
    volume: decodeAmount(volume, base),
  }))

/** The levels that a market order with an amount would trade with; otherwise the form does not render with the changes of the book. */
function useLevels({ kind, side, amount, total, pick }: OrderForm, rules: MarketRules): OrderFacts['levels'] {
  const enabled = kind === 'MARKET' && [amount, total, pick].some((source) => source !== undefined && source !== '')
  const levels = useQuery({
    ...orderBookQuery(rules.symbol),
    enabled,
    notifyOnChangeProps: enabled ? ['data'] : [],
    select: (reply) => levelsFor(side, rules, levelsOf(reply)),
  }).data
  return (enabled && levels) || NO_LEVELS
}

/** The best price of the other side, for an OCO order; otherwise the form does not render with the changes of the book. */
function useBestPrice({ kind, side }: OrderForm, { symbol }: MarketRules): OrderFacts['best'] {
  const enabled = kind === 'OCO'
  const best = useQuery({
    ...orderBookQuery(symbol),
    enabled,
    notifyOnChangeProps: enabled ? ['data'] : [],
    select: (reply) => levelsOf(reply)[side === 'BUY' ? 'sellOrderBook' : 'buyOrderBook'][0]?.unitPrice ?? null,
  }).data
  return enabled && best ? decodePrice(best) : undefined
}

/** The last price on the tick, of an order that is measured from it or begins with it; otherwise the form does not render with each trade. */
function useLastPrice(form: OrderForm, { symbol, tick }: MarketRules): OrderFacts['last'] {
  const enabled = form.kind === 'TRAILING' || form.kind === 'OCO' || wantsPrice(form)
  const last = useQuery({
    ...marketInfoQuery(symbol),
    enabled,
    notifyOnChangeProps: enabled ? ['data'] : [],
    select: (reply) => infoOf(reply).lastPrice,
  }).data
  return enabled && last !== undefined ? parseUnitPrice(toTick(last, { tick }), { tick }) : undefined
}

/** Gives the price of an untouched limit order the last price that is known first, and leaves it as it is while the market moves. */
function useSuggestedPrice(
  form: OrderForm,
  { last, dispatch }: { last: OrderFacts['last']; dispatch: Dispatch<OrderFormAction> },
): void {
  const suggested = wantsPrice(form) && last !== undefined ? formatDecimal(last, PRICE_DECIMALS) : undefined
  useEffect(() => {
    if (suggested !== undefined) dispatch({ type: 'suggest', price: suggested })
  }, [suggested, dispatch])
}

/**
 * The warnings of an order on the present market; `undefined` while the market is not known. The form renders when one of them changes, not with each
 * change of the book.
 */
export function useWarnings({ form, facts, summary }: OrderFormState): readonly OrderWarning[] | undefined {
  const { rules } = facts
  // A stop that follows the market is at its distance from it.
  const stopPrice = form.kind === 'STOP_LIMIT' ? summary.stopPrice : undefined
  const hasLimit = summary.unitPrice !== undefined && form.kind !== 'OCO' && !isSuggested(form)
  const ofBook = useQuery({
    ...orderBookQuery(rules.symbol),
    enabled: hasLimit,
    notifyOnChangeProps: ['data'],
    select: (reply) =>
      warnOfBook(form, { summary, rules, levels: levelsFor(form.side, rules, levelsOf(reply)) }) ?? null,
  }).data
  const ofStop = useQuery({
    ...marketInfoQuery(rules.symbol),
    enabled: stopPrice !== undefined,
    notifyOnChangeProps: ['data'],
    select: (reply) =>
      warnOfStop(form, { stopPrice, unitPrice: summary.unitPrice, last: decodePrice(infoOf(reply).lastPrice) }) ?? null,
  }).data
  if (form.kind === 'MARKET') return warnOfMarket(form, { summary, facts })
  if (form.kind === 'OCO') return warnOfOco(form, { summary, rules })
  if ((hasLimit && ofBook === undefined) || (stopPrice !== undefined && ofStop === undefined)) return undefined
  return [hasLimit && ofBook, stopPrice !== undefined && ofStop].filter((warning) => warning instanceof Object)
}

/** The market's own prices, on the tick: read when they are asked for, so that the form does not render with them. */
export function useMarketPrices({ symbol, tick }: MarketRules): (which: MarketPrice) => string | undefined {
  const client = useQueryClient()
  return (which) => {
    const book = client.getQueryData(orderBookQuery(symbol).queryKey)?.baseDTO
    const bid = book?.buyOrderBook[0]?.unitPrice
    const ask = book?.sellOrderBook[0]?.unitPrice
    const mid = bid && ask && book && measureBook({ bids: book.buyOrderBook, asks: book.sellOrderBook })?.mid
    const last = client.getQueryData(marketInfoQuery(symbol).queryKey)?.baseDTO.marketTradeInfo.lastPrice
    const found = { bid, mid, last, ask }[which]
    return found && toTick(found, { tick })
  }
}

export const MARKET_PRICES = ['bid', 'mid', 'last', 'ask'] as const
export type MarketPrice = (typeof MARKET_PRICES)[number]

function termsOf(
  form: OrderForm,
  { rules, summary }: { rules: MarketRules; summary: OrderSummary },
): ConfirmedOrder | undefined {
  const { amount, unitPrice, stopPrice, stopUnitPrice, trailingDistance, total } = summary
  if (amount === undefined || total === undefined) return undefined
  const { timeInForce, postOnly, selfTradePrevention, expiry } = appliedTerms(form)
  const isUsual = timeInForce === (form.kind === 'MARKET' ? 'IOC' : 'GTC')
  const inText = (price: bigint | undefined) => (price === undefined ? undefined : formatDecimal(price, PRICE_DECIMALS))
  return {
    market: rules.symbol,
    side: form.side,
    kind: form.kind,
    amount: formatDecimal(amount, rules.base.decimals),
    unitPrice: inText(unitPrice),
    stopPrice: inText(stopPrice),
    stopUnitPrice: inText(stopUnitPrice),
    trailingDistance: inText(trailingDistance),
    timeInForce: isUsual ? undefined : timeInForce,
    postOnly: postOnly || undefined,
    selfTradePrevention: selfTradePrevention === EMPTY_FORM.selfTradePrevention ? undefined : selfTradePrevention,
    expiresAt: expiryInstant(expiry),
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
    forceWarning:
      details.forceWarning === undefined
        ? undefined
        : ppm(decodeAmount(details.forceWarning, { decimals: PERCENT_DECIMALS })),
    active: details.active,
  }
}
