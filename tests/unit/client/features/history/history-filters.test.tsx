import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type HistoryFilter, type HistoryTab, readHistoryFilter } from '#client/features/history/history-filter.ts'
import { HistoryPage } from '#client/features/history/history-page.tsx'
import { getCoinDetails } from '#contract/coins.ts'
import { getDeposits } from '#contract/deposits.ts'
import { getMarkets } from '#contract/markets.ts'
import { getOrders, getTrades } from '#contract/orders.ts'
import { exportDeposits, exportLogins, exportOrders } from '#contract/own-files.ts'
import { getLoginHistory } from '#contract/users.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { listOf } from '#tests/builders/list-of.ts'
import { mockEndpoint, refuseWith, type Sent } from '#tests/builders/mock-endpoint.ts'
import { GOLD_ROW } from '#tests/builders/trade-screen.tsx'
import { WIRE_COINS } from '#tests/builders/wire-coins.ts'
import { wireOrder } from '#tests/builders/wire-order.ts'

const server = clientServer()
let asked: Sent['query'][] = []
beforeEach(() => {
  asked = []
  const empty = ({ query }: Sent) => {
    asked.push(query)
    return { content: [] }
  }
  server.use(
    mockEndpoint(getCoinDetails, WIRE_COINS),
    mockEndpoint(getMarkets, { content: [GOLD_ROW], totalPages: 1 }),
    mockEndpoint(getTrades, empty),
    mockEndpoint(getOrders, empty),
    mockEndpoint(getDeposits, empty),
    mockEndpoint(getLoginHistory, empty),
  )
})
afterEach(() => vi.restoreAllMocks())

/** The page with a filter that it keeps, as the address does. */
function Kept({ tab, first = {} }: { tab: HistoryTab; first?: HistoryFilter }) {
  const [filter, setFilter] = useState(first)
  return <HistoryPage tab={tab} onTab={() => undefined} filter={filter} onFilter={setFilter} />
}

test('filters are chosen in one sheet, asked of the server together, counted, and taken off by their chips', async () => {
  await drawClient(<Kept tab="orders" first={{ from: '2026-11-22' }} />, { language: 'en' })
  await userEvent.click(await screen.findByRole('button', { name: 'Filters (1)' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Filters' }))
  await userEvent.click(sheet.getByRole('radio', { name: 'Sell' }))
  await userEvent.selectOptions(sheet.getByLabelText('Status'), 'Cancelled')
  await userEvent.selectOptions(await sheet.findByLabelText('Market'), 'GOLD_TOMAN')
  expect(asked).toEqual([{ excludedOrderStatus: 'PENDING,IS_OPEN', from: '2026-11-22', size: '10', before: '' }])
  await userEvent.click(sheet.getByRole('button', { name: 'Show results' }))

  expect(await screen.findByRole('button', { name: 'Filters (4)' })).toBeVisible()
  const wanted = { orderStatus: 'CANCELLED_BY_USER,CANCELLED_BY_ADMIN', side: 'SELL', market: 'GOLD_TOMAN' }
  await vi.waitFor(() => expect(asked.at(-1)).toEqual({ ...wanted, from: '2026-11-22', size: '10', before: '' }))
  expect(await screen.findByText('Nothing matches these filters')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Remove filter From 22 Nov 2026' }))
  await vi.waitFor(() => expect(asked.at(-1)).toEqual({ ...wanted, size: '10', before: '' }))
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }))
  expect(await screen.findByText("You haven't placed any orders yet")).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Remove filter/ })).toBeNull()
})

test('trades are filtered by where they were made and by the coin, in the words of the language', async () => {
  await drawClient(<Kept tab="trades" first={{ kind: 'EXCHANGE', ending: 'EXPIRED' }} />)
  // The ending of orders narrows no trades.
  expect(await screen.findByRole('button', { name: 'فیلترها (۱)' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'حذف فیلتر خرید و فروش فوری' })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'فیلترها (۱)' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'فیلترها' }))
  await userEvent.selectOptions(sheet.getByLabelText('دارایی'), 'GOLD')
  await userEvent.click(sheet.getByRole('button', { name: 'نمایش نتیجه' }))
  await vi.waitFor(() =>
    expect(asked.at(-1)).toEqual({ type: 'EXCHANGE', destinationCoin: 'GOLD', size: '10', before: '' }),
  )
})

test('deposits are filtered by their status and their days, and by nothing of orders', async () => {
  await drawClient(<Kept tab="deposits" first={{ from: '2026-11-22', side: 'BUY' }} />, { language: 'en' })
  await userEvent.click(await screen.findByRole('button', { name: 'Filters (1)' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Filters' }))
  expect(sheet.queryByLabelText('Market')).toBeNull()
  expect(sheet.queryByRole('radio', { name: 'Sell' })).toBeNull()
  await userEvent.selectOptions(sheet.getByLabelText('Status'), 'Pending')
  await userEvent.click(sheet.getByRole('button', { name: 'Show results' }))
  const wanted = { relatedCoin: 'TOMAN', size: '10', before: '', transactionStatus: 'RAISED_BY_USER' }
  await vi.waitFor(() => expect(asked.at(-1)).toEqual({ ...wanted, from: '2026-11-22' }))
  expect(await screen.findByText('Nothing matches these filters')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Remove filter From 22 Nov 2026' }))
  await vi.waitFor(() => expect(asked.at(-1)).toEqual(wanted))
  await userEvent.click(screen.getByRole('button', { name: 'Remove filter Pending' }))
  expect(await screen.findByText("You haven't made any deposits yet")).toBeVisible()
})

test('payments by card are filtered by each of their endings', async () => {
  await drawClient(<Kept tab="deposits" />)
  for (const [label, ending] of [
    ['ناموفق', 'FAILED'],
    ['لغو در درگاه', 'CANCELLED'],
    ['ناتمام', 'ABANDONED'],
    ['برگشت به کارت دیگر', 'PAID_BACK'],
  ] as const) {
    await userEvent.click(await screen.findByRole('button', { name: /^فیلترها/ }))
    const sheet = within(await screen.findByRole('dialog', { name: 'فیلترها' }))
    await userEvent.selectOptions(sheet.getByLabelText('وضعیت'), label)
    await userEvent.click(sheet.getByRole('button', { name: 'نمایش نتیجه' }))
    await vi.waitFor(() => expect(asked.at(-1)).toEqual({ relatedCoin: 'TOMAN', size: '10', before: '', ending }))
    expect(await screen.findByRole('button', { name: `حذف فیلتر ${label}` })).toBeVisible()
  }
})

test('logins are filtered by their days alone', async () => {
  await drawClient(<Kept tab="logins" first={{ payment: 'CONFIRMED' }} />)
  await userEvent.click(await screen.findByRole('button', { name: 'فیلترها' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'فیلترها' }))
  expect(sheet.queryByLabelText('وضعیت')).toBeNull()
  await userEvent.click(sheet.getByRole('radio', { name: '۷ روز' }))
  await userEvent.click(sheet.getByRole('button', { name: 'نمایش نتیجه' }))
  await vi.waitFor(() =>
    expect(asked.at(-1)).toEqual({ size: '10', before: '', from: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) }),
  )
})

test.each([
  ['deposits', { from: '2026-11-01', payment: 'CONFIRMED' }, { from: '2026-11-01', transactionStatus: 'CONFIRMED' }],
  ['logins', { to: '2026-11-22' }, { to: '2026-11-22' }],
] as const)('eleven filtered %s are reached, ten and then the last, and saved as a file', async (tab, first, query) => {
  const saved: string[] = []
  const exported: Sent['query'][] = []
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined }))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  const exports = (sent: Sent) => {
    exported.push(sent.query)
    return 'Number'
  }
  const ids = Array.from({ length: 11 }, (_, i) => `${11 - i}`)
  server.use(
    mockEndpoint(getDeposits, (sent) => {
      expect(sent.query).toMatchObject(query)
      return listOf(ids.map(depositOf), sent)
    }),
    mockEndpoint(getLoginHistory, (sent) => {
      expect(sent.query).toMatchObject(query)
      return listOf(ids.map(loginOf), sent)
    }),
    mockEndpoint(exportDeposits, exports),
    mockEndpoint(exportLogins, exports),
  )
  await drawClient(<Kept tab={tab} first={first} />, { language: 'en' })
  const rowCount = async () => (await screen.findByRole('list')).querySelectorAll('details').length
  await vi.waitFor(async () => expect(await rowCount()).toBe(10))
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
  await vi.waitFor(async () => expect(await rowCount()).toBe(11))
  await userEvent.click(screen.getByRole('button', { name: 'Download this list as a CSV file' }))
  await vi.waitFor(() => expect(saved).toEqual([`kimia-${tab}.csv`]))
  expect(exported).toEqual([query])
})

const depositOf = (id: string) => ({
  ...{
    id,
    amount: '500000',
    relatedCoin: 'TOMAN',
    bankAccount: '603799******7893',
    isDone: true,
    link: null,
    paymentGateway: 'ZARINPAL' as const,
    payBack: null,
  },
  ...({ transactionStatus: 'CONFIRMED', createdAtDateTime: '2026-11-20T08:00:00Z' } as const),
})

const loginOf = (id: string) => ({
  ...{ ipAddress: `5.160.1.${id}`, deviceType: 'DESKTOP', osType: 'MACOS', browser: 'CHROME', isSuccessful: true },
  loginRequestedDateTime: '2026-11-20T08:00:00Z',
})

test('days that end before they begin are said to, and not asked for', async () => {
  await drawClient(<Kept tab="trades" first={{ from: '2026-11-22', to: '2026-11-20' }} />, { language: 'en' })
  await userEvent.click(await screen.findByRole('button', { name: 'Filters (2)' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Filters' }))
  expect(sheet.getByText('The last day is before the first.')).toBeVisible()
  await userEvent.click(sheet.getByRole('button', { name: 'Show results' }))
  expect(screen.getByRole('dialog', { name: 'Filters' })).toBeVisible()
})

test('a day that is only begun says so at its field and holds the sheet, and an open end is said', async () => {
  await drawClient(<Kept tab="trades" />)
  await userEvent.click(await screen.findByRole('button', { name: 'فیلترها' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'فیلترها' }))
  const from = within(await sheet.findByRole('group', { name: 'از روز' }))
  const before = asked.length
  await userEvent.selectOptions(from.getByLabelText('روز'), '۱')
  expect(from.getByText('روز، ماه و سال را کامل انتخاب کنید.')).toBeVisible()
  await userEvent.click(sheet.getByRole('button', { name: 'نمایش نتیجه' }))
  expect(sheet.getByRole('group', { name: 'از روز' })).toHaveAccessibleDescription(
    'روز، ماه و سال را کامل انتخاب کنید.',
  )
  expect(asked).toHaveLength(before)
  await userEvent.selectOptions(from.getByLabelText('ماه'), 'آذر')
  await userEvent.selectOptions(from.getByLabelText('سال'), '۱۴۰۵')
  expect(sheet.queryByText('روز، ماه و سال را کامل انتخاب کنید.')).toBeNull()
  expect(sheet.getByText('بدون انتخاب: تا امروز.')).toBeVisible()
  await userEvent.click(sheet.getByRole('button', { name: 'نمایش نتیجه' }))
  await vi.waitFor(() => expect(asked.at(-1)).toEqual({ size: '10', before: '', from: '2026-11-22' }))
})

test('the list is saved as a file with its filters; a refusal is said in words', async () => {
  const exported: Sent['query'][] = []
  const saved: string[] = []
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined }))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  let tooLarge = false
  server.use(
    mockEndpoint(getOrders, { content: [wireOrder({ orderStatus: 'EXPIRED' })] }),
    mockEndpoint(exportOrders, ({ query }) => {
      exported.push(query)
      return tooLarge ? refuseWith('EXPORT_TOO_LARGE') : 'Number'
    }),
  )
  await drawClient(<Kept tab="orders" first={{ side: 'BUY' }} />, { language: 'en' })
  const button = await screen.findByRole('button', { name: 'Download this list as a CSV file' })
  await userEvent.click(button)
  await vi.waitFor(() => expect(saved).toEqual(['kimia-orders.csv']))
  expect(exported).toEqual([{ excludedOrderStatus: 'PENDING,IS_OPEN', side: 'BUY' }])
  tooLarge = true
  await userEvent.click(button)
  expect(await screen.findByText('A file has 50,000 rows at most. Choose a shorter period.')).toBeVisible()
  expect(saved).toHaveLength(1)
})

test.each([
  [{ from: '2026-11-22', side: 'SELL', market: 'GOLD_TOMAN', kind: 'P2P', coin: 'GOLD', ending: 'FILLED' }, 6],
  [{ to: '2026-11-22', payment: 'CONFIRMED' }, 2],
  [
    {
      from: 20261122,
      side: 'BOTH',
      market: 'gold',
      kind: 'OTC',
      coin: '<b>',
      ending: 'DONE',
      to: 'today',
      payment: 'PAID',
    },
    0,
  ],
  [{}, 0],
])('the address %o has %i filters that can be read', (search, count) => {
  expect(Object.values(readHistoryFilter(search)).filter((value) => value !== undefined)).toHaveLength(count)
})
