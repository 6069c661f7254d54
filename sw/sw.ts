/// <reference lib="webworker" />
import { clientsClaim } from 'workbox-core'
import { ExpirationPlugin } from 'workbox-expiration'
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { NetworkFirst, StaleWhileRevalidate } from 'workbox-strategies'
import { parseWorkerMessage } from '#contract/worker.ts'
import { createCachePolicy } from './cache-policy.ts'
import { prepareKeptAnswer } from './prepare-kept-answer.ts'
import { renewPush } from './renew-push.ts'
import { openPage, pathOf, shownPush } from './show-push.ts'

declare const self: ServiceWorkerGlobalScope

const NETWORK_TIMEOUT_S = 4
const KEPT_ANSWERS_MAX = 200
const KEPT_AGE_S_MAX = 7 * 24 * 60 * 60
const KEPT_PICTURES_MAX = 40

precacheAndRoute(self.__WB_MANIFEST)
cleanupOutdatedCaches()
clientsClaim()

if (import.meta.env.PROD) {
  const shell = createHandlerBoundToURL('index.html')
  registerRoute(new NavigationRoute(shell, { denylist: [/^\/(?:api|udf|sandbox)(?:\/|$)/, /\.[a-z0-9]+$/i] }))
}

const policyOf = createCachePolicy(import.meta.env.ENDPOINT_POLICIES)

registerRoute(
  ({ request, url, sameOrigin }) =>
    sameOrigin && policyOf({ method: request.method, path: url.pathname }) === 'network-first-keep',
  new NetworkFirst({
    cacheName: 'kimia-kept-answers',
    networkTimeoutSeconds: NETWORK_TIMEOUT_S,
    plugins: [
      { cacheWillUpdate: async ({ response }) => prepareKeptAnswer({ response, now: new Date() }) },
      new ExpirationPlugin({ maxEntries: KEPT_ANSWERS_MAX, maxAgeSeconds: KEPT_AGE_S_MAX, purgeOnQuotaError: true }),
    ],
  }),
)

// Pictures of texts are kept when they were seen: none is fetched before.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/guide/') && url.pathname.endsWith('.webp'),
  new StaleWhileRevalidate({
    cacheName: 'kimia-kept-pictures',
    plugins: [new ExpirationPlugin({ maxEntries: KEPT_PICTURES_MAX, purgeOnQuotaError: true })],
  }),
)

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
