import { divide, formatDecimal, powerOfTen } from '#domain/decimal.ts'
import { PRICE_DECIMALS, type Price, price } from '#domain/units.ts'
import type { DollarCoin } from '../prices.ts'
import type { SandboxMarket } from './sandbox-market.ts'
import { seedFor, walkAt } from './walk.ts'

export interface SandboxCandle {
  readonly opensAt: Date
  readonly open: Price
  readonly high: Price
  readonly low: Price
  readonly close: Price
  /** Whole base coins that changed hands, as decimal text of at most three decimals. */
  readonly volume: string
}

export interface CandleRequest {
  readonly base: DollarCoin | 'GOLD'
  readonly quote: 'TOMAN' | 'TETHER'
  /** The end of the last candle, and the instant of its close. */
  readonly until: Date
  readonly count: number
  readonly stepMs: number
}

/** Prices looked at within a candle, its open and close besides. */
const SAMPLES = 4
/** Toman that a lively market of this size turns over in an hour. */
const TURNOVER_TOMAN_PER_HOUR = 2_000_000_000n
const HOUR_MS = 3_600_000n
const MOOD_SEED = 7
const ONE = powerOfTen(PRICE_DECIMALS)

/**
 * Candles of the sandbox's past, oldest first, without gaps: each opens where the one before closed, and the last closes at
 * the price of `until`. Starts lie on multiples of `stepMs`; the last candle may be cut short. Not real market data: mark it so.
 */
export function sandboxCandles(market: SandboxMarket, request: CandleRequest): readonly SandboxCandle[] {
  const { count, stepMs, until } = request
  const untilMs = until.getTime()
  const lastOpensMs = Math.ceil(untilMs / stepMs) * stepMs - stepMs
  const candles: SandboxCandle[] = []
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

function candleOf(market: SandboxMarket, request: CandleRequest, span: Span): SandboxCandle {
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

/** The middle price of one market at an instant: what `quotes()` gives for the same instant, spread aside. */
export function sandboxPrice(
  market: SandboxMarket,
  { base, quote }: Pick<CandleRequest, 'base' | 'quote'>,
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

/** Swings between a quarter and four times the usual, the busier the more the walk of the market's mood says so. */
function volumeOf(market: SandboxMarket, { base, quote }: CandleRequest, { open, opensMs, closesMs }: Span): string {
  const mood = walkAt({ seed: seedFor(MOOD_SEED, `${base}_${quote}`), dailySpread: 0.6 }, opensMs)
  const livelinessPercent = BigInt(Math.round(100 * Math.exp(Math.max(-1.4, Math.min(1.4, mood)))))
  const turnover = (TURNOVER_TOMAN_PER_HOUR * BigInt(closesMs - opensMs) * livelinessPercent) / (HOUR_MS * 100n)
  const inToman = quote === 'TOMAN' ? open : sandboxPrice(market, { base, quote: 'TOMAN' }, opensMs)
  return formatDecimal((turnover * ONE * 1_000n) / inToman, 3)
}
