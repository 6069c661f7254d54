import { readFile } from 'node:fs/promises'
import { type Browser, expect, type Page, test } from 'playwright/test'
import { words } from '#client/locales/en/push.ts'
import { placeBuyOrder, placeSellOrder } from '#contract/orders.ts'
import { setMessageLanguage } from '#contract/session.ts'
import { checkOtpCode, login } from '#contract/users.ts'
import { askerOf, type Customer, newestCode, payIn, signUp, verifyIdentity } from '#tests/builders/customer.ts'
import { type PushBrowser, pushBrowser } from '#tests/builders/push-browser.ts'
import { freshFolder } from '../setup/fresh-folder.ts'
import { type ServerProcess, startServerProcess } from '../setup/server-process.ts'
import { shownOn, subscribeAs, waitingFor, workerOf } from './push-device.ts'
import { sessionCookies } from './session-cookies.ts'
import { PICTURE } from './walk.ts'

const DESKTOP = { viewport: { width: 1280, height: 800 }, locale: 'en-US', permissions: ['notifications'] }
const MARKET = 'TETHER_TOMAN'
const FILLED = /^Your sell order for 10 USDT filled at [\d,.]+ Toman\.$/

let server: ServerProcess
let folder: Awaited<ReturnType<typeof freshFolder>>
test.beforeAll(async () => {
  folder = await freshFolder()
  server = await startServerProcess(folder.settings, QUOTED)
})
test.afterEach(async ({ browser }) => {
  await Promise.all(browser.contexts().map((context) => context.close()))
})
test.afterAll(async () => {
  await server?.stop()
  await folder?.remove()
})

/** Reads of the orders take a fiftieth of the time, so on a busy machine they are far apart. */
const PATIENCE = { timeout: 180_000 }
/** The market maker is always there to trade with. */
const QUOTED = { MARKET_MAKER: 'on', PRICE_POLL_MS: '2000' }

/** The same person on a second device. */
async function logInAgain(url: string, { mobileNumber, password }: Customer): Promise<string> {
  const ask = askerOf(url, undefined)
  const { flowToken } = await ask(login, { body: { mobileNumber, password, authenticationType: 'SMS' } })
  const code = await newestCode(url, mobileNumber)
  const { token } = await ask(checkOtpCode, { body: { mobileNumber, code, flowToken } })
  return String(token)
}

interface Device {
  readonly place: PushBrowser
  /** A page of the browser outside the app. */
  readonly elsewhere: Page
  readonly deliver: (data: string) => Promise<void>
}

/** A browser with permission to notify, whose app was closed afterwards. */
async function subscribed(browser: Browser, name: string, token: string): Promise<Device> {
  const { url } = server
  const context = await browser.newContext({ ...DESKTOP, baseURL: url })
  await context.addCookies(sessionCookies({ token, url }))
  await context.addInitScript(() => localStorage.setItem('language', 'En'))
  const place = pushBrowser(`${url}/sandbox/push/${name}`)
  const app = await context.newPage()
  await subscribeAs(app, place)
  await app.goto('/profile/settings#notifications')
  await app.evaluate(async () => void (await navigator.serviceWorker.ready))
  await app.getByRole('button', { name: words.turnOn }).click()
  await expect(app.getByText(words.state.on)).toBeVisible()
  const elsewhere = await context.newPage()
  await elsewhere.goto('about:blank')
  const deliver = await workerOf(elsewhere, url)
  await app.close()
  return { place, elsewhere, deliver }
}

test('an order that fills while the app is closed is told once on each of two devices, also through a restart', async ({
  browser,
}) => {
  test.setTimeout(600_000)
  const { url } = server
  const customer = await signUp(url)
  await verifyIdentity(url, customer, new Uint8Array(await readFile(PICTURE)))
  await payIn(customer, '50000000')
  await customer.ask(setMessageLanguage, { body: { language: 'en' } })
  const terms = { marketType: MARKET, amount: '10' }
  const buy = () => customer.ask(placeBuyOrder, { body: { ...terms, orderType: 'MARKET_BUY', amount: '100' } })
  const sell = () => customer.ask(placeSellOrder, { body: { ...terms, orderType: 'MARKET_SELL' } })
  // Until the market maker quotes, an order finds no counterparty.
  const traded = async (place: typeof buy): Promise<string> => {
    let id = ''
    await expect(async () => {
      id = (await place()).baseDTO.id
    }).toPass()
    return id
  }
  await traded(buy)
  const devices = [
    await subscribed(browser, 'phone', customer.token),
    await subscribed(browser, 'laptop', await logInAgain(url, customer)),
  ]
  const fillsOf = async ({ place }: Device) => (await waitingFor(place)).filter(({ body }) => FILLED.test(body))
  const counts = async () => (await Promise.all(devices.map(fillsOf))).map(({ length }) => length)

  const first = await traded(sell)
  await expect.poll(counts, PATIENCE).toEqual([1, 1])
  for (const device of devices) {
    for (const text of await fillsOf(device)) await device.deliver(JSON.stringify(text))
    await expect
      .poll(() => shownOn(device.elsewhere.context()))
      .toEqual([
        {
          title: 'Order filled',
          body: expect.stringMatching(FILLED),
          path: `/profile/history?tab=orders&order=${first}`,
        },
      ])
  }

  await server.kill()
  server = await startServerProcess(folder.settings, { ...QUOTED, PORT: new URL(url).port })
  const second = await traded(sell)
  await expect.poll(counts, PATIENCE).toEqual([1, 1])
  // The sandbox has dropped its earlier pushes: a second notice of the first order would be here.
  for (const device of devices)
    expect((await fillsOf(device)).map(({ path }) => path)).toEqual([`/profile/history?tab=orders&order=${second}`])
})
