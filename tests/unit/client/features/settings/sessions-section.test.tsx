import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { OwnSession } from '#client/features/settings/security.commands.ts'
import { SessionsSection } from '#client/features/settings/sessions-section.tsx'
import { REFUSALS } from '#contract/errors.ts'
import { endOtherSessions, endSession, getSessions } from '#contract/security.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint, refuseWith } from '#tests/builders/mock-endpoint.ts'

const server = clientServer()
const row = (id: number, differences: Partial<OwnSession> = {}): OwnSession => ({
  id: String(id),
  current: id === 1,
  ipAddress: `5.160.1.${id}`,
  deviceType: 'MOBILE',
  osType: 'ANDROID',
  browser: 'CHROME',
  openedDateTime: '2026-11-20T08:00:00Z',
  lastUsedDateTime: '2026-11-21T08:00:00Z',
  ...differences,
})
let sessions: OwnSession[] = []
beforeEach(() => {
  sessions = Array.from({ length: 11 }, (_, index) => row(index + 1))
  server.use(mockEndpoint(getSessions, () => ({ content: sessions })))
})
const rows = async () => within(await screen.findByRole('list')).getAllByRole('listitem')

test('five are seen, eleven after a press; this one is marked and cannot be ended here', async () => {
  await drawClient(<SessionsSection />)
  expect(await rows()).toHaveLength(5)
  await userEvent.click(screen.getByRole('button', { name: 'نمایش همه' }))
  const all = await rows()
  expect(all).toHaveLength(11)
  expect(all.filter((one) => one.textContent?.includes('همین دستگاه'))).toEqual([all[0]])
  expect(screen.getAllByRole('button', { name: /^پایان نشست / })).toHaveLength(10)
  expect(all[10]).toHaveTextContent('5.160.1.11')
})

test('devices have their names; one that says nothing is unknown', async () => {
  sessions = [
    row(1, { osType: 'IOS', browser: 'SAFARI' }),
    row(2, { osType: 'UNKNOWN', browser: 'Brave' }),
    row(3, { osType: 'UNKNOWN', browser: 'UNKNOWN' }),
  ]
  await drawClient(<SessionsSection />, { language: 'en' })
  const [first, second, third] = await rows()
  expect(first).toHaveTextContent('Safari, iOS')
  expect(second).toHaveTextContent('Brave')
  expect(third).toHaveTextContent('Unknown device')
})

test('one is ended after a question, and leaves the list', async () => {
  server.use(
    mockEndpoint(endSession, ({ params }) => {
      sessions = sessions.filter(({ id }) => id !== params.id)
      return {}
    }),
  )
  await drawClient(<SessionsSection />)
  const second = (await rows())[1]
  await userEvent.click(within(second ?? document.body).getByRole('button'))
  await userEvent.click(screen.getByRole('button', { name: 'پایان نشست' }))
  expect(await screen.findByText('نشست پایان یافت.')).toBeVisible()
  await vi.waitFor(() => expect(screen.queryByText('5.160.1.2')).toBeNull())
  expect(sessions).toHaveLength(10)
})

test('all others are ended at once', async () => {
  server.use(
    mockEndpoint(endOtherSessions, () => {
      sessions = sessions.slice(0, 1)
      return { baseDTO: { ended: 10 } }
    }),
  )
  await drawClient(<SessionsSection />)
  await userEvent.click(await screen.findByRole('button', { name: 'خروج از همهٔ دستگاه‌های دیگر' }))
  await userEvent.click(screen.getByRole('button', { name: 'پایان نشست' }))
  await vi.waitFor(async () => expect(await rows()).toHaveLength(1))
  expect(screen.queryByRole('button', { name: 'خروج از همهٔ دستگاه‌های دیگر' })).toBeNull()
})

test('a refusal is said in the question', async () => {
  server.use(mockEndpoint(endSession, refuseWith('SESSION_NOT_FOUND')))
  await drawClient(<SessionsSection />)
  const second = (await rows())[1]
  await userEvent.click(within(second ?? document.body).getByRole('button'))
  await userEvent.click(screen.getByRole('button', { name: 'پایان نشست' }))
  expect(await screen.findByText(REFUSALS.SESSION_NOT_FOUND.fa)).toBeVisible()
})
