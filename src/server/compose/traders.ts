import { once } from 'node:events'
import { toCount } from '#domain/counts.ts'
import type { Exchange } from '../exchange/exchange.ts'
import type { MarketData } from '../market-data/open-market-data.ts'
import { sightOf } from '../market-data/show-market.ts'
import { seedCandles } from '../operations/seed-candles.ts'
import { lendTo, lentOf, seedCapital } from '../operations/seed-capital.ts'
import { seedStrategies } from '../operations/seed-strategies.ts'
import { startMarketMaker as startMaker } from '../operations/start-market-maker.ts'
import {
  type SandboxTradersSettings,
  startSandboxTraders as startSandbox,
} from '../operations/start-sandbox-traders.ts'
import type { PastWanted } from '../providers/prices/prices.ts'
import { readTradingTerms } from '../store/accounts/levels.ts'
import { createSupervisor, findOwner } from '../store/accounts/users.ts'
import { readStrategies } from '../store/trading/maker-strategies.ts'
import type { Core } from './core.ts'
import type { Job, Lease } from './jobs.ts'

const MARKET_MAKER = 'market-maker'
const ROUND_MS = 250
/** The longest delay until the maker applies a changed setting. */
const STRATEGIES_MS = 2_000
const PLACES_PER_ROUND_MAX = 4

/** The accounts with which the exchange itself trades. */
export interface TradingAccounts {
  readonly marketMakerId: number
  /** Present if there are or were simulated traders. */
  readonly sandboxTradersId: number | undefined
}

/** Seeds a first start: the capital, the market maker's account, and a sandbox's past. */
export async function seedTradingAccounts(core: Core): Promise<TradingAccounts> {
  const { config, database, exchange, catalogue, providers } = core
  const marketMakerId = await createSupervisor(database, { systemName: MARKET_MAKER, at: new Date() })
  if (config.seedCapital) await seedCapital({ exchange, catalogue, marketMakerId })
  await seedStrategies(database, catalogue)
  const { sandboxMarket } = providers
  if (sandboxMarket && config.sandboxCandles) {
    const { sandboxCandles } = await import('#sandbox/prices/sandbox-candles.ts')
    const { rememberPrices } = await import('#sandbox/prices/sandbox-market.ts')
    const market = rememberPrices(sandboxMarket)
    const past = (wanted: PastWanted) => sandboxCandles(market, wanted)
    await seedCandles({ database, markets: catalogue.markets, past, now: Date.now })
  }
  return { marketMakerId, sandboxTradersId: await seedSandboxTraders(core) }
}

type MakerSettings = Parameters<typeof startMaker>[0]

type Surroundings = { marketData: MarketData } & Pick<MakerSettings, 'quoteInToman' | 'isOpen'>

/** The pause after a start that failed. */
const TRADERS_PAUSE_MS = 5_000

/** The exchange's own traders: the market maker, and in a sandbox the simulated traders. Two makers would cancel each other's quotes. */
export const tradeJob = (
  core: Core,
  { marketMakerId, sandboxTradersId }: TradingAccounts,
  { marketData, ...surroundings }: Surroundings,
): Job => ({
  name: 'trade for the exchange',
  everyMs: TRADERS_PAUSE_MS,
  runsIn: 'one process',
  lasts: true,
  async run(stopping, lease) {
    const exchange = { ...core.exchange, submit: submitWhileHeld(core.exchange, lease) }
    const traders = { ...core, exchange }
    const { watch, priceBoard: reference } = marketData
    const maker = await startMarketMaker(traders, { userId: marketMakerId, reference, ...surroundings })
    try {
      // After the maker, since they take its quotes.
      const takers = await startSandboxTraders(traders, {
        userId: sandboxTradersId,
        reference,
        pricesOf: (market) => sightOf(watch.market(market.id), Date.now()),
        ...surroundings,
      })
      if (!stopping.aborted) await once(stopping, 'abort')
      await takers.stop()
    } finally {
      await maker.stop()
    }
  },
})

/** Sends commands only while the lease is held: a process that was frozen must not trade beside its successor. */
export const submitWhileHeld =
  (exchange: Pick<Exchange, 'submit'>, { isHeld }: Pick<Lease, 'isHeld'>): Exchange['submit'] =>
  async (command, options) => {
    if (!isHeld()) throw new Error('another process trades for the exchange by now')
    return exchange.submit(command, options)
  }

/** Quotes both sides of every market from the feed, with its own credit line. */
async function startMarketMaker(
  { config, database, exchange, catalogue, logger }: Core,
  { userId, ...surroundings }: { userId: number } & Pick<MakerSettings, 'reference' | 'quoteInToman' | 'isOpen'>,
): Promise<{ stop(): Promise<void> }> {
  const terms = await readTradingTerms(database, userId)
  if (!terms?.supervisor) throw new Error('the market maker has no account')
  return startMaker({
    database,
    exchange,
    markets: catalogue.markets,
    userId,
    charges: terms.charges,
    ...surroundings,
    readStrategies: () => readStrategies(database),
    strategiesMs: STRATEGIES_MS,
    roundMs: ROUND_MS,
    placesPerRoundMax: PLACES_PER_ROUND_MAX,
    enabled: config.marketMaker,
    log: logger,
    now: Date.now,
  })
}

/** The account's name in the database, which marks its trades as simulated. */
const SANDBOX_TRADERS = 'sandbox-traders'
/** For the liveliest market; all of them together get some 900 orders an hour, 21,500 a day. */
const MEAN_WAIT_MS = 30_000
const ORDERS_PER_DAY_MAX = 25_000
const SANDBOX_ROUND_MS = 500

/** They trade with the loans of a first start. */
const areWanted = ({ config, providers }: Core) =>
  config.sandboxTraders && config.seedCapital && providers.sandboxMarket !== undefined

/** Their account and its credit line. If they are off: the account of an earlier run, which identifies its trades. */
async function seedSandboxTraders(core: Core): Promise<number | undefined> {
  const { database, exchange, catalogue } = core
  if (!areWanted(core)) return findOwner(database, { systemName: SANDBOX_TRADERS })
  const userId = await createSupervisor(database, { systemName: SANDBOX_TRADERS, at: new Date() })
  await lendTo({ userId, name: SANDBOX_TRADERS }, { exchange, catalogue })
  return userId
}

type SandboxSurroundings = Pick<SandboxTradersSettings, 'reference' | 'quoteInToman' | 'isOpen' | 'pricesOf'>

/** Starts the simulated traders if they are on. */
async function startSandboxTraders(
  core: Core,
  { userId, ...surroundings }: { userId: number | undefined } & SandboxSurroundings,
): Promise<{ stop(): Promise<void> }> {
  const { database, exchange, catalogue, logger } = core
  const terms = userId !== undefined && areWanted(core) ? await readTradingTerms(database, userId) : undefined
  if (userId === undefined || !terms) return { stop: async () => undefined }
  const { livelinessOf } = await import('#sandbox/prices/liveliness.ts')
  return startSandbox({
    database,
    exchange,
    markets: catalogue.markets,
    userId,
    charges: terms.charges,
    ...surroundings,
    lent: lentOf(catalogue),
    meanWaitMs: ({ base, quote }) =>
      Math.round((MEAN_WAIT_MS * 10_000) / toCount(livelinessOf({ base: base.symbol, quote: quote.symbol }))),
    ordersPerDayMax: ORDERS_PER_DAY_MAX,
    roundMs: SANDBOX_ROUND_MS,
    seed: Date.now() % 2 ** 31,
    log: logger,
    now: Date.now,
  })
}
