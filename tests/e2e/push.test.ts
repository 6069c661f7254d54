import { readFile } from 'node:fs/promises'
import { expect, test, type Worker } from 'playwright/test'
import { words } from '#client/locales/en/push.ts'
import { getPushKey } from '#contract/push.ts'
import type { PushText } from '#contract/push-message.ts'
import { signUp, verifyIdentity } from '#tests/builders/customer.ts'
import { pushBrowser } from '#tests/builders/push-browser.ts'
import { subscribeAs, workerOf } from './push-device.ts'
import { sessionCookies } from './session-cookies.ts'
import { PICTURE } from './walk.ts'

test.use({ viewport: { width: 1280, height: 800 }, locale: 'en-US', permissions: ['notifications'] })

/** The browser replaces its subscription, and the worker tells the server by itself. @returns the server's answer */
async function moveTo(worker: Worker | undefined, place: string): Promise<number | undefined> {
  const moved = pushBrowser(place)
  return worker?.evaluate(
    async (place) => {
      let answered = 0
      const { fetch: ask } = globalThis
      globalThis.fetch = async (...call) => {
        const reply = await ask(...call)
        answered = reply.status
        return reply
      }
      let done: Promise<unknown> = Promise.resolve()
      const waitUntil = (work: Promise<unknown>) => {
        done = work
      }
      const change = { newSubscription: { ...place, toJSON: () => place }, waitUntil }
      globalThis.dispatchEvent(Object.assign(new Event('pushsubscriptionchange'), change))
      await done
      return answered
    },
    { endpoint: moved.endpoint, keys: moved.keys },
  )
}

test('a browser subscribes from the settings, and a press on a notification opens its page in the open window', async ({
  page,
  context,
  baseURL: url = '',
}) => {
  const customer = await signUp(url)
  await verifyIdentity(url, customer, new Uint8Array(await readFile(PICTURE)))
  await context.addCookies(sessionCookies({ token: customer.token, url }))
  await context.addInitScript(() => localStorage.setItem('language', 'En'))
  const browser = pushBrowser(`http://127.0.0.1:${new URL(url).port}/sandbox/push/e2e-${Date.now()}`)
  await subscribeAs(page, { endpoint: browser.endpoint, keys: browser.keys })
  await page.goto('/profile/settings#notifications')
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  const posted = page.waitForRequest(
    (request) => request.url().endsWith('/api/push/subscriptions') && request.method() === 'POST',
  )
  await page.getByRole('button', { name: words.turnOn }).click()
  expect((await posted).postDataJSON()).toEqual({ endpoint: browser.endpoint, keys: browser.keys })
  await expect(page.getByText(words.state.on)).toBeVisible()
  expect((await customer.ask(getPushKey, {})).baseDTO.subscribed).toBe(true)

  const deliver = await workerOf(page, url)
  const text: PushText = {
    title: 'Order filled',
    body: 'Your buy order filled',
    path: '/profile/history?tab=orders',
    tag: 'order:17',
    language: 'en',
    unread: 2,
  }
  await deliver(JSON.stringify(text))
  const shown = () =>
    page.evaluate(async () =>
      (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title, body, tag, lang, dir }) => ({
        title,
        body,
        tag,
        lang,
        dir,
      })),
    )
  await expect
    .poll(shown)
    .toEqual([{ title: 'Order filled', body: 'Your buy order filled', tag: 'order:17', lang: 'en', dir: 'ltr' }])

  const [worker] = context.serviceWorkers()
  await worker?.evaluate(async () => {
    const scope = globalThis as unknown as { registration: ServiceWorkerRegistration }
    const [notification] = await scope.registration.getNotifications()
    if (notification)
      globalThis.dispatchEvent(
        Object.assign(new Event('notificationclick'), { notification, waitUntil: () => undefined }),
      )
  })
  await expect(page).toHaveURL(/\/profile\/history\?tab=orders$/)
  expect(context.pages()).toHaveLength(1)
  await expect.poll(shown).toEqual([])

  expect(await moveTo(worker, `http://127.0.0.1:${new URL(url).port}/sandbox/push/e2e-moved-${Date.now()}`)).toBe(200)
})
