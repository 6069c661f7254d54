import type { QueryClient } from '@tanstack/react-query'
import { LOGOUT_KEY, sessionQuery } from '#client/entities/session/session.ts'
import { type LoginReason, SESSION_ENDED } from '#client/features/auth/auth-search.ts'
import { onUnauthenticated } from '#client/lib/session-mark.ts'
import { followWipes, wipeUserData } from '#client/lib/wipe-user-data.ts'

/** The part of the router that is used here. */
interface PageRouter {
  readonly state: { readonly location: { readonly href: string } }
  navigate(to: { to: '/login'; search: { next: string; reason: LoginReason } }): Promise<void>
  invalidate(): Promise<void>
}

/**
 * A session that has ended, which any answer may report, is a logout: the user's data is wiped in every tab, and the login page leads back to the
 * present one. A refusal of a visitor is not a logout: there was no session. Returns the function that stops it.
 */
export function followSession({ queryClient, router }: { queryClient: QueryClient; router: PageRouter }): () => void {
  const { queryKey } = sessionQuery()
  const leadToLogin = () => {
    const { href } = router.state.location
    void router.navigate({ to: '/login', search: { next: href, reason: SESSION_ENDED } })
  }
  const stops = [
    onUnauthenticated(() => {
      if (!queryClient.getQueryData(queryKey) || queryClient.isMutating({ mutationKey: LOGOUT_KEY }) > 0) return
      wipeUserData(queryClient)
      queryClient.setQueryData(queryKey, null)
      leadToLogin()
    }),
    // Re-runs the guards of this tab's page after a login or logout in another tab.
    followWipes(queryClient, () => void router.invalidate()),
    followLateAnswer(queryClient, () => void router.invalidate()),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** A page opened without a network passed its guards with an unknown session: the guards run again once the session is known. */
function followLateAnswer(queryClient: QueryClient, onKnown: () => void): () => void {
  const { queryKey } = sessionQuery()
  let wasUnknown = false
  return queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.query.queryKey[0] !== queryKey[0]) return
    const { status, data } = event.query.state
    if (status === 'error' && data === undefined) wasUnknown = true
    if (event.action.type !== 'success') return
    // A login sets the session itself and navigates by itself.
    const isLate = wasUnknown && !event.action.manual
    wasUnknown = false
    if (isLate) onKnown()
  })
}
