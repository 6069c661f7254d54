import type { WorkerMessage } from '#contract/worker.ts'
import type { NewVersion } from './new-version.ts'

const UPDATE_CHECK_MS = 60 * 60 * 1000
/** Chromium sometimes takes an idle worker for a busy one and makes its successor wait until the page is reloaded. */
const TAKEOVER_MS_MAX = 3_000

const SKIP_WAITING: WorkerMessage = { type: 'SKIP_WAITING' }

/** Registers the service worker and watches for a newer one. A newer one waits until the user activates it. */
export async function registerWorker({ newVersion }: { readonly newVersion: NewVersion }): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  if (!navigator.serviceWorker.controller)
    navigator.serviceWorker.addEventListener('controllerchange', keepLoadedFiles, { once: true })
  const registration = await register()
  if (registration) watch(registration, newVersion)
}

/** Some browsers refuse a worker (private windows, blocked storage); the app works without one. */
function register(): Promise<ServiceWorkerRegistration | undefined> {
  const { serviceWorker } = navigator
  const registering = import.meta.env.PROD
    ? serviceWorker.register('/sw.js')
    : serviceWorker.register('/dev-sw.js?dev-sw', { type: 'module' })
  return registering.catch(() => undefined)
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

function watch(registration: ServiceWorkerRegistration, newVersion: NewVersion): void {
  const { serviceWorker } = navigator
  // The worker that belongs to this page's code. On a first visit it is still installing and controls nothing.
  const own = serviceWorker.controller ?? registration.active ?? registration.waiting ?? registration.installing
  let isAsked = false
  const takeOver = () => {
    isAsked = true
    // Without a waiting worker, another tab has already activated it.
    if (!registration.waiting) return location.reload()
    registration.waiting.postMessage(SKIP_WAITING)
    setTimeout(() => location.reload(), TAKEOVER_MS_MAX)
  }
  const follow = (worker: ServiceWorker | null) =>
    worker?.addEventListener('statechange', () => {
      // The very first worker has no predecessor and activates immediately.
      if (worker.state === 'installed' && registration.active) newVersion.offer(takeOver)
    })
  if (registration.waiting && registration.active) newVersion.offer(takeOver)
  follow(registration.installing)
  registration.addEventListener('updatefound', () => follow(registration.installing))
  serviceWorker.addEventListener('controllerchange', () => {
    if (isAsked) location.reload()
    // Another tab activated it: this one runs the old code until the user reloads it.
    else if (serviceWorker.controller !== own) newVersion.offer(() => location.reload())
  })
  const look = () => void registration.update().catch(() => undefined)
  // A chunk that is missing on the server is the surest sign of a newer build.
  window.addEventListener('vite:preloadError', look)
  setInterval(look, UPDATE_CHECK_MS)
}
