import * as z from 'zod/mini'
import type { EndpointShape } from '#contract/endpoint.ts'
import { Rejected } from '#contract/rejected.ts'
import type { MarketState } from '#domain/market-state.ts'
import { TRANSFERS } from '#domain/transfers.ts'
import { ppm } from '#domain/units.ts'
import type { Exchange } from '#server/exchange/exchange.ts'
import { openExchange } from '#server/exchange/open-exchange.ts'
import { Snapshot } from '#server/http/snapshot.ts'
import { type MarketData, openMarketData } from '#server/market-data/open-market-data.ts'
import { seedCapital } from '#server/operations/seed-capital.ts'
import { seedCatalogue } from '#server/operations/seed-catalogue.ts'
import type { Quotes } from '#server/providers/prices/prices.ts'
import { type LiveCatalogue, readCatalogue } from '#server/store/catalogue.ts'
import type { Database } from '#server/store/database.ts'
import { migrate } from '#server/store/migrate.ts'
import { orderOnWire } from '#server/trading/order-on-wire.ts'
import { followState } from './follow-state.ts'
import { overWire } from './over-wire.ts'
import { withoutLease } from './without-lease.ts'

export const MARKET_MAKER = 1_000

interface Asked {
  readonly query?: object
  readonly params?: object
}

export interface LivingExchange {
  readonly database: Database
  readonly catalogue: LiveCatalogue
  readonly exchange: Exchange
  readonly marketData: MarketData
  /** How far the market data's clock is ahead of the real one. */
  readonly clock: { aheadMs: number }
  /** The state of every market from now on. */
  readonly states: { state: MarketState }
  /** The answer of the price feed from now on. */
  readonly feed: { quotes: Quotes | undefined }
  /** The result of an endpoint's route: a reply, a snapshot or a refusal. */
  answer(endpoint: EndpointShape, call?: Asked): Promise<unknown>
  /** The reply in the form that a client reads. @throws Error if it was refused */
  ask<Shape extends EndpointShape>(endpoint: Shape, call?: Asked): Promise<z.output<Shape['response']>>
  close(): Promise<void>
}

const log = { warn() {} }

/** A seeded exchange with its market data, on a database that may have been used before. */
export async function openLivingExchange(
  database: Database,
  quotes: Quotes | undefined,
  { sandboxTradersId }: { sandboxTradersId?: number } = {},
): Promise<LivingExchange> {
  await migrate(database)
  await seedCatalogue(database)
  const catalogue = await readCatalogue(database)
  const clock = { aheadMs: 0 }
  const states: LivingExchange['states'] = { state: { kind: 'open' } }
  const { markets } = catalogue
  const now = () => Date.now() + clock.aheadMs
  const lease = await withoutLease(database)
  const settings = { database, markets, hours: 'always', now, log, lease, onLost: () => undefined } as const
  const opened = overWire(await openExchange(settings))
  const exchange = followState(opened, markets, () => states.state)
  await seedCapital({ exchange, catalogue, marketMakerId: MARKET_MAKER })
  const feed = { quotes }
  const marketData = await openMarketData({
    database,
    exchange,
    catalogue,
    priceFeed: {
      quotes: async () =>
        feed.quotes ? { kind: 'quotes', ...feed.quotes } : { kind: 'unavailable', fault: 'UNREACHABLE' },
    },
    transfers: TRANSFERS,
    sandboxTradersId,
    marketStateAt: () => states.state,
    showOrder: orderOnWire,
    log,
    now,
    settings: {
      quickTradeSpread: ppm(5_000n),
      pricePollMs: 3_600_000,
      quoteAgeMsMax: 30_000,
      candleWriteMs: 3_600_000,
    },
  })
  await marketData.priceBoard.poll()
  const answer = async (endpoint: EndpointShape, { query = {}, params = {} }: Asked = {}) => {
    const found = marketData.routes.find((candidate) => candidate.endpoint.path === endpoint.path)
    if (!found) throw new Error(`no route ${endpoint.path}`)
    return found.handle({ query, params } as never)
  }
  return {
    database,
    catalogue,
    exchange,
    marketData,
    clock,
    states,
    feed,
    answer,
    async ask<Shape extends EndpointShape>(endpoint: Shape, call?: Asked) {
      const reply = await answer(endpoint, call)
      if (reply instanceof Rejected) throw new Error(`refused: ${reply.code}`)
      const schema: Shape['response'] = endpoint.response
      return z.parse(schema, reply instanceof Snapshot ? JSON.parse(reply.text) : reply)
    },
    async close() {
      await marketData.close()
      await exchange.close()
    },
  }
}
