import { readFile } from 'node:fs/promises'
import { type Browser, expect, type Page, test } from 'playwright/test'
import { words as desk } from '#client/locales/en/desk.ts'
import { words } from '#client/locales/en/operations.ts'
import { words as proposals } from '#client/locales/en/proposals.ts'
import { words as tickets } from '#client/locales/en/tickets.ts'
import { getAccount } from '#contract/account.ts'
import { openDatabase } from '#server/store/open-database.ts'
import { type Customer, signUp } from '#tests/builders/customer.ts'
import { nationalCodeOf } from '#tests/builders/iranian-identity.ts'
import { openTicket } from '#tests/builders/open-ticket.ts'
import { accountForm } from '../integration/server/accounts/account-form.ts'
import { type ServerProcess, startServerProcess } from '../setup/server-process.ts'
import { logInOperator, type Operator } from './console-operator.ts'
import { type OperatedFolder, operatedFolder } from './operated-folder.ts'

/** Above this number of receivers a message needs two operators. */
const MANY = 1_001
/** The receivers with the customer who has just signed up, as the screen writes the number. */
const RECEIVERS = '1,002'
const PICTURE = 'public/icons/icon-512.png'
const MARKET = 'BITCOIN_TOMAN'

let server: ServerProcess
let folder: OperatedFolder
let customer: Customer

test.beforeAll(async () => {
  folder = await operatedFolder()
  const database = await openDatabase(folder.settings)
  await database.query(
    `insert into users (mobile, referral_code, created_at)
      select '+98935' || lpad(n::text, 7, '0'), 'many-' || n, now() from generate_series(1, $1::integer) as n`,
    [MANY],
  )
  await database.close()
  server = await startServerProcess(folder.settings)
  customer = await signUp(server.url)
  // The registry doubts the name of this user.
  const form = await accountForm({}, { ...customer, nationalCode: nationalCodeOf('9998') })
  const headers = { authorization: `Bearer ${customer.token}` }
  const sent = await fetch(`${server.url}/api/users/account`, { method: 'POST', headers, body: form })
  expect(sent.status).toBe(200)
  await openTicket(server.url, customer, new Uint8Array(await readFile(PICTURE)))
})
test.afterAll(async () => {
  await server?.stop()
  await folder?.remove()
})

test.use({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' })

/** A signed-in operator on the first page, who continues by keyboard alone. */
async function begin(browser: Browser, operator: Operator): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' })
  const page = await context.newPage()
  await page.addInitScript(() => localStorage.setItem('language', 'En'))
  await logInOperator(page, server.url, operator)
  await expect(page.getByRole('heading', { name: desk.room.overview, level: 1 })).toBeVisible()
  return page
}

/** Presses G and a letter to open a page. */
async function goTo(page: Page, letter: string, title: string): Promise<void> {
  await page.keyboard.press('g')
  await page.keyboard.press(letter)
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
}

/** Presses Tab until this control has the focus, as a user without a mouse does. */
async function tabTo(page: Page, role: 'button' | 'textbox' | 'link' | 'radio', name: string | RegExp): Promise<void> {
  const sheet = page.locator('dialog[open]')
  const scope = (await sheet.count()) > 0 ? sheet : page
  const wanted = scope.getByRole(role, { name, exact: typeof name === 'string' }).first()
  await expect(wanted).toBeVisible()
  for (let presses = 0; presses < 80; presses += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not lead to ${role} ${name}`)
}

/** The sheet's first field is the reason; the button is a few presses further. */
async function giveReason(page: Page, yes: string | RegExp, done: string): Promise<void> {
  const reason = page.getByLabel(words.act.reason)
  await expect(reason).toBeFocused()
  await page.keyboard.type('Seen and right')
  await tabTo(page, 'button', yes)
  await page.keyboard.press('Enter')
  await expect(page.getByText(done)).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
}

// A busy machine takes its time for a whole day.
test.setTimeout(300_000)

test('an operator does a whole day by the keyboard alone, and a second one what takes two', async ({ browser }) => {
  const page = await begin(browser, folder.sara)

  await test.step('the keys are listed', async () => {
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: words.keys.title })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  await test.step('a waiting account is approved', async () => {
    await goTo(page, 'v', words.identities.title)
    await expect(page.getByRole('row').getByRole('link')).toHaveCount(1)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await tabTo(page, 'button', words.identities.approve.action)
    await page.keyboard.press('Enter')
    await giveReason(page, words.identities.approve.action, words.identities.approve.done)
    expect((await customer.ask(getAccount, {})).baseDTO.authorized).toBe(true)
  })

  await test.step('a ticket is answered', async () => {
    await goTo(page, 't', tickets.title)
    await expect(page.getByRole('row').getByRole('link')).toHaveCount(1)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await tabTo(page, 'textbox', tickets.answer.label)
    await page.keyboard.type('Your payment has arrived.')
    await tabTo(page, 'button', tickets.answer.send)
    await page.keyboard.press('Enter')
    await expect(page.getByText(tickets.answer.done)).toBeVisible()
  })

  await test.step('a market is found by its name and halted', async () => {
    await goTo(page, 'm', words.markets.title)
    await expect(page.getByRole('row').nth(2)).toBeVisible()
    await page.keyboard.press('/')
    await page.keyboard.type('bitcoin / toman')
    await expect(page.getByRole('row')).toHaveCount(2)
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('button', { name: words.markets.halt.action })).toBeFocused()
    await page.keyboard.press('Enter')
    await tabTo(page, 'textbox', new RegExp(words.markets.halt.persian))
    await page.keyboard.type('بررسی قیمت')
    await tabTo(page, 'textbox', new RegExp(words.markets.halt.english))
    await page.keyboard.type('The price is being checked')
    await page.keyboard.press('Tab')
    await tabTo(page, 'button', words.markets.halt.action)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('row').filter({ hasText: MARKET })).toContainText(words.markets.state.HALTED)
  })

  await test.step('a message to many is written, seen in both languages and proposed', async () => {
    await goTo(page, 'b', desk.room.broadcasts)
    await tabTo(page, 'button', desk.broadcasts.action)
    await page.keyboard.press('Enter')
    const sheet = page.getByRole('dialog')
    for (const text of ['تعطیلی فردا', 'Closed tomorrow']) {
      const at = text === 'Closed tomorrow' ? 1 : 0
      for (const label of [desk.broadcasts.title, desk.broadcasts.body]) {
        const field = sheet.getByLabel(new RegExp(`^${label}`)).nth(at)
        while (!(await field.evaluate((element) => element === document.activeElement)))
          await page.keyboard.press('Tab')
        await page.keyboard.type(text)
      }
    }
    await tabTo(page, 'button', proposals.broadcast.preview)
    await page.keyboard.press('Enter')
    await expect(sheet.getByText(proposals.broadcast.in.fa)).toBeVisible()
    await giveReason(
      page,
      proposals.broadcast.propose.replace('{{receivers}}', RECEIVERS),
      proposals.broadcast.proposedDone,
    )
  })

  await test.step('the second operator reads it on the page and approves', async () => {
    const other = await begin(browser, folder.reza)
    await goTo(other, 'p', words.proposals.title)
    await expect(other.getByText('تعطیلی فردا').first()).toBeVisible()
    await other.keyboard.press('ArrowDown')
    await expect(other.getByRole('button', { name: words.proposals.approve.action })).toBeFocused()
    await other.keyboard.press('Enter')
    await giveReason(other, words.proposals.approve.action, words.proposals.approve.done)
    await goTo(other, 'b', desk.room.broadcasts)
    await expect(other.getByRole('row').filter({ hasText: 'Closed tomorrow' })).toContainText(RECEIVERS)
    await other.context().close()
  })
  await page.context().close()
})
