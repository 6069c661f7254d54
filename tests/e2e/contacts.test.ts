import { expect, type Page, test } from 'playwright/test'
import { words as contactsEn } from '#client/locales/en/contacts.ts'
import { words as documentsEn } from '#client/locales/en/documents.ts'
import { words as uiEn } from '#client/locales/en/ui.ts'
import { words as contactsFa } from '#client/locales/fa/contacts.ts'
import { words as documentsFa } from '#client/locales/fa/documents.ts'
import { words as uiFa } from '#client/locales/fa/ui.ts'
import { localMobileNumber } from '#domain/mobile-number.ts'
import { newestCode, signUp, verifyIdentity } from '#tests/builders/customer.ts'
import { iranianIdentity } from '#tests/builders/iranian-identity.ts'
import { picture } from '#tests/builders/picture.ts'
import { findBarriers } from './barriers.ts'
import { checkLayout } from './layout.ts'
import { proveOnSheet } from './prove.ts'
import { sessionCookies } from './session-cookies.ts'
import { inPersianDigits } from './walk.ts'

/** No barrier, nothing wider than the screen, and nothing too small for a thumb. */
async function expectSound(page: Page, language: 'fa' | 'en'): Promise<void> {
  expect(await findBarriers(page)).toEqual([])
  expect(await checkLayout(page, { language, isPhone: language === 'fa' })).toEqual([])
}

/** A complete code is sent without a press. */
const giveCode = (page: Page, code: string) =>
  page.getByRole('dialog').locator('input[autocomplete="one-time-code"]').fill(code)

const SITE = `http://127.0.0.1:${process.env.E2E_PORT}`

const LOOKS = {
  fa: {
    viewport: { width: 320, height: 680 },
    locale: 'fa-IR',
    hasTouch: true,
    contacts: contactsFa,
    documents: documentsFa,
    ui: uiFa,
  },
  en: {
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    hasTouch: false,
    contacts: contactsEn,
    documents: documentsEn,
    ui: uiEn,
  },
} as const

for (const language of ['fa', 'en'] as const) {
  const { contacts, documents, ui, ...device } = LOOKS[language]
  const typed = (text: string) => (language === 'fa' ? inPersianDigits(text) : text)

  test.describe(`contacts and documents of a verified user (${language})`, () => {
    test.use({ ...device, baseURL: SITE })

    const openAccount = async (page: Page) => {
      const customer = await signUp(SITE)
      await verifyIdentity(SITE, customer, new Uint8Array(await picture({ width: 640, height: 400 })))
      await page.addInitScript((name) => localStorage.setItem('language', name), language === 'fa' ? 'Ir' : 'En')
      await page.context().addCookies(sessionCookies({ token: customer.token, url: SITE }))
      await page.goto('/profile/account')
      return customer
    }

    // Each language walks one of the two: the sheet is the same, and the walk of all screens opens it in both.
    if (language === 'fa')
      test('the mobile number changes by the codes of the old and the new number', async ({ page }) => {
        const customer = await openAccount(page)
        const { mobileNumber } = iranianIdentity()
        await page.getByRole('button', { name: contacts.change.MOBILE }).click()
        const sheet = page.getByRole('dialog')
        await sheet.getByRole('button', { name: contacts.send }).click()
        await expect(sheet.getByText(contacts.problem.MOBILE.required).first()).toBeVisible()
        await expectSound(page, language)
        await sheet.locator('[name=oldContact]').fill(typed(localMobileNumber(customer.mobileNumber)))
        await sheet.locator('[name=newContact]').fill(typed(localMobileNumber(mobileNumber)))
        await sheet.getByRole('button', { name: contacts.send }).click()
        await proveOnSheet(page, language, () => newestCode(SITE, customer.mobileNumber))
        await expect(sheet.getByText(ui.code.digits6)).toBeVisible()
        await giveCode(page, await newestCode(SITE, customer.mobileNumber))
        await expect(sheet.getByText(ui.code.digits5)).toBeVisible()
        await expectSound(page, language)
        await giveCode(page, await newestCode(SITE, mobileNumber))
        await expect(page.getByText(contacts.done.MOBILE.open)).toBeVisible()
        await expect(page.getByText(typed(localMobileNumber(mobileNumber))).first()).toBeVisible()
      })
    else
      test('the e-mail address of the form is proven, and another one takes its place', async ({ page }) => {
        const customer = await openAccount(page)
        const emails = [`mina.${Date.now()}@example.com`, `karimi.${Date.now()}@example.com`] as const
        const sheet = page.getByRole('dialog')
        await page.getByRole('button', { name: contacts.prove.EMAIL }).click()
        await sheet.locator('[name=newContact]').fill(emails[0])
        await sheet.getByRole('button', { name: contacts.send }).click()
        await proveOnSheet(page, language, () => newestCode(SITE, customer.mobileNumber))
        await expect(sheet.getByText(ui.code.digits6)).toBeVisible()
        await expectSound(page, language)
        await giveCode(page, await newestCode(SITE, emails[0]))
        await expect(page.getByText(contacts.done.added)).toBeVisible()
        await page.getByRole('button', { name: contacts.change.EMAIL }).click()
        await sheet.locator('[name=oldContact]').fill(emails[0])
        await sheet.locator('[name=newContact]').fill(emails[1])
        await sheet.getByRole('button', { name: contacts.send }).click()
        // The first change has used its proof up. Codes of one purpose are sent a minute apart.
        await proveOnSheet(page, language, () => newestCode(SITE, customer.mobileNumber))
        await expect(sheet.getByText(ui.code.digits6)).toBeVisible()
        await giveCode(page, await newestCode(SITE, emails[0]))
        await expect(sheet.getByText(contacts.code.NEW.EMAIL.split('{{')[0] ?? '')).toBeVisible()
        await expect.poll(() => newestCode(SITE, emails[1]).catch(() => undefined)).toBeDefined()
        await giveCode(page, await newestCode(SITE, emails[1]))
        await expect(page.getByText(emails[1]).first()).toBeVisible()
        await expect(page.getByText(emails[1])).toHaveCount(2)
      })

    test('the documents that were sent are shown, and one is enlarged', async ({ page }) => {
      await openAccount(page)
      await page.getByRole('button', { name: documents.show }).click()
      const photo = page.getByRole('img', { name: documents.name.backImage })
      await expect(photo).toBeVisible()
      await expectSound(page, language)
      expect(await photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(640)
      await page.getByRole('button', { name: documents.enlarge.replace('{{name}}', documents.name.backImage) }).click()
      await expect(page.getByRole('dialog', { name: documents.name.backImage })).toBeVisible()
    })
  })
}
