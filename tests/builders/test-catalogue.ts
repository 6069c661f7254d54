import type { Market } from '#domain/market.ts'
import { amount } from '#domain/units.ts'
import type { Database } from '#server/store/database.ts'
import { writeCatalogue } from '#server/store/seed/write-catalogue.ts'
import { COINS, TOMAN } from './coins.ts'
import { MARKETS } from './markets.ts'

const minDeposit = amount(1_000n * 10n ** 6n)
const maxDeposit = amount(10n ** 9n * 10n ** 6n)

/** Writes the coins and markets of the builders, which the ledger check reads. */
export function writeTestCatalogue(database: Database, markets: readonly Market[] = MARKETS): Promise<void> {
  return writeCatalogue(database, {
    coins: COINS,
    networks: [],
    markets: markets.map((market) => ({ ...market, baseCoinId: market.base.id, quoteCoinId: market.quote.id })),
    bankLimits: [{ coinId: TOMAN.id, minDeposit, maxDeposit, minWithdraw: minDeposit, maxWithdraw: maxDeposit }],
  })
}
