import { parseDecimal } from '#domain/decimal.ts'
import { floorToPrecision, type Market } from '#domain/market.ts'
import { amount, type Price, price } from '#domain/units.ts'
import { DOLLAR_COINS, type PastCandle, type PastWanted } from '#server/providers/prices/prices.ts'
import type { Queryable } from '../store/database.ts'
import {
  CANDLE_WIDTHS,
  type CandleRow,
  type CandleWidth,
  readRecordedUpTo,
  writeCandles,
} from '../store/market-data/candles.ts'

export interface SeedCandlesSettings {
  readonly database: Queryable
  readonly markets: readonly Market[]
  readonly past: (wanted: PastWanted) => readonly PastCandle[]
  readonly now: () => number
}

/** The reach of each width: five hours of minutes, a week of quarter hours, ninety days of hours. */
const REACH_SECONDS = { 60: 5 * 3_600, 900: 7 * 86_400, 3600: 90 * 86_400 } as const satisfies Record<
  CandleWidth,
  number
>

/**
 * Gives the charts of a sandbox a generated past, marked as such, that ends at the present price; a later start extends it over the time
 * without a running server. None is generated where real bars exist, and each stretch of time is recorded once, the newest in the narrowest
 * bars, so that bars of every length and the figures of the day are sums of the same bars.
 */
export async function seedCandles({ database, markets, past, now }: SeedCandlesSettings): Promise<void> {
  const recorded = await readRecordedUpTo(database)
  const untilMs = now()
  for (const market of markets) {
    const rows = stretchesUntil(untilMs, recorded.get(market.id) ?? 0).flatMap((stretch) =>
      pastRows(market, stretch, past),
    )
    await writeCandles(database, rows)
  }
}

/** The bars of one width from an instant to another. */
interface Stretch {
  readonly widthSeconds: CandleWidth
  readonly fromMs: number
  readonly untilMs: number
}

/** The bars to generate after an instant. A stretch begins with a whole bar of its own width, and ends where the next begins. */
function stretchesUntil(untilMs: number, recordedMs: number): Stretch[] {
  const stretches: Stretch[] = []
  let endMs = untilMs
  for (const [place, widthSeconds] of CANDLE_WIDTHS.entries()) {
    // It ends at the boundary of the wider bars before it.
    const gridMs = (CANDLE_WIDTHS[place + 1] ?? widthSeconds) * 1_000
    const reachMs = Math.floor((untilMs - REACH_SECONDS[widthSeconds] * 1_000) / gridMs) * gridMs
    const fromMs = Math.max(reachMs, Math.ceil(recordedMs / (widthSeconds * 1_000)) * widthSeconds * 1_000)
    if (fromMs < endMs) stretches.push({ widthSeconds, fromMs, untilMs: endMs })
    endMs = Math.min(endMs, reachMs)
  }
  return stretches
}

function pastRows(
  market: Market,
  { widthSeconds, fromMs, untilMs }: Stretch,
  past: SeedCandlesSettings['past'],
): CandleRow[] {
  const base = [...DOLLAR_COINS, 'GOLD' as const].find((symbol) => symbol === market.base.symbol)
  const quote = (['TOMAN', 'TETHER'] as const).find((symbol) => symbol === market.quote.symbol)
  if (!base || !quote) return []
  const stepMs = widthSeconds * 1_000
  const count = Math.ceil((untilMs - fromMs) / stepMs)
  return past({ base, quote, until: new Date(untilMs), count, stepMs }).map((candle) =>
    rowOf(market, widthSeconds, candle),
  )
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
