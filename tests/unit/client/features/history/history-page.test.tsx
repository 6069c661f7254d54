import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Login } from '#client/features/history/history.queries.ts'
import { HISTORY_TABS, type HistoryTab, readHistoryTab, readOrderId } from '#client/features/history/history-filter.ts'
import { HistoryPage } from '#client/features/history/history-page.tsx'
import { getCoinDetails } from '#contract/coins.ts'
import { getDeliveries } from '#contract/deliveries.ts'
import { getDeposits } from '#contract/deposits.ts'
import { getOrder, getOrders, getTrades } from '#contract/orders.ts'
import { getLoginHistory } from '#contract/users.ts'
import { getReceivedTransfers, getWithdrawals } from '#contract/withdrawals.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { login, pending, received, trade } from '#tests/builders/history-rows.ts'
import { listOf } from '#tests/builders/list-of.ts'
import { mockEndpoint, refuseWith, type Sent } from '#tests/builders/mock-endpoint.ts'
import { WIRE_COINS } from '#tests/builders/wire-coins.ts'
import { wireDelivery } from '#tests/builders/wire-delivery.ts'
import { wireOrder } from '#tests/builders/wire-order.ts'
import { wireWithdrawal } from '#tests/builders/wire-withdrawal.ts'

const server = clientServer()
/** From `lg` on the lists are tables; on a phone each row is two lines. */
const useDesktop = () => vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }))
beforeEach(() => {
  useDesktop()
  server.use(mockEndpoint(getCoinDetails, WIRE_COINS))
})
afterEach(() => vi.unstubAllGlobals())

const draw = (tab: HistoryTab) => drawClient(<HistoryPage tab={tab} onTab={() => undefined} />)
const rowCount = async () => within(await screen.findByRole('table')).getAllByRole('row').length - 1
type Count = { count: () => number }
function pagesOf<Row>(rowAt: (index: number) => Row, { count }: Count) {
  return (request: Sent) =>
    listOf(
      Array.from({ length: count() }, (_, i) => rowAt(count() - i)),
      request,
    )
}

const LISTS = {
  trades: (count: Count) =>
    mockEndpoint(
      getTrades,
      pagesOf((i) => trade(String(i)), count),
    ),
  orders: (count: Count) =>
    mockEndpoint(
      getOrders,
      pagesOf((i) => wireOrder({ id: String(i), orderStatus: 'EXPIRED' }), count),
    ),
  deposits: (count: Count) =>
    mockEndpoint(
      getDeposits,
      pagesOf((i) => ({ ...pending, id: String(i) }), count),
    ),
  withdrawals: (count: Count) =>
    mockEndpoint(
      getWithdrawals,
      pagesOf((i) => wireWithdrawal({ id: String(i) }), count),
    ),
  coinDeposits: (count: Count) => LISTS.deposits(count),
  coinWithdrawals: (count: Count) => LISTS.withdrawals(count),
  received: (count: Count) =>
    mockEndpoint(
      getReceivedTransfers,
      pagesOf((i) => ({ ...received, id: String(i) }), count),
    ),
  deliveries: (count: Count) =>
    mockEndpoint(
      getDeliveries,
      pagesOf((i) => wireDelivery({ id: String(i) }), count),
    ),
  logins: (count: Count) =>
    mockEndpoint(
      getLoginHistory,
      pagesOf((i) => ({ ...login, ipAddress: `5.160.1.${i}` }), count),
    ),
}

test.each(HISTORY_TABS)('all eleven %s are reached, ten and then the last', async (tab) => {
  server.use(LISTS[tab]({ count: () => 11 }))
  await draw(tab)
  expect(await rowCount()).toBe(10)
  await userEvent.click(screen.getByRole('button', { name: 'نمایش بیشتر' }))
  expect(await screen.findByText('همهٔ موارد نمایش داده شد.')).toBeVisible()
  expect(await rowCount()).toBe(11)
})

test.each(HISTORY_TABS)('of %s none stands twice when a new one comes between two pages', async (tab) => {
  let count = 11
  server.use(LISTS[tab]({ count: () => count }))
  await draw(tab)
  expect(await rowCount()).toBe(10)
  count = 12
  await userEvent.click(screen.getByRole('button', { name: 'نمایش بیشتر' }))
  expect(await screen.findByText('همهٔ موارد نمایش داده شد.')).toBeVisible()
  // The newest row belongs on the first page, which was read before it came.
  expect(await rowCount()).toBe(11)
})

test('Toman deposits say what became of each', async () => {
  server.use(
    mockEndpoint(getDeposits, ({ query }) => {
      expect(query.relatedCoin).toBe('TOMAN')
      return { content: [pending] }
    }),
  )
  await draw('deposits')
  expect(await screen.findByText('در انتظار پاسخ درگاه')).toBeVisible()
  expect(screen.getByText(/۶۰۳۷-۹۹\*\*-\*\*\*\*-۷۸۹۳/)).toBeVisible()
})

test('a payment that is not credited says what happens next, and may be begun again', async () => {
  const ended = { ...pending, transactionStatus: 'UNCONFIRMED' as const }
  const content = [
    { ...pending, id: '5', payableUntilDateTime: '2036-11-20T08:30:00Z' },
    { ...ended, id: '4', unpaid: 'CANCELLED' as const },
    { ...ended, id: '3', unpaid: 'ABANDONED' as const },
    { ...ended, id: '2' },
    { ...pending, id: '1', transactionStatus: 'CONFIRMED' as const },
  ]
  server.use(mockEndpoint(getDeposits, { content }))
  await draw('deposits')
  expect(await screen.findByText('اگر پرداخت کرده‌اید، خودکار واریز می‌شود؛ وگرنه ساعت ۱۲:۰۰ بسته می‌شود.')).toBeVisible()
  expect(screen.getByText('در درگاه لغو کردید؛ مبلغی از حساب شما کم نشد.')).toBeVisible()
  expect(screen.getByText('پرداخت در درگاه کامل نشد و بسته شد.')).toBeVisible()
  expect(screen.getByText('اگر مبلغی کم شده باشد، بانک آن را تا ۷۲ ساعت برمی‌گرداند.')).toBeVisible()
  const again = screen.getAllByRole('link', { name: 'تلاش دوباره', hidden: true })
  expect(again).toHaveLength(4)
  expect(again[0]).toHaveAttribute('href', expect.stringContaining('/profile/wallet?deposit='))
})

test('each of the deposits leads to a new ticket that is about it', async () => {
  server.use(LISTS.deposits({ count: () => 2 }))
  await draw('deposits')
  const links = await screen.findAllByRole('link', { name: 'پشتیبانی این واریز' })
  expect(links.map((link) => link.getAttribute('href')).sort()).toEqual([
    '/profile/support?open=DEPOSIT-1',
    '/profile/support?open=DEPOSIT-2',
  ])
})

test.each([
  ['fa', 'سفارش ۴۱۷', '۱٬۲۱۹٬۴۲۸٬۲۵۶'],
  ['en', 'Order 417', '1,219,428,256'],
] as const)(
  'an order says its number, as the receipt did, and its total in full (%s)',
  async (language, number, total) => {
    const order = wireOrder({
      ...{ id: '417', orderStatus: 'FINISHED_WITH_TRANSACTION', executedAmount: '1', executedPercent: 100 },
      ...{ executedValue: '1219428256', overallValue: '1219428256' },
    })
    server.use(mockEndpoint(getOrders, { content: [order] }), mockEndpoint(getOrder, { baseDTO: order }))
    const shown = { tab: 'orders', onTab: () => undefined } as const
    await drawClient(<HistoryPage {...shown} orderId={417} />, { language })
    const row = within(await screen.findByRole('table', { hidden: true })).getAllByRole('row', { hidden: true })[1]
    expect(row).toHaveTextContent(number)
    expect(row).toHaveTextContent(total)
    const sheet = await screen.findByRole('dialog')
    // For one gram the total equals the price.
    expect(await within(sheet).findAllByText(total)).toHaveLength(2)
    expect(within(sheet).getByText(number.split(' ')[1] ?? '')).toBeVisible()
  },
)

test('a login says with what it was made', async () => {
  server.use(mockEndpoint(getLoginHistory, { content: [login] }))
  await draw('logins')
  const row = await screen.findByRole('row', { name: /موفق/ })
  expect(
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(expect.arrayContaining(['کامپیوتر', 'macOS', 'Chrome']))
})

test('systems, browsers and kinds of device have their readable names, in either language', async () => {
  const logins: Login[] = [
    { ...login, deviceType: 'TABLET', osType: 'IOS', browser: 'SAFARI', isSuccessful: false },
    { ...login, deviceType: 'MOBILE', osType: 'ANDROID', browser: 'SAMSUNG' },
    { ...login, deviceType: 'UNKNOWN', osType: 'OTHER', browser: 'UNKNOWN', ipAddress: '2001:db8::7' },
  ]
  server.use(mockEndpoint(getLoginHistory, { content: logins }))
  const { words } = await draw('logins')
  const texts = async () =>
    within(await screen.findByRole('table'))
      .getAllByRole('row')
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole('cell')
          .slice(3)
          .map(({ textContent }) => textContent),
      )
  expect(await texts()).toEqual([
    ['تبلت', 'iOS', 'Safari'],
    ['موبایل', 'Android', 'Samsung Internet'],
    ['نامشخص', 'نامشخص', 'نامشخص'],
  ])
  await act(() => words.changeLanguage('en'))
  expect(await texts()).toEqual([
    ['Tablet', 'iOS', 'Safari'],
    ['Mobile', 'Android', 'Samsung Internet'],
    ['Unknown', 'Unknown', 'Unknown'],
  ])
})

describe('on a phone', () => {
  const openRow = async (lines: string) => {
    const row = (await screen.findByRole('list')).querySelector('details')
    const summary = row?.querySelector('summary')
    if (!row || !summary) throw new Error('there is no row')
    await expect.poll(() => summary.textContent?.replace(/[\u2066\u2069]/g, '')).toContain(lines)
    expect(row).not.toHaveAttribute('open')
    await userEvent.click(summary)
    expect(row).toHaveAttribute('open')
    return row
  }
  beforeEach(() => vi.unstubAllGlobals())

  test.each([
    ['trades', 'فروش طلای ۱۸ عیار / تومان۸٬۰۰۰٬۰۰۰ تومان۲۹ آبان ۱۴۰۵، ۱۱:۳۰۱ گرم × ۸٬۰۰۰٬۰۰۰', 'کارمزد۳۲٬۰۰۰ تومان'],
    [
      'orders',
      'خرید محدود طلای ۱۸ عیار / تومانمنقضی شد۲۹ آبان ۱۴۰۵، ۱۱:۳۰۱ گرم × ۸٬۰۰۰٬۰۰۰',
      'بازارطلای ۱۸ عیار / تومان',
    ],
    ['deposits', 'واریز تومان۵۰۰٬۰۰۰ تومان۲۹ آبان ۱۴۰۵، ۱۱:۳۰در انتظار پاسخ درگاه', '۶۰۳۷-۹۹**-****-۷۸۹۳'],
    ['logins', 'کامپیوترChrome۲۹ آبان ۱۴۰۵، ۱۱:۳۰موفق', 'سیستم‌عاملmacOS'],
  ] as const)(
    'a row of %s says what, how much, when and the result in two lines, and opens to the rest',
    async (tab, summary, rest) => {
      server.use(LISTS[tab]({ count: () => 1 }))
      await draw(tab)
      expect(screen.queryByRole('table')).toBeNull()
      expect(await openRow(summary)).toHaveTextContent(rest)
    },
  )

  test('an order shows what has traded at its average price, and its limit among the rest', async () => {
    const filled = {
      orderStatus: 'FINISHED_WITH_TRANSACTION',
      executedAmount: '0.5',
      executedValue: '3950000',
    } as const
    server.use(mockEndpoint(getOrders, (request) => listOf([wireOrder(filled)], request)))
    await draw('orders')
    expect(await openRow('۰٫۵ گرم × ۷٬۹۰۰٬۰۰۰')).toHaveTextContent(/حد: .?۸٬۰۰۰٬۰۰۰/)
  })
})

test('a list that cannot be loaded offers another try', async () => {
  let fails = true
  server.use(mockEndpoint(getLoginHistory, () => (fails ? refuseWith('INTERNAL') : { content: [] })))
  await draw('logins')
  const again = await screen.findByRole('button', { name: 'تلاش دوباره' })
  fails = false
  await userEvent.click(again)
  expect(await screen.findByText('سابقه‌ای ثبت نشده است')).toBeVisible()
})

test('only a known tab is read from the address', () => {
  expect(['logins', 'money', '__proto__', 3].map(readHistoryTab)).toEqual(['logins', undefined, undefined, undefined])
})

test('an order that the address names lies open, with what became of it and a way to help; closed, the address forgets it', async () => {
  const order = wireOrder({ id: '17', orderStatus: 'CANCELLED_BY_USER', amount: '2' })
  server.use(
    LISTS.orders({ count: () => 0 }),
    mockEndpoint(getOrder, ({ params }) => (params.id === '17' ? { baseDTO: order } : refuseWith('ORDER_NOT_FOUND'))),
  )
  const onCloseOrder = vi.fn()
  const shown = { tab: 'orders', onTab: () => undefined, onCloseOrder } as const
  const { unmount } = await drawClient(<HistoryPage {...shown} orderId={17} />)
  const sheet = within(await screen.findByRole('dialog', { name: 'جزئیات سفارش' }))
  expect(await sheet.findByText('لغو کردید')).toBeInTheDocument()
  expect(sheet.getByText('طلای ۱۸ عیار / تومان')).toBeInTheDocument()
  expect(sheet.getByRole('link', { name: 'پشتیبانی این سفارش' })).toHaveAttribute(
    'href',
    expect.stringContaining('ORDER-17'),
  )
  await userEvent.click(sheet.getByRole('button', { name: 'بستن' }))
  expect(onCloseOrder).toHaveBeenCalledOnce()
  unmount()
  await drawClient(<HistoryPage {...shown} orderId={18} />)
  expect(await screen.findByText('این سفارش پیدا نشد.')).toBeInTheDocument()
})

test.each([
  [17, 17],
  ['17', undefined],
  [-1, undefined],
  [1.5, undefined],
  [{}, undefined],
])('the address names an order by its number alone: %o is %o', (given, read) => {
  expect(readOrderId(given)).toBe(read)
})
