import type { QueryClient } from '@tanstack/react-query'
import type { i18n } from 'i18next'
import { sessionQuery } from '#client/entities/session/session.ts'
import { callApi } from '#client/lib/call-api.ts'
import { language } from '#client/lib/locale.ts'
import { forgetPush, resyncPushSubscription } from '#client/lib/push-device.ts'
import { onUserDataWiped } from '#client/lib/wipe-user-data.ts'
import { getSession, setMessageLanguage } from '#contract/session.ts'

// Loaded with the rest, by one import: another would add to the first load of every page.
export { followStream } from './live-stream.ts'

/** A session that is ended on another device ends on this screen within this many milliseconds. */
const WATCH_MS = 10_000

/** Begins everything that a signed-in user needs on every page. It never ends: without a session, each part waits for the next one. */
export function followUser({ words, client }: { words: i18n; client: QueryClient }): void {
  watchSession(client)
  keepPush()
  keepLanguage({ words, client })
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
