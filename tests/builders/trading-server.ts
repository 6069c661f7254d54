import { pino } from 'pino'
import * as z from 'zod/mini'
import type { MarketSettings } from '#domain/market.ts'
import type { MarketState } from '#domain/market-state.ts'
import { TRANSFERS } from '#domain/transfers.ts'
import { amount, type Price, ppm, price } from '#domain/units.ts'
import { codeOfFailure, type Exchange } from '#server/exchange/exchange.ts'
import type { FindSigner } from '#server/http/guard.ts'
import { createServer } from '#server/http/server.ts'
import { openMarketStates } from '#server/operations/market-states.ts'
import { readCatalogue } from '#server/store/catalogue.ts'
import { saveMarket } from '#server/store/console/markets.ts'
import type { Database } from '#server/store/database.ts'
import { KeptPrices } from '#server/trading/kept-prices.ts'
import { outcomeRoutes, tradingRoutes } from '#server/trading/routes.ts'
import { ownWithdrawal } from '#server/wallets/own-withdrawals.ts'
import { callerOf } from '#tests/builders/caller.ts'
import { MAY_WITHDRAW } from '#tests/builders/commands.ts'
import { nothingLeaves } from '#tests/builders/nothing-leaves.ts'
import { ETHEREUM, GOLD, TETHER, TOMAN } from './coins.ts'
import { followState } from './follow-state.ts'
import { aMarket } from './markets.ts'
import { idOf, type Person } from './people.ts'
import { writeTestCatalogue } from './test-catalogue.ts'
import { openTestExchange, type TestExchange } from './test-exchange.ts'

const whole = price(100_000_000n)

/** Gold in whole Toman, from 0.01 to 10 grams; a warning beyond 10 %. */
const GOLD_TOMAN = aMarket({
  id: 3,
  base: GOLD,
  quote: TOMAN,
  tick: whole,
  minAmount: amount(10_000n),
  maxAmount: amount(10_000_000n),
  forceWarning: ppm(100_000n),
})
const MARKETS = [GOLD_TOMAN, aMarket({ id: 105, base: ETHEREUM, quote: TETHER })]

const OrderShown = z.looseObject({ id: z.string(), orderType: z.string(), orderStatus: z.string() })
const Body = z.object({
  code: z.optional(z.string()),
  field: z.optional(z.string()),
  errors: z.optional(z.array(z.string())),
  baseDTO: z.optional(z.record(z.string(), z.unknown())),
  content: z.optional(
    z.array(z.looseObject({ id: z.optional(z.string()), order: z.optional(OrderShown), code: z.optional(z.string()) })),
  ),
  totalPages: z.optional(z.int()),
  next: z.optional(z.string()),
})

export interface TradingAnswer extends z.output<typeof Body> {
  readonly status: number
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export interface TradingServer {
  readonly exchange: TestExchange
  /** The exchange that the server uses: a test may make its commands fail. */
  readonly failing: { submit: Exchange['submit'] }
  /** The state of every market, the time, and the feed's price of every market, from now on. */
  readonly world: { state: MarketState; nowMs: number; reference?: Price }
  /** Changes the settings of the gold market, as the approval of two operators does. */
  setGold(settings: Partial<MarketSettings>): Promise<void>
  /** Calls the API as somebody, under a new key unless one is given; mina is the market maker. */
  ask(who: Person, method: Method, path: string, body?: object, key?: string): Promise<TradingAnswer>
  /** "ali", "LIMITED_BUY", { amount: '1', unitPrice: '100' }: an order for gold. */
  place(who: Person, orderType: string, order: object, query?: string): Promise<TradingAnswer>
  /** @returns its address, for programs in other processes */
  listen(): Promise<string>
  close(): Promise<void>
}

function callerOfToken(token: string) {
  const userId = Number(token.slice('session-of-user-'.length))
  return callerOf(userId, { supervisor: userId === idOf('mina') })
}

const setGold = (database: Database, settings: Partial<MarketSettings>) =>
  database.transaction((tx) => saveMarket(tx, { ...GOLD_TOMAN, ...settings }))

/** The trading routes on an HTTP server and an exchange, on a database that may have been used before. */
export async function openTradingServer(
  database: Database,
  { findSigner }: { findSigner?: FindSigner } = {},
): Promise<TradingServer> {
  const world: TradingServer['world'] = { state: { kind: 'open' }, nowMs: Date.parse('2026-11-20T08:00:00Z') }
  const now = () => world.nowMs
  await writeTestCatalogue(database, MARKETS)
  const opened = await openTestExchange(database, { markets: MARKETS, now })
  const exchange = followState(opened, MARKETS, () => world.state)
  const catalogue = await readCatalogue(database)
  const states = await openMarketStates({ database, exchange: opened, catalogue, hours: 'always' })
  const failing = { ...exchange }
  const findWithdrawal = ownWithdrawal({ database, catalogue, transfers: TRANSFERS })
  const server = await createServer({
    routes: [
      ...tradingRoutes({
        ...{ database, exchange: failing, catalogue, now },
        keptPrices: new KeptPrices(now),
        ...{ leaving: nothingLeaves(async () => MAY_WITHDRAW), inToman: () => undefined },
        marketStateAt: () => world.state,
        ...{ quoteInToman: () => undefined, referencePrice: () => world.reference },
        quotes: { quoteFor: () => 'stale', honouredUntil: () => undefined },
      }),
      ...outcomeRoutes({ ...{ database, exchange, catalogue }, findDeposit: async () => undefined, findWithdrawal }),
    ],
    ...(findSigner && { findSigner }),
    findCaller: async (token) => callerOfToken(token),
    logger: pino({ level: 'silent' }),
    clientDir: undefined,
    sandboxes: [],
    requestsPerMinuteMax: 0,
    proxyHops: 0,
    publicOrigin: undefined,
    secureCookies: false,
    codeOfFailure,
    now: () => new Date(),
    checkReplies: true,
  })
  let asked = 0
  const ask: TradingServer['ask'] = async (who, method, path, body, key) => {
    asked += 1
    const reply = await server.inject({
      method,
      url: `/api${path}`,
      headers: {
        authorization: `Bearer session-of-user-${idOf(who)}`,
        'idempotency-key': key ?? `asked-${world.nowMs}-${asked}`,
        language: 'en',
      },
      ...(body ? { payload: body } : {}),
    })
    return { status: reply.statusCode, ...Body.parse(reply.json()) }
  }
  return {
    listen: () => server.listen({ host: '127.0.0.1', port: 0 }),
    exchange,
    failing,
    world,
    setGold: (settings) => setGold(database, settings).then(states.reload),
    ask,
    place: (who, orderType, order, query = '') => {
      const side = orderType.endsWith('BUY') ? 'buy' : 'sell'
      return ask(who, 'POST', `/orders/${side}${query}`, { marketType: 'GOLD_TOMAN', orderType, ...order })
    },
    close: () => server.close().then(() => exchange.close()),
  }
}
