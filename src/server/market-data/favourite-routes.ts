import { addFavouriteMarket, getFavouriteMarkets, removeFavouriteMarket } from '#contract/markets.ts'
import { type Route, route } from '../http/route.ts'
import type { Catalogue } from '../store/catalogue.ts'
import type { Queryable } from '../store/database.ts'
import { deleteFavourite, insertFavourite, readFavourites } from '../store/market-data/favourites.ts'
import { unknownMarket } from './sources.ts'

export interface FavouriteServices {
  readonly database: Queryable
  readonly catalogue: Catalogue
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** The favourite markets of a user. A repeated call changes nothing, so that a client may send it again. */
export function favouriteRoutes({ database, catalogue, now }: FavouriteServices): Route[] {
  return [
    route(getFavouriteMarkets, async ({ caller: { userId } }) => {
      const symbolById = new Map(catalogue.markets.map(({ id, symbol }) => [id, symbol]))
      return { content: (await readFavourites(database, userId)).flatMap((id) => symbolById.get(id) ?? []) }
    }),
    route(addFavouriteMarket, async ({ caller: { userId }, params }) => {
      const market = catalogue.marketBySymbol.get(params.market)
      if (!market) return unknownMarket('market')
      await insertFavourite(database, { userId, marketId: market.id, at: new Date(now()) })
      return {}
    }),
    route(removeFavouriteMarket, async ({ caller: { userId }, params }) => {
      const market = catalogue.marketBySymbol.get(params.market)
      if (!market) return unknownMarket('market')
      await deleteFavourite(database, { userId, marketId: market.id })
      return {}
    }),
  ]
}
