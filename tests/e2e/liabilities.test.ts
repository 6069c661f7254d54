import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { expect, test } from 'playwright/test'
import { words } from '#client/locales/fa/liabilities.ts'
import { words as settings } from '#client/locales/fa/settings.ts'
import { getLiabilities, LiabilityProof } from '#contract/liabilities.ts'
import { approveProposal } from '#contract/operations-proposals.ts'
import { proposeLiabilities } from '#contract/operations-reports.ts'
import { checkCommand } from '#domain/liabilities.ts'
import { askerOf } from '#tests/builders/customer.ts'
import { fundedCustomer } from '#tests/builders/funded-customer.ts'
import { startServerProcess } from '../setup/server-process.ts'
import { findBarriers } from './barriers.ts'
import { lastingMisfits } from './fit.ts'
import { operatedFolder } from './operated-folder.ts'
import { sessionCookies } from './session-cookies.ts'
import { openOperatorSession } from './walked-server.ts'

const run = promisify(execFile)

test('two operators publish a statement, and a customer checks the own proof on the screen and by the script of one page', async ({
  browser,
}) => {
  test.setTimeout(180_000)
  const folder = await operatedFolder()
  const server = await startServerProcess(folder.settings, { CODES_PER_ADDRESS_MAX: '1000', MARKET_MAKER: 'on' })
  const { url } = server
  const customer = await fundedCustomer(url, '2000000')
  const [sara, reza] = [
    askerOf(url, await openOperatorSession(url, folder.sara)),
    askerOf(url, await openOperatorSession(url, folder.reza)),
  ]
  const before = (await customer.ask(getLiabilities, {})).content.length
  const { baseDTO: proposed } = await sara(proposeLiabilities, { body: { reason: 'A journalist asks' } })
  await reza(approveProposal, { params: { id: proposed.id }, body: { reason: 'Agreed' } })
  await expect
    .poll(async () => (await customer.ask(getLiabilities, {})).content.length, { timeout: 60_000 })
    .toBe(before + 1)

  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'fa-IR', baseURL: url })
  await context.addInitScript(() => localStorage.setItem('language', 'Ir'))
  await context.addCookies(sessionCookies({ token: customer.token, url }))
  const page = await context.newPage()
  await page.goto('/profile/settings')
  await page.getByRole('link', { name: settings.liabilities.action }).click()
  await page.getByRole('button', { name: words.own.check }).click()
  await expect(page.getByText(words.own.proven.title)).toBeVisible()
  await expect(page.getByRole('table', { name: words.own.result })).toContainText('۲٬۰۰۰٬۰۰۰')
  expect(await findBarriers(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 800 })
  expect(await lastingMisfits(page)).toEqual([])

  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: words.own.download }).click()
  const file = await (await saving).path()
  const proof = LiabilityProof.parse(JSON.parse(await readFile(file, 'utf8')))
  expect(proof.holder).toContain(customer.mobileNumber.slice(-9))

  await page.getByRole('link', { name: words.own.about }).click()
  // The page that is left has the same fold.
  await expect(page.getByRole('heading', { name: words.totals.title })).toBeVisible()
  await page.getByText(words.statement.hashes).click()
  await expect(page.getByText(proof.statement.signature)).toBeVisible()
  await expect(page.getByText(checkCommand(proof.statement.number))).toBeVisible()
  expect(await findBarriers(page)).toEqual([])
  expect(await lastingMisfits(page)).toEqual([])
  const savingScript = page.waitForEvent('download')
  await page.getByRole('link', { name: words.statement.script }).click()
  const script = test.info().outputPath('check-liabilities (1).mjs')
  await (await savingScript).saveAs(script)
  const statement = test.info().outputPath('statement.json')
  await writeFile(statement, await (await fetch(`${url}/api/liabilities/${proof.statement.number}`)).text())
  const { stdout } = await run(process.execPath, [script, file, statement])
  expect(stdout).toMatch(/TOMAN 2000000\./)
  const [coin] = proof.coins
  await writeFile(file, JSON.stringify({ ...proof, coins: [{ ...coin, balance: '1' }] }))
  await expect(run(process.execPath, [script, file, statement])).rejects.toThrow(/the leaves are not the balance/)

  await context.close()
  await server.stop()
  await folder.remove()
})
