import { QueryClient } from '@tanstack/react-query'
import { ApiRefusal } from '#client/lib/call-api.ts'
import { isLive } from '#client/lib/live.ts'

const RETRIES_MAX = 1
const STALE_MS = 2_000
/** React Query's defaults: the pause doubles each time, up to half a minute. */
const RETRY_MS = 1_000
const RETRY_MS_MAX = 30_000

/**
 * A query is retried once when the server could not be reached. A query that was refused with "too many requests" waits as long as the server asks
 * and retries silently, with its last answer still on the screen. A mutation is sent once, immediately, or fails.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: (query) => (isLive(query) ? Number.POSITIVE_INFINITY : STALE_MS),
        retry: (failures, error) => waitOf(error) !== undefined || (failures < RETRIES_MAX && isUnreachable(error)),
        retryDelay: (failures, error) => waitOf(error) ?? Math.min(RETRY_MS * 2 ** failures, RETRY_MS_MAX),
      },
      // The default would hold an order made offline and send it on reconnect, at an outdated price.
      mutations: { networkMode: 'always', retry: false },
    },
  })
}

const waitOf = (error: unknown) => (error instanceof ApiRefusal ? error.retryAfterMs : undefined)

export function isUnreachable(error: unknown): boolean {
  return error instanceof ApiRefusal && error.code === 'UNREACHABLE'
}
