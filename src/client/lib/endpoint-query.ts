import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import type { Access, EndpointShape } from '#contract/endpoint.ts'
import { callApi } from './call-api.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      offline?: EndpointShape['offline']
      access?: Access
      /** Reads an answer that this page has not asked for itself. */
      reply?: z.ZodMiniType
    }
  }
}

/** How long a kept answer stays, in memory and on the device: seven days. */
export const KEPT_MS_MAX = 7 * 24 * 60 * 60 * 1000

/**
 * The query of one endpoint. Whether it is tried without a network, and whether its last answer stays on the device,
 * follows from what the contract says of the endpoint. A factory adds its `refetchInterval` and `select`.
 */
export function endpointQuery<const Shape extends EndpointShape>(
  endpoint: Shape,
  input: Parameters<typeof callApi<Shape>>[1],
) {
  const queryKey: readonly [path: string, input: unknown] = [endpoint.path, input]
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => callApi(endpoint, input, { signal }),
    // What is kept is shown without a network, and a first try says that there is none; anything else waits for the network.
    networkMode: endpoint.offline === 'never' ? 'online' : 'offlineFirst',
    ...(endpoint.offline === 'keep' ? { gcTime: KEPT_MS_MAX } : {}),
    meta: { offline: endpoint.offline, access: endpoint.access, reply: endpoint.response },
  })
}

/** Of a list that is read on from where the last page ended. Nobody counts its pages, however often it is polled. */
export const listPages = {
  initialPageParam: '',
  getNextPageParam: ({ next }: { next?: string | undefined }) => next,
  networkMode: 'online',
} as const
