import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import type { Access, EndpointShape } from '#contract/endpoint.ts'
import { callApi } from './call-api.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      offline?: EndpointShape['offline']
      access?: Access
      /** The schema for an answer that this page did not fetch itself. */
      reply?: z.ZodMiniType
      /** The part of the stream that keeps the answer up to date: `own`, or the symbol of a market. */
      stream?: string
    }
  }
}

/** How long a kept answer stays, in memory and on the device: seven days. */
export const KEPT_MS_MAX = 7 * 24 * 60 * 60 * 1000

/**
 * The query of one endpoint. The contract decides whether it runs without a network and whether its last answer is stored on the device. A factory
 * adds its `refetchInterval` and `select`. @param stream the part of the stream that keeps the answer up to date, if there is one
 */
export function endpointQuery<const Shape extends EndpointShape>(
  endpoint: Shape,
  input: Parameters<typeof callApi<Shape>>[1],
  stream?: string,
) {
  const queryKey: readonly [path: string, input: unknown] = [endpoint.path, input]
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => callApi(endpoint, input, { signal }),
    // A kept answer is shown without a network, and a first try reports that there is none; other queries wait for the network.
    networkMode: endpoint.offline === 'never' ? 'online' : 'offlineFirst',
    ...(endpoint.offline === 'keep' || endpoint.offline === 'own' ? { gcTime: KEPT_MS_MAX } : {}),
    meta: { offline: endpoint.offline, access: endpoint.access, reply: endpoint.response, ...(stream && { stream }) },
  })
}

/** For a list that is read page by page from a cursor. Its pages are never counted, however often it is polled. */
export const listPages = {
  initialPageParam: '',
  getNextPageParam: ({ next }: { next?: string | undefined }) => next,
  networkMode: 'online',
} as const
