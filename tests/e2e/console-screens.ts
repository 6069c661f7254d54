import { getOverview } from '#contract/operations-overview.ts'
import { answer, dialog, press, reopen, type Screen, type Visit } from './screen.ts'

type Reach = NonNullable<Screen['reach']>

const room = (name: string, path = `/${name}`, reach?: Reach): Screen => ({
  name: `operations: ${name}`,
  who: 'operator',
  path: `/operations${path}`,
  ...(reach ? { reach } : {}),
})

/** A sheet that a button of the page opens, with the errors of its missing fields. */
const sheet = (name: string, path: string, button: (words: Visit['words']) => string): Screen =>
  room(name, path, async ({ page, words }) => {
    await press(page, button(words))
    await dialog(page).waitFor()
    await sendNothing({ page, words })
  })

/** Sends the empty form: the errors next to its fields make the sheet as high as it gets. */
async function sendNothing({ page }: Visit): Promise<void> {
  await dialog(page).locator('footer button, button[type=submit]').last().click()
  await dialog(page).locator('[aria-invalid=true], [role=alert]').first().waitFor()
}

/** Opens the page of the first row. */
const openRow: Reach = async ({ page }) => {
  const listed = page.url()
  await page.locator('#main table tbody tr a').first().click()
  await page.waitForURL((url) => url.href !== listed)
  await page.locator('#main h1').waitFor()
  await page.locator('#main h2').first().waitFor()
}

/** Opens the page of the first row with the statement of the last thirty days. */
const openStatement: Reach = async (visit) => {
  await openRow(visit)
  const { page, words } = visit
  await page.getByRole('tab', { name: words.customers.tabs.statement, exact: true }).click()
  await page.getByRole('table', { name: words.customers.statement.movements }).waitFor()
}

/** On a phone the actions of a market are in its row, which unfolds. */
async function openMarket({ page }: Visit): Promise<void> {
  const { width } = page.viewportSize() ?? { width: 0 }
  if (width < WIDE_PX) await page.locator('#main li summary').first().click()
}
const WIDE_PX = 1_024

/** A sheet of the first row's page. */
const sheetOfRow = (name: string, path: string, button: (words: Visit['words']) => string): Screen =>
  room(name, path, async (visit) => {
    await openRow(visit)
    await press(visit.page, button(visit.words))
    await dialog(visit.page).waitFor()
  })

/** The first page while a restore is not compared yet, with its longest source. */
const showRestore: Reach = async (visit) => {
  const { page } = visit
  const overview = await page.evaluate(async (path) => (await fetch(path)).json(), `/api${getOverview.path}`)
  const restore = { restoredAt: '2026-11-29T14:00:00.000Z', stateAt: '2026-11-29T13:05:00.000Z', source: ARCHIVE }
  await answer(visit, getOverview.path, { baseDTO: { ...getOverview.response.parse(overview).baseDTO, restore } })
  await reopen(page)
  await page.getByText(visit.words.safety.restore.title).waitFor()
}
const ARCHIVE =
  's3://kimia-archive.example.ir/production/basebackups_005/base_000000010000000A000000C4_D_000000010000000A000000C2'

const TEXT = '/content/FAQ/connection-lost'

/** The operators' pages, and each sheet that opens in them. */
export const CONSOLE_SCREENS: readonly Screen[] = [
  room('first page', ''),
  {
    ...room('the rooms', '', async ({ page, words }) => {
      await press(page, `${words.operations.rooms}: ${words.desk.room.overview}`)
      await dialog(page).waitFor()
    }),
    only: 'phone',
  },
  room('after a restore', '', showRestore),
  room('a lost payment is proposed', '', async (visit) => {
    await showRestore(visit)
    await press(visit.page, visit.words.safety.restore.payment.action)
    await dialog(visit.page).waitFor()
    await sendNothing(visit)
  }),
  room('set-up'),
  room('identities'),
  room('an identity', '/identities', openRow),
  room('an identity is handed back', '/identities', async (visit) => {
    await openRow(visit)
    await press(visit.page, visit.words.operations.identities.handBack.action)
    await visit.page.locator('#main textarea').waitFor()
  }),
  room('users'),
  room('a user', '/users', openRow),
  room('the statement of a user', '/users', openStatement),
  sheetOfRow('a user is frozen', '/users', ({ operations }) => operations.act.freeze.action),
  sheetOfRow('a level is set', '/users', ({ operations }) => operations.act.level.action),
  sheetOfRow('a market maker is proposed', '/users', ({ operations }) => operations.act.supervisor.action),
  room('markets'),
  room('a market is halted', '/markets', async (visit) => {
    await openMarket(visit)
    await press(visit.page, visit.words.operations.markets.halt.action)
    await dialog(visit.page).waitFor()
    await sendNothing(visit)
  }),
  room('an order is looked for', '/markets?tab=order'),
  room('content'),
  sheet('a text is added', '/content?kind=FAQ', ({ content }) => content.add.action),
  room('a text', TEXT),
  room('a text, as visitors read it', TEXT, async ({ page, words }) => {
    for (const each of await page.getByRole('radio', { name: words.content.panel.preview, exact: true }).all())
      await each.click()
    await page.locator('#main article').nth(1).waitFor()
  }),
  room('versions of a text', TEXT, async ({ page, words }) => {
    await press(page, words.content.versions.action)
    await dialog(page).getByRole('button', { name: words.content.versions.show }).first().click()
    await dialog(page).locator('article').waitFor()
  }),
  room('a text is withdrawn', TEXT, async ({ page, words }) => {
    await press(page, words.content.withdraw.action)
    await dialog(page).waitFor()
  }),
  room('contact details', '/content?kind=INFO', async ({ page }) => {
    await page.locator('#main table tbody tr a').first().click()
    await page.locator('#main form input').first().waitFor()
  }),
  room('processes'),
  room('deliveries'),
  sheet('a delivery is refused', '/deliveries', ({ deliveries }) => deliveries.refuse.action),
  sheet('a branch is added', '/deliveries', ({ deliveries }) => deliveries.settings.add),
  room('proposals'),
  room('operators'),
  sheet('an operator is proposed', '/operators', ({ operations }) => operations.proposals.operator.action),
  sheet('roles are changed', '/operators', ({ desk }) => desk.operators.change.action),
  room('tickets'),
  room('a ticket', '/tickets', openRow),
  sheetOfRow('a ticket is handed over', '/tickets', ({ tickets }) => tickets.handOver.action),
  sheetOfRow('a ticket is closed', '/tickets', ({ tickets }) => tickets.close.action),
  room('ready answers', '/tickets/answers'),
  sheet('a ready answer', '/tickets/answers', ({ tickets }) => tickets.canned.add),
  room('settings'),
  sheet('a market is changed', '/settings', ({ desk }) => desk.settings.change),
  room('settings of the market maker', '/settings?tab=maker'),
  room('settings of coins', '/settings?tab=coins'),
  sheet('a coin is changed', '/settings?tab=coins', ({ desk }) => desk.settings.change),
  room('holidays', '/settings?tab=days'),
  sheet('a new coin', '/settings?tab=coins', ({ desk }) => desk.settings.newCoin),
  sheet('a new market', '/settings', ({ desk }) => desk.settings.newMarket),
  sheet('a holiday', '/settings?tab=days', ({ desk }) => desk.settings.addHoliday),
  room('withdrawals'),
  sheet('a stop of all withdrawals', '/withdrawals', ({ desk }) => desk.withdrawals.stop.action),
  room('payouts'),
  sheet('a bank statement', '/payouts', ({ desk }) => desk.payouts.import.action),
  room('custody'),
  room('reports'),
  sheet('a report', '/reports', ({ desk }) => desk.reports.action),
  room('broadcasts'),
  sheet('a broadcast', '/broadcasts', ({ desk }) => desk.broadcasts.action),
  room('audit'),
]
