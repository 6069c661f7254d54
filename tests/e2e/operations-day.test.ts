import { readFile } from 'node:fs/promises'
import { expect, test } from 'playwright/test'
import { words as deskEn } from '#client/locales/en/desk.ts'
import { words as en } from '#client/locales/en/operations.ts'
import { words as proposalsEn } from '#client/locales/en/proposals.ts'
import { words as deskFa } from '#client/locales/fa/desk.ts'
import { words as fa } from '#client/locales/fa/operations.ts'
import { words as proposalsFa } from '#client/locales/fa/proposals.ts'
import { jalaliDateAt } from '#domain/jalali.ts'
import { freshFolder } from '../setup/fresh-folder.ts'
import { type ServerProcess, startServerProcess } from '../setup/server-process.ts'
import { addOperator, logInOperator, type Operator } from './console-operator.ts'

const DEVICES = {
  fa: {
    viewport: { width: 360, height: 780 },
    locale: 'fa-IR',
    colorScheme: 'dark',
    words: { desk: deskFa, marketSettings: proposalsFa.market, operations: fa },
  },
  en: {
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    colorScheme: 'light',
    words: { desk: deskEn, marketSettings: proposalsEn.market, operations: en },
  },
} as const

const daysAhead = (days: number) => new Date(Date.now() + days * 86_400_000)

test.describe.configure({ mode: 'default' })

let server: ServerProcess
let folder: Awaited<ReturnType<typeof freshFolder>>
const operators = new Map<string, Operator>()

test.beforeAll(async () => {
  folder = await freshFolder()
  for (const language of ['fa', 'en'] as const)
    operators.set(language, await addOperator(folder.settings.dataDir, `Operator ${language}`))
  server = await startServerProcess(folder.settings)
})
test.afterAll(async () => {
  await server?.stop()
  await folder?.remove()
})

for (const language of ['fa', 'en'] as const) {
  const { words, ...device } = DEVICES[language]
  const { desk, marketSettings, operations } = words
  test.describe(`an operator's day (${language})`, () => {
    test.use(device)
    test('begins on the first page and leads through the rooms', async ({ page }) => {
      const operator = operators.get(language)
      if (!operator) throw new Error('no operator')
      await page.addInitScript((name) => localStorage.setItem('language', name), language === 'fa' ? 'Ir' : 'En')
      await logInOperator(page, server.url, operator)

      await test.step('the first page counts what waits and says how the system stands', async () => {
        await expect(page.getByRole('heading', { name: desk.room.overview, level: 1 })).toBeVisible()
        for (const title of [desk.overview.waiting.title, desk.overview.health.title, desk.overview.figures.title])
          await expect(page.getByRole('heading', { name: title, level: 2 })).toBeVisible()
        await expect(page.getByText(desk.overview.waiting.deposits)).toBeVisible()
        await expect(page.getByText(desk.overview.health.backUp)).toBeVisible()
        await expect(page.getByRole('img', { name: desk.overview.figures.volume })).toBeVisible()
      })

      await test.step('a holiday is proposed in the settings', async () => {
        await page.goto(`${server.url}/operations/settings?tab=days`)
        await page.getByRole('button', { name: desk.settings.addHoliday }).click()
        const sheet = page.getByRole('dialog')
        if (language === 'fa') {
          const day = jalaliDateAt(daysAhead(40))
          await sheet.getByLabel(desk.day.day).selectOption(day.slice(6))
          await sheet.getByLabel(desk.day.month).selectOption(day.slice(4, 6))
          await sheet.getByLabel(desk.day.year).selectOption(day.slice(0, 4))
        } else await sheet.locator('input[type=date]').fill(daysAhead(50).toISOString().slice(0, 10))
        await sheet.getByLabel(marketSettings.days.name).fill('Day of the company')
        await sheet.getByLabel(operations.act.reason).fill('The day of the company')
        await sheet.getByRole('button', { name: desk.settings.propose }).click()
        await expect(page.getByText(desk.settings.proposed)).toBeVisible()
      })

      await test.step('a change of fees waits for another operator', async () => {
        await page.getByRole('tab', { name: marketSettings.tab.fees }).click()
        await page.getByRole('row', { name: operations.level.VIP_4 }).getByRole('button').click()
        const sheet = page.getByRole('dialog')
        await sheet.getByLabel(desk.settings.field.maker).fill(language === 'fa' ? '۰٫۱۲' : '0.11')
        await sheet.getByLabel(operations.act.reason).fill('The market is quiet')
        await sheet.getByRole('button', { name: desk.settings.propose }).click()
        // The message of the holiday's proposal may still be there.
        if (language === 'fa') await expect(sheet).toBeHidden()
        // The first one is still open.
        else await expect(sheet.getByText('awaiting approval').first()).toBeVisible()
      })

      await test.step('a report is saved', async () => {
        await page.goto(`${server.url}/operations/reports`)
        await page.getByRole('button', { name: desk.reports.action }).first().click()
        const sheet = page.getByRole('dialog')
        await sheet.getByLabel(operations.act.reason).fill('For the accountant')
        const saved = page.waitForEvent('download')
        await sheet.getByRole('button', { name: desk.reports.action }).click()
        const text = await readFile(await (await saved).path(), 'utf8')
        expect(text.startsWith(language === 'fa' ? '\uFEFFشماره' : '\uFEFFNumber')).toBe(true)
      })
    })
  })
}
