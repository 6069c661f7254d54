import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import OrderToasts from '#client/entities/order/order-toasts.tsx'
import type { Order } from '#client/entities/order/orders.queries.ts'
import { changedOrder, noteReported } from '#client/entities/order/reported-orders.ts'
import { getCoinDetails } from '#contract/coins.ts'
import { HOUR_MS } from '#domain/durations.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint } from '#tests/builders/mock-endpoint.ts'
import { WIRE_COINS } from '#tests/builders/wire-coins.ts'
import { wireOrder } from '#tests/builders/wire-order.ts'

const server = clientServer()
let id = 5_000
let testsBegun = 0
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  // A cancellation of all is remembered for some seconds, also from an earlier test.
  testsBegun += 1
  vi.setSystemTime(Date.now() + testsBegun * HOUR_MS)
  server.use(mockEndpoint(getCoinDetails, WIRE_COINS))
})
afterEach(() => {
  changedOrder.set(undefined)
  vi.useRealTimers()
})

const draw = () => drawClient(<OrderToasts />, { language: 'en' })
const next = (differences: Partial<Order>): Order => wireOrder({ id: String(id++), ...differences })
const stream = (...orders: readonly Order[]) =>
  act(async () => {
    for (const order of orders) changedOrder.set(order)
  })
const pass = () => act(() => vi.advanceTimersByTimeAsync(1_100))
const text = () => document.body.textContent?.replace(/[\u2066\u2069]/g, '') ?? ''
const HALF = { executedAmount: '0.4', executedPercent: 40, executedValue: '3200000' }
const WHOLE = { executedAmount: '1', executedPercent: 100, executedValue: '8000000' }
const NAME = 'Limit buy 1 g at 8,000,000 Toman'
const BACK = `${NAME}. The amount on hold is back in your balance.`
const PART = `${NAME}. 0.4 g filled, and the rest is back in your balance.`

test.each<[string, Partial<Order>, string, string]>([
  ['filled whole', { orderStatus: 'FINISHED_WITH_TRANSACTION', ...WHOLE }, 'Buy order filled', NAME],
  [
    'filled in part, the rest killed',
    { orderStatus: 'FINISHED_WITH_TRANSACTION', ...HALF },
    'Order partly filled, the rest was closed',
    PART,
  ],
  ['filled in part, then cancelled', { orderStatus: 'CANCELLED_BY_USER', ...HALF }, 'Order cancelled', PART],
  ['filled in part, then expired', { orderStatus: 'EXPIRED', ...HALF }, 'Order expired', PART],
  ['expired', { orderStatus: 'EXPIRED' }, 'Order expired', BACK],
  ['closed unfilled', { orderStatus: 'FINISHED_WITHOUT_TRANSACTION' }, 'Order closed unfilled', BACK],
  ['cancelled by an operator', { orderStatus: 'CANCELLED_BY_ADMIN' }, 'Kimia cancelled one of your orders', BACK],
  [
    'closed with its sibling',
    { orderStatus: 'FINISHED_WITHOUT_TRANSACTION', linkedOrderId: '9' },
    'The other leg of your OCO order was closed',
    `${NAME}. The order linked to it traded or was triggered.`,
  ],
])('an order that was %s is said to be just that', async (_what, differences, title, sentence) => {
  await draw()
  await stream(next(differences))
  await pass()
  expect(await screen.findByText(title)).toBeVisible()
  expect(text()).toContain(sentence)
})

test('a stop that is triggered is said so, and a fill of one on the book is not', async () => {
  await draw()
  const stop = next({ orderType: 'STOP_LIMIT_BUY', orderStatus: 'PENDING' })
  await stream(stop)
  await pass()
  expect(screen.queryByRole('status')).not.toHaveTextContent(/order/i)
  await stream({ ...stop, orderStatus: 'IS_OPEN' })
  await pass()
  expect(await screen.findByText('Stop-limit order triggered')).toBeVisible()
  await stream({ ...stop, orderStatus: 'IS_OPEN', ...HALF })
  await pass()
  expect(screen.getAllByText('Stop-limit order triggered')).toHaveLength(1)
})

test('several endings of a second are one toast with their counts', async () => {
  await draw()
  const filled = { orderStatus: 'FINISHED_WITH_TRANSACTION', ...WHOLE } as const
  await stream(next(filled), next(filled), next({ orderStatus: 'EXPIRED' }))
  await pass()
  expect(await screen.findByText(/of your orders changed$/)).toBeVisible()
  expect(text()).toContain('3 of your orders changed2 filled, 1 expired')
  expect(screen.queryByText('Buy order filled')).toBeNull()
})

test('what a press has said is not said again, whether its answer comes before the event or after it', async () => {
  const { client } = await draw()
  const before = next({ orderStatus: 'FINISHED_WITH_TRANSACTION', ...WHOLE })
  noteReported(before)
  await stream(before)
  await pass()
  const after = next({ orderStatus: 'FINISHED_WITH_TRANSACTION', ...WHOLE })
  let answer: (value: unknown) => void = () => undefined
  const press = client
    .getMutationCache()
    .build(client, { mutationFn: () => new Promise((resolve) => (answer = resolve)) })
    .execute(undefined)
  await stream(after)
  await pass()
  noteReported(after)
  answer(undefined)
  await press
  await pass()
  await pass()
  expect(screen.queryByText('Buy order filled')).toBeNull()
  await stream(next({ orderStatus: 'FINISHED_WITH_TRANSACTION', ...WHOLE }))
  await pass()
  await waitFor(() => expect(screen.getAllByText('Buy order filled')).toHaveLength(1))
})
