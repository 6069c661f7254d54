import { Workbox } from 'workbox-window'
import type { NewVersion } from './new-version.ts'

const UPDATE_CHECK_MS = 60 * 60 * 1000

/** Registers the service worker and watches for a newer one. A newer one waits until somebody lets it take over. */
export async function registerWorker({ newVersion }: { readonly newVersion: NewVersion }): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const worker = import.meta.env.PROD ? new Workbox('/sw.js') : new Workbox('/dev-sw.js?dev-sw', { type: 'module' })
  let isAsked = false
  worker.addEventListener('waiting', () =>
    newVersion.offer(() => {
      isAsked = true
      worker.messageSkipWaiting()
    }),
  )
  worker.addEventListener('controlling', ({ isUpdate, isExternal }) => {
    if (isAsked) location.reload()
    // Another tab let it take over: this one runs on with the old code until its owner wants otherwise.
    else if (isUpdate || isExternal) newVersion.offer(() => location.reload())
  })
  const look = () => void worker.update().catch(() => undefined)
  // A part of the app that is gone from the server is the surest sign of a newer build.
  window.addEventListener('vite:preloadError', look)
  setInterval(look, UPDATE_CHECK_MS)
  // Some browsers refuse a worker (private windows, blocked storage); the app works without.
  await worker.register().catch(() => undefined)
}
