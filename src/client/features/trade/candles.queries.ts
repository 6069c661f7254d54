import { queryOptions } from '@tanstack/react-query'
import { endpointQuery } from '#client/lib/endpoint-query.ts'
import { every, POLL_MS } from '#client/lib/polling.ts'
import type { Reply } from '#contract/endpoint.ts'
import { getCandles } from '#contract/markets.ts'

export const RESOLUTIONS = ['1', '5', '15', '30', '60', '1D', '1W'] as const
export type Resolution = (typeof RESOLUTIONS)[number]

export const candlesQuery = ({ market, resolution }: { market: string; resolution: Resolution }) =>
  queryOptions({
    ...endpointQuery(getCandles, { params: { market }, query: { resolution } }),
    refetchInterval: every(POLL_MS.candles),
    select: ({ baseDTO, content }: Reply<typeof getCandles>) => ({ candles: content, sandbox: baseDTO.sandbox }),
  })
