import type { QueryClient } from '@tanstack/react-query'
import { dropAllPending } from './pending-intentions.ts'
import { beginSessionEpoch, forgetSession, sessionMark } from './session-mark.ts'
import { wipeTabValues } from './tab-value.ts'

const CHANNEL = 'kimia-session'
/** Identifies this page in its messages, since its own listener receives them, too. */
const PAGE = Math.random()

const listeners = new Set<() => void>()

/** Removes all data of the user in this tab, in the device's storage and in the other tabs. Called at a logout, and at the login of another user. */
export function wipeUserData(client: QueryClient): void {
  forgetUserQueries(client)
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(PAGE)
  channel.close()
}

/** Repeats a wipe of another tab, then calls `onWiped`. Returns the function that stops it. */
export function followWipes(client: QueryClient, onWiped: () => void = () => undefined): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }) => {
    if (data === PAGE) return
    forgetUserQueries(client)
    onWiped()
  }
  return () => channel.close()
}

/** Calls the listener when the user's data is wiped in this tab, by this tab or another one. Returns the function that stops it. */
export function onUserDataWiped(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Active queries are reset and, if a user is signed in now, refetched: a visitor would get a refusal for each. The others are removed. */
function forgetUserQueries(client: QueryClient): void {
  const isPrivate = {
    predicate: (query: { meta?: { access?: string } | undefined }) => query.meta?.access !== 'public',
  }
  beginSessionEpoch()
  client.getMutationCache().clear()
  dropAllPending()
  wipeTabValues()
  forgetSession()
  for (const listener of listeners) listener()
  client.removeQueries({ ...isPrivate, type: 'inactive' })
  if (sessionMark() === undefined)
    for (const query of client.getQueryCache().findAll({ ...isPrivate, type: 'active' })) query.reset()
  else void client.resetQueries({ ...isPrivate, type: 'active' })
}
