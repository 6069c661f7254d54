import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { OpenOrders } from '#client/features/trade/open-orders.tsx'
import { getCoinDetails } from '#contract/coins.ts'
import { getOrders } from '#contract/orders.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint } from '#tests/builders/mock-endpoint.ts'
import { WIRE_COINS } from '#tests/builders/wire-coins.ts'
import { wireOrder } from '#tests/builders/wire-order.ts'

const server = clientServer()
const POLLS_MS = 11_000

let asked = 0
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  asked = 0
  server.use(
    mockEndpoint(getCoinDetails, WIRE_COINS),
    mockEndpoint(getOrders, ({ query }) => {
      expect(query).toMatchObject({ orderStatus: 'IS_OPEN,PENDING', orderType: 'P2P' })
      asked += 1
      return { content: [wireOrder()], totalPages: 1 }
    }),
  )
})
afterEach(() => vi.useRealTimers())

const pass = () => act(() => vi.advanceTimersByTimeAsync(POLLS_MS))

test('are asked for again every five seconds, but not while one is about to be cancelled', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  await drawClient(<OpenOrders />)
  const cancel = await screen.findByRole('button', { name: 'لغو سفارش 41' })
  await pass()
  expect(asked).toBeGreaterThanOrEqual(2)

  await user.click(cancel)
  const before = asked
  await pass()
  expect(asked).toBe(before)

  await user.click(screen.getByRole('button', { name: 'بازگشت' }))
  await pass()
  expect(asked).toBeGreaterThan(before)
})
