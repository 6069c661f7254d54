import type { QueryClient } from '@tanstack/react-query'

const CHANNEL = 'kimia-session'

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

/** Follows a wipe in another tab. Returns the function that stops following. */
export function followWipes(client: QueryClient): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = () => forgetUserQueries(client)
  return () => channel.close()
}

/** Queries on the screen are reset, so that they ask again as whoever is there now; the others go. */
function forgetUserQueries(client: QueryClient): void {
  const isPrivate = {
    predicate: (query: { meta?: { access?: string } | undefined }) => query.meta?.access !== 'public',
  }
  client.getMutationCache().clear()
  client.removeQueries({ ...isPrivate, type: 'inactive' })
  void client.resetQueries({ ...isPrivate, type: 'active' })
}
