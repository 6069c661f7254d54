import type { QueryClient } from '@tanstack/react-query'
import type { i18n } from 'i18next'
import { notificationsPath, unreadQuery } from '#client/entities/notification/notifications.queries.ts'
import { sessionQuery } from '#client/entities/session/session.ts'
import { callApi } from '#client/lib/call-api.ts'
import { language } from '#client/lib/locale.ts'
import { forgetPush, resyncPushSubscription } from '#client/lib/push-device.ts'
import { onUserDataWiped } from '#client/lib/wipe-user-data.ts'
import { getOrders, getTrades } from '#contract/orders.ts'
import { getSession, setMessageLanguage } from '#contract/session.ts'
import { Refetch, STREAM_PATH } from '#contract/stream-refetch.ts'
import { getMarketBalances, getWallets } from '#contract/wallets.ts'

/** A stream that the server has refused is opened again after this time; until then, polling does the work. */
const AGAIN_MS = 30_000

/** The user's own orders and balances, of which the stream may have missed changes. */
const OWN = [getOrders, getTrades, getMarketBalances, getWallets]

/** A session that is ended on another device ends on this screen within this many milliseconds. */
const WATCH_MS = 10_000

/** Begins everything that a signed-in user needs on every page. It never ends: without a session, each part waits for the next one. */
export function followUser({ words, client }: { words: i18n; client: QueryClient }): void {
  watchSession(client)
  keepPush()
  followNotifications(client)
  keepLanguage({ words, client })
}

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

/**
 * Asks regularly whether the session still exists, also on pages that send no requests. `callApi` reports a session that has ended, which leads to
 * the login. A hidden page asks when it becomes visible. Returns the function that stops it.
 */
export function watchSession(client: QueryClient): () => void {
  const ask = () => {
    if (document.visibilityState !== 'visible' || !client.getQueryData(sessionQuery().queryKey)) return
    callApi(getSession, {}).catch(() => undefined)
  }
  const timer = setInterval(ask, WATCH_MS)
  document.addEventListener('visibilitychange', ask)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', ask)
  }
}

/** Keeps push working in a browser whose user allowed it, and ends it at a logout. Returns the function that stops it. */
function keepPush(): () => void {
  resyncPushSubscription().catch(() => undefined)
  return onUserDataWiped(() => void forgetPush().catch(() => undefined))
}

/** Stores a changed language of the screen on the server, so that messages to the user use it, too. Returns the function that stops it. */
export function keepLanguage({ words, client }: { words: i18n; client: QueryClient }): () => void {
  const keep = () => {
    if (!client.getQueryData(sessionQuery().queryKey)) return
    // The screen has changed already, and a message in the other language does no harm.
    callApi(setMessageLanguage, { body: { language: language() } }).catch(() => undefined)
  }
  words.on('languageChanged', keep)
  return () => words.off('languageChanged', keep)
}
