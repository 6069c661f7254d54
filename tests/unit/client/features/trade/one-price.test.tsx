import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ChartPanel } from '#client/features/trade/chart-panel.tsx'
import { TitleBar } from '#client/features/trade/title-bar.tsx'
import { getCoinDetails } from '#contract/coins.ts'
import { getCandles, getMarket, getMarketInfo, getMarkets } from '#contract/markets.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint } from '#tests/builders/mock-endpoint.ts'
import { WIRE_COINS } from '#tests/builders/wire-coins.ts'

const server = clientServer()
const PATH = { tradeTo: 'TOMAN', tradeFrom: 'GOLD' } as const
/** A poll of the headline, and less than one of the candles. */
const HEADLINE_MS = 3_100

const info = (differences: object) => ({
  marketType: 'GOLD_TOMAN',
  relatedCoin: 'GOLD',
  sourceCoin: 'TOMAN',
  lastPrice: '8000000',
  isReference: false,
  bestBid: null,
  bestAsk: null,
  last24HoursChange: '1.5',
  maxPrice: '8100000',
  minPrice: '7900000',
  last24HourVolume: '12',
  lastWeekData: [],
  ...differences,
})

let title = info({})
let candlesAsked = 0
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  title = info({})
  candlesAsked = 0
  server.use(
    mockEndpoint(getCoinDetails, WIRE_COINS),
    mockEndpoint(getMarkets, { content: [], totalPages: 1 }),
    mockEndpoint(getMarketInfo, () => ({ baseDTO: { marketTradeInfo: title } })),
    mockEndpoint(getMarket, {
      baseDTO: {
        marketType: 'GOLD_TOMAN',
        sourceCoin: 'TOMAN',
        destinationCoin: 'GOLD',
        tickSize: '100',
        amountStep: '0.001',
        minAmount: '0.01',
        maxAmount: '100',
        active: true,
      },
    }),
    mockEndpoint(getCandles, () => {
      candlesAsked += 1
      return { content: [], baseDTO: { sandbox: false } }
    }),
  )
})
afterEach(() => vi.useRealTimers())

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('when the headline moves the candles are asked for again, without waiting for their own turn', async () => {
  await drawClient(<ChartPanel path={PATH} height="300px" />)
  await waitFor(() => expect(candlesAsked).toBeGreaterThan(0))
  await pass(100)
  const before = candlesAsked
  await pass(HEADLINE_MS)
  expect(candlesAsked).toBe(before)
  title = info({ lastPrice: '8000100' })
  await pass(HEADLINE_MS)
  await waitFor(() => expect(candlesAsked).toBe(before + 1))
})

test('a market in which nothing was traded says that its price is a reference, and names no high and low', async () => {
  title = info({ isReference: true, maxPrice: null, minPrice: null, last24HourVolume: '0' })
  await drawClient(<TitleBar path={PATH} />)
  expect(await screen.findByText('قیمت مرجع؛ هنوز معامله‌ای نشده')).toBeVisible()
  expect(screen.queryByText('۱٫۵٪', { exact: false })).toBeNull()
})
