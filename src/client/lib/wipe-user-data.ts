import type { QueryClient } from '@tanstack/react-query'
import { dropAllPending } from './pending-intentions.ts'
import { beginSessionEpoch } from './session-epoch.ts'

const CHANNEL = 'kimia-session'

const listeners = new Set<() => void>()

/**
 * Forgets everything that is not public, in this tab, on the disk (which follows the cache) and in the other tabs.
 * To be called when somebody logs out, and when somebody else logs in.
 */
export function wipeUserData(client: QueryClient): void {
  forgetUserQueries(client)
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage('wiped')
  channel.close()
}

/** Follows a wipe in another tab, and tells of it. Returns the function that stops following. */
export function followWipes(client: QueryClient, onWiped: () => void = () => undefined): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = () => {
    forgetUserQueries(client)
    onWiped()
  }
  return () => channel.close()
}

/** Called when this tab forgets its user's data, here or by another tab. Returns the function that stops it. */
export function onUserDataWiped(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Queries on the screen are reset, so that they ask again as whoever is there now; the others go. */
function forgetUserQueries(client: QueryClient): void {
  const isPrivate = {
    predicate: (query: { meta?: { access?: string } | undefined }) => query.meta?.access !== 'public',
  }
  beginSessionEpoch()
  client.getMutationCache().clear()
  dropAllPending()
  for (const listener of listeners) listener()
  client.removeQueries({ ...isPrivate, type: 'inactive' })
  void client.resetQueries({ ...isPrivate, type: 'active' })
}
