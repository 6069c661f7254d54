import type { BrowserContext, CDPSession, Page, Worker } from 'playwright/test'
import * as z from 'zod/mini'
import type { PushText } from '#contract/push-message.ts'
import type { PushBrowser } from '#tests/builders/push-browser.ts'

/** In the place of the browser's push service, which a test cannot reach. */
export async function subscribeAs(page: Page, place: { endpoint: string; keys: object }): Promise<void> {
  await page.addInitScript((given) => {
    let found: object | null = null
    PushManager.prototype.getSubscription = async () => found as PushSubscription | null
    PushManager.prototype.subscribe = async (options) => {
      const text = String(options?.applicationServerKey).replaceAll('-', '+').replaceAll('_', '/')
      const applicationServerKey = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0)).buffer
      found = {
        endpoint: given.endpoint,
        options: { applicationServerKey },
        toJSON: () => given,
        unsubscribe: async () => true,
      }
      return found as PushSubscription
    }
  }, place)
}

/** Hands the worker pushes as the browser would. The page is any of the same browser; the app need not be open. */
export async function workerOf(page: Page, origin: string): Promise<(data: string) => Promise<void>> {
  const cdp: CDPSession = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations
      if (first) resolve(first.registrationId)
    })
  })
  await cdp.send('ServiceWorker.enable')
  const registrationId = await registered
  return async (data) => {
    await cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
  }
}

export interface ShownNotification {
  readonly title: string
  readonly body: string
  readonly path: unknown
}

/** The notifications that stand on the device. */
export async function shownOn(context: BrowserContext): Promise<readonly ShownNotification[]> {
  const worker: Worker | undefined = context.serviceWorkers()[0]
  if (!worker) throw new Error('the browser has no worker')
  return worker.evaluate(async () => {
    const scope = globalThis as unknown as { registration: ServiceWorkerRegistration }
    const shown = await scope.registration.getNotifications()
    return shown.map(({ title, body, data }) => ({ title, body, path: data.path }))
  })
}

const Waiting = z.array(z.object({ body: z.string() }))

/** What the sandbox of the push services holds for a browser, the newest first. */
export async function waitingFor(device: PushBrowser): Promise<readonly PushText[]> {
  const waiting = Waiting.parse(await (await fetch(device.endpoint)).json())
  return waiting.flatMap(({ body }) => device.readText(Buffer.from(body, 'base64')) ?? [])
}
