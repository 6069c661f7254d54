import { Workbox } from 'workbox-window'

export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const worker = import.meta.env.PROD ? new Workbox('/sw.js') : new Workbox('/dev-sw.js?dev-sw', { type: 'module' })
  await worker.register()
}
