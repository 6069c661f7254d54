import { readFile } from 'node:fs/promises'
import { type BrowserContext, expect, type Page, test } from 'playwright/test'
import { words as app } from '#client/locales/en/app.ts'
import { words as content } from '#client/locales/en/content.ts'
import { words as desk } from '#client/locales/en/desk.ts'
import { words as operations } from '#client/locales/en/operations.ts'
import { words as tickets } from '#client/locales/en/tickets.ts'
import { words as ui } from '#client/locales/en/ui.ts'
import { words as appFa } from '#client/locales/fa/app.ts'
import { words as notifications } from '#client/locales/fa/notifications.ts'
import { words as shell } from '#client/locales/fa/shell.ts'
import { words as uiFa } from '#client/locales/fa/ui.ts'
import { createApiKey } from '#contract/api-keys.ts'
import { getNotifications } from '#contract/notifications.ts'
import { prove, sendCode } from '#contract/security.ts'
import { type Customer, newestCode, signUp } from '#tests/builders/customer.ts'
import { openTicket } from '#tests/builders/open-ticket.ts'
import { comeAsOperator } from './console-operator.ts'
import { sessionCookies } from './session-cookies.ts'
import { PICTURE } from './walk.ts'

test.use({ serviceWorkers: 'allow' })

const SITE = `http://127.0.0.1:${process.env.E2E_PORT}`

const UNDERSTOOD = new RegExp([app, appFa].flatMap(({ readOn, understood }) => [readOn, understood]).join('|'))

const bar = (page: Page) => page.getByTestId('connection-bar')

/** Takes the network away: the bar, or the sheet if no other sheet is open, says so. */
async function loseNetwork(page: Page): Promise<void> {
  await page.context().setOffline(true)
  const sheet = page.getByRole('dialog', { name: /offline|اینترنت/ })
  await expect(bar(page).or(sheet)).toBeVisible()
  // A toast that is still shown has moved into the sheet, with a button of its own.
  if (await sheet.isVisible()) await sheet.getByRole('button', { name: UNDERSTOOD }).click()
  await expect(bar(page)).toBeVisible()
}

async function findNetwork(page: Page): Promise<void> {
  await page.context().setOffline(false)
  await expect(bar(page)).toBeHidden()
}

/** Waits until the worker has the shell and controls this page. */
async function awaitWorker(page: Page): Promise<void> {
  await page.waitForFunction(async () => {
    await navigator.serviceWorker.ready
    return navigator.serviceWorker.controller !== null
  })
}

test.describe('an operator', () => {
  test.use({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' })

  async function enter(page: Page, path: string): Promise<void> {
    await page.addInitScript(() => localStorage.setItem('language', 'En'))
    await comeAsOperator(page.context(), SITE)
    await page.goto(`/operations${path}`)
    await expect(page.locator('#main h1')).toBeVisible()
    await awaitWorker(page)
  }

  test('who loses the network in the middle of an act is told, keeps what is typed, and does it when it is back', async ({
    page,
  }) => {
    // The newest user is the first of the list.
    await signUp(SITE)
    await enter(page, '/users')
    await page.locator('#main table tbody tr a').first().click()
    await page.getByRole('button', { name: operations.act.freeze.action, exact: true }).click()
    const sheet = page.getByRole('dialog')
    const reason = sheet.getByLabel(operations.act.reason)
    const yes = sheet.getByRole('button', { name: operations.act.freeze.action, exact: true })
    await reason.fill('The customer has asked for it by telephone')
    await loseNetwork(page)
    await yes.click()
    await expect(sheet.getByText(ui.refusal.unreachable)).toBeVisible()
    await expect(reason).toHaveValue('The customer has asked for it by telephone')
    await findNetwork(page)
    // A command sent without a network is not repeated later by itself.
    await expect(reason).toHaveValue('The customer has asked for it by telephone')
    await yes.click()
    await expect(sheet).toBeHidden()
    await expect(page.getByText(operations.act.freeze.done)).toBeVisible()
    await expect(page.getByRole('button', { name: operations.act.unfreeze.action, exact: true })).toBeVisible()
  })

  test('whose answer to a customer finds no network sends it once, when it is back', async ({ page }) => {
    const ticket = await openTicket(SITE, await signUp(SITE), new Uint8Array(await readFile(PICTURE)))
    await enter(page, `/tickets/${ticket}`)
    const text = page.getByLabel(tickets.answer.label)
    await text.fill('Your deposit is in your wallet now.')
    await loseNetwork(page)
    await page.getByRole('button', { name: tickets.answer.send, exact: true }).click()
    await expect(page.getByText(ui.refusal.unreachable)).toBeVisible()
    await expect(text).toHaveValue('Your deposit is in your wallet now.')
    await findNetwork(page)
    await page.getByRole('button', { name: tickets.answer.send, exact: true }).click()
    await expect(page.getByText(tickets.answer.done)).toBeVisible()
    await expect(text).toHaveValue('')
    await expect(page.locator('#main').getByText('Your deposit is in your wallet now.')).toHaveCount(1)
  })

  test('who reloads without a network is told, and finds the room and the text again when it is back', async ({
    page,
  }) => {
    await enter(page, '/content/FAQ/connection-lost')
    const body = page.getByRole('form', { name: content.language.en }).getByLabel(content.field.body)
    await body.fill('Words that nobody has saved')
    page.on('dialog', (question) => question.accept())
    await page.context().setOffline(true)
    await page.reload()
    await loseNetwork(page)
    await expect(page.getByText(ui.offline.title, { exact: true })).toBeVisible()
    await expect(body).toBeHidden()
    await findNetwork(page)
    await expect(body).toHaveValue('Words that nobody has saved')
    await expect(page).toHaveURL(/\/operations\/content\/FAQ\/connection-lost$/)
  })

  test('comes back by Back to the room before, as it was', async ({ page }) => {
    await enter(page, '')
    const room = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
    const rooms = page.getByRole('navigation', { name: operations.rooms })
    await rooms.getByRole('link', { name: desk.room.content, exact: true }).click()
    const kind = page.getByLabel(content.kind.label)
    await kind.selectOption('FAQ')
    // The rows of the previous kind stay until those of this one have arrived.
    await page.getByRole('table', { name: content.kind.FAQ, exact: true }).getByRole('link').first().click()
    await expect(page).toHaveURL(/\/content\/FAQ\//)
    await page.goBack()
    await expect(kind).toHaveValue('FAQ')
    await page.goBack()
    await expect(room(desk.room.overview)).toBeVisible()
    await page.goForward()
    await expect(kind).toHaveValue('FAQ')
    await rooms.getByRole('link', { name: desk.room.users, exact: true }).click()
    // The rows of the previous page stay until the next one has arrived.
    await expect(room(operations.users.title)).toBeVisible()
    await page.locator('#main table tbody tr a').first().click()
    await expect(page).toHaveURL(/\/users\/\d+$/)
    await page.reload()
    await expect(page.getByRole('heading', { name: operations.user.facts })).toBeVisible()
    await page.goBack()
    await expect(room(operations.users.title)).toBeVisible()
  })
})

test.describe('the notifications', () => {
  test.use({ viewport: { width: 360, height: 780 }, locale: 'fa-IR' })

  const list = (page: Page) => page.locator('#main section li')
  const come = async (context: BrowserContext, { token }: Customer) => {
    await context.clearCookies()
    await context.addCookies(sessionCookies({ token, url: SITE }))
  }
  /** Creates a key, for which a notice is sent. */
  const nameKey = async ({ ask, mobileNumber }: Customer, name: string): Promise<void> => {
    await ask(sendCode, { body: { purpose: 'ACCESS' } })
    await ask(prove, { body: { purpose: 'ACCESS', code: await newestCode(SITE, mobileNumber) } })
    await ask(createApiKey, { body: { name, rights: ['read'] } })
    const texts = async () =>
      (await ask(getNotifications, { query: { language: 'fa' } })).content.map(({ text }) => text)
    await expect.poll(texts).toContainEqual(expect.stringContaining(name))
  }

  test('say that there is no network, and show what came meanwhile when it is back', async ({ page, context }) => {
    const customer = await signUp(SITE)
    await come(context, customer)
    await page.goto('/profile/notifications')
    await expect(page.getByRole('heading', { name: notifications.title, exact: true })).toBeVisible()
    await awaitWorker(page)
    await page.context().setOffline(true)
    await page.reload()
    await loseNetwork(page)
    await expect(page.locator('#main').getByText(uiFa.offline.title).first()).toBeVisible()
    await expect(list(page)).toHaveCount(0)
    await nameKey(customer, 'ربات')
    await findNetwork(page)
    await expect(list(page).first()).toBeVisible()
    await expect(page.locator('#main').getByText(uiFa.offline.title)).toBeHidden()
  })

  test('of a former user are on no screen of the next, and on none without a network', async ({ page, context }) => {
    const [former, customer] = [await signUp(SITE), await signUp(SITE)]
    await nameKey(former, 'ربات نفر پیشین')
    await nameKey(customer, 'ربات نفر تازه')
    await come(context, former)
    await page.goto('/profile/notifications')
    const notice = page.getByText('ربات نفر پیشین')
    await expect(notice).toBeVisible()
    await awaitWorker(page)
    // The worker caches visited pages that are not on the bottom bar; at the first visit it was not active yet.
    await page.reload()
    await expect(notice).toBeVisible()
    await page.waitForLoadState('networkidle')
    await page.getByRole('button', { name: shell.nav.more }).click()
    await page.getByRole('button', { name: shell.nav.exit }).click()
    await page.getByRole('dialog', { name: shell.exit.title }).getByRole('button', { name: shell.exit.yes }).click()
    await expect(page).toHaveURL('/')
    await page.context().setOffline(true)
    await page.goBack()
    await loseNetwork(page)
    await expect(notice).toHaveCount(0)
    // The page that this device has not kept loads itself anew with the network, even on the way to another one.
    await page.close()
    await come(context, customer)
    const next = await context.newPage()
    await next.goto('/profile/notifications')
    await loseNetwork(next)
    await expect(next.locator('#main').getByText(uiFa.offline.title).first()).toBeVisible()
    await expect(next.getByText('ربات نفر پیشین')).toHaveCount(0)
    await findNetwork(next)
    await expect(next.getByText('ربات نفر تازه')).toBeVisible()
    await expect(next.getByText('ربات نفر پیشین')).toHaveCount(0)
  })
})
