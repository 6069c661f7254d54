import { seedCandles } from '../operations/seed-candles.ts'
import { seedCapital } from '../operations/seed-capital.ts'
import { seedStrategies } from '../operations/seed-strategies.ts'
import { startMarketMaker as startMaker } from '../operations/start-market-maker.ts'
import { rememberPrices } from '../providers/prices/sandbox/remember-prices.ts'
import { sandboxCandles } from '../providers/prices/sandbox/sandbox-candles.ts'
import { createSupervisor } from '../store/accounts/create-supervisor.ts'
import { readTradingTerms } from '../store/accounts/read-trading-terms.ts'
import { readStrategies } from '../store/trading/maker-strategies.ts'
import type { Core } from './core.ts'

const MARKET_MAKER = 'market-maker'
const ROUND_MS = 250
/** How soon the maker obeys a changed setting. */
const STRATEGIES_MS = 2_000
const PLACES_PER_ROUND_MAX = 4

/** What the house itself brings to a first start: its capital, its market maker's account, and a sandbox's past. */
export async function furnishHouse({ config, database, exchange, catalogue, providers }: Core): Promise<number> {
  const marketMakerId = await createSupervisor(database, { houseName: MARKET_MAKER, at: new Date() })
  if (config.seedCapital) await seedCapital({ database, exchange, catalogue, marketMakerId, now: Date.now })
  await seedStrategies(database, catalogue)
  const { sandboxMarket } = providers
  if (sandboxMarket && config.sandboxCandles) {
    const market = rememberPrices(sandboxMarket)
    const past = (wanted: Parameters<typeof sandboxCandles>[1]) => sandboxCandles(market, wanted)
    await seedCandles({ database, markets: catalogue.markets, past, now: Date.now })
  }
  return marketMakerId
}

type MakerSettings = Parameters<typeof startMaker>[0]

/** The house's own customer: quotes both sides of every market from the feed, on its credit line. */
export async function startMarketMaker(
  { config, database, exchange, catalogue, logger }: Core,
  { userId, ...surroundings }: { userId: number } & Pick<MakerSettings, 'reference' | 'quoteInToman' | 'isOpen'>,
): Promise<{ stop(): Promise<void> }> {
  const terms = await readTradingTerms(database, userId)
  if (!terms?.supervisor) throw new Error('the market maker has no account')
  return startMaker({
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
