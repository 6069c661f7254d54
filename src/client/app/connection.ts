import type { Query, QueryClient } from '@tanstack/react-query'
import { connectionLost } from '#client/lib/connection-lost.ts'
import { probeServer } from '#client/lib/probe-server.ts'
import { isUnreachable } from './query-client.ts'

/** `offline`: the device reports no network. `unreachable`: the device reports a network, but the server has not answered for a while. */
export type ConnectionState = 'online' | 'offline' | 'unreachable'

export interface Connection {
  readonly state: () => ConnectionState
  readonly subscribe: (listener: () => void) => () => void
}

/** A single loss may be a tunnel; two count as a lost connection. */
const LOST_MOMENTS_MAX = 2
/** Requests that fail within this time of each other count as one loss, and so does a query that is retried after a second. */
const MOMENT_MS = 1_500
const PROBE_MS = 5_000

/** Watches the device's network state and the outcome of queries. From the first loss on, it probes the server until something is answered. */
export function createConnection(client: QueryClient): Connection {
  const listeners = new Set<() => void>()
  let lostMoments = 0
  let lastLostAt = Number.NEGATIVE_INFINITY
  let state: ConnectionState = 'online'
  let probe: ReturnType<typeof setInterval> | undefined

  /** A page that sends no requests would not notice that the server is still gone, or is back. */
  const probeWhile = (isInDoubt: boolean) => {
    if (isInDoubt) probe ??= setInterval(() => void probeServer().then(reached, missed), PROBE_MS)
    else {
      clearInterval(probe)
      probe = undefined
    }
  }
  const update = () => {
    const next = stateOf({ isOnLine: navigator.onLine, lostMoments })
    probeWhile(lostMoments > 0 && next !== 'offline')
    if (next === state) return
    state = next
    connectionLost.set(next !== 'online')
    for (const listener of listeners) listener()
    if (next === 'online') askAgain(client)
  }
  const reached = () => {
    lostMoments = 0
    lastLostAt = Number.NEGATIVE_INFINITY
    update()
  }
  const missed = () => {
    const at = performance.now()
    if (at - lastLostAt < MOMENT_MS) return
    lastLostAt = at
    lostMoments += 1
    update()
  }

  window.addEventListener('online', reached)
  window.addEventListener('offline', update)
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return
    const { action } = event
    // The last failure of a request arrives as `error`, each one that is retried as `failed`.
    if ((action.type === 'failed' || action.type === 'error') && isUnreachable(action.error)) missed()
    if (action.type === 'success' && !action.manual) reached()
  })
  update()
  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/**
 * Refetches the active queries that got no answer, the session included. React Query would not: it believes that a page opened offline is online, and
 * does not refetch queries that are tried without a network.
 */
function askAgain(client: QueryClient): void {
  const lost = { type: 'active', predicate: ({ state }: Query) => isUnreachable(state.error) } as const
  void client.refetchQueries(lost, { cancelRefetch: false })
}

function stateOf({ isOnLine, lostMoments }: { isOnLine: boolean; lostMoments: number }): ConnectionState {
  if (!isOnLine) return 'offline'
  return lostMoments >= LOST_MOMENTS_MAX ? 'unreachable' : 'online'
}
