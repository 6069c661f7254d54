import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/durations.ts'
import type { Transfers } from '#domain/transfers.ts'
import { ppm } from '#domain/units.ts'
import { keepLevels, type LevelKeeper } from '../accounts/keep-levels.ts'
import { createOperatorSessions, type OperatorSessions } from '../accounts/operators/operator-sessions.ts'
import type { Sessions } from '../accounts/sessions.ts'
import type { ConsoleServices } from '../console/console-services.ts'
import { stopAtShortage } from '../console/custody/stop-at-shortage.ts'
import { finishCancels } from '../console/markets/cancel-any-order.ts'
import { LossWatch } from '../console/markets/stop-losses.ts'
import { executeProposals } from '../console/proposals/decide-proposal.ts'
import { createDutyReports } from '../console/report-to-duty.ts'
import { markMidnight } from '../console/reports/ledger-rows.ts'
import { consoleRoutes } from '../console/routes.ts'
import { type ContentBoard, openContent } from '../content/content-board.ts'
import { openPublicPages, type PublicPages } from '../content/public-pages.ts'
import { type ContentSettings, contentRoutes } from '../content/routes.ts'
import type { FindCaller, FindSigner } from '../http/guard.ts'
import type { Route } from '../http/route.ts'
import { type MarketData, openMarketData } from '../market-data/open-market-data.ts'
import { sourcesOf } from '../market-data/price-board.ts'
import { askForAll, sharedFeed } from '../market-data/shared-quotes.ts'
import { type MarketStates, openMarketStates } from '../operations/market-states.ts'
import { readLastBackUp } from '../store/back-up/manifest.ts'
import { pruneHistory } from '../store/prune-history.ts'
import { orderOnWire } from '../trading/order-on-wire.ts'
import { deliveryRoutes } from '../wallets/deliveries/routes.ts'
import { walletRoutes } from '../wallets/routes.ts'
import type { WalletServices } from '../wallets/wallets.ts'
import { openAccounts } from './accounts.ts'
import { endUnserved, openChains } from './chains.ts'
import type { Core } from './core.ts'
import { differing } from './custody-report.ts'
import type { Job } from './jobs.ts'
import { openLiabilities } from './liabilities.ts'
import { openNotifications } from './notifications.ts'
import { payoutJobs, payoutsOf } from './payouts.ts'
import { seedTradingAccounts, type TradingAccounts, tradeJob } from './traders.ts'
import { openTrading } from './trading.ts'
import { openWallets, walletJobs } from './wallets.ts'

export interface Areas {
  readonly routes: readonly Route[]
  readonly findCaller: FindCaller
  readonly findOpen: Sessions['findOpen']
  readonly onRefresh: Sessions['onRefresh']
  readonly findOperator: OperatorSessions['findOperator']
  readonly findSigner: FindSigner
  readonly priceBoard: MarketData['priceBoard']
  readonly pages: PublicPages
  readonly jobs: readonly Job[]
  /** Starts everything that calls vendors. Call it once the server listens, because a sandbox is part of it. */
  start(): void
  close(): Promise<void>
}

/** The spread of a quick trade, added to a buyer's price and subtracted from a seller's: 0.2 %. */
const QUICK_TRADE_SPREAD = ppm(2_000n)

/** How often finished candles are written. A crash loses none: they are rebuilt from the trades. */
const CANDLE_WRITE_MS = 10_000

/** How often the prices that one process has asked for are read by all. */
const SHARED_PRICES_MS = 500
const arePricesShared = ({ process }: Core['config']) => process.secret !== undefined

const PRUNE_EVERY_MS = HOUR_MS

/** The longest delay until a halt ordered by another process takes effect. */
const HALTS_EVERY_MS = 500

/** The longest delay until a publication by another process is shown. */
const CONTENT_EVERY_MS = 1_000

const PROPOSALS_EVERY_MS = 30_000
const DUTY_EVERY_MS = 20_000
const LOSSES_EVERY_MS = 5_000
const CUSTODY_EVERY_MS = MINUTE_MS
const MARKS_EVERY_MS = HOUR_MS

const LEVELS_EVERY_MS = DAY_MS
/** How often trades are counted while they keep coming. */
const LEVELS_PAUSE_MS = 5_000

/** Opens each area with its dependencies. */
export async function openAreas(core: Core): Promise<Areas> {
  const { config, database, exchange, catalogue, logger } = core
  const chains = openChains(core)
  await endUnserved(core, chains)
  const tradingAccounts = await seedTradingAccounts(core)
  const states = await openMarketStates({ database, exchange, catalogue, hours: config.goldHours })
  const content = await openContent({ database, catalogue, goldHours: config.goldHours, now: Date.now })
  const accounts = await openAccounts(core, chains)
  const { sessions, now } = accounts.accounts
  const operatorSessions = createOperatorSessions({ database, now })
  const marketData = await openPrices(core, { states, tradingAccounts, transfers: chains.transfers })
  const notifications = openNotifications(core, { accounts: accounts.accounts, tradingAccounts, marketData })
  const levels = keepLevels({
    ...{ database, exchange, sessions, log: logger, pauseMs: LEVELS_PAUSE_MS },
    markets: catalogue.markets,
  })
  const desk: ConsoleServices = {
    ...{ accounts: accounts.accounts, operatorSessions, content, states },
    ...ofCore(core),
    ...{ payouts: payoutsOf(core), custody: chains.custody, transfers: chains.transfers },
    ...{ prices: marketData.priceBoard, valuation: marketData.valuation },
    marketMakerId: tradingAccounts.marketMakerId,
  }
  const liabilities = openLiabilities(core, chains)
  const trading = openTrading(core, { marketData, states, chains, accounts: accounts.accounts })
  const wallets = openWallets(core, { marketData, chains, accounts: accounts.accounts })
  return {
    routes: [
      ...accounts.routes,
      ...notifications.routes,
      ...consoleRoutes(desk),
      ...trading.routes,
      ...walletRoutes(wallets),
      ...deliveryRoutes({ ...wallets, sealer: accounts.accounts.sealer }),
      ...chains.routes,
      ...liabilities.routes,
      ...marketData.routes,
      ...publicTexts(core, { board: content, inToman: marketData.valuation.inToman }),
    ],
    ...{ findCaller: sessions.findCaller, findOpen: sessions.findOpen, onRefresh: sessions.onRefresh },
    findOperator: operatorSessions.findOperator,
    findSigner: accounts.accounts.apiKeys.findSigner,
    priceBoard: marketData.priceBoard,
    pages: publicPages(core, { board: content, answers: marketData.publicAnswers, liabilities: liabilities.board }),
    jobs: [
      ...accounts.jobs,
      ...notifications.jobs,
      ...consoleJobs(desk, marketData),
      ...payoutJobs(desk.payouts),
      ...jobsOf(core, { wallets, states, levels, content }),
      ...trading.jobs,
      ...priceJobs(core),
      ...chains.jobs,
      ...liabilities.jobs,
      tradeJob(core, tradingAccounts, {
        marketData,
        quoteInToman: trading.quoteInToman,
        isOpen: (market) => states.stateAt(market, Date.now()).kind === 'open',
      }),
    ],
    start: marketData.start,
    close: async () => {
      chains.close()
      await closeAll([notifications, levels, marketData])
    },
  }
}

/** The console's dependencies that exist before any area. */
const ofCore = ({ config, exchange, catalogue, gauges, providers: { findDollarPrice } }: Core) => ({
  ...{ exchange, catalogue, gauges, findDollarPrice },
  lastBackUp: () => readLastBackUp(config.dataDir),
})

async function closeAll(parts: readonly { close(): Promise<void> }[]): Promise<void> {
  for (const part of parts) await part.close()
}

const publicPages = (
  { config, catalogue }: Core,
  shown: Pick<Parameters<typeof openPublicPages>[0], 'board' | 'answers' | 'liabilities'>,
): PublicPages =>
  openPublicPages({ ...shown, catalogue, publicUrl: config.publicUrl, sandboxes: config.providers.sandboxes })

const publicTexts = (
  { config, database, catalogue }: Core,
  shown: Pick<ContentSettings, 'board' | 'inToman'>,
): Route[] => contentRoutes({ ...shown, database, catalogue, now: Date.now, sandboxes: config.providers.sandboxes })

function openPrices(
  { config, database, exchange, catalogue, providers, logger }: Core,
  {
    states,
    tradingAccounts,
    transfers,
  }: { states: MarketStates; tradingAccounts: TradingAccounts; transfers: Transfers },
): Promise<MarketData> {
  return openMarketData({
    database,
    exchange,
    catalogue,
    priceFeed: arePricesShared(config) ? sharedFeed(database) : providers.priceFeed,
    transfers,
    sandboxTradersId: tradingAccounts.sandboxTradersId,
    marketStateAt: states.stateAt,
    showOrder: orderOnWire,
    log: logger,
    now: Date.now,
    settings: {
      quickTradeSpread: QUICK_TRADE_SPREAD,
      pricePollMs: arePricesShared(config) ? Math.min(SHARED_PRICES_MS, config.pricePollMs) : config.pricePollMs,
      quoteAgeMsMax: config.quoteAgeMsMax,
      candleWriteMs: CANDLE_WRITE_MS,
    },
  })
}

/** One process asks the vendor for all; alone, the board asks it. */
const priceJobs = ({ config, database, catalogue, providers: { priceFeed } }: Core): Job[] => [
  ...(arePricesShared(config)
    ? [
        {
          name: 'ask for prices',
          everyMs: config.pricePollMs,
          runsIn: 'one process' as const,
          run: () => askForAll({ database, priceFeed, now: () => new Date() }, sourcesOf(catalogue.markets)),
        },
      ]
    : []),
]

function lossJob(
  { accounts: { database, now, log }, catalogue: { markets }, marketMakerId: userId }: ConsoleServices,
  reference: MarketData['priceBoard'],
): () => Promise<void> {
  const watch = new LossWatch({ database, markets, userId, reference, now, log })
  return () => watch.look()
}

/** Retries approved proposals that a restart interrupted. */
const consoleJobs = (desk: ConsoleServices, { priceBoard }: Pick<MarketData, 'priceBoard'>): Job[] => [
  {
    name: 'report to operators on duty',
    everyMs: DUTY_EVERY_MS,
    runsIn: 'each process',
    run: createDutyReports(desk).look,
  },
  ...(desk.custody
    ? [
        {
          name: 'compare custody with the ledger',
          everyMs: CUSTODY_EVERY_MS,
          runsIn: 'one process' as const,
          run: async () => {
            const networks = await stopAtShortage(desk)
            if (networks?.every(({ answered }) => answered)) desk.gauges.noteComparison(differing(networks).length)
          },
        },
      ]
    : []),
  {
    name: 'stop a market maker that loses',
    everyMs: LOSSES_EVERY_MS,
    runsIn: 'one process',
    run: lossJob(desk, priceBoard),
  },
  {
    name: 'finish cancellations of operators',
    everyMs: PROPOSALS_EVERY_MS,
    runsIn: 'one process',
    run: () => finishCancels(desk),
  },
  {
    name: 'mark the balances of midnight',
    everyMs: MARKS_EVERY_MS,
    runsIn: 'one process',
    run: () => markMidnight(desk.accounts.database, desk.accounts.now()),
  },
  {
    name: 'execute approved proposals',
    everyMs: PROPOSALS_EVERY_MS,
    runsIn: 'one process',
    run: () => executeProposals(desk),
  },
]

function jobsOf(
  { config, database }: Core,
  {
    wallets,
    states,
    levels,
    content,
  }: { wallets: WalletServices; states: MarketStates; levels: LevelKeeper; content: ContentBoard },
): Job[] {
  return [
    ...walletJobs({ config, database }, wallets),
    { name: 'read the halts of markets', everyMs: HALTS_EVERY_MS, runsIn: 'each process', run: states.reload },
    { name: 'read what was published', everyMs: CONTENT_EVERY_MS, runsIn: 'each process', run: content.reload },
    { name: 'recalculate levels', everyMs: LEVELS_EVERY_MS, runsIn: 'one process', run: levels.recalculate },
    {
      name: 'prune history',
      everyMs: PRUNE_EVERY_MS,
      runsIn: 'one process',
      run: (stopping) => pruneHistory(database, { now: new Date(), stopping }),
    },
  ]
}
