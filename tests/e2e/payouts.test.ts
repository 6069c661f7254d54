import { type Browser, expect, type Page, test } from 'playwright/test'
import { words as operations } from '#client/locales/fa/operations.ts'
import { words as payouts } from '#client/locales/fa/payouts.ts'
import { getWithdrawals, requestWithdrawal, sendWithdrawalCode } from '#contract/withdrawals.ts'
import { BANK_TRANSFER } from '#domain/outgoing-transfer.ts'
import { openDatabase } from '#server/store/open-database.ts'
import { closePayoutBatch } from '#server/store/wallets/payout-batches.ts'
import { askerOf, newestCode } from '#tests/builders/customer.ts'
import { fundedCustomer } from '#tests/builders/funded-customer.ts'
import { startServerProcess } from '../setup/server-process.ts'
import { findBarriers } from './barriers.ts'
import { lastingMisfits } from './fit.ts'
import { operatedFolder } from './operated-folder.ts'
import { openOperatorSession } from './walked-server.ts'

/** Payment, look-up and the page's own refresh take some seconds each. */
const PAID_MS_MAX = 60_000

async function comeWith(browser: Browser, url: string, token: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'fa-IR', baseURL: url })
  await context.addInitScript(() => localStorage.setItem('language', 'Ir'))
  await context.addCookies([{ name: 'kimia_operator', value: token, url }])
  const page = await context.newPage()
  await page.goto('/operations/payouts')
  return page
}

/** A room with rows, buttons and a sheet: axe reads it, and nothing leaves a narrow phone. */
async function expectFit(page: Page): Promise<void> {
  expect(await findBarriers(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 800 })
  expect(await lastingMisfits(page)).toEqual([])
}

async function decide(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: action, exact: true }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel(operations.act.reason).fill('Compared with the ledger')
  await sheet.getByRole('button', { name: action, exact: true }).click()
  await expect(sheet).toBeHidden()
}

test('a withdrawal leaves with the batch of the day: one operator approves it, another sends it, and the bank pays', async ({
  browser,
}) => {
  test.setTimeout(180_000)
  const folder = await operatedFolder()
  const settings = { CODES_PER_ADDRESS_MAX: '1000', PAYOUT_CLOSING_HOUR: '23' }
  const first = await startServerProcess(folder.settings, settings)
  const customer = await fundedCustomer(first.url, '2000000')
  const body = { amount: '500000', destinationWalletAddress: customer.sheba, relatedCoin: 'TOMAN' }
  await customer.ask(sendWithdrawalCode, { body })
  const code = await newestCode(first.url, customer.mobileNumber)
  await customer.ask(requestWithdrawal, { body: { ...body, code } })
  await first.stop()
  // The hour of the batch, which may be far away.
  const database = await openDatabase(folder.settings)
  const day = { day: '2026-01-03', at: new Date(), tokenType: BANK_TRANSFER }
  await database.transaction((tx) => closePayoutBatch(tx, day))
  await database.close()
  const server = await startServerProcess(folder.settings, settings)
  const { url } = server

  const sara = await comeWith(browser, url, await openOperatorSession(url, folder.sara))
  await expect(sara.getByText(payouts.step.closed)).toBeVisible()
  await decide(sara, payouts.act.approve)
  await expect(sara.getByText(payouts.approvedByYou)).toBeVisible()
  await expect(sara.getByRole('button', { name: payouts.act.send })).toHaveCount(0)

  await expectFit(sara)

  const reza = await comeWith(browser, url, await openOperatorSession(url, folder.reza))
  await decide(reza, payouts.act.send)
  await expect(reza.getByText(payouts.step.done)).toBeVisible({ timeout: PAID_MS_MAX })
  await reza.getByRole('button', { name: payouts.act.lines, exact: true }).first().click()
  await expect(reza.getByRole('dialog').getByText(payouts.line.PAID)).toBeVisible()
  await expectFit(reza)

  const ask = askerOf(url, customer.token)
  const { content } = await ask(getWithdrawals, { query: { relatedCoin: 'TOMAN', size: '5' } })
  expect(content).toMatchObject([{ state: 'CONFIRMED', isDone: true, link: expect.stringMatching(/^\d+$/) }])
  await sara.context().close()
  await reza.context().close()
  await server.stop()
  await folder.remove()
})
