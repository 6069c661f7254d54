import { rejected } from '#contract/rejected.ts'
import { getStream } from '#contract/stream.ts'
import { EventStream, type Route, route } from '../http/route.ts'
import type { Catalogue } from '../store/catalogue.ts'
import type { LiveFeed } from './live-feed.ts'
import { unknownMarket } from './sources.ts'

/** The live stream of a market and of the caller's own changes. */
export function streamRoutes({ catalogue, feed }: { catalogue: Catalogue; feed: LiveFeed }): Route[] {
  return [
    route(getStream, ({ query, caller, ...call }) => {
      const { market: symbol, lastEventId = call.lastEventId } = query
      if (symbol === undefined && !caller) return rejected('UNAUTHENTICATED')
      const market = symbol === undefined ? undefined : catalogue.marketBySymbol.get(symbol)
      if (symbol !== undefined && !market) return unknownMarket('market')
      return new EventStream(({ send }) => {
        const stops = [
          ...(market ? [feed.joinMarket(market, { send, lastEventId })] : []),
          ...(caller ? [feed.joinOwn({ send, userId: caller.userId, showsBalances: !caller.supervisor })] : []),
        ]
        return () => {
          for (const stop of stops) stop()
        }
      })
    }),
  ]
}
