import { divide, powerOfTen } from '#domain/decimal.ts'
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
const SAMPLES = 6
/** Toman that a lively market of this size turns over in an hour. */
const TURNOVER_TOMAN_PER_HOUR = 2_000_000_000n
const HOUR_MS = 3_600_000n
const ONE = powerOfTen(PRICE_DECIMALS)

/**
 * Candles of the sandbox's past, oldest first, without gaps: each opens where the one before closed, and the last closes at
 * the price of `until`. Starts lie on multiples of `stepMs`; the last candle may be cut short. Not real market data: mark it so.
 */
export function sandboxCandles(market: SandboxMarket, request: CandleRequest): readonly SandboxCandle[] {
  const untilMs = request.until.getTime()
  const lastOpensMs = Math.ceil(untilMs / request.stepMs) * request.stepMs - request.stepMs
  return Array.from({ length: request.count }, (_, index) => {
    const opensMs = lastOpensMs - (request.count - 1 - index) * request.stepMs
    return candleOf(market, request, { opensMs, closesMs: Math.min(opensMs + request.stepMs, untilMs) })
  })
}

function candleOf(
  market: SandboxMarket,
  request: CandleRequest,
  { opensMs, closesMs }: { opensMs: number; closesMs: number },
): SandboxCandle {
  const open = sandboxPrice(market, request, opensMs)
  const close = sandboxPrice(market, request, closesMs)
  const between = Array.from({ length: SAMPLES }, (_, sample) => {
    const share = (sample + 1) / (SAMPLES + 1)
    return sandboxPrice(market, request, opensMs + Math.floor((closesMs - opensMs) * share))
  })
  let high = open
  let low = open
  for (const seen of [...between, close]) {
    if (seen > high) high = seen
    if (seen < low) low = seen
  }
  return {
    opensAt: new Date(opensMs),
    open,
    high,
    low,
    close,
    volume: volumeOf(market, request, { opensMs, closesMs }),
  }
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
function volumeOf(
  market: SandboxMarket,
  request: CandleRequest,
  { opensMs, closesMs }: { opensMs: number; closesMs: number },
): string {
  const mood = walkAt({ seed: seedFor(7, `${request.base}_${request.quote}`), dailySpread: 0.6 }, opensMs)
  const livelinessPercent = BigInt(Math.round(100 * Math.exp(Math.max(-1.4, Math.min(1.4, mood)))))
  const turnover = (TURNOVER_TOMAN_PER_HOUR * BigInt(closesMs - opensMs) * livelinessPercent) / (HOUR_MS * 100n)
  const inToman = sandboxPrice(market, { base: request.base, quote: 'TOMAN' }, opensMs)
  const thousandths = (turnover * ONE * 1_000n) / inToman
  return `${thousandths / 1_000n}.${(thousandths % 1_000n).toString().padStart(3, '0')}`
}
