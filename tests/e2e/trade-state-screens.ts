import { getMarket } from '#contract/markets.ts'
import { chooseKind } from './choose-kind.ts'
import { answer, dialog, reopen, type Screen, type Visit } from './screen.ts'
import { MARKET } from './trade-screens.ts'

const TRADE = { who: 'customer', path: MARKET } as const
const QUICK = { who: 'customer', path: '/profile/otc' } as const
const HOURS_CLOSED_MS = 14 * 3_600_000

const form = ({ page, words }: Visit) => page.getByRole('form', { name: words.trade.form.title })

/** Proposes a limit order that any market of the walks accepts, up to the prepared answer. */
async function proposeOrder(visit: Visit): Promise<void> {
  const { page, words } = visit
  await chooseKind(form(visit), 'LIMIT', words.trade.form.kind)
  await form(visit).locator('[name=unitPrice]').fill('5000000')
  await form(visit).locator('[name=amount]').fill('0.1')
  await form(visit).locator('button[type=submit]:enabled').click()
  await dialog(page).getByText(words.trade.confirm.yes.BUY, { exact: true }).click()
}

/** Neither the order nor the question about its outcome is answered as the contract says. */
async function loseAnswer(visit: Visit): Promise<void> {
  const { page } = visit
  for (const path of ['/orders/buy*', '/outcomes/*']) await answer(visit, path, {}, 502)
  await proposeOrder(visit)
  await dialog(page).getByRole('alert').filter({ hasText: /\S/ }).waitFor()
  // The screens after it begin without a question.
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('pending-intention:')) localStorage.removeItem(key)
  })
}

async function questionPrice(visit: Visit): Promise<void> {
  const refusal = { code: 'NOT_ACCEPTABLE_FORCE_ORDER_WARNING_IN_CREATE_ORDER', message: '', errors: [] }
  await answer(visit, '/orders/buy*', { ...refusal, baseDTO: { marketPrice: '4650000' } }, 409)
  await proposeOrder(visit)
  // Its button can be pressed after a moment.
  const yes = dialog(visit.page).getByRole('button', { name: visit.words.trade.confirm.force, exact: true })
  await yes.click({ trial: true })
}

/** The market outside its hours, with the countdown to the next ones. */
async function closeMarket(visit: Visit): Promise<void> {
  const { page, words } = visit
  const [unit, coin] = new URL(page.url()).pathname.split('/').slice(-2)
  const real = getMarket.response.parse(await (await page.request.get(`/api/markets/${coin}_${unit}`)).json())
  const opensAt = new Date(Date.now() + HOURS_CLOSED_MS).toISOString()
  const state = { kind: 'CLOSED', reason: null, opensAt, closesAt: null } as const
  await answer(visit, '/markets/*', { ...real, baseDTO: { ...real.baseDTO, active: false, state } })
  await reopen(page)
  await page.getByText(words.trade.closed.inactive.title).waitFor()
}

/** An order that trades at once, in a browser that would install the app. */
async function inviteToInstall(visit: Visit): Promise<void> {
  const { page, words } = visit
  await page.evaluate(() => dispatchEvent(new Event('beforeinstallprompt', { cancelable: true })))
  await chooseKind(form(visit), 'MARKET', words.trade.form.kind)
  await form(visit).locator('[name=amount]').fill('0.1')
  await form(visit).locator('button[type=submit]:enabled').click()
  await dialog(page).getByRole('button', { name: words.trade.confirm.yes.BUY, exact: true }).click()
  await page.getByTestId('install').waitFor()
}

/** The chart, which a phone has folded away. */
async function openChart({ page, words: { trade } }: Visit): Promise<void> {
  const intervals = page.getByRole('radiogroup', { name: trade.chart.resolution })
  const folded = page.getByRole('button', { name: trade.tabs.chart, exact: true })
  await intervals.or(folded).first().waitFor()
  if (!(await intervals.isVisible())) await folded.click()
  await intervals.waitFor()
}

async function showTable(visit: Visit): Promise<void> {
  const { page, words } = visit
  const { chart } = words.trade
  await openChart(visit)
  await page.getByRole('button', { name: chart.options, exact: true }).click()
  await dialog(page).getByRole('checkbox', { name: chart.table }).check()
  await page.keyboard.press('Escape')
  await page.locator('#main canvas').first().waitFor({ state: 'detached' })
}

async function fillScreen(visit: Visit): Promise<void> {
  await openChart(visit)
  await visit.page.getByRole('button', { name: visit.words.trade.chart.full, exact: true }).click()
  await visit.page.getByRole('button', { name: visit.words.trade.chart.leaveFull, exact: true }).waitFor()
}

async function weighByMesghal({ page, words }: Visit): Promise<void> {
  await page.getByRole('radio', { name: words.deal.weight.mesghal, exact: true }).click()
  await page.locator('[name=amount]').fill('0.1')
  await page.getByText(words.deal.weight.traded.split('{{')[0] ?? '').waitFor()
}

async function buyByMesghal(visit: Visit): Promise<void> {
  const { page, words } = visit
  await weighByMesghal(visit)
  await page.locator('form button[type=submit]:enabled').click()
  await dialog(page).getByRole('button', { name: words.deal.confirm.yes.BUY, exact: true }).click()
  await page.getByText(words.deal.receipt.title.BUY).waitFor()
}

/** States of the pages of trading that an answer, a trade or a person of their own brings. */
export const TRADE_STATE_SCREENS: readonly Screen[] = [
  { ...TRADE, name: 'trade: an unknown outcome', reach: loseAnswer },
  { ...TRADE, name: 'trade: a price far from the market', reach: questionPrice },
  { ...TRADE, name: 'trade: a market outside its hours', reach: closeMarket },
  { ...TRADE, name: 'trade: the invitation to install', outlasts: true, reach: inviteToInstall },
  { ...TRADE, name: 'trade: the chart as a table', reach: showTable },
  { ...TRADE, name: 'trade: the chart on the whole screen', outlasts: true, reach: fillScreen },
  { ...QUICK, name: 'quick trade: by the mesghal', reach: weighByMesghal },
  { ...QUICK, name: 'quick trade: receipt', reach: buyByMesghal },
  { ...QUICK, who: 'supervisor', name: 'quick trade of a liquidity provider' },
  { ...TRADE, who: 'supervisor', name: 'trade of a liquidity provider' },
]
