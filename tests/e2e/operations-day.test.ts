import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'playwright/test'
import { words as desk } from '#client/locales/fa/desk.ts'
import { words as operations } from '#client/locales/fa/operations.ts'
import { words as proposals } from '#client/locales/fa/proposals.ts'
import { REFUSALS } from '#contract/errors.ts'
import { jalaliDateAt } from '#domain/jalali.ts'
import { comeAsOperator } from './console-operator.ts'

const marketSettings = proposals.market

const WORDS_LATE_MS = 1_000
const daysAhead = (days: number) => new Date(Date.now() + days * 86_400_000)

test.use({ viewport: { width: 360, height: 780 }, locale: 'fa-IR', colorScheme: 'dark' })

/** Runs in the page: records whether its heading is hidden after it was shown. */
function noteLostHeading(): void {
  let wasThere = false
  const look = () => {
    const isThere = document.querySelector('#main h1')?.checkVisibility() ?? false
    if (wasThere && !isThere) document.documentElement.dataset.lost = 'heading'
    wasThere ||= isThere
    requestAnimationFrame(look)
  }
  look()
}

test("an operator's day begins on the first page and leads through the rooms", async ({ page, baseURL: url = '' }) => {
  await page.addInitScript(() => localStorage.setItem('language', 'Ir'))
  await comeAsOperator(page.context(), url)
  // The words of a part arrive after its figures.
  await page.route(/\/assets\/(?:proposals|safety)-[^/]*\.js$/, async (route) => {
    await sleep(WORDS_LATE_MS)
    await route.continue()
  })
  await page.addInitScript(noteLostHeading)
  await page.goto('/operations')

  await test.step('the first page counts what waits and says how the system stands', async () => {
    await expect(page.getByRole('heading', { name: desk.room.overview, level: 1 })).toBeVisible()
    for (const title of [desk.overview.waiting.title, desk.overview.health.title, desk.overview.figures.title])
      await expect(page.getByRole('heading', { name: title, level: 2 })).toBeVisible()
    await expect(page.getByText(desk.overview.waiting.deposits)).toBeVisible()
    await expect(page.getByText(desk.overview.health.backUp)).toBeVisible()
    await expect(page.getByRole('img', { name: desk.overview.figures.volume })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.dataset.lost)).toBeUndefined()
  })

  await test.step('a holiday is proposed in the settings', async () => {
    await page.goto('/operations/settings?tab=days')
    await page.getByRole('button', { name: desk.settings.addHoliday }).click()
    const sheet = page.getByRole('dialog')
    const day = jalaliDateAt(daysAhead(40))
    await sheet.getByLabel(desk.day.day).selectOption(day.slice(6).replace(/^0/, ''))
    await sheet.getByLabel(desk.day.month).selectOption(day.slice(4, 6).replace(/^0/, ''))
    await sheet.getByLabel(desk.day.year).selectOption(day.slice(0, 4))
    await sheet.getByLabel(marketSettings.days.name).fill('Day of the company')
    await sheet.getByLabel(operations.act.reason).fill('The day of the company')
    await sheet.getByRole('button', { name: desk.settings.propose }).click()
    await expect(page.getByText(desk.settings.proposed)).toBeVisible()
  })

  await test.step('a change of fees waits for another operator', async () => {
    await page.getByRole('tab', { name: marketSettings.tab.fees }).click()
    const sheet = page.getByRole('dialog')
    const propose = async (maker: string) => {
      await page.getByRole('row', { name: operations.level.VIP_4 }).getByRole('button').click()
      await sheet.getByLabel(desk.settings.field.maker).fill(maker)
      await sheet.getByLabel(operations.act.reason).fill('The market is quiet')
      await sheet.getByRole('button', { name: desk.settings.propose }).click()
    }
    await propose('۰٫۱۲')
    await expect(sheet).toBeHidden()
    await propose('۰٫۱۱')
    // The first one is still open.
    await expect(sheet.getByText(REFUSALS.PROPOSAL_EXISTS.fa).first()).toBeVisible()
  })

  await test.step('a report is saved', async () => {
    await page.goto('/operations/reports')
    await page.getByRole('button', { name: desk.reports.action }).first().click()
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel(operations.act.reason).fill('For the accountant')
    const saved = page.waitForEvent('download')
    await sheet.getByRole('button', { name: desk.reports.action }).click()
    const text = await readFile(await (await saved).path(), 'utf8')
    expect(text.startsWith('\uFEFFشماره')).toBe(true)
  })
})
