import { expect, type Page, test } from 'playwright/test'
import { words } from '#client/locales/fa/operations.ts'
import { words as safety } from '#client/locales/fa/safety.ts'
import { getAccount } from '#contract/account.ts'
import { REFUSALS } from '#contract/errors.ts'
import { HAND_BACK_REASONS } from '#contract/hand-back-reasons.ts'
import { words as kinds } from '#contract/words/fa/audit-kinds.ts'
import { localMobileNumber } from '#domain/mobile-number.ts'
import { type Customer, signUp } from '#tests/builders/customer.ts'
import { nationalCodeOf } from '#tests/builders/iranian-identity.ts'
import { accountForm } from '../integration/server/accounts/account-form.ts'
import { logInOperator } from './console-operator.ts'
import { operatorOnScreen } from './operated-folder.ts'
import { awaitStepBack } from './screen.ts'
import { sessionCookies } from './session-cookies.ts'
import { inPersianDigits } from './walk.ts'

/** A user whose name the registry doubts. */
async function doubtfulUser(url: string): Promise<Customer> {
  const user = await signUp(url)
  const form = await accountForm({}, { ...user, nationalCode: nationalCodeOf('9998') })
  const headers = { authorization: `Bearer ${user.token}` }
  const sent = await fetch(`${url}/api/users/account`, { method: 'POST', headers, body: form })
  expect(sent.status).toBe(200)
  return user
}

const PHONE = { viewport: { width: 390, height: 844 }, locale: 'fa-IR' }

test('a way from another page leads into the console, and a room that does not exist is not found', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page.locator('#main h1')).toBeVisible()
  // A step back in the browser does this: the page stays the one that began elsewhere.
  await page.evaluate(() => {
    history.pushState(null, '', '/operations/users')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await expect(page.locator('[name=password]')).toBeVisible()
  await expect(page).toHaveURL('/operations/users')
  // Bypasses the worker, which answers every page from its shell once it has it.
  expect((await page.request.get('/operations/nowhere')).status()).toBe(404)
  // The console's own page, which asks for a login.
  await page.goto('/operations/nowhere')
  await expect(page.locator('[name=password]')).toBeVisible()
})

test('an operator approves a doubtful account, hands another back, and freezes a user who is out within seconds', async ({
  page,
  browser,
  baseURL: url = '',
}) => {
  const operator = operatorOnScreen()
  await page.addInitScript(() => localStorage.setItem('language', 'Ir'))
  const right = await doubtfulUser(url)
  const blurred = await doubtfulUser(url)

  await test.step('a wrong code opens nothing, the right one does', async () => {
    await logInOperator(page, url, { ...operator, password: 'Something1' })
    await expect(page.getByText(REFUSALS.OPERATOR_LOGIN_REFUSED.fa)).toBeVisible()
    await logInOperator(page, url, operator)
    // The login has its own heading.
    await expect(page.locator('[name=password]')).toHaveCount(0)
    await expect(page.locator('#main h1')).toBeVisible()
    await page.goto(`${url}/operations/content/FAQ`)
    await expect(page.getByRole('heading', { name: words.noRoom.title })).toBeVisible()
  })

  const act = async (yes: string, reason: string, sheet = page.getByRole('dialog')) => {
    await sheet.getByRole('button', { name: yes, exact: true }).click()
    await expect(sheet.getByText(words.act.short)).toBeVisible()
    await sheet.getByRole('textbox').fill(reason)
    await sheet.getByRole('button', { name: yes, exact: true }).click()
    await expect(sheet).toBeHidden()
  }
  /** The decision is next to the documents. */
  const decision = () =>
    page
      .locator('section')
      .filter({ has: page.getByLabel(/^دلیل/) })
      .last()
  const open = async (customer: Customer) => {
    await page.goto(`${url}/operations/identities`)
    const row = page.getByRole('row').filter({ has: page.getByText(inPersianDigits(customer.mobileNumber)) })
    await row.getByRole('link').click()
  }

  await test.step('the form, the answer of the registry and the photos are seen, and the account is approved', async () => {
    await open(right)
    const photo = page.getByRole('img', { name: words.identities.document.image })
    await expect.poll(() => photo.evaluate((element) => 'naturalWidth' in element && element.naturalWidth)).not.toBe(0)
    await page.getByRole('button', { name: words.identities.approve.action, exact: true }).click()
    await act(words.identities.approve.action, 'The card shows the same name', decision())
    await expect(page.getByText(words.identities.approve.done)).toBeVisible()
    expect((await right.ask(getAccount, {})).baseDTO.authorized).toBe(true)
  })

  await test.step('a form goes back with a ready reason, which its user reads', async () => {
    await open(blurred)
    await page.getByRole('button', { name: words.identities.handBack.action, exact: true }).click()
    const sheet = decision()
    await sheet.getByRole('button', { name: HAND_BACK_REASONS.BLURRED.fa }).click()
    await sheet.getByRole('button', { name: words.identities.handBack.action, exact: true }).click()
    await expect(page.getByText(words.identities.handBack.done)).toBeVisible()
    const own = await ownPage({ browser, url, customer: blurred })
    await own.goto(`${url}/profile/account`)
    await expect(own.getByText(HAND_BACK_REASONS.BLURRED.fa)).toBeVisible()
    await own.context().close()
  })

  await test.step('a user is found by keyboard and frozen: the open page ends, and the login is refused', async () => {
    const own = await ownPage({ browser, url, customer: right })
    await own.goto(`${url}/profile/wallet`)
    await page.goto(`${url}/operations/users`)
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    await page.keyboard.press('/')
    await page.keyboard.type(localMobileNumber(right.mobileNumber))
    await expect(page.getByRole('row').filter({ has: page.getByRole('link') })).toHaveCount(1)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: words.act.freeze.action, exact: true }).click()
    await act(words.act.freeze.action, 'A stolen phone')
    await expect(page.getByText(safety.freeze.kind.RISK)).toBeVisible()
    await expect(own).toHaveURL(/\/login/)
    await own.locator('[name=mobileNumber]').fill(localMobileNumber(right.mobileNumber))
    await own.locator('[name=password]').fill(right.password)
    await own.locator('form button[type=submit]').click()
    await expect(own.getByText(REFUSALS.LOGIN_NOT_ALLOWED.fa)).toBeVisible()
    await own.context().close()
  })

  await test.step('the log has it all, and its chain is whole', async () => {
    await awaitStepBack(page)
    await page.goto(`${url}/operations/audit`)
    await expect(page.getByText('A stolen phone').first()).toBeVisible()
    await expect(page.getByRole('cell').filter({ hasText: kinds.DOCUMENT_VIEWED }).first()).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: words.audit.whole.slice(0, 8) })).toBeVisible()
  })
})

interface OwnPage {
  readonly browser: import('playwright/test').Browser
  readonly url: string
  readonly customer: Customer
}

/** A browser in which the customer is signed in. */
async function ownPage({ browser, url, customer }: OwnPage): Promise<Page> {
  const context = await browser.newContext(PHONE)
  await context.addInitScript(() => localStorage.setItem('language', 'Ir'))
  await context.addCookies(sessionCookies({ token: customer.token, url }))
  return context.newPage()
}
