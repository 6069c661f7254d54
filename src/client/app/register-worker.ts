import { Workbox } from 'workbox-window'
import type { NewVersion } from './new-version.ts'

const UPDATE_CHECK_MS = 60 * 60 * 1000
/** Chromium sometimes takes an idle worker for a busy one and makes its successor wait until the page is reloaded. */
const TAKEOVER_MS_MAX = 3_000

/** Registers the service worker and watches for a newer one. A newer one waits until the user activates it. */
export async function registerWorker({ newVersion }: { readonly newVersion: NewVersion }): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  if (!navigator.serviceWorker.controller)
    navigator.serviceWorker.addEventListener('controllerchange', keepLoadedFiles, { once: true })
  const workbox = import.meta.env.PROD ? new Workbox('/sw.js') : new Workbox('/dev-sw.js?dev-sw', { type: 'module' })
  // Some browsers refuse a worker (private windows, blocked storage); the app works without one.
  const registration = await workbox.register({ immediate: true }).catch(() => undefined)
  if (registration) watch({ workbox, registration, newVersion })
}

/**
 * A page that was loaded before the worker is the visitor's first one. The worker caches files as they are requested, so the page requests its own
 * files once more; the browser serves them from its HTTP cache.
 */
function keepLoadedFiles(): void {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name))
  const files = loaded.filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
  for (const { href } of files) fetch(href).catch(() => undefined)
}

interface Watched {
  readonly workbox: Workbox
  readonly registration: ServiceWorkerRegistration
  readonly newVersion: NewVersion
}

function watch({ workbox, registration, newVersion }: Watched): void {
  const { serviceWorker } = navigator
  // The worker that belongs to this page's code. On a first visit it is still installing and controls nothing.
  const own = serviceWorker.controller ?? registration.active ?? registration.waiting ?? registration.installing
  let isAsked = false
  const takeOver = () => {
    isAsked = true
    // Without a waiting worker, another tab has already activated it, and runs the new code.
    if (!registration.waiting) return location.reload()
    workbox.messageSkipWaiting()
    setTimeout(() => location.reload(), TAKEOVER_MS_MAX)
  }
  const offer = () => newVersion.offer(takeOver)
  const offerWaiting = () => {
    // The very first worker has no predecessor and activates immediately.
    if (registration.waiting && registration.active) offer()
  }
  offerWaiting()
  // workbox-window does not follow a worker whose installation began before the page was opened.
  registration.installing?.addEventListener('statechange', offerWaiting)
  workbox.addEventListener('installed', offerWaiting)
  workbox.addEventListener('controlling', () => {
    if (isAsked) location.reload()
    // Another tab activated it: this one runs the old code until the user reloads it.
    else if (serviceWorker.controller !== own) offer()
  })
  const look = () => void workbox.update().catch(() => undefined)
  // A chunk that is missing on the server is the surest sign of a newer build.
  window.addEventListener('vite:preloadError', look)
  setInterval(look, UPDATE_CHECK_MS)
}
