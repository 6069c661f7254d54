import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { NotificationBell } from '#client/features/shell/user-menu.tsx'
import { words as en } from '#client/locales/en/shell.ts'
import { words as fa } from '#client/locales/fa/shell.ts'
import { getUnreadNotifications } from '#contract/notifications.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint } from '#tests/builders/mock-endpoint.ts'

const server = clientServer()
afterEach(() => vi.unstubAllGlobals())

describe.each(['fa', 'en'] as const)('the bell (%s)', (language) => {
  const { nav } = { fa, en }[language]

  test('says how many are unread, and so does the icon of the app', async () => {
    const setAppBadge = vi.fn(async () => undefined)
    const clearAppBadge = vi.fn(async () => undefined)
    Object.assign(navigator, { setAppBadge, clearAppBadge })
    server.use(mockEndpoint(getUnreadNotifications, { baseDTO: { unread: 12 } }))
    const { unmount } = await drawClient(<NotificationBell />, { language })
    const name = nav.unread.replace('{{shown}}', language === 'fa' ? '۱۲' : '12')
    expect(await screen.findByRole('link', { name })).toHaveAttribute('href', '/profile/notifications')
    await waitFor(() => expect(setAppBadge).toHaveBeenCalledWith(12))
    clearAppBadge.mockClear()
    unmount()
    expect(clearAppBadge).toHaveBeenCalled()
  })

  test('says nothing of none', async () => {
    server.use(mockEndpoint(getUnreadNotifications, { baseDTO: { unread: 0 } }))
    await drawClient(<NotificationBell />, { language })
    expect(await screen.findByRole('link', { name: nav.notifications })).toBeVisible()
  })
})
