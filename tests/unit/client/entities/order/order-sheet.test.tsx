import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import OrderSheet from '#client/entities/order/order-sheet.tsx'
import type { Order, Trade } from '#client/entities/order/orders.queries.ts'
import { getCoinDetails } from '#contract/coins.ts'
import { getMarket } from '#contract/markets.ts'
import { getOrderTrades } from '#contract/order-lists.ts'
import { getOrder } from '#contract/orders.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { listOf } from '#tests/builders/list-of.ts'
import { mockEndpoint } from '#tests/builders/mock-endpoint.ts'
import { GOLD_RULES } from '#tests/builders/trade-screen.tsx'
import { WIRE_COINS } from '#tests/builders/wire-coins.ts'
import { wireOrder } from '#tests/builders/wire-order.ts'

const server = clientServer()
beforeEach(() => server.use(mockEndpoint(getCoinDetails, WIRE_COINS), mockEndpoint(getMarket, { baseDTO: GOLD_RULES })))

const trade = (id: number, differences: Partial<Trade>): Trade => ({
  id: String(id),
  orderType: 'LIMITED_BUY',
  marketType: 'GOLD_TOMAN',
  sourceCoin: 'TOMAN',
  destinationCoin: 'GOLD',
  unitPrice: '8000000',
  amount: '0.1',
  wholePrice: '800000',
  wage: '0.0004',
  received: '0.0996',
  role: 'MAKER',
  createdAtDateTime: '2026-11-20T08:00:00Z',
  ...differences,
})

function show(order: Order, trades: readonly Trade[]) {
  server.use(
    mockEndpoint(getOrder, { baseDTO: order }),
    mockEndpoint(getOrderTrades, (request) => listOf(trades, request)),
  )
  return drawClient(<OrderSheet id={order.id} listed={order} onClose={() => undefined} />, { language: 'en' })
}

const plain = (text: string | null) => text?.replace(/[\u2066\u2069]/g, '') ?? ''

test('an order lists its trades with price, amount, fee and role, and the sums that they add up to, unrounded', async () => {
  const order = wireOrder({
    ...{ orderStatus: 'CANCELLED_BY_USER', amount: '1', executedAmount: '0.3', executedPercent: 30 },
    ...{ executedValue: '2399999.999997', wage: '0.001200001', received: '0.298799999' },
  })
  await show(order, [
    trade(2, { role: 'TAKER', amount: '0.2', unitPrice: '7999999.5', wholePrice: '1599999.9', wage: '0.000800001' }),
    trade(1, {}),
  ])
  const rows = within(await screen.findByRole('region', { name: 'Trades of this order' }))
  const lines = (await rows.findAllByRole('listitem')).map(({ textContent }) => plain(textContent))
  expect(lines).toEqual([
    '0.2 g × 7,999,999.51,599,999.9 Toman20 Nov 2026, 11:30 · TakerFee 0.000800001 g',
    '0.1 g × 8,000,000800,000 Toman20 Nov 2026, 11:30 · MakerFee 0.0004 g',
  ])
  const facts = screen.getAllByRole('definition').map(({ textContent }) => plain(textContent))
  expect(facts).toContain('Cancelled by you, partly filled')
  expect(facts.slice(-4)).toEqual(['0.3 g', '2,399,999.999997 Toman', '0.001200001 g', '0.298799999 g'])
})

test('an order without trades says so, and a page of trades is not the last where there are more', async () => {
  const { unmount } = await show(wireOrder({ orderStatus: 'EXPIRED' }), [])
  expect(await screen.findByText("This order hasn't traded yet.")).toBeVisible()
  unmount()
  const trades = Array.from({ length: 51 }, (_, place) => trade(51 - place, {}))
  await show(wireOrder({ orderStatus: 'IS_OPEN', executedAmount: '5.1', executedPercent: 51 }), trades)
  const region = within(await screen.findByRole('region', { name: 'Trades of this order' }))
  expect(await region.findAllByRole('listitem')).toHaveLength(50)
  await userEvent.click(region.getByRole('button', { name: 'Show more' }))
  expect(await region.findAllByRole('listitem')).toHaveLength(51)
})

test.each<[string, Partial<Order>, string]>([
  ['fill or kill', { timeInForce: 'FOK' }, 'This order had to fill completely'],
  ['immediate or cancel', { timeInForce: 'IOC' }, 'This order only fills immediately'],
  ['a triggered stop, post-only', { orderType: 'STOP_LIMIT_BUY', postOnly: true }, 'It was post-only'],
  ['one that met an own order', {}, 'It met another order of yours'],
  ['a leg whose sibling traded', { linkedOrderId: '7' }, 'The other leg of this OCO order'],
])('an order that its own terms closed says why: %s', async (_what, terms, sentence) => {
  await show(wireOrder({ orderStatus: 'FINISHED_WITHOUT_TRANSACTION', ...terms }), [])
  expect(await screen.findByText(new RegExp(`^${sentence}`))).toBeVisible()
})
