/// <reference lib="webworker" />
import { clientsClaim } from 'workbox-core'
import { ExpirationPlugin } from 'workbox-expiration'
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { CacheFirst, StaleWhileRevalidate } from 'workbox-strategies'
import { parseWorkerMessage } from '#contract/worker.ts'
import { renewPush } from './renew-push.ts'
import { openPage, pathOf, shownPush } from './show-push.ts'

declare const self: ServiceWorkerGlobalScope

const SEEN_ASSETS_MAX = 300
const KEPT_PICTURES_MAX = 40
const KEPT_DAYS_MAX = 30
const DAY_S = 24 * 60 * 60

/**
 * Limits a cache in number and age. Answers vary by encoding and language: Workbox deletes by the URL alone, which matches none of them without
 * `ignoreVary`.
 */
const keepOnly = ({ entries, days }: { readonly entries: number; readonly days: number }) =>
  new ExpirationPlugin({
    maxEntries: entries,
    maxAgeSeconds: days * DAY_S,
    purgeOnQuotaError: true,
    matchOptions: { ignoreVary: true },
  })

precacheAndRoute(self.__WB_MANIFEST)
cleanupOutdatedCaches()
clientsClaim()

if (import.meta.env.PROD) {
  const shell = createHandlerBoundToURL('index.html')
  registerRoute(new NavigationRoute(shell, { denylist: [/^\/(?:api|udf|sandbox)(?:\/|$)/, /\.[a-z0-9]+$/i] }))
}

// Pages that are not precached are cached when visited: a build's file names contain the hash of their content.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  new CacheFirst({
    cacheName: 'kimia-seen-assets',
    plugins: [keepOnly({ entries: SEEN_ASSETS_MAX, days: KEPT_DAYS_MAX })],
  }),
)

// Pictures of texts are cached when seen: none is precached.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/guide/') && url.pathname.endsWith('.webp'),
  new StaleWhileRevalidate({
    cacheName: 'kimia-kept-pictures',
    plugins: [keepOnly({ entries: KEPT_PICTURES_MAX, days: KEPT_DAYS_MAX })],
  }),
)

// Deletes the API answers that earlier workers stored: only the page stores answers now.
self.addEventListener('activate', (event) => {
  event.waitUntil(caches.delete('kimia-kept-answers'))
})

self.addEventListener('message', (event) => {
  const message = parseWorkerMessage(event.data)
  if (message?.type === 'SKIP_WAITING') self.skipWaiting()
})

self.addEventListener('push', (event) => {
  const { title, options, unread } = shownPush(event.data?.text())
  event.waitUntil(
    Promise.all([
      self.registration.showNotification(title, options),
      self.navigator.setAppBadge?.(unread).catch(() => undefined),
    ]),
  )
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const url = new URL(pathOf(event.notification.data), self.location.origin)
  event.waitUntil(openPage(self.clients, url.href))
})

self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(renewPush(self.registration.pushManager, event).catch(() => undefined))
})
