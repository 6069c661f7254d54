import type * as z from 'zod/mini'
import type { DepthRow, LastTrade, MarketDetails, MarketRow, MarketState, TickerPrice } from '#contract/markets.ts'
import { toCount } from '#domain/counts.ts'
import { formatDecimal } from '#domain/decimal.ts'
import { DAY_MS, HOUR_MS } from '#domain/durations.ts'
import { percentOf } from '#domain/fee.ts'
import { type Market, wholePrice } from '#domain/market.ts'
import type { MarketState as State } from '#domain/market-state.ts'
import type { MarketTrade } from '#domain/trade.ts'
import { type Amount, larger, PRICE_DECIMALS, type Price, price, ZERO } from '#domain/units.ts'
import type { BookLevel } from '../exchange/commit-feed.ts'
import type { Bar, CandleSeries } from './bars.ts'
import { DEPTH_ROWS, type Depth, middleOf } from './market-book.ts'
import type { MarketReadModel } from './market-read-model.ts'
import { toTick } from './quote-prices.ts'
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
    listedAt: _past,
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
    listedAt: market.listedAt?.toISOString(),
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
    forceWarning: percentOf(market.forceWarning),
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

export interface MarketFigures {
  /** The newest price, however old. */
  readonly last: Price
  readonly high: Price
  readonly low: Price
  /** In the base coin. */
  readonly volume: Amount
  /** The price when the last 24 hours began; `undefined` if the record is younger. */
  readonly before: Price | undefined
  /** The first price within the last 24 hours. */
  readonly open: Price
  /** Change from the price of 24 hours ago; a younger market is compared with its first price. */
  readonly changePercentHundredths: bigint
}

const WEEK_MS = 7 * DAY_MS
const WEEK_POINTS = 20

/**
 * The figures of the last 24 hours from recorded data alone: trades, and a sandbox's past, which is recorded as bars. On a day without
 * trades, the last price before it stands for all of them. `undefined` if nothing was ever recorded: a quote is not a paid price and never
 * takes its place.
 */
export function figuresOf({ day }: MarketReadModel, { nowMs }: { nowMs: number }): MarketFigures | undefined {
  const within = day.figures(nowMs)
  const before = day.before(nowMs)?.price
  if (within) {
    const { close: last, high, low, volume, open } = within
    return { last, high, low, volume, before, open, changePercentHundredths: changeBetween(before ?? open, last) }
  }
  if (before === undefined) return undefined
  const still = { last: before, high: before, low: before, before, open: before }
  return { ...still, volume: ZERO, changePercentHundredths: 0n }
}

/** The reference price of a market without records: the middle of its book, or else of the quick-trade quote. */
export const referencePriceOf = (model: MarketReadModel, quoted: Price | undefined): Price | undefined =>
  middleOnTick(model) ?? (quoted && toTick(quoted, model.market.tick, 'down'))

/** The best prices of the book and the last traded price. */
export const sightOf = (model: MarketReadModel, nowMs: number) => ({
  bestBid: model.depth.bids[0]?.price,
  bestAsk: model.depth.asks[0]?.price,
  last: figuresOf(model, { nowMs })?.last,
})

/** In hundredths of a percent, against the newest price known a week ago; `undefined` if there is none. */
export function weeklyChangeOf({ hours }: MarketReadModel, { nowMs, last }: { nowMs: number; last: Price }) {
  const before = hours.bars.findLast(({ candle }) => candle.opensAt + HOUR_MS <= nowMs - WEEK_MS)
  return before && changeBetween(before.candle.close, last)
}

/** Twenty prices over the last seven days, oldest first; the last is the present price. */
export function weekOf({ hours }: MarketReadModel, { nowMs, last }: { nowMs: number; last: Price }): Price[] {
  const points: Price[] = []
  let place = 0
  for (let point = 0; point < WEEK_POINTS - 1; point++) {
    const at = nowMs - WEEK_MS + Math.floor((WEEK_MS * point) / (WEEK_POINTS - 1))
    while ((hours.bars[place + 1]?.candle.opensAt ?? Number.POSITIVE_INFINITY) + HOUR_MS <= at) place++
    // A market younger than a week begins with its first price.
    points.push(priceAt(hours, place, at) ?? last)
  }
  return [...points, last]
}

function priceAt(hours: CandleSeries, place: number, at: number): Price | undefined {
  const candle = hours.bars[place]?.candle
  return candle && (candle.opensAt + HOUR_MS <= at ? candle.close : candle.open)
}

function middleOnTick({ depth, market }: MarketReadModel): Price | undefined {
  const middle = middleOf(depth)
  return middle === undefined ? undefined : toTick(middle, market.tick, 'down')
}

/** In hundredths of a percent, truncated towards zero. */
const changeBetween = (before: Price, after: Price) => ((after - before) * 10_000n) / before
