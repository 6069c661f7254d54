import type { Market } from '#domain/market.ts'
import type { CommandBus } from '../exchange/exchange.ts'
import type { Database } from '../store/database.ts'
import { readEpoch } from '../store/leadership.ts'
import type { Gauges, VendorGauge } from './gauges.ts'

/** The state of the system at a moment. An unknown value is `undefined`, never zero. */
export interface Health {
  readonly at: number
  readonly writer: {
    /** The epoch of the process that may commit. */
    readonly epoch: number | undefined
    /** How long the writer of this process took to answer a question; `undefined` if it did not answer. */
    readonly answeredMs: number | undefined
    readonly waiting: number
    readonly answered: number
    readonly p99Ms: number | undefined
  }
  readonly database: { readonly engine: Database['engine']; readonly latencyMs: number | undefined }
  readonly prices: {
    /** When the source saw the prices; `undefined` before the first. */
    readonly at: number | undefined
    readonly stale: boolean
    /** Markets without a price that may be traded at. */
    readonly staleMarkets: readonly string[]
  }
  readonly vendors: readonly VendorGauge[]
}

/** The age of the prices of these markets: the oldest price that may still be traded at or, if all are stale, the newest. */
export interface PriceAges {
  ageOf(markets: readonly Market[]): { readonly at: Date; readonly stale: boolean }
}

export interface HealthSources {
  readonly database: Database
  readonly exchange: Pick<CommandBus, 'findOutcome'>
  readonly markets: readonly Market[]
  readonly prices: PriceAges
  readonly gauges: Gauges
  readonly now: () => number
}

/** A question that takes longer counts as unanswered. */
const PATIENCE_MS = 2_000
/** A key that belongs to nobody: the writer looks it up after every waiting command. */
const NOBODY = { userId: 0, key: 'health' }

/** Asks the writer and the database, and reads the gauges. Never throws: an unanswered question gives `undefined`. */
export async function readHealth(sources: HealthSources): Promise<Health> {
  const { database, exchange, markets, prices, gauges, now } = sources
  const [reading, probe] = await Promise.all([
    timed(() => readEpoch(database)),
    timed(() => exchange.findOutcome(NOBODY)),
  ])
  const { at, stale } = prices.ageOf(markets)
  return {
    at: now(),
    writer: {
      epoch: reading?.value,
      answeredMs: probe?.ms,
      waiting: gauges.waiting,
      answered: gauges.answered,
      p99Ms: gauges.p99Ms(),
    },
    database: { engine: database.engine, latencyMs: reading?.ms },
    prices: {
      at: at.getTime() === 0 ? undefined : at.getTime(),
      stale,
      staleMarkets: markets
        .filter((market) => market.active && prices.ageOf([market]).stale)
        .map(({ symbol }) => symbol),
    },
    vendors: gauges.vendors(),
  }
}

/** The answer to a question and its duration; `undefined` if it failed or took too long. */
async function timed<Value>(ask: () => Promise<Value>): Promise<{ value: Value; ms: number } | undefined> {
  const began = performance.now()
  const { promise: tooLong, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => resolve(undefined), PATIENCE_MS)
  const answer = ask().then(
    (value) => ({ value, ms: performance.now() - began }),
    () => undefined,
  )
  try {
    return await Promise.race([answer, tooLong])
  } finally {
    clearTimeout(timer)
  }
}
