import type { QueryClient } from '@tanstack/react-query'
import { notificationsPath, unreadQuery } from '#client/lib/notifications.queries.ts'
import { sessionQuery } from '#client/lib/session.ts'
import { getOrders, getTrades } from '#contract/orders.ts'
import { Refetch, STREAM_PATH } from '#contract/stream-refetch.ts'
import { getMarketBalances, getWallets } from '#contract/wallets.ts'

/** A stream that the server has refused is opened again after this time; until then, polling does the work. */
const AGAIN_MS = 30_000

/** The user's own orders and balances, of which the stream may have missed changes. */
const OWN = [getOrders, getTrades, getMarketBalances, getWallets]

/**
 * Refetches the notifications, and orders and balances that may have changed unseen, when the stream asks for it. A hidden page keeps no stream:
 * browsers allow six connections to a server over plain HTTP, for all tabs together. Returns the function that stops it.
 */
export function followNotifications(client: QueryClient): () => void {
  let source: EventSource | undefined
  let again: ReturnType<typeof setTimeout> | undefined
  let isFirst = true
  const askAnew = (what: 'own' | 'notifications') => {
    void client.invalidateQueries({ queryKey: unreadQuery().queryKey })
    void client.invalidateQueries({ queryKey: [notificationsPath] })
    if (what === 'own') for (const { path } of OWN) void client.invalidateQueries({ queryKey: [path] })
  }
  const onRefetch = ({ data }: MessageEvent<string>) => {
    const refetch = Refetch.safeParse(JSON.parse(data))
    if (!refetch.success) return
    // The page has just fetched this data itself when it started.
    const isStart = isFirst && refetch.data.what === 'own'
    isFirst = false
    if (!isStart) askAnew(refetch.data.what)
  }
  const open = () => {
    const opened = new EventSource(`/api${STREAM_PATH}`)
    opened.addEventListener('refetch', onRefetch)
    // The browser reopens a stream that breaks off, but not one that the server refuses.
    opened.onerror = () => {
      if (opened.readyState !== EventSource.CLOSED || source !== opened) return
      close()
      again = setTimeout(retry, AGAIN_MS)
    }
    return opened
  }
  const close = () => {
    clearTimeout(again)
    again = undefined
    source?.close()
    source = undefined
  }
  const update = () => {
    const isWanted =
      document.visibilityState === 'visible' &&
      navigator.onLine &&
      Boolean(client.getQueryData(sessionQuery().queryKey))
    if (!isWanted) close()
    else if (again === undefined) source ??= open()
  }
  const retry = () => {
    close()
    update()
  }
  const stop = client.getQueryCache().subscribe(({ query: { queryKey } }) => {
    if (queryKey[0] === sessionQuery().queryKey[0]) update()
  })
  document.addEventListener('visibilitychange', update)
  window.addEventListener('online', retry)
  window.addEventListener('offline', update)
  update()
  return () => {
    stop()
    close()
    document.removeEventListener('visibilitychange', update)
    window.removeEventListener('online', retry)
    window.removeEventListener('offline', update)
  }
}
