import { expect, type Locator, type Page, test } from 'playwright/test'
import { words as shell } from '#client/locales/en/shell.ts'
import { words as fa } from '#client/locales/fa/shell.ts'
import { getOrders, placeBuyOrder } from '#contract/orders.ts'
import { busyCustomer } from '#tests/builders/busy-customer.ts'
import { sessionCookies } from './session-cookies.ts'
import { WORDS } from './walk.ts'

const { trade } = WORDS.en
const { chart } = trade

test.use({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })

async function chartBox(page: Page) {
  const box = await page.locator('#main [role=img]:has(canvas)').boundingBox()
  if (!box) throw new Error('the chart is not drawn')
  return box
}

/** A press of the mouse that moves between two places of the chart, each in shares of its width and height. */
async function drag(page: Page, [from, to]: readonly [readonly [number, number], readonly [number, number]]) {
  const { x, y, width, height } = await chartBox(page)
  await page.mouse.move(x + width * from[0], y + height * from[1])
  await page.mouse.down()
  await page.mouse.move(x + width * to[0], y + height * to[1], { steps: 3 })
  await page.mouse.up()
}

const GOLD_TICK = 100

const TREND = [
  [0.2, 0.6],
  [0.5, 0.3],
] as const

async function drawTrend(page: Page) {
  await page.getByLabel(chart.draw.label).selectOption({ label: chart.draw.trend })
  await expect(page.locator('#main [role=img]:has(canvas)')).toHaveCSS('cursor', 'crosshair')
  await drag(page, TREND)
}

/** Clicks on the middle of the line that `drawTrend` draws. */
async function clickTrend(page: Page) {
  const { x, y, width, height } = await chartBox(page)
  await page.mouse.click(x + width * 0.35, y + height * 0.45)
}

/** Pulls upwards from each height of the labels' column until a sheet opens: no test knows where the library draws a price. */
async function pullLabel(page: Page, opened: Locator) {
  const { x, y, width, height } = await chartBox(page)
  const axis = await page.locator('#main [role=img] td:last-child canvas').first().boundingBox()
  const column = x + width - (axis?.width ?? 0) - 20
  for (let down = 20; down < height * 0.8; down += 8) {
    await page.mouse.move(column, y + down)
    await page.mouse.down()
    await page.mouse.move(column, y + down - 15, { steps: 3 })
    await page.mouse.up()
    if (await opened.isVisible()) return
    await page.keyboard.press('Escape')
  }
}

test('a trader reads, draws and corrects orders on the chart', async ({ page, baseURL }) => {
  const url = baseURL ?? ''
  const customer = await busyCustomer(url)
  await page.addInitScript(() => localStorage.setItem('language', 'En'))
  await page.context().addCookies(sessionCookies({ token: customer.token, url }))
  const remove = page.getByRole('button', { name: chart.undraw })

  await test.step('another address of the market leads here', async () => {
    await page.goto('/dashboard/TOMAN/GOLD')
    await expect(page).toHaveURL(/\/profile\/trade\/TOMAN\/GOLD$/)
    await page.locator('#main canvas').first().waitFor()
  })

  await test.step('an indicator is drawn and remembered for the market', async () => {
    const panes = page.locator('#main [role=img] tr:has(canvas)')
    const before = await panes.count()
    await page.getByRole('button', { name: chart.indicators }).click()
    await page.getByLabel(chart.indicator.RSI).check()
    await page.keyboard.press('Escape')
    await expect(page.getByText('RSI 14', { exact: true })).toBeVisible()
    await expect.poll(() => panes.count()).toBeGreaterThan(before)
    await page.reload()
    await expect(page.getByText('RSI 14', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: chart.indicators }).click()
    await page.getByLabel(chart.indicator.RSI).uncheck()
    await page.keyboard.press('Escape')
    await expect.poll(() => panes.count()).toBe(before)
  })

  await test.step('a drawing belongs to its market, is selected by a click and deleted by a key', async () => {
    await drawTrend(page)
    await expect(remove).toBeVisible()
    const [stored] = await page.evaluate(() =>
      Object.entries(localStorage).flatMap(([key, text]) => (key.includes('drawings ') ? [text] : [])),
    )
    const prices = [...`${stored}`.matchAll(/"price":(\d+)/g)].map(([, price]) => Number(price))
    expect(prices.map((price) => price % GOLD_TICK)).toEqual([0, 0])
    await page.goto('/profile/trade/TOMAN/BITCOIN')
    await page.locator('#main canvas').first().waitFor()
    await clickTrend(page)
    await expect(remove).toBeHidden()
    await page.goto('/profile/trade/TOMAN/GOLD')
    await page.locator('#main canvas').first().waitFor()
    await expect(async () => {
      await clickTrend(page)
      await expect(remove).toBeVisible({ timeout: 500 })
    }).toPass()
    await page.keyboard.press('Delete')
    await expect(remove).toBeHidden()
    await clickTrend(page)
    await expect(remove).toBeHidden()
  })

  await test.step('on the whole screen it names its market, and a step back stays on the page', async () => {
    const leave = page.getByRole('button', { name: chart.leaveFull })
    const title = page.getByText('Gold 18K / Toman', { exact: true })
    const before = await title.count()
    for (const back of [() => page.goBack(), () => leave.click()]) {
      await page.getByRole('button', { name: chart.full }).click()
      await expect(title).toHaveCount(before + 1)
      await back()
      await expect(leave).toBeHidden()
      await expect(title).toHaveCount(before)
      await expect(page).toHaveURL(/\/profile\/trade\/TOMAN\/GOLD$/)
      await expect.poll(() => page.evaluate(() => history.state.sheets)).toBeUndefined()
    }
  })

  await test.step('the label of an order asks in the sheet, and nothing changes until it is saved', async () => {
    const changes: string[] = []
    page.on('request', (request) => {
      if (request.method() !== 'GET' && new URL(request.url()).pathname.startsWith('/api/orders'))
        changes.push(request.url())
    })
    const open = () => customer.ask(getOrders, { query: { orderStatus: 'IS_OPEN', orderType: 'P2P', size: '10' } })
    const pricesOf = async () => (await open()).content.map(({ id, unitPrice }) => `${id} ${unitPrice}`)
    const before = await pricesOf()
    await expect(async () => {
      await pullLabel(page, page.getByRole('dialog', { name: trade.amend.title }))
      await expect(page.getByRole('dialog', { name: trade.amend.title })).toBeVisible({ timeout: 500 })
    }).toPass()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    expect(await pricesOf()).toEqual(before)
    expect(changes).toEqual([])
  })

  await test.step('a label of several orders asks which of them is meant, and no label moves without a network', async () => {
    const { content } = await customer.ask(getOrders, {
      query: { orderStatus: 'IS_OPEN', orderType: 'P2P', size: '10' },
    })
    const unitPrice = content.find(({ orderType }) => orderType === 'LIMITED_BUY')?.unitPrice ?? ''
    const body = { marketType: 'GOLD_TOMAN', orderType: 'LIMITED_BUY', unitPrice, amount: '0.25' } as const
    await customer.ask(placeBuyOrder, { body })
    const choice = page.getByRole('dialog', { name: chart.together })
    await expect(async () => {
      await pullLabel(page, choice)
      await expect(choice).toBeVisible({ timeout: 500 })
    }).toPass()
    await expect(choice.getByRole('button', { name: /^Edit/ })).toHaveCount(2)
    await choice
      .getByRole('button', { name: /^Cancel/ })
      .first()
      .click()
    await expect(page.getByRole('dialog', { name: trade.cancel.title })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.context().setOffline(true)
    await expect(page.locator('#main form [type=submit]')).toBeDisabled()
    await pullLabel(page, choice)
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.context().setOffline(false)
  })

  await test.step('in another language it is drawn anew, with its orders and without an error', async () => {
    const faults: string[] = []
    page.on('pageerror', ({ message }) => faults.push(message))
    for (const [toggle, language] of [
      [shell.language.toggle, 'fa'],
      [fa.language.toggle, 'en'],
    ] as const) {
      await page.getByRole('button', { name: toggle }).click()
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await page.locator('#main canvas').first().waitFor()
    }
    expect(faults).toEqual([])
  })

  await test.step('a logout wipes the drawings of all markets', async () => {
    const stored = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('drawings ')))
    await drawTrend(page)
    await expect(remove).toBeVisible()
    expect(await stored()).not.toEqual([])
    await page.getByRole('button', { name: shell.nav.menuOf.split('{{')[0] ?? '' }).click()
    await page.getByRole('button', { name: shell.nav.exit }).click()
    await page.getByRole('dialog', { name: shell.exit.title }).getByRole('button', { name: shell.exit.yes }).click()
    await expect.poll(stored).toEqual([])
  })
})
