import { readFile } from 'node:fs/promises'
import { type Browser, type BrowserContext, expect, type Page, test } from 'playwright/test'
import * as z from 'zod/mini'
import { createApiKey, getApiKeys } from '#contract/api-keys.ts'
import { addPasskey, beginPasskey, getPasskeys } from '#contract/passkeys.ts'
import { prove, sendCode } from '#contract/security.ts'
import { type Customer, newestCode, signUp, verifyIdentity } from '#tests/builders/customer.ts'
import { nationalCodeOf } from '#tests/builders/iranian-identity.ts'
import { SoftwareAuthenticator } from '#tests/builders/software-authenticator.ts'
import { accountForm } from '../integration/server/accounts/account-form.ts'
import { freshFolder } from '../setup/fresh-folder.ts'
import { type ServerProcess, startServerProcess } from '../setup/server-process.ts'
import { openStep } from './account-screens.ts'
import { addOperator } from './console-operator.ts'
import { lastingMisfits } from './fit.ts'
import { expectHarmless, watch } from './harmless.ts'
import { arrive, type Place } from './open-screen.ts'
import { settle, type Who } from './screen.ts'
import { wordsOf } from './screens.ts'
import { sessionCookies } from './session-cookies.ts'
import { PICTURE } from './walk.ts'
import { askAsOperator, openOperatorSession } from './walked-server.ts'

const SCRIPT = '<img src=x onerror=hostile=1>'
/** Reverses all text after it unless it is isolated. */
const TURNED = '\u202Eexe.gnp\u2067'
const UNSEEN = '\u200B\u2060\uFEFF'
/** A word without line breaks. */
const word = (length: number) => `${SCRIPT}${'W'.repeat(length)}`.slice(0, length)
const LONG_NAME = `${TURNED}${word(70)}`
/** A message to many users may not name a site, and a dot between letters reads as one. */
const LONG_TITLE = LONG_NAME.replace('.', '-')
const ZALGO = `ز${'\u0301\u0489\u035C'.repeat(8)}`.repeat(20)
/** A family of seven characters, and a flag with invisible ones. */
const PICTURES = '👨‍👩‍👧‍👦🏴\u{E0067}\u{E0062}\u{E007F}🇮🇷'
/** Names that customers give to their own things, each within the limit of 40 characters. */
const NAMES = [
  SCRIPT,
  `${TURNED}${UNSEEN}W`,
  word(40),
  PICTURES,
  ZALGO.slice(0, 40),
  '"\'`;--%00{{name}}$t(cancel)&lt;',
]
/** The longest name of a person, without a place to break. */
const PERSON = { firstName: 'ش'.repeat(50), lastName: 'ض'.repeat(50) }

const WIDTHS = [320, 1280] as const
const STEP_MS_MAX = 60_000
const HEADING_MS_MAX = 30_000

let server: ServerProcess
let folder: Awaited<ReturnType<typeof freshFolder>>
let operator: string
let customer: Customer
let ticket: string
let waiting: string

test.beforeAll(async () => {
  test.setTimeout(240_000)
  folder = await freshFolder()
  const login = await addOperator(folder.settings.dataDir, `${TURNED}${SCRIPT} ${'Long '.repeat(8)}`)
  server = await startServerProcess(folder.settings)
  const { url } = server
  operator = await openOperatorSession(url, login)
  customer = await signUp(url)
  await nameThings()
  ticket = await seed()
  waiting = await sendDoubtfulForm()
})
test.afterAll(async () => {
  await server?.stop()
  await folder?.remove()
})

const reason = `${TURNED}${word(290)}`
const desk = (path: string, body: object) => askAsOperator({ url: server.url, token: operator, path, body })

/** A verified customer with the longest name, whose passkeys and keys have the worst names. */
async function nameThings(): Promise<void> {
  const { url } = server
  await verifyIdentity(url, customer, new Uint8Array(await readFile(PICTURE)), PERSON)
  await customer.ask(sendCode, { body: { purpose: 'ACCESS' } })
  await customer.ask(prove, { body: { purpose: 'ACCESS', code: await newestCode(url, customer.mobileNumber) } })
  for (const name of NAMES) {
    await customer.ask(createApiKey, { body: { name, rights: ['read'] } })
    const { flowToken, options } = (await customer.ask(beginPasskey, {})).baseDTO
    // Passkeys of a server without a public address belong to this name.
    const credential = new SoftwareAuthenticator(url.replace('127.0.0.1', 'localhost')).create(options)
    await customer.ask(addPasskey, { body: { flowToken, name, credential } })
  }
  const nameless = { body: { name: UNSEEN + TURNED[0], rights: ['read' as const] } }
  await expect(customer.ask(createApiKey, nameless)).rejects.toThrow('BAD_REQUEST')
}

const Rows = z.object({ content: z.array(z.object({ id: z.string() })) })

/** Sends a form that an operator must check, with every text that a person can enter. @returns the user's id */
async function sendDoubtfulForm(): Promise<string> {
  const person = { ...(await signUp(server.url)), nationalCode: nationalCodeOf('9998') }
  const texts = { ...PERSON, address: `${TURNED}${word(290)}`, email: `${'w'.repeat(38)}@example.com` }
  const send = async (changes: typeof texts) => {
    const body = await accountForm(changes, person)
    const headers = { authorization: `Bearer ${person.token}` }
    return (await fetch(`${server.url}/api/users/account`, { method: 'POST', headers, body })).json()
  }
  // A person's name has Persian letters: anything else is rejected.
  for (const field of ['firstName', 'lastName'] as const)
    for (const name of NAMES)
      expect(await send({ ...texts, [field]: name })).toMatchObject({ code: 'BAD_REQUEST', field })
  expect(await send(texts)).toMatchObject({ baseDTO: { authenticationType: 'PENDING' } })
  const { content } = Rows.parse(await desk('/users/search', { search: person.mobileNumber }))
  return content[0]?.id ?? ''
}

/** Writes every name and text that users can give, at full length. */
async function seed(): Promise<string> {
  const { url } = server
  const write = async (path: string, fields: Readonly<Record<string, string>>) => {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.append(name, value)
    const headers = { authorization: `Bearer ${customer.token}`, 'user-agent': word(200) }
    const answer = await fetch(`${url}/api${path}`, { method: 'POST', headers, body })
    return answer.json()
  }
  expect(await write('/tickets', { subject: UNSEEN + TURNED[0], type: 'GENERAL', text: 'x' })).toMatchObject({
    code: 'TICKET_SUBJECT_REQUIRED',
  })
  const subject = `${UNSEEN}${TURNED}${word(80)}`
  const { baseDTO } = await write('/tickets', { subject, type: 'GENERAL', text: `${TURNED}${word(3_900)}` })
  await write(`/tickets/message/${baseDTO.id}`, { text: `${ZALGO}${SCRIPT}` })
  await desk(`/tickets/${baseDTO.id}/note`, { text: `${TURNED}${word(3_900)}` })
  await desk('/canned-answers', { title: LONG_NAME, fa: word(400), en: word(400) })
  await desk('/levels/VIP_4/propose-change', {
    volumeFrom: '50000000000',
    maker: '0.11',
    taker: '0.16',
    depositDayMax: '2000000000',
    withdrawalHourMax: '300000000',
    withdrawalDayMax: '700000000',
    reason,
  })
  await desk('/broadcasts', {
    receiverFilter: { language: 'ALL', level: 'ALL', verified: false },
    messages: { fa: { title: LONG_TITLE, text: word(500) }, en: { title: LONG_TITLE, text: word(500) } },
    clientKey: crypto.randomUUID(),
    reason,
  })
  return baseDTO.id
}

const asked = encodeURIComponent(`${SCRIPT}${TURNED}`)

const OWN = () => [
  '/profile/support',
  `/profile/support/massage/${ticket}`,
  `/profile/support/massage/${asked}`,
  `/profile/support?open=${asked}`,
  '/profile/settings',
  '/profile/account',
  '/profile/notifications',
  '/profile',
  `/profile/history?tab=${asked}`,
  `/profile/redirect-from-banks?Authority=${asked}&Status=${asked}`,
]
const OF_VISITORS = [
  `/market/${asked}/TOMAN`,
  `/market/BITCOIN/${asked}`,
  `/sign-up?referralCode=${asked}`,
  `/login?next=${asked}&redirect=${asked}`,
  `/login/forget-otp?mobileNumber=${asked}`,
  `/fromgoogle?code=${asked}&state=${asked}&error=${asked}`,
  `/faq?lang=${asked}#${asked}`,
  `/freeze#${asked}`,
  `/${asked}`,
]
const OF_OPERATORS = () => [
  '/operations',
  '/operations/tickets',
  `/operations/tickets/${ticket}`,
  '/operations/tickets/answers',
  '/operations/identities',
  `/operations/identities/${waiting}`,
  '/operations/users',
  `/operations/users/${waiting}`,
  '/operations/payouts',
  '/operations/custody',
  '/operations/proposals',
  '/operations/operators',
  '/operations/broadcasts',
  '/operations/audit',
  `/operations/audit?user=${asked}`,
  `/operations/content?kind=${asked}`,
  `/operations/content/FAQ/${asked}`,
  `/operations/users/${asked}`,
  `/operations/tickets/${asked}`,
]

async function open(browser: Browser, cookies: Parameters<BrowserContext['addCookies']>[0] = []): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.url, reducedMotion: 'reduce' })
  await context.addInitScript(() => localStorage.setItem('language', 'Ir'))
  await context.addCookies(cookies)
  const page = await context.newPage()
  page.setDefaultTimeout(STEP_MS_MAX)
  return page
}

async function visit(page: Page, who: Who, paths: readonly string[]): Promise<void> {
  const done = watch(page, server.url)
  const wrong: string[] = []
  let before: Place | undefined
  for (const path of paths)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 })
      if (width === WIDTHS[0]) {
        // The page begins with an address that is made up here.
        await arrive(page, { who, path }, path.includes(asked) ? undefined : before)
        before = { who, path }
      }
      const heading = page.locator('#main').locator('h1, h2').first()
      const isThere = await heading.waitFor({ timeout: HEADING_MS_MAX }).then(
        () => true,
        () => false,
      )
      if (!isThere) wrong.push(`${path}: nothing says what this page is`)
      await settle(page)
      await expectHarmless(page, path, done)
      const overrides = await page.evaluate(
        () => document.querySelector('#main')?.textContent.match(/[\u202A-\u202E]/g)?.length ?? 0,
      )
      if (overrides > 0) wrong.push(`${path}: ${overrides} signs turn the text around`)
      // A field may show only a part of longer text.
      const misfits = (await lastingMisfits(page)).filter((each) => !each.includes('is cut by'))
      wrong.push(...misfits.slice(0, 4).map((each) => `${path}, ${width} px: ${each}`))
    }
  expect(wrong).toEqual([])
}

test('names and texts of strangers are harmless on the screens of their customer, and leave the layout as it is', async ({
  browser,
}) => {
  test.setTimeout(600_000)
  const page = await open(browser, sessionCookies({ token: customer.token, url: server.url }))
  await visit(page, 'customer', OWN())
  await page.goto(`${server.url}/profile/settings`)
  for (const { name } of [
    ...(await customer.ask(getPasskeys, {})).content,
    ...(await customer.ask(getApiKeys, {})).content,
  ])
    await expect(page.locator('#main').getByText(name, { exact: true }).first()).toBeVisible()
  await page.context().close()
})

test('a name that nobody can have is refused beside its field before it is sent', async ({ browser }) => {
  const { token } = await signUp(server.url)
  const page = await open(browser, sessionCookies({ token, url: server.url }))
  const done = watch(page, server.url)
  await page.goto(`${server.url}/profile/account`)
  await openStep({ page, words: wordsOf('fa') }, 'personal')
  for (const field of ['firstName', 'lastName'])
    for (const name of NAMES) {
      const input = page.locator(`[name=${field}]`)
      await input.fill(name)
      await input.press('Tab')
      await expect(input).toHaveAttribute('aria-invalid', 'true')
      await input.fill('مینا')
      await expect(input).not.toHaveAttribute('aria-invalid', 'true')
    }
  await expectHarmless(page, '/profile/account', done)
  await page.context().close()
})

test('an address that somebody made up is harmless, and leaves the layout as it is', async ({ browser }) => {
  test.setTimeout(600_000)
  const page = await open(browser)
  await visit(page, 'visitor', OF_VISITORS)
  await page.context().close()
})

test('names and texts of strangers are harmless on the screens of the operators, and leave the layout as it is', async ({
  browser,
}) => {
  test.setTimeout(600_000)
  const page = await open(browser, [{ name: 'kimia_operator', value: operator, url: server.url }])
  await visit(page, 'operator', OF_OPERATORS())
  await page.context().close()
})
