import { parseDecimal } from '#domain/decimal.ts'
import { floorToPrecision, type Market } from '#domain/market.ts'
import { amount, type Price, price } from '#domain/units.ts'
import { DOLLAR_COINS, type DollarCoin } from '#server/providers/prices/prices.ts'
import type { Queryable } from '../store/database.ts'
import { CANDLE_WIDTHS, type CandleRow, type CandleWidth } from '../store/market-data/candle-rows.ts'
import { writeCandles } from '../store/market-data/write-candles.ts'
import { readNewestCandles } from '../store/seed/read-newest-candles.ts'

/** One bar of a sandbox's made-up past. */
export interface PastCandle {
  readonly opensAt: Date
  readonly open: Price
  readonly high: Price
  readonly low: Price
  readonly close: Price
  /** Whole base coins, as decimal text. */
  readonly volume: string
}

export interface PastWanted {
  readonly base: DollarCoin | 'GOLD'
  readonly quote: 'TOMAN' | 'TETHER'
  /** The end of the last bar. */
  readonly until: Date
  readonly count: number
  readonly stepMs: number
}

export interface SeedCandlesSettings {
  readonly database: Queryable
  readonly markets: readonly Market[]
  readonly past: (wanted: PastWanted) => readonly PastCandle[]
  readonly now: () => number
}

/** How far back each width reaches: ninety days of hours, a week of quarters, five hours of minutes. */
const REACH_SECONDS = { 60: 5 * 3_600, 900: 7 * 86_400, 3600: 90 * 86_400 } as const satisfies Record<
  CandleWidth,
  number
>

/**
 * Gives the charts of a sandbox a past, marked as made up, that ends at the present price; at a later start it is continued
 * over the time that nobody was there. Where real bars stand, nothing is made up.
 */
export async function seedCandles({ database, markets, past, now }: SeedCandlesSettings): Promise<void> {
  const newest = await readNewestCandles(database)
  const until = new Date(now())
  for (const market of markets) {
    const rows = CANDLE_WIDTHS.flatMap((widthSeconds) => {
      const known = newest.find(({ marketId, ...bar }) => marketId === market.id && bar.widthSeconds === widthSeconds)
      return pastRows(market, { widthSeconds, knownUpTo: known?.opensAt, until, past })
    })
    await writeCandles(database, rows)
  }
}

interface Stretch {
  readonly widthSeconds: CandleWidth
  /** The newest bar that stands already; milliseconds since 1970. */
  readonly knownUpTo: number | undefined
  readonly until: Date
  readonly past: SeedCandlesSettings['past']
}

function pastRows(market: Market, { widthSeconds, knownUpTo, until, past }: Stretch): CandleRow[] {
  const base = [...DOLLAR_COINS, 'GOLD' as const].find((symbol) => symbol === market.base.symbol)
  const quote = (['TOMAN', 'TETHER'] as const).find((symbol) => symbol === market.quote.symbol)
  if (!base || !quote) return []
  const stepMs = widthSeconds * 1_000
  const missing = knownUpTo === undefined ? Number.POSITIVE_INFINITY : Math.ceil((until.getTime() - knownUpTo) / stepMs)
  const count = Math.min(REACH_SECONDS[widthSeconds] / widthSeconds, missing)
  if (count <= 0) return []
  return past({ base, quote, until, count, stepMs })
    .filter(({ opensAt }) => knownUpTo === undefined || opensAt.getTime() > knownUpTo)
    .map((candle) => rowOf(market, widthSeconds, candle))
}

function rowOf(market: Market, widthSeconds: CandleWidth, candle: PastCandle): CandleRow {
  const onTick = (value: Price) => price((value / market.tick) * market.tick || market.tick)
  const volume = parseDecimal(candle.volume, market.base.decimals) ?? 0n
  return {
    marketId: market.id,
    widthSeconds,
    sandbox: true,
    opensAt: candle.opensAt.getTime(),
    open: onTick(candle.open),
    high: onTick(candle.high),
    low: onTick(candle.low),
    close: onTick(candle.close),
    volume: floorToPrecision(amount(volume), market.base),
  }
}
