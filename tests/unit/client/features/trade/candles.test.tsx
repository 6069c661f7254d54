import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { PriceScaleMode } from 'lightweight-charts'
import { beforeEach, expect, test, vi } from 'vitest'
import { resolutionChoice } from '#client/features/trade/chart/chart.queries.ts'
import { setChartChoice } from '#client/features/trade/chart/chart-choice.ts'
import { ChartPanel } from '#client/features/trade/chart/chart-panel.tsx'
import { lastTradesQuery } from '#client/features/trade/market.queries.ts'
import { words } from '#client/locales/en/trade.ts'
import { getLastTrades } from '#contract/markets.ts'
import { getOrders } from '#contract/orders.ts'
import { getChartHistory } from '#contract/udf.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { mockEndpoint, type Sent } from '#tests/builders/mock-endpoint.ts'
import { GOLD_PATH, tradeScreen } from '#tests/builders/trade-screen.tsx'
import { wireOrder } from '#tests/builders/wire-order.ts'

// The canvas, which jsdom lacks: draws on it are counted.
interface Format {
  tickmarksFormatter: (prices: readonly number[]) => string[]
}
const drawn = vi.hoisted(() => ({
  whole: [] as number[],
  updated: [] as object[],
  titles: [] as string[],
  formats: [] as Format[],
  modes: [] as number[],
  move: (_: { from: number }) => {},
}))
vi.mock('lightweight-charts', async (load) => {
  const nothing = () => undefined
  const scale = { applyOptions: ({ mode }: { mode?: number }) => void (mode !== undefined && drawn.modes.push(mode)) }
  const series = {
    applyOptions: ({ priceFormat }: { priceFormat: Format }) => void drawn.formats.push(priceFormat),
    ...{ priceScale: () => scale, attachPrimitive: nothing, detachPrimitive: nothing },
    priceToCoordinate: (price: number) => price / 1_000,
    removePriceLine: nothing,
    createPriceLine({ title }: { title: string }) {
      drawn.titles.push(title)
      return scale
    },
    setData: (rows: readonly object[]) => void drawn.whole.push(rows.length),
    update: (row: object) => void drawn.updated.push(row),
  }
  const chart = {
    ...{ addSeries: () => series, applyOptions: nothing, panes: () => [], subscribeCrosshairMove: nothing },
    ...{ unsubscribeCrosshairMove: nothing, removeSeries: nothing },
    timeScale: () => ({
      ...{ setVisibleLogicalRange: nothing, getVisibleLogicalRange: () => null },
      unsubscribeVisibleLogicalRangeChange: nothing,
      // The bars and the user's fills both follow the view.
      subscribeVisibleLogicalRangeChange: (onMove: typeof drawn.move) => {
        const before = drawn.move
        drawn.move = (range) => {
          before(range)
          onMove(range)
        }
      },
    }),
    remove: nothing,
  }
  return { ...(await load<object>()), createChartEx: () => chart }
})

const { server } = tradeScreen()

const HOUR_S = 3_600
const BEGIN_S = 1_790_000_000 - (1_790_000_000 % HOUR_S)
const bars = (from: number, count: number) => {
  const all = (value: number) => Array<number>(count).fill(value)
  const t = all(0).map((_, at) => BEGIN_S + (from + at) * HOUR_S)
  return { s: 'ok' as const, t, o: all(7_990_000), h: all(8_000_000), l: all(7_980_000), c: all(7_999_000), v: all(2) }
}
const trade = (id: number, hour: number, unitPrice: string) => ({
  ...{ id: `${id}`, amount: '0.5', unitPrice, orderType: 'SELL' as const, sandbox: false },
  createdAtDateTime: new Date((BEGIN_S + hour * HOUR_S) * 1_000 + id).toISOString(),
})

let asked: Sent['query'][] = []
let trades = [trade(9, 2, '7999000')]
beforeEach(() => {
  drawn.move = () => undefined
  resolutionChoice.set('60')
  setChartChoice('GOLD_TOMAN', { kind: 'candles', scale: 'normal', indicators: [] })
  asked = []
  drawn.whole.length = 0
  drawn.updated.length = 0
  drawn.titles.length = 0
  drawn.formats.length = 0
  drawn.modes.length = 0
  trades = [trade(9, 2, '7999000')]
  server.use(
    mockEndpoint(getLastTrades, () => ({ content: trades })),
    mockEndpoint(getChartHistory, ({ query }) => {
      asked.push(query)
      if (query.to !== undefined) return { ...bars(-2, 2), lastTrade: '9' }
      return query.from === undefined ? { ...bars(0, 3), lastTrade: '9' } : { ...bars(2, 2), lastTrade: '40' }
    }),
  )
})

async function open() {
  const { client } = await drawClient(<ChartPanel path={GOLD_PATH} height="300px" />, { language: 'en' })
  await vi.waitFor(() => expect(drawn.whole).toEqual([3, 3]))
  await vi.waitFor(() => expect(client.isFetching()).toBe(0))
  drawn.whole.length = 0
  return { arrive: () => client.refetchQueries({ queryKey: lastTradesQuery('GOLD_TOMAN').queryKey }) }
}

test('the chart asks once for its bars, and a trade draws the newest bar alone', async () => {
  const { arrive } = await open()
  expect(asked).toHaveLength(1)
  trades = [trade(10, 2, '8000500'), ...trades]
  await arrive()
  await vi.waitFor(() => expect(drawn.updated).toHaveLength(2))
  const time = BEGIN_S + 2 * HOUR_S
  expect(drawn.updated[0]).toMatchObject({ time, high: 8_000_500, low: 7_980_000, close: 8_000_500 })
  expect(drawn.updated[1]).toMatchObject({ time, value: 2.5 })
  await screen.findAllByText('8,000,500')
  // The same trades again draw nothing.
  await arrive()
  expect(drawn.updated).toHaveLength(2)
  // A trade of the next hour begins a bar.
  trades = [trade(11, 3, '8000000'), ...trades]
  await arrive()
  await vi.waitFor(() =>
    expect(drawn.updated).toContainEqual(expect.objectContaining({ time: time + HOUR_S, open: 8_000_000 })),
  )
  expect(asked).toHaveLength(1)
  expect(drawn.whole).toEqual([])
})

test('after trades that were missed, the bars since the last one are read again, and only these', async () => {
  const { arrive } = await open()
  trades = [trade(40, 3, '8000000'), trade(39, 3, '8000000')]
  await arrive()
  await vi.waitFor(() => expect(drawn.updated).toHaveLength(4))
  expect(asked.slice(1)).toEqual([{ symbol: 'GOLD_TOMAN', resolution: '60', from: `${BEGIN_S + 2 * HOUR_S}` }])
  expect(drawn.whole).toEqual([])
})

test('older bars are read when the view nears the first one', async () => {
  await open()
  drawn.move({ from: 500 })
  expect(asked).toHaveLength(1)
  drawn.move({ from: 5 })
  drawn.move({ from: 4 })
  await vi.waitFor(() => expect(drawn.whole).toEqual([5, 5]))
  expect(asked.slice(1)).toMatchObject([{ to: `${BEGIN_S}`, resolution: '60' }])
})

test('a number of the axis that the label of the last price would cover is left out', async () => {
  await open()
  expect(drawn.formats.at(-1)?.tickmarksFormatter([7_950_000, 8_000_000, 8_050_000])).toEqual([
    '7,950,000',
    '',
    '8,050,000',
  ])
})

test('the orders of a side at one price share a label', async () => {
  const buys = ['0.1', '0.2'].map((amount, at) => wireOrder({ id: `${at + 1}`, amount, unitPrice: '7900000' }))
  server.use(mockEndpoint(getOrders, { content: [...buys, wireOrder({ id: '3', amount: '2', unitPrice: '7800000' })] }))
  await open()
  await vi.waitFor(() => expect(drawn.titles.map((title) => title.slice(1, -1))).toEqual(['Buy 0.3 (2)', 'Buy 2']))
})

test('an indicator is calculated by the periods that the user types, which are remembered, and its value is beside its name', async () => {
  await open()
  await userEvent.click(screen.getByRole('button', { name: words.chart.indicators }))
  await userEvent.click(await screen.findByRole('checkbox', { name: words.chart.indicator.MA }))
  const period = await screen.findByRole('textbox', { name: words.chart.period.bars })
  await userEvent.clear(period)
  expect(screen.getByText('From 1 to 500')).toBeVisible()
  expect(await screen.findByText('MA 20')).toBeInTheDocument()
  await userEvent.type(period, '2')
  const name = await screen.findByText('MA 2')
  await vi.waitFor(() => expect(name.parentElement).toHaveTextContent('MA 27,999,000'))
  expect(localStorage.getItem('chart-options')).toContain('"periods":{"MA":[2]}')
})

test('another timeframe draws its own bars', async () => {
  await open()
  await userEvent.click(screen.getByRole('radio', { name: '1 month' }))
  await vi.waitFor(() => expect(drawn.whole).toEqual([3, 3]))
  expect(asked.at(-1)).toMatchObject({ resolution: '1M' })
})

test('prices stand on a logarithmic scale by choice, and in percent beside the market that they are compared with', async () => {
  setChartChoice('GOLD_TOMAN', { kind: 'candles', scale: 'log', indicators: [] })
  await open()
  await vi.waitFor(() => expect(drawn.modes.at(-1)).toBe(PriceScaleMode.Logarithmic))
  act(() => setChartChoice('GOLD_TOMAN', { kind: 'candles', scale: 'log', indicators: [], compare: 'BITCOIN_TOMAN' }))
  // The other market's bars are read, and drawn as a line of their own.
  await vi.waitFor(() => expect(drawn.whole).toEqual([3]))
  expect(asked.map(({ symbol }) => symbol)).toEqual(['GOLD_TOMAN', 'BITCOIN_TOMAN'])
  expect(drawn.modes.at(-1)).toBe(PriceScaleMode.Percentage)
  act(() => setChartChoice('GOLD_TOMAN', { kind: 'candles', scale: 'normal', indicators: [] }))
  expect(drawn.modes.at(-1)).toBe(PriceScaleMode.Normal)
})
