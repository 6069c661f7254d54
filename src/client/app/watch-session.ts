import type { QueryClient } from '@tanstack/react-query'
import { callApi } from '#client/lib/call-api.ts'
import { sessionQuery } from '#client/lib/session.ts'
import { getSession } from '#contract/session.ts'

/** A session that is ended on another device ends on this screen within this many milliseconds. */
const EVERY_MS = 10_000

/**
 * Asks regularly whether the session still exists, also on pages that send no requests. `callApi` reports a session that has ended, which leads to
 * the login. A hidden page asks when it becomes visible. Returns the function that stops it.
 */
export function watchSession(client: QueryClient): () => void {
  const ask = () => {
    if (document.visibilityState !== 'visible' || !client.getQueryData(sessionQuery().queryKey)) return
    callApi(getSession, {}).catch(() => undefined)
  }
  const timer = setInterval(ask, EVERY_MS)
  document.addEventListener('visibilitychange', ask)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', ask)
  }
}
