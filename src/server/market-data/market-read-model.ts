import { RESOLUTIONS } from '#domain/bar-grid.ts'
import { DAY_MS } from '#domain/durations.ts'
import type { Market } from '#domain/market.ts'
import type { MarketTrade } from '#domain/trade.ts'
import type { Queryable } from '../store/database.ts'
import { readNewestBarsBefore, readRecordedBars } from '../store/market-data/candles.ts'
import { type BarRow, readBars } from '../store/market-data/read-bars.ts'
import { readNewestTrades } from '../store/market-data/read-market-trades.ts'
import { type Bar, CandleSeries, SlidingDay } from './bars.ts'
import type { Depth } from './market-book.ts'
import { MarketBook } from './market-book.ts'

export const LAST_TRADES = 20
const HOURS_KEPT_MS = 8 * DAY_MS

/** The in-memory view of one market, from committed changes alone. */
export class MarketReadModel {
  readonly market: Market
  readonly book: MarketBook
  readonly day = new SlidingDay()
  /** The hours of the last eight days. */
  hours = hoursOf([])
  /** Newest first, as many rows as the table shows. */
  lastTrades: readonly MarketTrade[] = []

  constructor(market: Market) {
    this.market = market
    this.book = new MarketBook(market)
  }

  get depth(): Depth {
    return this.book.depth
  }

  /** Grows with every trade. */
  get tradesVersion(): number {
    return this.lastTrades[0]?.id ?? 0
  }

  /** Adds a committed trade, which must be the newest. */
  add(trade: MarketTrade): void {
    this.day.add(trade)
    this.hours.add(trade)
    this.lastTrades = [trade, ...this.lastTrades.slice(0, LAST_TRADES - 1)]
  }
}

const HOURS = RESOLUTIONS['60']
const HOURS_MAX = HOURS_KEPT_MS / HOURS.stepMs

const hoursOf = (bars: readonly Bar[]) => new CandleSeries({ grid: HOURS, barsMax: HOURS_MAX, bars })

/**
 * Reads the past of these markets up to a trade: their last day, last trades and the hours of their last week. All minutes up to that trade
 * must have been written.
 */
export async function loadHistory(
  database: Queryable,
  { models, lastTradeId, nowMs }: { models: ReadonlyMap<number, MarketReadModel>; lastTradeId: number; nowMs: number },
): Promise<void> {
  const marketIds = [...models.keys()]
  const dayStartMs = nowMs - DAY_MS
  for (const { marketId, close, opensAt } of await readNewestBarsBefore(database, { marketIds, upToMs: dayStartMs }))
    models.get(marketId)?.day.setBefore(close, opensAt)
  for (const { marketId, ...bar } of await readRecordedBars(database, { marketIds, afterMs: dayStartMs }))
    models.get(marketId)?.day.addBar(bar)
  const sinceMs = nowMs - HOURS_KEPT_MS
  const hours = await readBars(database, { marketIds, ...HOURS, sinceMs, barsMax: HOURS_MAX })
  for (const [marketId, rows] of Map.groupBy(hours, (row) => row.marketId)) {
    const model = models.get(marketId)
    if (model) model.hours = hoursOf(rows.map(barOf))
  }
  const newest = { marketIds, upTo: lastTradeId, beforeMs: nowMs + DAY_MS, count: LAST_TRADES }
  for (const [marketId, trades] of Map.groupBy(await readNewestTrades(database, newest), (trade) => trade.marketId)) {
    const model = models.get(marketId)
    if (model) model.lastTrades = trades
  }
}

export const barOf = ({ opensAt, open, high, low, close, volume, sandbox }: BarRow): Bar => ({
  candle: { opensAt, open, high, low, close, volume },
  sandbox,
})
