import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { changedOrder } from '#client/entities/order/reported-orders.ts'
import { sessionQuery } from '#client/entities/session/session.ts'
import { TopBar } from '#client/features/shell/top-bar.tsx'
import { words as orders } from '#client/locales/en/orders.ts'
import { words as shell } from '#client/locales/en/shell.ts'
import { getCoinDetails } from '#contract/coins.ts'
import { getExchangeInfo } from '#contract/exchange-info.ts'
import { getUnreadNotifications } from '#contract/notifications.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint, refuseWith } from '#tests/builders/mock-endpoint.ts'
import { person } from '#tests/builders/session.ts'
import { WIRE_COINS } from '#tests/builders/wire-coins.ts'
import { wireOrder } from '#tests/builders/wire-order.ts'

const server = clientServer()
beforeEach(() =>
  server.use(
    mockEndpoint(getCoinDetails, WIRE_COINS),
    mockEndpoint(getExchangeInfo, refuseWith('UNAVAILABLE')),
    mockEndpoint(getUnreadNotifications, { baseDTO: { unread: 0 } }),
  ),
)
afterEach(() => {
  changedOrder.set(undefined)
  vi.useRealTimers()
})

const draw = async (session: ReturnType<typeof person> | null) => {
  const drawn = await drawClient(<TopBar />, { language: 'en' })
  act(() => void drawn.client.setQueryData(sessionQuery().queryKey, session))
}

test('the way to the pro market leads a visitor to the public page', async () => {
  await draw(null)
  const link = await screen.findByRole('link', { name: shell.nav.trade, hidden: true })
  await waitFor(() => expect(link).toHaveAttribute('href', '/market/GOLD/TETHER?tradeFrom=GOLD&tradeTo=TETHER'))
})

test('a user is led to the own trade page, and told on every page that an order has ended', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await draw(person({ authorized: true }))
  const link = await screen.findByRole('link', { name: shell.nav.trade, hidden: true })
  await waitFor(() => expect(link).toHaveAttribute('href', '/profile/trade/TETHER/GOLD'))
  await waitFor(() => expect(screen.getByRole('button', { expanded: false })).toBeVisible())
  const filled = { orderStatus: 'FINISHED_WITH_TRANSACTION', executedAmount: '1', executedPercent: 100 } as const
  await vi.waitFor(async () => {
    await act(async () => changedOrder.set(wireOrder({ id: `${Math.random()}`, ...filled, executedValue: '8000000' })))
    await act(() => vi.advanceTimersByTimeAsync(1_100))
    expect(screen.getAllByText(orders.ended.filled.BUY).length).toBeGreaterThan(0)
  })
})
