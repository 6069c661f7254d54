import { QueryObserver, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { Resolution } from '#domain/bar-grid.ts'
import { lastTradesQuery } from '../market.queries.ts'
import { BarFeed } from './bar-feed.ts'
import { askHistory, chartHistoryQuery } from './chart.queries.ts'

/** The bars of a market, which follow its trades while they are shown; trades render nothing here. */
export function useBarFeed({ market, resolution }: { market: string; resolution: Resolution }) {
  const client = useQueryClient()
  const query = useQuery(chartHistoryQuery({ market, resolution }))
  const history = query.data
  const feed = useMemo(
    () =>
      history &&
      new BarFeed({
        ...{ history, resolution },
        ask: (range) => askHistory({ market, resolution, range }),
      }),
    [history, market, resolution],
  )
  useEffect(() => {
    if (!feed) return
    const trades = new QueryObserver(client, lastTradesQuery(market))
    feed.follow(trades.getCurrentResult().data ?? [])
    return trades.subscribe(({ data }) => feed.follow(data ?? []))
  }, [client, feed, market])
  return { query, feed }
}
