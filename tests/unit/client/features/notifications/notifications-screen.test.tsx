import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { hideBalances } from '#client/entities/wallet/balance-text.tsx'
import { NotificationsScreen } from '#client/features/notifications/notifications-screen.tsx'
import { words as en } from '#client/locales/en/notifications.ts'
import { words as fa } from '#client/locales/fa/notifications.ts'
import { getNotifications, readNotifications } from '#contract/notifications.ts'
import { getPriceAlerts } from '#contract/price-alerts.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint } from '#tests/builders/mock-endpoint.ts'

const server = clientServer()
/** Midnight in Tehran is at 20:30. */
const NOW = new Date('2026-11-22T09:00:00Z')
const TIMES = ['2026-11-22T08:00:00Z', '2026-11-21T20:30:00Z', '2026-11-21T20:29:00Z', '2026-11-10T08:00:00Z']

const notification = (id: number, atDateTime: string, read: boolean) => ({
  id: String(id),
  kind: 'ORDER_FILLED',
  group: 'ORDERS' as const,
  subject: 'Order filled',
  text: `Order ${id} for 12 g`,
  discreetText: `Order ${id}`,
  path: `/profile/history?tab=orders&id=${id}`,
  atDateTime,
  read,
})

beforeEach(() => {
  vi.setSystemTime(NOW)
  server.use(mockEndpoint(getPriceAlerts, { content: [] }))
})
afterEach(() => {
  vi.useRealTimers()
  hideBalances(false)
})

describe.each(['fa', 'en'] as const)('the notifications (%s)', (language) => {
  const words = { fa, en }[language]

  test('stand by the days of Tehran, and to see them is to have read them', async () => {
    const sent: unknown[] = []
    const content = TIMES.map((at, index) => notification(index + 1, at, index > 1))
    server.use(
      mockEndpoint(getNotifications, ({ query }) => {
        expect(query.language).toBe(language)
        return { baseDTO: { unread: 2 }, content }
      }),
      mockEndpoint(readNotifications, ({ body }) => {
        sent.push(body)
        return { baseDTO: { unread: 0 } }
      }),
    )
    await drawClient(<NotificationsScreen />, { language })
    const today = within(await screen.findByRole('region', { name: words.today }))
    expect(today.getAllByRole('listitem')).toHaveLength(2)
    expect(within(screen.getByRole('region', { name: words.yesterday })).getAllByRole('listitem')).toHaveLength(1)
    expect(screen.getByRole('region', { name: language === 'fa' ? '۱۹ آبان ۱۴۰۵' : '10 Nov 2026' })).toBeVisible()
    expect(today.getAllByRole('link')[0]).toHaveAttribute('href', '/profile/history?tab=orders&id=1')
    await waitFor(() => expect(sent).toEqual([{ ids: ['1', '2'] }]))
    // The notices stay marked for this visit.
    expect(screen.getAllByRole('img', { name: words.unread })).toHaveLength(2)
  })

  test('are all there, fifty of them', async () => {
    const content = Array.from({ length: 50 }, (_, index) => notification(50 - index, TIMES[0] ?? '', true))
    server.use(mockEndpoint(getNotifications, { baseDTO: { unread: 0 }, content }))
    await drawClient(<NotificationsScreen />, { language })
    expect(await screen.findAllByRole('listitem')).toHaveLength(50)
  })

  test('say no amount where amounts are hidden', async () => {
    hideBalances(true)
    const content = [notification(1, TIMES[0] ?? '', true)]
    server.use(mockEndpoint(getNotifications, { baseDTO: { unread: 0 }, content }))
    await drawClient(<NotificationsScreen />, { language })
    expect(await screen.findByText('Order 1')).toBeVisible()
    expect(screen.queryByText(/12 g/)).toBeNull()
  })

  test('that are none say what will come here', async () => {
    server.use(mockEndpoint(getNotifications, { baseDTO: { unread: 0 }, content: [] }))
    await drawClient(<NotificationsScreen />, { language })
    expect(await screen.findByText(words.empty.title)).toBeVisible()
    expect(screen.getByText(words.empty.text)).toBeVisible()
  })
})
