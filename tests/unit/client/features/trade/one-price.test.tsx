import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TitleBar } from '#client/features/trade/title-bar.tsx'
import { getCoinDetails } from '#contract/coins.ts'
import { getMarket, getMarketInfo, getMarkets } from '#contract/markets.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint } from '#tests/builders/mock-endpoint.ts'
import { WIRE_COINS } from '#tests/builders/wire-coins.ts'

const server = clientServer()
const PATH = { tradeTo: 'TOMAN', tradeFrom: 'GOLD' } as const

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

const RULES = {
  marketType: 'GOLD_TOMAN',
  sourceCoin: 'TOMAN',
  destinationCoin: 'GOLD',
  tickSize: '100',
  amountStep: '0.001',
  minAmount: '0.01',
  maxAmount: '100',
  active: true,
}

let title = info({})
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  title = info({})
  server.use(
    mockEndpoint(getCoinDetails, WIRE_COINS),
    mockEndpoint(getMarkets, { content: [], totalPages: 1 }),
    mockEndpoint(getMarketInfo, () => ({ baseDTO: { marketTradeInfo: title } })),
    mockEndpoint(getMarket, { baseDTO: RULES }),
  )
})
afterEach(() => vi.useRealTimers())

test('a market in which nothing was traded says that its price is a reference, and names no high and low', async () => {
  title = info({ isReference: true, maxPrice: null, minPrice: null, last24HourVolume: '0' })
  await drawClient(<TitleBar path={PATH} />)
  expect(await screen.findByText('قیمت مرجع؛ هنوز معامله‌ای نشده')).toBeVisible()
  expect(screen.queryByText('۱٫۵٪', { exact: false })).toBeNull()
})

test('a market that has hours says until when it is open', async () => {
  const state = { kind: 'OPEN' as const, reason: null, opensAt: null, closesAt: '2026-11-21T15:00:00Z' }
  server.use(mockEndpoint(getMarket, { baseDTO: { ...RULES, state } }))
  await drawClient(<TitleBar path={PATH} />)
  expect(await screen.findByText('باز تا ۱۸:۳۰')).toBeVisible()
})
