import type { Logger } from 'pino'
import { TOMAN } from '#domain/coin.ts'
import { ppm } from '#domain/units.ts'
import { ACCOUNT_SETTINGS } from '../accounts/accounts.ts'
import { accountRoutes } from '../accounts/routes.ts'
import { createSessions } from '../accounts/sessions.ts'
import type { Config } from '../config/config.ts'
import type { Exchange } from '../exchange/exchange.ts'
import type { Caller, Route } from '../http/route.ts'
import { openPriceBoard } from '../market-data/price-board.ts'
import { createValuation } from '../market-data/value-in-toman.ts'
import { readPayer } from '../store/accounts/read-payer.ts'
import type { Catalogue } from '../store/catalogue.ts'
import type { Database } from '../store/database.ts'
import { readBankLimits } from '../store/market-data/read-bank-limits.ts'
import { tradingRoutes } from '../trading/routes.ts'
import { walletRoutes } from '../wallets/routes.ts'
import type { Wallets } from '../wallets/wallets.ts'
import { filesDirOf } from './files-dir.ts'
import type { Providers } from './providers.ts'

export interface Areas {
  readonly routes: readonly Route[]
  readonly findCaller: (token: string) => Promise<Caller | undefined>
  readonly wallets: Wallets
  startMarketMaker(): { stop(): Promise<void> }
  close(): Promise<void>
}

export interface Core {
  readonly config: Config
  readonly database: Database
  readonly exchange: Exchange
  readonly catalogue: Catalogue
  readonly providers: Providers
  readonly logger: Logger
}

/** What the house adds to a buyer's price of a quick trade and takes from a seller's: 0.2 %. */
const QUICK_TRADE_SPREAD = ppm(2_000n)

/** Gives each area what it works with. */
export async function openAreas(core: Core): Promise<Areas> {
  const { config, database, exchange, catalogue, providers, logger } = core
  const nowDate = () => new Date()
  const sessions = createSessions({ database, now: nowDate, settings: ACCOUNT_SETTINGS })
  const board = openPriceBoard({
    markets: catalogue.markets,
    priceFeed: providers.priceFeed,
    log: logger,
    now: Date.now,
    spread: QUICK_TRADE_SPREAD,
    pollMs: config.pricePollMs,
    quoteAgeMsMax: config.quoteAgeMsMax,
  })
  const valuation = createValuation(board, catalogue.markets)
  const wallets: Wallets = {
    database,
    exchange,
    catalogue,
    gateway: providers.gateway,
    inToman: valuation.inToman,
    payerOf: (userId) => readPayer(database, userId),
    depositLimits: await depositLimits(database, catalogue),
    publicUrl: config.publicUrl,
    now: nowDate,
    log: logger,
  }
  const { sms, identity } = providers
  const filesDir = filesDirOf(config)
  return {
    routes: [
      ...accountRoutes({ database, sms, identity, sessions, now: nowDate, filesDir, settings: ACCOUNT_SETTINGS }),
      ...tradingRoutes({ database, exchange, catalogue, quotes: board, now: Date.now }),
      ...walletRoutes(wallets),
    ],
    findCaller: sessions.findCaller,
    wallets,
    startMarketMaker: () => ({ stop: async () => undefined }),
    close: async () => board.close(),
  }
}

async function depositLimits(database: Database, { coinBySymbol }: Catalogue): Promise<Wallets['depositLimits']> {
  const toman = coinBySymbol.get(TOMAN)
  const limits = (await readBankLimits(database)).find(({ coinId }) => coinId === toman?.id)
  if (!limits) throw new Error('the catalogue has no bank limits of Toman')
  return { min: limits.minDeposit, max: limits.maxDeposit }
}
