import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { LastTrades } from '#client/features/trade/last-trades.tsx'
import { getCoinDetails } from '#contract/coins.ts'
import { getLastTrades } from '#contract/markets.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint } from '#tests/builders/mock-endpoint.ts'
import { WIRE_COINS } from '#tests/builders/wire-coins.ts'

const server = clientServer()
const PATH = { tradeTo: 'TOMAN', tradeFrom: 'GOLD' } as const

/** Eleven trades, of which those at these places are made up. */
const trades = (madeUp: readonly number[]) =>
  Array.from({ length: 11 }, (_, place) => ({
    id: `${place}`,
    amount: '0.5',
    unitPrice: `${8_000_000 + place}`,
    orderType: 'BUY' as const,
    createdAtDateTime: '2026-11-20T08:00:00.000Z',
    sandbox: madeUp.includes(place),
  }))

beforeEach(() => server.use(mockEndpoint(getCoinDetails, WIRE_COINS)))

test('a list with trades of a sandbox says so, even where there is but one of them', async () => {
  server.use(mockEndpoint(getLastTrades, { content: trades([10]) }))
  await drawClient(<LastTrades path={PATH} />)
  expect(await screen.findAllByRole('row')).toHaveLength(12)
  expect(screen.getByText('دادهٔ آزمایشی')).toBeVisible()
})

test('a list of people’s trades says nothing of a sandbox', async () => {
  server.use(mockEndpoint(getLastTrades, { content: trades([]) }))
  await drawClient(<LastTrades path={PATH} />)
  expect(await screen.findAllByRole('row')).toHaveLength(12)
  expect(screen.queryByText('دادهٔ آزمایشی')).toBeNull()
})
