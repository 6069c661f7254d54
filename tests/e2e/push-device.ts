import { type BrowserContext, type CDPSession, expect, type Page } from 'playwright/test'
import * as z from 'zod/mini'
import type { PushText } from '#contract/push-message.ts'
import type { PushBrowser } from '#tests/builders/push-browser.ts'

/** Replaces the browser's push service, which a test cannot reach. */
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

/**
 * Delivers pushes to the worker as the browser would, and waits until each is handled. Any page of the browser will do; the app need not be open.
 *
 * Chromium drops a notification if its list is read between storing and showing it, because it then takes it for closed.
 * A test that polled the list right after the delivery lost one of twenty for good.
 */
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
  let handled = 0
  cdp.on('BackgroundService.backgroundServiceEventReceived', ({ backgroundServiceEvent: { eventName } }) => {
    if (eventName === 'Push event completed') handled += 1
  })
  await cdp.send('BackgroundService.startObserving', { service: 'pushMessaging' })
  await cdp.send('BackgroundService.setRecording', { service: 'pushMessaging', shouldRecord: true })
  return async (data) => {
    const before = handled
    await cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
    await expect.poll(() => handled).toBe(before + 1)
  }
}

export interface ShownNotification {
  readonly title: string
  readonly body: string
  readonly path: unknown
}

/** The notifications that the device shows. */
export async function shownOn(context: BrowserContext): Promise<readonly ShownNotification[]> {
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  return worker.evaluate(async () => {
    const scope = globalThis as unknown as { registration: ServiceWorkerRegistration }
    const shown = await scope.registration.getNotifications()
    return shown.map(({ title, body, data }) => ({ title, body, path: data.path }))
  })
}

const Waiting = z.array(z.object({ body: z.string() }))

/** The pushes that the sandbox of the push services holds for a browser, newest first. */
export async function waitingFor(device: PushBrowser): Promise<readonly PushText[]> {
  const waiting = Waiting.parse(await (await fetch(device.endpoint)).json())
  return waiting.flatMap(({ body }) => device.readText(Buffer.from(body, 'base64')) ?? [])
}
