import type { Market } from '#domain/market.ts'
import type { Database } from '#server/store/database.ts'
import { writeCatalogue } from '#server/store/seed/write-catalogue.ts'
import { COINS } from './coins.ts'
import { MARKETS } from './markets.ts'

/** Writes the coins and markets of the builders, which the ledger check reads. */
export function writeTestCatalogue(database: Database, markets: readonly Market[] = MARKETS): Promise<void> {
  return writeCatalogue(database, {
    coins: COINS,
    networks: [],
    markets: markets.map((market) => ({ ...market, baseCoinId: market.base.id, quoteCoinId: market.quote.id })),
    bankLimits: [],
  })
}
