import { expect, type Page } from 'playwright/test'
import { words as accountEn } from '#client/locales/en/account.ts'
import { words as authEn } from '#client/locales/en/auth.ts'
import { words as dealEn } from '#client/locales/en/deal.ts'
import { words as historyEn } from '#client/locales/en/history.ts'
import { words as orderKindsEn } from '#client/locales/en/order-kinds.ts'
import { words as otcEn } from '#client/locales/en/otc.ts'
import { words as tradeEn } from '#client/locales/en/trade.ts'
import { words as walletEn } from '#client/locales/en/wallet.ts'
import { words as accountFa } from '#client/locales/fa/account.ts'
import { words as authFa } from '#client/locales/fa/auth.ts'
import { words as dealFa } from '#client/locales/fa/deal.ts'
import { words as historyFa } from '#client/locales/fa/history.ts'
import { words as orderKindsFa } from '#client/locales/fa/order-kinds.ts'
import { words as otcFa } from '#client/locales/fa/otc.ts'
import { words as tradeFa } from '#client/locales/fa/trade.ts'
import { words as walletFa } from '#client/locales/fa/wallet.ts'
import { localMobileNumber } from '#domain/mobile-number.ts'
import { newestCode, signUp } from '#tests/builders/customer.ts'
import type { IranianIdentity } from '#tests/builders/iranian-identity.ts'
import { sessionCookies } from './session-cookies.ts'

/** The words that a walk uses to find controls, in either language. */
export const WORDS = {
  fa: {
    account: accountFa,
    auth: authFa,
    deal: dealFa,
    history: historyFa,
    orderKinds: orderKindsFa,
    otc: otcFa,
    trade: tradeFa,
    wallet: walletFa,
  },
  en: {
    account: accountEn,
    auth: authEn,
    deal: dealEn,
    history: historyEn,
    orderKinds: orderKindsEn,
    otc: otcEn,
    trade: tradeEn,
    wallet: walletEn,
  },
}

export interface Walker {
  readonly page: Page
  readonly url: string
  readonly language: keyof typeof WORDS
  readonly person: IranianIdentity
  /** The link to the sign-up, for a friend's invitation. */
  readonly from?: string
}

export const PASSWORD = 'Kimia-1405'
/** Any picture will do: its content is for the people who look at it. */
export const PICTURE = 'public/icons/icon-512.png'
const PERSIAN_DIGITS = '۰۱۲۳۴۵۶۷۸۹'

/** Digits as a Persian keyboard types them. */
export const inPersianDigits = (text: string) =>
  text.replace(/\d/g, (digit) => PERSIAN_DIGITS[Number(digit)] ?? digit).replace('.', '٫')

const typed = (walker: Walker, text: string) => (walker.language === 'fa' ? inPersianDigits(text) : text)

/** A user who signed up by the API before, signed in on this page. */
export async function comeSignedIn({ page, url, language }: Omit<Walker, 'person' | 'from'>): Promise<Walker> {
  const person = await signUp(url)
  await page.context().addCookies(sessionCookies({ token: person.token, url }))
  return { page, url, language, person }
}

/** Goes from the sign-up form through the code to an open session. */
export async function signUpOnScreen(walker: Walker): Promise<void> {
  const { page, url, language, person } = walker
  const { auth } = WORDS[language]
  await page.goto(walker.from ?? '/sign-up')
  await page.locator('[name=mobileNumber]').fill(typed(walker, localMobileNumber(person.mobileNumber)))
  await page.locator('[name=password]').fill(PASSWORD)
  await page.locator('[name=acceptedTerms]').check()
  await page.getByRole('button', { name: auth.signUp.action, exact: true }).click()
  await expect(page.getByRole('heading', { name: auth.code.of.SMS.title })).toBeVisible()
  await enterCode(walker, await newestCode(url, person.mobileNumber))
  await expect(page).not.toHaveURL(/sign-up/)
}

/** Fills in the account form with its pictures and bank account, then the five-digit code; a doubtful form ends as PENDING without one. */
export async function verifyOnScreen(walker: Walker, end: 'AUTHORIZED' | 'PENDING' = 'AUTHORIZED'): Promise<void> {
  const { page, url, language, person } = walker
  const { account } = WORDS[language]
  await page.goto('/profile/account')
  await page.getByRole('button', { name: account.country.abroad }).waitFor()
  const onward = () => page.getByRole('button', { name: account.steps.next, exact: true }).click()
  const fill = (name: string, text: string) => page.locator(`[name="${name}"]`).fill(text)
  await fill('firstName', 'مینا')
  await fill('lastName', 'کریمی')
  await fill('nationalCode', typed(walker, person.nationalCode))
  await fill('email', 'mina@example.com')
  await page.locator('[name="birthDay.day"]').selectOption({ index: 12 })
  await page.locator('[name="birthDay.month"]').selectOption({ index: 3 })
  await page.locator('[name="birthDay.year"]').selectOption({ index: 30 })
  await pick(walker, 'state', 'تهران')
  await pick(walker, 'city', 'تهران')
  await fill('postalCode', typed(walker, '1234567890'))
  await fill('telephone', typed(walker, '02188776655'))
  await fill('address', 'خیابان ولیعصر، پلاک ۱۲')
  await onward()
  await page.getByRole('button', { name: account.bank.add }).click()
  await fill('cardNumber', typed(walker, person.cardNumber))
  await fill('shebaCode', typed(walker, person.sheba.slice(2)))
  await page.getByRole('dialog').getByRole('button', { name: account.bank.confirm, exact: true }).click()
  await onward()
  for (const name of ['image', 'backImage', 'documentImage'])
    await page.locator(`[name=${name}]`).setInputFiles(PICTURE)
  await onward()
  await page.getByRole('button', { name: account.submit.action }).click()
  if (end === 'PENDING') return expect(page.getByText(account.submit.pending)).toBeVisible()
  await expect(page).toHaveURL(/fino-verifying/)
  await expect.poll(() => newestCode(url, person.mobileNumber)).toMatch(/^\d{5}$/)
  await enterCode(walker, await newestCode(url, person.mobileNumber))
  await expect(page.getByText(account.identity.done)).toBeVisible()
}

/** Picks an item by its Persian name from a sheet with a search. */
async function pick({ page }: Walker, name: string, text: string): Promise<void> {
  await page.locator(`[name="${name}"]`).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('searchbox').fill(text)
  await sheet.locator('ul button').first().click()
  await expect(sheet).toBeHidden()
}

/** Goes through amount, card and gateway, the gateway's own page, and back to the receipt. */
export async function payInOnScreen(
  walker: Walker,
  toman: string,
  through: keyof typeof PAY_PAGES = 'ZARINPAL',
): Promise<void> {
  const { page, language } = walker
  const { wallet } = WORDS[language]
  await openPayPage(walker, toman, through)
  await page.locator('button[value=pay]').click()
  await page.waitForURL(/\/profile\/redirect-from-banks/)
  await expect(page.getByText(wallet.payment.paid.title).first()).toBeVisible()
}

async function openPayPage(walker: Walker, toman: string, through: keyof typeof PAY_PAGES): Promise<void> {
  const { page, language } = walker
  const { wallet } = WORDS[language]
  await page.goto('/profile/wallet')
  await page.getByRole('button', { name: wallet.toman.deposit }).first().click()
  await page.locator('[name=amount]').fill(typed(walker, toman))
  await page.getByRole('radio', { name: wallet.payment.gateways[through] }).click()
  await page.getByRole('button', { name: wallet.deposit.submit }).click()
  await page.waitForURL(PAY_PAGES[through])
}

/** Pays through Vandar by a card that is not the walker's: the money goes back to it, and the page says so. */
export async function payByAnotherCard(walker: Walker, toman: string): Promise<void> {
  const { page, language } = walker
  const { wallet, history } = WORDS[language]
  await openPayPage(walker, toman, 'VANDAR')
  await page.locator('button[value=pay-by-another]').click()
  await page.waitForURL(/\/profile\/redirect-from-banks/)
  await expect(page.getByRole('heading', { name: wallet.payment.returned.title })).toBeVisible({ timeout: 20_000 })
  await page.goto('/profile/history?tab=deposits')
  await expect(page.getByText(history.deposits.payBack.DONE).first()).toBeVisible()
}

const PAY_PAGES = { ZARINPAL: /\/sandbox\/zarinpal\/pg\/StartPay\//, VANDAR: /\/sandbox\/vandar\/v4\// }

/** A complete code is sent without a press: a press of the button could hit the form of the next page. */
export const enterCode = ({ page }: Pick<Walker, 'page'>, code: string): Promise<void> =>
  page.locator('input[autocomplete="one-time-code"]').fill(code)
