import type * as z from 'zod/mini'
import type { DepthRow, LastTrade, MarketDetails, MarketRow, MarketState, TickerPrice } from '#contract/markets.ts'
import { toCount } from '#domain/counts.ts'
import { formatDecimal } from '#domain/decimal.ts'
import { percentOf } from '#domain/fee.ts'
import { type Market, wholePrice } from '#domain/market.ts'
import type { MarketState as State } from '#domain/market-state.ts'
import type { MarketTrade } from '#domain/trade.ts'
import { type Amount, PRICE_DECIMALS, type Price, price, ZERO } from '#domain/units.ts'
import type { BookLevel } from '../exchange/commit-feed.ts'
import type { Bar } from './bars.ts'
import { DEPTH_ROWS, type Depth } from './market-book.ts'
import { figuresOf, type MarketFigures, referencePriceOf, weekOf } from './market-figures.ts'
import type { MarketReadModel } from './market-read-model.ts'
import { imageHashOf } from './show-coin.ts'

/** How the answers of this room look on the wire. */

export const priceText = (value: Price) => formatDecimal(value, PRICE_DECIMALS)
const baseText = (value: Amount, { base }: Market) => formatDecimal(value, base.decimals)
export const quoteText = (value: Amount, { quote }: Market) => formatDecimal(value, quote.decimals)
/** The decimals of a change in hundredths of a percent. */
const CHANGE_DECIMALS = 2
export const changeText = (hundredths: bigint) => formatDecimal(hundredths, CHANGE_DECIMALS)

/** A row without its week: the part that changes from moment to moment. */
export function showTicker(model: MarketReadModel, wanted: Omit<Parameters<typeof showMarketRow>[1], 'withWeek'>) {
  const {
    lastWeekData: _none,
    hash: _same,
    tickSize: _rule,
    ...ticker
  } = showMarketRow(model, { ...wanted, withWeek: false })
  return ticker
}

export function showMarketRow(
  model: MarketReadModel,
  wanted: { nowMs: number; fallback: Price | undefined; withWeek: boolean; state: State },
): z.input<typeof MarketRow> {
  const { market, depth } = model
  const figures = figuresOf(model, wanted)
  const last = lastOf(model, figures, wanted)
  return {
    marketType: market.symbol,
    relatedCoin: market.base.symbol,
    sourceCoin: market.quote.symbol,
    lastPrice: priceText(last),
    isReference: figures === undefined,
    bestBid: topText(depth.bids),
    bestAsk: topText(depth.asks),
    last24HoursChange: changeText(figures?.changePercentHundredths ?? 0n),
    maxPrice: figures ? priceText(figures.high) : null,
    minPrice: figures ? priceText(figures.low) : null,
    last24HourVolume: baseText(figures?.volume ?? ZERO, market),
    hash: imageHashOf(market.base.symbol),
    tickSize: priceText(market.tick),
    lastWeekData: wanted.withWeek ? weekOf(model, { nowMs: wanted.nowMs, last }).map(priceText) : [],
    state: showState(wanted.state),
  }
}

/** Without records, the reference price, marked as such. Without any quote either, nothing was ever asked or paid. */
const lastOf = (model: MarketReadModel, figures: MarketFigures | undefined, wanted: { fallback: Price | undefined }) =>
  figures?.last ?? referencePriceOf(model, wanted.fallback) ?? price(0n)

const STATE_KINDS = { open: 'OPEN', closed: 'CLOSED', halted: 'HALTED', 'cancel-only': 'CANCEL_ONLY' } as const

export function showState(state: State): z.input<typeof MarketState> {
  return {
    kind: STATE_KINDS[state.kind],
    reason: 'reason' in state ? state.reason : null,
    opensAt: 'opensAt' in state ? (state.opensAt?.toISOString() ?? null) : null,
    closesAt: 'closesAt' in state ? (state.closesAt?.toISOString() ?? null) : null,
  }
}

export function showTickerPrice(
  model: MarketReadModel,
  wanted: { nowMs: number; fallback: Price | undefined },
): z.input<typeof TickerPrice> {
  const { market, depth } = model
  const figures = figuresOf(model, wanted)
  const last = priceText(lastOf(model, figures, wanted))
  const change = changeText(figures?.changePercentHundredths ?? 0n)
  return {
    marketType: market.symbol,
    relatedCoin: market.base.symbol,
    destCoinSymbol: market.base.symbol,
    sourceCoin: market.quote.symbol,
    sourceCoinSymbol: market.quote.symbol,
    lastPrice: last,
    price: last,
    isReference: figures === undefined,
    last24HoursChange: change,
    price24hrChangePercent: change,
    buyPrice: topText(depth.asks),
    sellPrice: topText(depth.bids),
  }
}

const topText = ([best]: readonly BookLevel[]) => (best ? priceText(best.price) : null)

export function showMarketDetails(market: Market, state: State): z.input<typeof MarketDetails> {
  const { base } = market
  return {
    marketType: market.symbol,
    sourceCoin: market.quote.symbol,
    destinationCoin: base.symbol,
    tickSize: priceText(market.tick),
    amountStep: formatDecimal(1n, base.precision),
    minAmount: baseText(market.minAmount, market),
    maxAmount: baseText(market.maxAmount, market),
    minTotal: formatDecimal(market.minTotal, market.quote.decimals),
    openOrdersMax: market.openOrdersMax,
    limitPriceMin: percentOf(market.limitPriceMin),
    limitPriceMax: percentOf(market.limitPriceMax),
    active: state.kind === 'open',
    state: showState(state),
  }
}

export function showDepth(market: Market, { sequence, at, bids, asks }: Depth) {
  return {
    sequence: sequence.toString(),
    at: new Date(at).toISOString(),
    buyOrderBook: showLevels(market, bids),
    sellOrderBook: showLevels(market, asks),
  }
}

/** Levels in the form of the stream: price and volume. */
export const showPairs = (market: Market, levels: readonly BookLevel[]): [string, string][] =>
  levels.map(({ price: unitPrice, volume }) => [priceText(unitPrice), baseText(volume, market)])

function showLevels(market: Market, levels: readonly BookLevel[]): z.input<typeof DepthRow>[] {
  const shown = levels.slice(0, DEPTH_ROWS)
  const deepest = shown.reduce((most, { volume }) => larger(most, volume), ZERO)
  return shown.map(({ price: unitPrice, volume }) => ({
    volume: baseText(volume, market),
    unitPrice: priceText(unitPrice),
    wholePrice: quoteText(wholePrice({ quantity: volume, unitPrice, market }, 'down'), market),
    executedPercent: toCount((volume * 100n) / deepest),
  }))
}

const larger = (a: Amount, b: Amount): Amount => (a > b ? a : b)

/** @param sandboxTradersId the account of simulated traders, whose trades are marked */
export const showTrade = (
  trade: MarketTrade,
  market: Market,
  sandboxTradersId: number | undefined,
): z.input<typeof LastTrade> => ({
  id: trade.id.toString(),
  amount: baseText(trade.amount, market),
  unitPrice: priceText(trade.unitPrice),
  orderType: trade.takerSide,
  createdAtDateTime: new Date(trade.at).toISOString(),
  sandbox: trade.takerUserId === sandboxTradersId,
})

export const showBar = ({ candle }: Bar, market: Market) => ({
  time: candle.opensAt / 1_000,
  open: priceText(candle.open),
  high: priceText(candle.high),
  low: priceText(candle.low),
  close: priceText(candle.close),
  volume: baseText(candle.volume, market),
})
