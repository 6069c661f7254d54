import type { Market } from '#domain/market.ts'
import type { Queryable } from '../store/database.ts'
import { type BarRow, readBars } from '../store/market-data/read-bars.ts'
import { readMarketTrades, readNewestTrades } from '../store/market-data/read-market-trades.ts'
import { type PastPart, readNewestPastParts, readPastParts } from '../store/market-data/read-past-parts.ts'
import { RESOLUTIONS } from './candle.ts'
import { type Bar, CandleSeries } from './candle-series.ts'
import type { MarketMemory } from './market-figures.ts'
import type { MarketTrade } from './market-trade.ts'
import { DAY_MS, SlidingDay } from './sliding-day.ts'

export const LAST_TRADES = 20
const HOURS_KEPT_MS = 8 * DAY_MS

/** Reads what the markets did up to a trade: their last day, their last trades and the hours of their last week. */
export async function loadMarkets(
  database: Queryable,
  { markets, lastTradeId, nowMs }: { markets: readonly Market[]; lastTradeId: number; nowMs: number },
): Promise<ReadonlyMap<number, MarketMemory>> {
  const marketIds = markets.map(({ id }) => id)
  const dayStartMs = nowMs - DAY_MS
  const day = await readMarketTrades(database, { after: 0, upTo: lastTradeId, sinceMs: dayStartMs })
  const newest = await readNewestTrades(database, {
    marketIds,
    upTo: lastTradeId,
    beforeMs: nowMs + DAY_MS,
    count: LAST_TRADES,
  })
  const before = await readNewestTrades(database, { marketIds, upTo: lastTradeId, beforeMs: dayStartMs, count: 1 })
  const past = await readPastParts(database, { marketIds, afterMs: dayStartMs })
  const pastBefore = await readNewestPastParts(database, { marketIds, upToMs: dayStartMs })
  const { stepMs, offsetMs } = RESOLUTIONS['60']
  const barsMax = HOURS_KEPT_MS / stepMs
  const hours = await readBars(database, { marketIds, stepMs, offsetMs, sinceMs: nowMs - HOURS_KEPT_MS, barsMax })
  const memories = markets.map((market): [number, MarketMemory] => [
    market.id,
    {
      market,
      day: new SlidingDay(),
      hours: new CandleSeries({
        grid: { stepMs, offsetMs },
        barsMax,
        bars: hours.filter(({ marketId }) => marketId === market.id).map(barOf),
      }),
      lastTrades: newest.filter(({ marketId }) => marketId === market.id),
      depth: { sequence: 0, at: nowMs, bids: [], asks: [] },
      tradesVersion: 0,
    },
  ])
  const byId = new Map(memories)
  for (const [id, { day: ofMarket }] of byId) {
    fillDay(ofMarket, {
      trades: day.filter(({ marketId }) => marketId === id),
      past: past.filter(({ marketId }) => marketId === id),
      tradeBefore: before.find(({ marketId }) => marketId === id),
      pastBefore: pastBefore.find(({ marketId }) => marketId === id),
    })
  }
  return byId
}

interface DayRecord {
  readonly trades: readonly MarketTrade[]
  readonly past: readonly PastPart[]
  /** The newest of each from before the day. */
  readonly tradeBefore: MarketTrade | undefined
  readonly pastBefore: PastPart | undefined
}

/** A sandbox's past is made up where nobody traded: the two never tell of the same time. */
function fillDay(day: SlidingDay, { trades, past, tradeBefore, pastBefore }: DayRecord): void {
  if (tradeBefore && tradeBefore.at >= (pastBefore?.opensAt ?? 0)) day.setBefore(tradeBefore.unitPrice, tradeBefore.at)
  else if (pastBefore) day.setBefore(pastBefore.close, pastBefore.opensAt)
  let next = 0
  for (const trade of trades) {
    for (let part = past[next]; part && part.opensAt <= trade.at; part = past[++next]) day.addPast(part)
    day.add(trade)
  }
  for (const part of past.slice(next)) day.addPast(part)
}

/** One more committed trade. */
export function remember(memory: MarketMemory, trade: MarketTrade): void {
  memory.day.add(trade)
  memory.hours.add(trade)
  memory.lastTrades = [trade, ...memory.lastTrades.slice(0, LAST_TRADES - 1)]
  memory.tradesVersion += 1
}

export const barOf = ({ opensAt, open, high, low, close, volume, firstAt, lastAt, sandbox }: BarRow): Bar => ({
  candle: { opensAt, open, high, low, close, volume },
  openMinute: firstAt,
  closeMinute: lastAt,
  sandbox,
})
