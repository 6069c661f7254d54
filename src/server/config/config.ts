import { existsSync } from 'node:fs'
import { z } from 'zod'
import { HOUR_MS } from '#domain/durations.ts'
import type { MarketHours } from '#domain/market-state.ts'
import type { SealingKey } from '../accounts/sealer.ts'
import { type FileSettings, parseFiles } from './files.ts'
import { exposureOf, refuseForPeople, refuseInProduction } from './production.ts'
import { type ProviderSettings, parseProviders } from './providers.ts'
import { type ProcessConfig, parseProcess } from './role.ts'
import {
  anchorUrl,
  flag,
  keyOf32Bytes,
  optionalFlag,
  refuse,
  sealingKeys,
  share,
  urlWithoutSlash,
  wholeNumber,
} from './values.ts'
import { type PushConfig, parseWebPush } from './web-push.ts'

export interface Config {
  readonly port: number
  readonly host: string
  /** The public address, without a trailing slash. */
  readonly publicUrl: string
  /** True without PUBLIC_URL: every name of this machine itself is then ours. */
  readonly loopbackIsOurs: boolean
  /** The origins under which browsers may reach this server: the public one or, without a PUBLIC_URL, the names of this machine. */
  readonly ownOrigins: readonly [string, ...string[]]
  readonly dataDir: string
  /** The socket of custody; absent: no coin comes in or leaves. */
  readonly custodySocket: string | undefined
  /** The address that gives coins of the development chains to the sandbox's page; `npm start` sets it. */
  readonly faucetUrl: string | undefined
  /** The file of addresses that must neither pay in nor be paid; absent: no address is looked for. */
  readonly screeningList: string | undefined
  readonly databaseUrl: string | undefined
  readonly files: FileSettings
  /** The folder that gets copies of the built-in database while it serves; absent: none are made. */
  readonly backUpDir: string | undefined
  readonly backUpEveryMs: number
  readonly process: ProcessConfig
  /** The token that `/metrics` requires; absent: `/metrics` is not served. */
  readonly metricsToken: string | undefined
  /** The traces of requests; absent: nothing is traced. */
  readonly traces: TracesConfig | undefined
  readonly logLevel: (typeof LOG_LEVELS)[number]
  /** A server that other machines reach, or that speaks https, serves real people: nothing simulated is on unless a setting says so. */
  readonly production: boolean
  /** The number of our proxies in front: the address of a caller is read that far back. */
  readonly proxyHops: number
  /** The limit for one user, or for all visitors from one network. */
  readonly requestsPerMinuteMax: number
  /** Codes sent for one network address to all numbers within a quarter of an hour; phones of one operator share addresses. */
  readonly codesPerAddressMax: number
  /** The least time between two codes for the same purpose to a number. */
  readonly codeGapMs: number
  /** SMS per day above which an error is logged. */
  readonly smsPerDayAlarm: number
  /** The greatest number of commands in one commit. */
  readonly batchMax: number
  /** How long the right to write outlives its last renewal, in milliseconds: how long a start waits for a writer that has died. */
  readonly writerLeaseMs: number
  readonly marketMaker: boolean
  /** Whether a first start lends the exchange the capital of the seeds, which has no backing outside. */
  readonly seedCapital: boolean
  /** `working`: markets with working hours close outside of them. */
  readonly goldHours: MarketHours
  /** Whether the charts of a sandbox get a generated past. */
  readonly sandboxCandles: boolean
  /** Whether system accounts trade in a sandbox's markets; never in production. */
  readonly sandboxTraders: boolean
  readonly pricePollMs: number
  readonly quoteAgeMsMax: number
  readonly reconcileEveryMs: number
  readonly reconcileAgeMs: number
  /** The keys that encrypt secrets and documents at rest, the present one first; absent: this machine's own key. */
  readonly encryptionKeys: readonly [SealingKey, ...SealingKey[]] | undefined
  /** The 32 bytes of the Ed25519 key that signs proofs of liabilities; absent: this machine's own key, or no proofs in production. */
  readonly liabilitiesKey: Uint8Array | undefined
  /** The place outside that gets the signed head of the audit log each minute; absent: there is none. */
  readonly auditAnchorUrl: URL | undefined
  /** The bearer that such a place on http requires. */
  readonly auditAnchorToken: string | undefined
  readonly webPush: PushConfig
  readonly providers: ProviderSettings
}

export interface TracesConfig {
  /** The OTLP/HTTP receiver, without a slash at the end and without its path. */
  readonly endpoint: string
  /** The share of requests that are traced. */
  readonly share: number
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const Environment = z.object({
  PORT: wholeNumber({ min: 1, max: 65_535, otherwise: 4300 }),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_URL: urlWithoutSlash.optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  CUSTODY_SOCKET: z.string().min(1).optional(),
  SANDBOX_FAUCET_URL: urlWithoutSlash.optional(),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .optional(),
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_EVERY_HOURS: wholeNumber({ min: 1, max: 168, otherwise: 24 }),
  SCREENING_LIST: z.string().optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS).default('info'),
  // Both have the names of OpenTelemetry's own specification.
  OTEL_EXPORTER_OTLP_ENDPOINT: urlWithoutSlash.optional(),
  OTEL_TRACES_SAMPLER_ARG: share(1),
  METRICS_TOKEN: z.string().min(16, 'must have 16 letters or more').optional(),
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  PROXY_HOPS: wholeNumber({ min: 0, max: 10, otherwise: 0 }),
  REQUESTS_PER_MINUTE_MAX: wholeNumber({ min: 0, max: 10_000_000, otherwise: 1_200 }),
  CODES_PER_ADDRESS_MAX: wholeNumber({ min: 1, max: 1_000_000, otherwise: 60 }),
  CODE_GAP_SECONDS: wholeNumber({ min: 0, max: 3_600, otherwise: 60 }),
  SMS_PER_DAY_ALARM: wholeNumber({ min: 1, max: 100_000_000, otherwise: 5_000 }),
  BATCH_MAX: wholeNumber({ min: 1, max: 10_000, otherwise: 1_000 }),
  WRITER_LEASE_MS: wholeNumber({ min: 300, max: 60_000, otherwise: 3_000 }),
  MARKET_MAKER: optionalFlag,
  SEED_CAPITAL: optionalFlag,
  GOLD_HOURS: z.enum(['always', 'working'], 'must be always or working').optional(),
  SANDBOX_CANDLES: flag(true),
  SANDBOX_TRADERS: optionalFlag,
  PRICE_POLL_MS: wholeNumber({ min: 100, max: 3_600_000, otherwise: 3_000 }),
  QUOTE_AGE_MS_MAX: wholeNumber({ min: 1_000, max: 3_600_000, otherwise: 30_000 }),
  RECONCILE_EVERY_MS: wholeNumber({ min: 100, max: 3_600_000, otherwise: 30_000 }),
  RECONCILE_AGE_MS: wholeNumber({ min: 0, max: 3_600_000, otherwise: 60_000 }),
  ALLOW_SANDBOX: flag(false),
  ALLOW_NO_CAPTCHA: flag(false),
  ENCRYPTION_KEYS: sealingKeys.optional(),
  LIABILITIES_KEY: keyOf32Bytes.optional(),
  AUDIT_ANCHOR_URL: anchorUrl.optional(),
  AUDIT_ANCHOR_TOKEN: z.string().min(16, 'must have 16 letters or more').optional(),
})

/** Reads the environment once. An empty variable counts as missing. @throws Error with a sentence that names the variable */
export function parseConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const result = Environment.safeParse(given)
  if (!result.success) throw refuse(result.error, given)
  const values = result.data
  if (values.BACKUP_DIR !== undefined && values.DATABASE_URL !== undefined)
    throw new Error('BACKUP_DIR is for the built-in database; a database server is copied by its own programs.')
  const publicUrl = values.PUBLIC_URL ?? `http://localhost:${values.PORT}`
  const ownOrigins = originsOf(values, publicUrl)
  const place = parseProcess(given)
  const vendors = parseProviders(given, { port: values.PORT, publicUrl })
  // The writer asks no vendor, and stands for none.
  const providers = place.role === 'writer' ? { ...vendors, sandboxes: [] } : vendors
  const exposed = exposureOf(values, place)
  const production = exposed !== undefined
  if (exposed !== undefined) {
    if (place.role !== 'writer') refuseForPeople(values, { exposed, providers })
    refuseInProduction(values, { exposed, given })
  }
  return {
    port: values.PORT,
    host: values.HOST,
    publicUrl,
    loopbackIsOurs: values.PUBLIC_URL === undefined,
    ownOrigins,
    dataDir: values.DATA_DIR,
    custodySocket: values.CUSTODY_SOCKET,
    faucetUrl: values.SANDBOX_FAUCET_URL,
    screeningList: values.SCREENING_LIST,
    databaseUrl: values.DATABASE_URL,
    files: parseFiles(given),
    backUpDir: values.BACKUP_DIR,
    backUpEveryMs: values.BACKUP_EVERY_HOURS * HOUR_MS,
    process: place,
    logLevel: values.LOG_LEVEL,
    traces: tracesOf(values),
    metricsToken: values.METRICS_TOKEN,
    production,
    proxyHops: values.PROXY_HOPS,
    requestsPerMinuteMax: values.REQUESTS_PER_MINUTE_MAX,
    codesPerAddressMax: values.CODES_PER_ADDRESS_MAX,
    codeGapMs: values.CODE_GAP_SECONDS * 1_000,
    smsPerDayAlarm: values.SMS_PER_DAY_ALARM,
    batchMax: values.BATCH_MAX,
    writerLeaseMs: values.WRITER_LEASE_MS,
    marketMaker: values.MARKET_MAKER ?? !production,
    seedCapital: values.SEED_CAPITAL ?? !production,
    goldHours: values.GOLD_HOURS ?? (production ? 'working' : 'always'),
    sandboxCandles: values.SANDBOX_CANDLES,
    sandboxTraders: values.SANDBOX_TRADERS ?? (!production && values.NODE_ENV !== 'test'),
    pricePollMs: values.PRICE_POLL_MS,
    quoteAgeMsMax: values.QUOTE_AGE_MS_MAX,
    reconcileEveryMs: values.RECONCILE_EVERY_MS,
    reconcileAgeMs: values.RECONCILE_AGE_MS,
    encryptionKeys: values.ENCRYPTION_KEYS,
    liabilitiesKey: values.LIABILITIES_KEY,
    auditAnchorUrl: values.AUDIT_ANCHOR_URL,
    auditAnchorToken: values.AUDIT_ANCHOR_TOKEN,
    webPush: parseWebPush(given, publicUrl),
    providers,
  }
}

type Values = z.output<typeof Environment>

const tracesOf = ({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG }: Values): Config['traces'] =>
  endpoint === undefined ? undefined : { endpoint, share: OTEL_TRACES_SAMPLER_ARG }

function originsOf({ PUBLIC_URL, PORT }: Values, publicUrl: string): readonly [string, ...string[]] {
  const { origin } = new URL(publicUrl)
  return PUBLIC_URL === undefined ? [origin, `http://127.0.0.1:${PORT}`] : [origin]
}

/** The environment, completed from `.env` if it exists; the environment itself takes precedence. */
export function readEnvironment(): Readonly<Record<string, string | undefined>> {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return process.env
}
