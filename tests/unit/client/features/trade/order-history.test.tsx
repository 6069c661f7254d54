import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Order } from '#client/entities/order/orders.queries.ts'
import { HistoryPage } from '#client/features/history/history-page.tsx'
import { MyOrders, OrderHistory } from '#client/features/trade/my-orders.tsx'
import { getAccount } from '#contract/account.ts'
import { getCoinDetails } from '#contract/coins.ts'
import { getMarket, getMarkets } from '#contract/markets.ts'
import { getOrders } from '#contract/orders.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { listOf } from '#tests/builders/list-of.ts'
import { mockEndpoint, refuseWith, type Sent } from '#tests/builders/mock-endpoint.ts'
import { person } from '#tests/builders/session.ts'
import { GOLD_ROW, GOLD_RULES } from '#tests/builders/trade-screen.tsx'
import { WIRE_COINS } from '#tests/builders/wire-coins.ts'
import { wireOrder } from '#tests/builders/wire-order.ts'

const server = clientServer()
beforeEach(() => {
  // Draws a table, which the page uses from `lg` on.
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }))
  server.use(
    mockEndpoint(getCoinDetails, WIRE_COINS),
    mockEndpoint(getMarket, { baseDTO: { ...GOLD_RULES, tickSize: '1' } }),
  )
})
afterEach(() => vi.unstubAllGlobals())

const LIMIT = { amount: '3', unitPrice: '200000', overallValue: '600000' }

/** Each order with the text of its price and its value, without the unit. A value is not rounded: it is the sum of its trades. */
const ORDERS: readonly [what: string, order: Partial<Order>, price: string, value: string][] = [
  [
    'filled at a better price',
    { ...LIMIT, orderStatus: 'FINISHED_WITH_TRANSACTION', executedAmount: '3', executedValue: '370114.149' },
    '123,371Limit 200,000',
    '370,114',
  ],
  [
    'filled at its limit',
    { ...LIMIT, orderStatus: 'FINISHED_WITH_TRANSACTION', executedAmount: '3', executedValue: '600000' },
    '200,000',
    '600,000',
  ],
  [
    'cancelled, partly filled',
    { ...LIMIT, orderStatus: 'CANCELLED_BY_USER', executedAmount: '1', executedValue: '199000' },
    '199,000Limit 200,000',
    '199,000',
  ],
  [
    'of the market',
    {
      orderType: 'MARKET_SELL',
      orderStatus: 'FINISHED_WITH_TRANSACTION',
      amount: '3',
      unitPrice: '123371.38332',
      overallValue: '370114.14996',
      executedAmount: '3',
      executedValue: '370114.14996',
    },
    '123,371',
    '370,114',
  ],
  ['cancelled without a trade', { ...LIMIT, orderStatus: 'CANCELLED_BY_USER' }, '200,000', '—'],
]

const price = (text: string) => text.replace(/ Toman/g, '').replace(/[\u2066\u2069]/g, '')

test.each([
  ['of the trade page', <OrderHistory key="trade" market="GOLD_TOMAN" side="ALL" />, /^Price/],
  ['of all markets', <HistoryPage key="all" tab="orders" onTab={() => undefined} />, /^Price/],
])('the history %s says what an order traded at and came to, not what it had asked for', async (_where, list, head) => {
  const content = ORDERS.map(([, order], index) => wireOrder({ id: String(index), ...order }))
  server.use(mockEndpoint(getOrders, { content }))
  await drawClient(list, { language: 'en' })
  const table = await screen.findByRole('table')
  await within(table).findAllByText('123,371')
  const heads = within(table)
    .getAllByRole('columnheader', { hidden: true })
    .map(({ textContent }) => textContent ?? '')
  const at = (name: RegExp) => heads.findIndex((text) => name.test(text))
  const shown = within(table)
    .getAllByRole('row')
    .map((row) => within(row).queryAllByRole('cell'))
    .filter((cells) => cells.length > 0)
    .map((cells) => [head, /^Value/].map((name) => price(cells[at(name)]?.textContent ?? '')))
  expect(shown).toEqual(ORDERS.map(([, , ...figures]) => figures))
})

test('the decimals of the prices of several markets come with the lists of markets, one request for each unit', async () => {
  const asked: string[] = []
  const ticks = { GOLD_TOMAN: '1', BITCOIN_TOMAN: '0.1', GOLD_TETHER: '0.01' }
  const coinsOf = (market: string) => {
    const [destinationCoin = '', sourceCoin = ''] = market.split('_')
    return { destinationCoin, sourceCoin }
  }
  const filled = { orderStatus: 'FINISHED_WITH_TRANSACTION', amount: '3', executedAmount: '3' } as const
  const content = Object.keys(ticks).map((marketType, index) =>
    wireOrder({
      ...LIMIT,
      ...filled,
      id: String(index),
      marketType,
      ...coinsOf(marketType),
      executedValue: '370114.149',
    }),
  )
  server.use(
    mockEndpoint(getOrders, { content }),
    mockEndpoint(getMarket, ({ params }) => {
      asked.push(String(params.market))
      return refuseWith('MARKET_NOT_FOUND')
    }),
    mockEndpoint(getMarkets, ({ query: { source_coin = '' } }) => {
      asked.push(source_coin)
      const rows = Object.entries(ticks).filter(([marketType]) => marketType.endsWith(source_coin))
      return { content: rows.map(([marketType, tickSize]) => ({ ...GOLD_ROW, marketType, tickSize })), totalPages: 1 }
    }),
  )
  await drawClient(<HistoryPage tab="orders" onTab={() => undefined} />, { language: 'en' })
  const table = await screen.findByRole('table')
  for (const shown of ['123,371', '123,371.4', '123,371.38'])
    expect(await within(table).findByText(shown)).toBeVisible()
  expect(asked.sort()).toEqual(['TETHER', 'TOMAN'])
})

test('the worth of an own order stands in full beside a book', async () => {
  const large = {
    ...{ amount: '300', unitPrice: '8000100', overallValue: '2400030000' },
    ...{ orderStatus: 'FINISHED_WITH_TRANSACTION' as const, executedAmount: '300', executedValue: '2400030000' },
  }
  server.use(mockEndpoint(getOrders, { content: [wireOrder({ id: '7', ...large })] }))
  await drawClient(<OrderHistory market="GOLD_TOMAN" side="ALL" />, { language: 'en' })
  expect(await screen.findByText('2,400,030,000')).toBeVisible()
})

test('the last orders of a market lead to the filters and the file of all of them', async () => {
  server.use(mockEndpoint(getOrders, { content: [wireOrder({ id: '7', orderStatus: 'DONE' })] }))
  await drawClient(<OrderHistory market="GOLD_TOMAN" side="ALL" />, { language: 'en' })
  const more = await screen.findByRole('link', { name: 'Older orders, filters and CSV' })
  expect(more).toHaveAttribute('href', '/profile/history?tab=orders&kind=P2P&market=GOLD_TOMAN')
})

test('the last orders are narrowed to a side and widened to all markets in place, and the way to all of them keeps that', async () => {
  const all = Array.from({ length: 11 }, (_, i) =>
    wireOrder({
      ...{ id: String(11 - i), orderStatus: 'EXPIRED' },
      ...(i === 3 ? { orderType: 'LIMITED_SELL' } : {}),
      ...(i === 5 ? { marketType: 'BITCOIN_TOMAN', destinationCoin: 'BITCOIN' } : {}),
    }),
  )
  const asked: Sent['query'][] = []
  server.use(
    mockEndpoint(getAccount, { baseDTO: person({ authorized: true }) }),
    mockEndpoint(getMarkets, { content: [GOLD_ROW], totalPages: 1 }),
    mockEndpoint(getOrders, (sent) => {
      asked.push(sent.query)
      const { market, side } = sent.query
      const found = all.filter(
        ({ marketType, orderType }) => (market ?? marketType) === marketType && orderType.endsWith(side ?? ''),
      )
      return listOf(market === 'GOLD_TOMAN' && side === 'SELL' ? [] : found, sent)
    }),
  )
  await drawClient(<MyOrders path={{ tradeFrom: 'GOLD', tradeTo: 'TOMAN' }} />, { language: 'en' })
  await userEvent.click(await screen.findByRole('tab', { name: 'Order history' }))
  const rowCount = async () => within(await screen.findByRole('table')).getAllByRole('row').length - 1
  expect(await rowCount()).toBe(10)
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Market' }), 'All markets')
  await vi.waitFor(async () => expect(await rowCount()).toBe(11))
  expect(screen.getByRole('columnheader', { name: 'Market' })).toBeVisible()
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Buy or sell' }), 'Sell')
  await vi.waitFor(async () => expect(await rowCount()).toBe(1))
  expect(screen.getByRole('link', { name: 'Older orders, filters and CSV' })).toHaveAttribute(
    'href',
    '/profile/history?tab=orders&kind=P2P&side=SELL',
  )
  expect(asked.at(-1)).toEqual({
    ...{ excludedOrderStatus: 'IS_OPEN,PENDING', orderType: 'P2P', side: 'SELL', size: '50', before: '' },
  })
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Market' }), 'This market')
  expect(await screen.findByText('Nothing matches these filters')).toBeVisible()
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Buy or sell' }), 'Buy and sell')
  await vi.waitFor(async () => expect(await rowCount()).toBe(10))
})
