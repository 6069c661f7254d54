import type { Market } from '#domain/market.ts'
import type { Queryable } from '../store/database.ts'
import { setEnabled } from '../store/trading/maker-strategies.ts'

/**
 * The kill switch: off, the maker takes its quotes off these markets with its next look at its settings, and puts up none until it is
 * switched on again, whatever is restarted meanwhile.
 */
export function switchMarketMaker(
  { database }: { database: Queryable },
  { markets, enabled }: { markets: readonly Pick<Market, 'id'>[] | 'all'; enabled: boolean },
): Promise<void> {
  return setEnabled(database, { marketIds: markets === 'all' ? markets : markets.map(({ id }) => id), enabled })
}
