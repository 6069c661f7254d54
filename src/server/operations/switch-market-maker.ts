import type { Market } from '#domain/market.ts'
import type { Queryable } from '../store/database.ts'
import { type MakerSwitch, setEnabled } from '../store/trading/maker-strategies.ts'

/**
 * The kill switch. Once off, the market maker cancels its quotes in these markets when it next reads its settings, and places none until it
 * is switched on again, even after a restart.
 */
export function switchMarketMaker(
  { database }: { database: Queryable },
  { markets, ...switched }: Omit<MakerSwitch, 'marketIds'> & { markets: readonly Pick<Market, 'id'>[] | 'all' },
): Promise<void> {
  return setEnabled(database, { marketIds: markets === 'all' ? markets : markets.map(({ id }) => id), ...switched })
}
