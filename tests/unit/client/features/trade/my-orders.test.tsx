import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { OpenOrders } from '#client/features/trade/open-orders.tsx'
import { getCoinDetails } from '#contract/coins.ts'
import { cancelAllOrders, cancelOrder, getOrders } from '#contract/orders.ts'
import { getOutcome } from '#contract/outcomes.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { listOf } from '#tests/builders/list-of.ts'
import { mockEndpoint, NO_ANSWER, type Sent } from '#tests/builders/mock-endpoint.ts'
import { WIRE_COINS } from '#tests/builders/wire-coins.ts'
import { wireOrder } from '#tests/builders/wire-order.ts'

const server = clientServer()
const POLLS_MS = 11_000

/** This many orders, newest first, paged as the API does: ten unless the request says how many. */
function standing(count: number) {
  const all = Array.from({ length: count }, (_, i) => wireOrder({ id: String(1_000 + count - i), amount: `${i + 1}` }))
  return (request: Sent) => {
    expect(request.query).toMatchObject({ orderStatus: 'IS_OPEN,PENDING', orderType: 'P2P' })
    asked += 1
    return listOf(all, request)
  }
}

let asked = 0
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  asked = 0
  server.use(mockEndpoint(getCoinDetails, WIRE_COINS), mockEndpoint(getOrders, standing(1)))
})
afterEach(() => vi.useRealTimers())

const pass = () => act(() => vi.advanceTimersByTimeAsync(POLLS_MS))
const user = () => userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
/** The name of the cancel button of an order of this many grams, as a screen reader reads it. */
const wayOf = (grams: string) => `لغو خرید محدود \u2066${grams}\u2069 گرم با قیمت \u2066۸٬۰۰۰٬۰۰۰\u2069 تومان`
const ways = () => screen.getAllByRole('button', { name: /^لغو خرید محدود/ })

test('are asked for again every five seconds, but not while one is about to be cancelled', async () => {
  const person = user()
  await drawClient(<OpenOrders />)
  const cancel = await screen.findByRole('button', { name: wayOf('۱') })
  await pass()
  expect(asked).toBeGreaterThanOrEqual(2)

  await person.click(cancel)
  const before = asked
  await pass()
  expect(asked).toBe(before)

  await person.click(screen.getByRole('button', { name: 'بازگشت' }))
  await pass()
  expect(asked).toBeGreaterThan(before)
})

test('are all listed, the eleventh too, and each can be cancelled', async () => {
  const cancelled: unknown[] = []
  server.use(
    mockEndpoint(getOrders, standing(11)),
    mockEndpoint(cancelOrder, ({ params }) => {
      cancelled.push(params.id)
      return { baseDTO: wireOrder({ id: '1001', amount: '11', orderStatus: 'CANCELLED_BY_USER' }) }
    }),
  )
  const person = user()
  await drawClient(<OpenOrders market="GOLD_TOMAN" />)
  await person.click(await screen.findByRole('button', { name: wayOf('۱۱') }))
  expect(ways()).toHaveLength(11)
  const sheet = within(await screen.findByRole('dialog'))
  const facts = sheet.getAllByRole('definition').map(({ textContent }) => textContent)
  expect(facts).toEqual(['خرید محدود', 'طلای ۱۸ عیار / تومان', '۱۱ گرم', '۸٬۰۰۰٬۰۰۰ تومان'])
  await person.click(sheet.getByRole('button', { name: 'لغو سفارش' }))
  expect(await screen.findByText('سفارش لغو شد')).toBeVisible()
  expect(screen.getByText(wayOf('۱۱').replace('لغو ', ''))).toBeVisible()
  expect(cancelled).toEqual(['1001'])
})

test('more than a page of them is reached at the press of a button, and stays while the list is asked for again', async () => {
  server.use(mockEndpoint(getOrders, standing(120)))
  const person = user()
  await drawClient(<OpenOrders />)
  const more = () => screen.findByRole('button', { name: 'نمایش بیشتر' })
  await person.click(await more())
  await person.click(await more())
  expect(await screen.findByRole('button', { name: wayOf('۱۲۰') })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'نمایش بیشتر' })).toBeNull()
  await pass()
  expect(new Set(ways().map((way) => way.getAttribute('aria-label'))).size).toBe(120)
})

test.each([
  ['of one market', 'GOLD_TOMAN', { market: 'GOLD_TOMAN' }, /در این بازار لغو شود/],
  ['of all markets', undefined, {}, /در همهٔ بازارها لغو شود/],
])('%s are cancelled at one go, after a question', async (_scope, market, query, question) => {
  const sent: Sent[] = []
  server.use(
    mockEndpoint(getOrders, standing(12)),
    mockEndpoint(cancelAllOrders, (request) => {
      sent.push(request)
      return { baseDTO: { cancelled: 12 } }
    }),
  )
  const person = user()
  await drawClient(<OpenOrders {...(market ? { market } : {})} />)
  await person.click(await screen.findByRole('button', { name: 'لغو همهٔ سفارش‌ها' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'لغو همهٔ سفارش‌ها' }))
  expect(sheet.getByText(question)).toBeVisible()
  expect(sent).toEqual([])
  await person.click(sheet.getByRole('button', { name: 'لغو همه' }))
  expect(await screen.findByText(/۱۲.* سفارش لغو شد/)).toBeVisible()
  expect(sent.map((request) => request.query)).toEqual([query])
  expect(sent[0]?.idempotencyKey).toMatch(/^[0-9a-f-]{36}$/)
})

test('a cancellation whose answer was lost is taken up after a reload, and repeated under the same key', async () => {
  const sent: Sent[] = []
  const gone = { baseDTO: wireOrder({ id: '1001', orderStatus: 'CANCELLED_BY_USER' }) }
  server.use(
    mockEndpoint(cancelOrder, (request) => (sent.push(request) > 1 ? gone : NO_ANSWER)),
    mockEndpoint(getOutcome, { baseDTO: { kind: 'NONE' } }),
  )
  const person = user()
  const before = await drawClient(<OpenOrders />)
  await person.click(await screen.findByRole('button', { name: wayOf('۱') }))
  await person.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'لغو سفارش' }))
  expect(await screen.findByText('نتیجه هنوز مشخص نیست')).toBeVisible()
  before.unmount()

  await drawClient(<OpenOrders />)
  // The words are there before the sheet has finished sliding in.
  await waitFor(() => expect(screen.getByText(/تا این لحظه چیزی ثبت نشده/)).toBeVisible())
  expect(within(screen.getByRole('dialog')).getByText('خرید محدود')).toBeVisible()
  expect(sent).toHaveLength(1)
  await person.click(screen.getByRole('button', { name: 'تلاش دوباره' }))
  expect(await screen.findByText('سفارش لغو شد')).toBeVisible()
  expect(sent[1]).toEqual(sent[0])
})

test('the way to cancel all stands before the list, and its question keeps "orders" in English', async () => {
  server.use(mockEndpoint(getOrders, standing(11)))
  const person = user()
  await drawClient(<OpenOrders />, { language: 'en' })
  const all = await screen.findByRole('button', { name: 'Cancel all orders' })
  const isBefore = all.compareDocumentPosition(screen.getByRole('list')) & Node.DOCUMENT_POSITION_FOLLOWING
  expect(isBefore).toBeTruthy()
  await person.click(all)
  const sheet = within(await screen.findByRole('dialog', { name: 'Cancel all orders' }))
  expect(sheet.getByRole('button', { name: 'Keep orders' })).toBeVisible()
})

test.each([
  ['of one market', 'GOLD_TOMAN', 'خرید محدود ۱٫۵ گرم۸٬۰۰۰٬۰۰۰ تومانانجام‌شده ۴۰٪'],
  ['of all markets', undefined, 'خرید محدود طلای ۱۸ عیار۱٫۵ گرم۸٬۰۰۰٬۰۰۰ تومانانجام‌شده ۴۰٪'],
])(
  '%s are two lines on a phone, which open to all figures, with the way out beside them',
  async (_scope, market, lines) => {
    const row = wireOrder({ id: '1', amount: '1.5', executedPercent: 40, overallValue: '12000000' })
    server.use(mockEndpoint(getOrders, (request) => listOf([row], request)))
    const person = user()
    await drawClient(<OpenOrders {...(market ? { market } : {})} />)
    const cancel = await screen.findByRole('button', { name: /^لغو خرید محدود/ })
    expect(screen.queryByRole('table')).toBeNull()
    const details = screen.getByRole('listitem').querySelector('details')
    const summary = details?.querySelector('summary')
    if (!details || !summary) throw new Error('there is no row')
    await vi.waitFor(() => expect(summary.textContent?.replace(/[\u2066\u2069]/g, '')).toBe(lines))
    await person.click(cancel)
    expect(details).not.toHaveAttribute('open')
    await person.click(screen.getByRole('button', { name: 'بازگشت' }))
    await person.click(summary)
    expect(details).toHaveAttribute('open')
    expect(details).toHaveTextContent('۱۲٬۰۰۰٬۰۰۰')
    expect(details).not.toContainElement(cancel)
  },
)

test('a stop that waits shows its trigger in its row and below its price, one on the book does not', async () => {
  const stop = { orderType: 'STOP_LIMIT_SELL', stopPrice: '7500000', amount: '2' } as const
  const rows = [
    wireOrder({ id: '2', ...stop, orderStatus: 'PENDING' }),
    wireOrder({ id: '1', ...stop, orderStatus: 'IS_OPEN' }),
  ]
  server.use(mockEndpoint(getOrders, (request) => listOf(rows, request)))
  await drawClient(<OpenOrders />)
  expect(await screen.findAllByText('فعال‌سازی: \u2066۷٬۵۰۰٬۰۰۰\u2069')).toHaveLength(2)
})

test('say so where an operator has cancelled one, and nothing of one that traded', async () => {
  const [mine, theirs, traded] = ['1001', '1002', '1003'].map((id, i) => wireOrder({ id, amount: `${i + 1}` }))
  let open = [mine, theirs, traded].flatMap((order) => order ?? [])
  server.use(
    mockEndpoint(getOrders, (request) => {
      const isOpen = request.query.orderStatus === 'IS_OPEN,PENDING'
      const ended = wireOrder({ id: '1002', amount: '2', orderStatus: 'CANCELLED_BY_ADMIN' })
      const older = wireOrder({ id: '900', amount: '9', orderStatus: 'CANCELLED_BY_ADMIN' })
      if (!isOpen) expect(request.query.orderStatus).toBe('CANCELLED_BY_ADMIN')
      return listOf(isOpen ? open : [ended, older], request)
    }),
  )
  await drawClient(<OpenOrders />)
  await screen.findByRole('button', { name: wayOf('۲') })
  open = open.slice(0, 1)
  // Less time than a toast stays.
  await act(() => vi.advanceTimersByTimeAsync(5_500))
  expect(await screen.findByText('کیمیا یک سفارش شما را لغو کرد')).toBeVisible()
  expect(screen.getAllByText(/دارایی مسدودشدهٔ آن به موجودی شما برگشت/)).toHaveLength(1)
  expect(screen.getByText(/^خرید محدود \u2066۲\u2069 گرم با قیمت/)).toBeVisible()
})
