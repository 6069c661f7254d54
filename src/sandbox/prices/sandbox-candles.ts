import { divide, formatDecimal, powerOfTen } from '#domain/decimal.ts'
import { PRICE_DECIMALS, type Price, price } from '#domain/units.ts'
import type { PastCandle, PastWanted } from '#server/providers/prices/prices.ts'
import { livelinessOf } from './liveliness.ts'
import type { SandboxMarket } from './sandbox-market.ts'
import { normalAt, seedFor, walkAt } from './walk.ts'

/** Prices sampled within a candle, in addition to its open and close. */
const SAMPLES = 4
/** The turnover of the liveliest market in an hour, in Toman. */
const TURNOVER_TOMAN_PER_HOUR = 840_000_000n
/** The spread of the volumes of minutes; the volume of a longer bar is a sum and varies less. */
const MINUTE_SPREAD = 1.1
const MINUTE_MS = 60_000
const VOLUME_SEED = 11
const VOLUME_DECIMALS = 6
const HOUR_MS = 3_600_000n
const MOOD_SEED = 7
const ONE = powerOfTen(PRICE_DECIMALS)

/**
 * Candles of the sandbox's past, oldest first, without gaps: each opens at the close of the previous one, and the last closes at the price
 * of `until`. Starts are multiples of `stepMs`; the last candle may be shorter. This is not real market data: mark it so.
 */
export function sandboxCandles(market: SandboxMarket, request: PastWanted): readonly PastCandle[] {
  const { count, stepMs, until } = request
  const untilMs = until.getTime()
  const lastOpensMs = Math.ceil(untilMs / stepMs) * stepMs - stepMs
  const candles: PastCandle[] = []
  let open = sandboxPrice(market, request, lastOpensMs - (count - 1) * stepMs)
  for (let ago = count - 1; ago >= 0; ago -= 1) {
    const opensMs = lastOpensMs - ago * stepMs
    const candle = candleOf(market, request, { open, opensMs, closesMs: Math.min(opensMs + stepMs, untilMs) })
    candles.push(candle)
    open = candle.close
  }
  return candles
}

interface Span {
  readonly open: Price
  readonly opensMs: number
  readonly closesMs: number
}

function candleOf(market: SandboxMarket, request: PastWanted, span: Span): PastCandle {
  const { open, opensMs, closesMs } = span
  const between = Array.from({ length: SAMPLES }, (_, sample) => {
    const share = (sample + 1) / (SAMPLES + 1)
    return sandboxPrice(market, request, opensMs + Math.floor((closesMs - opensMs) * share))
  })
  const close = sandboxPrice(market, request, closesMs)
  let high = open
  let low = open
  for (const seen of [...between, close]) {
    if (seen > high) high = seen
    if (seen < low) low = seen
  }
  return { opensAt: new Date(opensMs), open, high, low, close, volume: volumeOf(market, request, span) }
}

/** The middle price of one market at an instant: the price of `quotes()` at that instant without the spread. */
export function sandboxPrice(
  market: SandboxMarket,
  { base, quote }: Pick<PastWanted, 'base' | 'quote'>,
  atMs: number,
): Price {
  const dollar = market.priceAt('DOLLAR', atMs)
  if (base === 'GOLD') {
    const gold = market.priceAt('GOLD', atMs)
    return quote === 'TOMAN' ? gold : price(divide(gold * ONE, dollar, 'down'))
  }
  const usd = market.priceAt(base, atMs)
  if (quote === 'TOMAN') return price(divide(usd * dollar, ONE, 'down'))
  return price(divide(usd * ONE, market.priceAt('TETHER', atMs), 'down'))
}

/**
 * The volume varies between a quarter and four times the usual with the market's mood, and from bar to bar like the sizes of a few trades.
 */
function volumeOf(market: SandboxMarket, { base, quote }: PastWanted, { open, opensMs, closesMs }: Span): string {
  const mood = walkAt({ seed: seedFor(MOOD_SEED, `${base}_${quote}`), dailySpread: 0.6 }, opensMs)
  const bounded = Math.max(-1.4, Math.min(1.4, mood))
  const spread = MINUTE_SPREAD * ((closesMs - opensMs) / MINUTE_MS) ** -0.25
  const chance = normalAt(seedFor(VOLUME_SEED, `${base}_${quote}`), Math.floor(opensMs / MINUTE_MS))
  const permille = BigInt(Math.round(1_000 * Math.exp(bounded + spread * chance - spread ** 2 / 2)))
  const usual = (TURNOVER_TOMAN_PER_HOUR * livelinessOf({ base, quote })) / 10_000n
  const turnover = (usual * BigInt(closesMs - opensMs) * permille) / (HOUR_MS * 1_000n)
  const inToman = quote === 'TOMAN' ? open : sandboxPrice(market, { base, quote: 'TOMAN' }, opensMs)
  return formatDecimal((turnover * ONE * powerOfTen(VOLUME_DECIMALS)) / inToman, VOLUME_DECIMALS)
}
