import type { Query, QueryClient } from '@tanstack/react-query'
import { probeServer } from '#client/lib/probe-server.ts'
import { isUnreachable } from './query-client.ts'

/** `offline`: the device says so. `unreachable`: it does not, but the server has not answered for a while. */
export type ConnectionState = 'online' | 'offline' | 'unreachable'

export interface Connection {
  readonly state: () => ConnectionState
  readonly subscribe: (listener: () => void) => () => void
}

/** One lost moment is a tunnel; two are a lost connection. */
const LOST_MOMENTS_MAX = 2
/** Requests that fail within so long of each other were lost at one moment, and so was a query that is tried again after a second. */
const MOMENT_MS = 1_500
const PROBE_MS = 5_000

/** Watches the device's network state and the outcome of queries, and probes the server from the first loss until something is answered. */
export function createConnection(client: QueryClient): Connection {
  const listeners = new Set<() => void>()
  let lostMoments = 0
  let lastLostAt = Number.NEGATIVE_INFINITY
  let state: ConnectionState = 'online'
  let probe: ReturnType<typeof setInterval> | undefined

  /** A page that asks for nothing more would not notice that the server stays away, or is back. */
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
    // The last failure of a request is an error, and each that is tried again has failed.
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
 * What is on the screen and got no answer is asked for anew, the session too. React Query would not do it: it takes a page that is opened offline
 * for one that is online, and asks nothing anew that is tried without a network.
 */
function askAgain(client: QueryClient): void {
  const lost = { type: 'active', predicate: ({ state }: Query) => isUnreachable(state.error) } as const
  void client.refetchQueries(lost, { cancelRefetch: false })
}

function stateOf({ isOnLine, lostMoments }: { isOnLine: boolean; lostMoments: number }): ConnectionState {
  if (!isOnLine) return 'offline'
  return lostMoments >= LOST_MOMENTS_MAX ? 'unreachable' : 'online'
}
