import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { QuoteUnit } from '#client/entities/market/quote-unit.ts'
import { decodePrice } from '#client/lib/decode.ts'
import { endpointQuery } from '#client/lib/endpoint-query.ts'
import { every, POLL_MS } from '#client/lib/polling.ts'
import { getTetherPrices, getTomanPrices } from '#contract/coins.ts'
import type { Reply } from '#contract/endpoint.ts'
import type { Price } from '#domain/units.ts'

export interface QuickTradePrice {
  /** The price that the customer pays per whole coin. */
  readonly buy: Price
  /** The price that the customer receives per whole coin. */
  readonly sell: Price
  /** The change in percent over the last day, possibly negative, as text. */
  readonly change24h: string
}

export interface QuickTradePrices {
  /** The time of the price feed, ISO 8601. */
  readonly at: string
  /** The feed has been silent for too long: trading at these prices is not allowed. */
  readonly stale: boolean
  readonly bySymbol: ReadonlyMap<string, QuickTradePrice>
}

/** The quick-trade prices of every coin. */
export const pricesQuery = (unit: QuoteUnit) =>
  queryOptions({
    ...(unit === 'TOMAN' ? endpointQuery(getTomanPrices, {}) : endpointQuery(getTetherPrices, {})),
    refetchInterval: every(POLL_MS.prices),
    select: decodePrices,
  })

/** Fetches the current prices, which also refreshes every screen that shows them. */
export async function fetchPrices(client: QueryClient, unit: QuoteUnit): Promise<QuickTradePrices> {
  return decodePrices(await client.fetchQuery({ ...pricesQuery(unit), staleTime: 0, retry: false }))
}

function decodePrices({ baseDTO, content }: Reply<typeof getTomanPrices>): QuickTradePrices {
  const bySymbol = new Map(
    content.map((row): [string, QuickTradePrice] => [
      row.destCoinSymbol,
      { buy: decodePrice(row.buyPrice), sell: decodePrice(row.sellPrice), change24h: row.price24hrChangePercent },
    ]),
  )
  return { at: baseDTO.at, stale: baseDTO.stale, bySymbol }
}
