import { z } from 'zod'
import type { MarketHours } from '#domain/market-state.ts'
import { type ProviderSettings, parseProviders } from './providers.ts'
import { flag, refuse, urlWithoutSlash, wholeNumber } from './values.ts'

export interface Config {
  readonly port: number
  readonly host: string
  /** Where people reach the product, without a slash at the end. */
  readonly publicUrl: string
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  readonly logLevel: (typeof LOG_LEVELS)[number]
  readonly production: boolean
  /** How many proxies of ours stand in front: the address of a caller is read that far back. */
  readonly proxyHops: number
  readonly requestsPerMinuteMax: number
  /** Codes sent to all numbers of one address within a quarter of an hour; phones of one operator share addresses. */
  readonly codesPerAddressMax: number
  /** Commands that share one commit at most. */
  readonly batchMax: number
  readonly marketMaker: boolean
  /** `working`: markets that have hours close outside of them. */
  readonly goldHours: MarketHours
  /** Whether charts of a sandbox are given a made-up past. */
  readonly sandboxCandles: boolean
  readonly pricePollMs: number
  readonly quoteAgeMsMax: number
  readonly reconcileEveryMs: number
  readonly reconcileAgeMs: number
  readonly providers: ProviderSettings
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const Environment = z.object({
  PORT: wholeNumber({ min: 1, max: 65_535, otherwise: 4300 }),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_URL: urlWithoutSlash.optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS).default('info'),
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  PROXY_HOPS: wholeNumber({ min: 0, max: 10, otherwise: 0 }),
  REQUESTS_PER_MINUTE_MAX: wholeNumber({ min: 0, max: 10_000_000, otherwise: 1_200 }),
  CODES_PER_ADDRESS_MAX: wholeNumber({ min: 1, max: 1_000_000, otherwise: 60 }),
  BATCH_MAX: wholeNumber({ min: 1, max: 10_000, otherwise: 1_000 }),
  MARKET_MAKER: flag(true),
  GOLD_HOURS: z.enum(['always', 'working'], 'must be always or working').optional(),
  SANDBOX_CANDLES: flag(true),
  PRICE_POLL_MS: wholeNumber({ min: 100, max: 3_600_000, otherwise: 3_000 }),
  QUOTE_AGE_MS_MAX: wholeNumber({ min: 1_000, max: 3_600_000, otherwise: 30_000 }),
  RECONCILE_EVERY_MS: wholeNumber({ min: 100, max: 3_600_000, otherwise: 30_000 }),
  RECONCILE_AGE_MS: wholeNumber({ min: 0, max: 3_600_000, otherwise: 60_000 }),
  ALLOW_SANDBOX: flag(false),
})

/**
 * The environment, read once. An empty variable counts as left out.
 * @throws Error with a sentence that names the variable
 */
export function parseConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const result = Environment.safeParse(given)
  if (!result.success) throw refuse(result.error, given)
  const values = result.data
  const publicUrl = values.PUBLIC_URL ?? `http://localhost:${values.PORT}`
  const providers = parseProviders(given, { port: values.PORT, publicUrl })
  const production = values.NODE_ENV === 'production'
  if (production && providers.sandboxes.length > 0 && !values.ALLOW_SANDBOX)
    throw new Error(
      `NODE_ENV is production, but these services are sandboxes: ${providers.sandboxes.join(', ')}. ` +
        'Configure real ones, or set ALLOW_SANDBOX=yes.',
    )
  return {
    port: values.PORT,
    host: values.HOST,
    publicUrl,
    dataDir: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL,
    logLevel: values.LOG_LEVEL,
    production,
    proxyHops: values.PROXY_HOPS,
    requestsPerMinuteMax: values.REQUESTS_PER_MINUTE_MAX,
    codesPerAddressMax: values.CODES_PER_ADDRESS_MAX,
    batchMax: values.BATCH_MAX,
    marketMaker: values.MARKET_MAKER,
    goldHours: values.GOLD_HOURS ?? (production ? 'working' : 'always'),
    sandboxCandles: values.SANDBOX_CANDLES,
    pricePollMs: values.PRICE_POLL_MS,
    quoteAgeMsMax: values.QUOTE_AGE_MS_MAX,
    reconcileEveryMs: values.RECONCILE_EVERY_MS,
    reconcileAgeMs: values.RECONCILE_AGE_MS,
    providers,
  }
}
