import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from 'playwright/test'
import { words as supportEn } from '#client/locales/en/support.ts'
import { words as ticketsEn } from '#client/locales/en/tickets.ts'
import { words as shellFa } from '#client/locales/fa/shell.ts'
import { words as supportFa } from '#client/locales/fa/support.ts'
import { signUp } from '#tests/builders/customer.ts'
import { pdf } from '#tests/builders/pdf.ts'
import { findBarriers } from './barriers.ts'
import { comeAsOperator } from './console-operator.ts'
import { sessionCookies } from './session-cookies.ts'
import { PICTURE } from './walk.ts'

const PHONE = { viewport: { width: 360, height: 780 }, locale: 'fa-IR', hasTouch: true }
const DESKTOP = { viewport: { width: 1280, height: 860 }, locale: 'en-GB' }
/** The label of a ticket's file, the same for the operator and the customer. */
const PHOTO = /^Download file\s*Photo, \d+ KB$/

const speak = (page: Page, stored: 'Ir' | 'En') =>
  page.addInitScript((name) => localStorage.setItem('language', name), stored)

/** No barrier, and nothing wider than the screen. */
async function expectSound(page: Page, where: string): Promise<void> {
  expect(await findBarriers(page), where).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
}

test('a customer asks with a file in Persian on the phone, an operator answers in English on the desktop with a file', async ({
  browser,
  baseURL: url = '',
}) => {
  const customer = await signUp(url)
  const subject = `واریز ${customer.nationalCode}`
  const phone = await (await browser.newContext(PHONE)).newPage()
  await speak(phone, 'Ir')
  await phone.context().addCookies(sessionCookies({ token: customer.token, url }))
  const { open, talk, status, list } = supportFa

  await test.step('the empty list offers a new ticket, which outlives a reload half written', async () => {
    await phone.goto(`${url}/profile/support`)
    await expect(phone.getByText(list.empty.title)).toBeVisible()
    await phone.getByRole('button', { name: open.action }).click()
    await phone.getByLabel(open.text).fill('<b>پرداخت کردم</b> و ننشست.')
    await phone.reload()
    await expect(phone.getByLabel(open.text)).toHaveValue('<b>پرداخت کردم</b> و ننشست.')
    await phone.getByLabel(open.subject, { exact: true }).fill(subject)
    await phone.getByLabel(open.section, { exact: true }).selectOption({ label: supportFa.type.TECHNICAL })
    await phone.getByRole('dialog').getByRole('button', { name: open.send, exact: true }).click()
    await expect(phone).toHaveURL(/\/profile\/support\/massage\/\d+$/)
    await expect(phone.getByRole('log').getByText('<b>پرداخت کردم</b> و ننشست.')).toBeVisible()
  })

  await test.step('a file that is no photo is refused in words, and a photo goes along', async () => {
    await phone.getByLabel(talk.attach).setInputFiles({
      name: 'photo.png',
      mimeType: 'image/png',
      buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>window.ran = true</script></svg>'),
    })
    await phone.getByRole('button', { name: talk.send }).click()
    await expect(phone.getByRole('alert').filter({ hasText: 'PNG' })).toBeVisible()
    await expectSound(phone, 'a refused file')
    await phone.getByLabel(talk.attach).setInputFiles(PICTURE)
    await phone.getByRole('button', { name: talk.send }).click()
    await expect(phone.getByRole('log').getByRole('button', { name: talk.download })).toBeVisible()
    await expectSound(phone, 'conversation')
  })

  const desktop = await (await browser.newContext(DESKTOP)).newPage()
  await speak(desktop, 'En')
  const words = ticketsEn

  await test.step('an operator finds it, takes it, saves the photo, and notes what the customer never sees', async () => {
    await comeAsOperator(desktop.context(), url)
    await desktop.goto(`${url}/operations/tickets`)
    await expect(desktop.getByRole('navigation').getByRole('link', { name: words.title })).toBeVisible()
    await desktop.getByRole('link', { name: subject }).click()
    await desktop.getByRole('button', { name: words.take.action }).click()
    await expect(desktop.getByText(words.take.done)).toBeVisible()
    const saved = desktop.waitForEvent('download')
    await desktop.getByRole('button', { name: PHOTO }).click()
    expect((await readFile(await (await saved).path())).subarray(0, 3).toString('hex')).toBe('ffd8ff')
    await desktop.getByRole('radio', { name: words.mode.note }).click()
    await desktop.getByLabel(words.noting.label).fill('He paid twice')
    await desktop.getByRole('button', { name: words.noting.send }).click()
    await expect(desktop.getByRole('log').getByText('He paid twice')).toBeVisible()
    await expectSound(desktop, 'room of the ticket')
  })

  await test.step('the answer with its PDF comes to the open page by itself', async () => {
    await desktop.getByRole('radio', { name: words.mode.answer }).click()
    await desktop.getByLabel(words.answer.label).fill('Your payment is credited.')
    await desktop
      .getByLabel(supportEn.talk.attach)
      .setInputFiles({ name: 'receipt.pdf', mimeType: 'application/pdf', buffer: pdf() })
    await desktop.getByRole('button', { name: words.answer.send }).click()
    await expect(desktop.getByText(words.answer.done)).toBeVisible()
    const before = await phone.evaluate(() => scrollY)
    await expect(phone.getByRole('log').getByText('Your payment is credited.')).toBeVisible()
    expect(await phone.evaluate(() => scrollY)).toBe(before)
    await expect(phone.getByText(status.ADMIN_ANSWERED)).toBeVisible()
    // The bell of the open app updates by itself.
    await expect(phone.getByRole('link', { name: shellFa.nav.unread.replace('{{shown}}', '۱') })).toBeVisible()
    await expect(phone.getByText('He paid twice')).toBeHidden()
    const saved = phone.waitForEvent('download')
    await phone.getByRole('log').getByRole('listitem').last().getByRole('button', { name: talk.download }).click()
    expect(await readFile(await (await saved).path())).toEqual(pdf())
  })

  await test.step('without a network the text stays, and goes out when it is back', async () => {
    await phone.getByLabel(talk.message).fill('متشکرم')
    await phone.context().setOffline(true)
    await expect(phone.getByText(supportFa.offline)).toBeVisible()
    await phone.context().setOffline(false)
    await expect(phone.getByText(supportFa.offline)).toBeHidden()
    await phone.getByRole('button', { name: talk.send }).click()
    await expect(phone.getByRole('log').getByText('متشکرم')).toBeVisible()
    await expect(phone.getByText(status.CUSTOMER_ANSWERED)).toBeVisible()
  })

  await test.step('the operator closes it, and the customer reads so', async () => {
    await expect(desktop.getByRole('log').getByText('متشکرم')).toBeVisible()
    await desktop.getByRole('button', { name: words.close.action }).click()
    const sheet = desktop.getByRole('dialog')
    await sheet.getByRole('textbox').fill('Solved')
    await sheet.getByRole('button', { name: words.close.action }).click()
    await expect(phone.getByText(talk.closed)).toBeVisible()
  })
  await phone.context().close()
  await desktop.context().close()
})
