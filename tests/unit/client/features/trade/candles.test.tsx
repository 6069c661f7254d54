import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { ChartPanel } from '#client/features/trade/chart-panel.tsx'
import { words } from '#client/locales/en/trade.ts'
import { getCandles, getMarketInfo } from '#contract/markets.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { mockEndpoint } from '#tests/builders/mock-endpoint.ts'
import { GOLD_PATH, GOLD_ROW, tradeScreen } from '#tests/builders/trade-screen.tsx'

// The canvas, which jsdom lacks: draws on it are counted.
const drawn = vi.hoisted(() => ({ whole: [] as number[], updated: [] as object[] }))
vi.mock('lightweight-charts', async (load) => {
  const nothing = () => undefined
  const series = {
    applyOptions: nothing,
    setData: (rows: readonly object[]) => void drawn.whole.push(rows.length),
    update: (row: object) => void drawn.updated.push(row),
  }
  const chart = {
    addSeries: () => series,
    applyOptions: nothing,
    priceScale: () => ({ applyOptions: nothing }),
    subscribeCrosshairMove: nothing,
    timeScale: () => ({ setVisibleLogicalRange: nothing }),
    remove: nothing,
  }
  return { ...(await load<object>()), createChart: () => chart }
})

const { server } = tradeScreen()

const HOUR_S = 3_600
const candle = (index: number) => ({
  time: 1_790_000_000 - (1_790_000_000 % HOUR_S) + index * HOUR_S,
  ...{ open: '7990000', high: '8000000', low: '7980000', close: '7999000', volume: '2' },
})

let lastPrice = '7999000'
let candlesAsked = 0
beforeEach(() => {
  lastPrice = '7999000'
  candlesAsked = 0
  server.use(
    mockEndpoint(getMarketInfo, () => ({ baseDTO: { marketTradeInfo: { ...GOLD_ROW, lastPrice } } })),
    mockEndpoint(getCandles, () => {
      candlesAsked += 1
      return { content: [candle(0), candle(1), candle(2)], baseDTO: { sandbox: false } }
    }),
  )
})

test('a headline that moves draws the newest candle alone, and asks for no candles', async () => {
  const { client } = await drawClient(<ChartPanel path={GOLD_PATH} height="300px" />, { language: 'en' })
  await vi.waitFor(() => expect(drawn.whole).toEqual([3, 3]))
  await vi.waitFor(() => expect(client.isFetching()).toBe(0))
  drawn.whole.length = 0
  drawn.updated.length = 0
  const asked = candlesAsked

  lastPrice = '8000500'
  await client.refetchQueries({ queryKey: [getMarketInfo.path] })
  await vi.waitFor(() => expect(drawn.updated).toHaveLength(2))
  expect(drawn.updated[0]).toMatchObject({ time: candle(2).time, high: 8_000_500, low: 7_980_000, close: 8_000_500 })
  expect(drawn.updated[1]).toMatchObject({ time: candle(2).time, value: 2 })
  expect((await screen.findAllByText('8,000,500')).length).toBeGreaterThan(0)
  expect(candlesAsked).toBe(asked)
  expect(drawn.whole).toEqual([])

  // The same candles again, without changes, draw the newest one at most.
  await client.refetchQueries({ queryKey: [getCandles.path] })
  expect(candlesAsked).toBe(asked + 1)
  expect(drawn.whole).toEqual([])

  await userEvent.click(screen.getByRole('radio', { name: words.chart['1D'] }))
  await vi.waitFor(() => expect(drawn.whole).toEqual([3, 3]))
})
