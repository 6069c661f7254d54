import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { CodeScreen } from '#client/features/auth/code-screen.tsx'
import { keepPendingCode, readPendingCode } from '#client/features/auth/pending-code.ts'
import { resendOtpCode } from '#contract/users.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { mockEndpoint } from '#tests/builders/mock-endpoint.ts'

const server = setupServer()
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterEach(() => {
  server.resetHandlers()
  sessionStorage.clear()
  vi.useRealTimers()
})
afterAll(() => server.close())

/** As the page does when it is opened or loaded again. */
async function drawPending() {
  const pending = readPendingCode()
  if (!pending) throw new Error('nobody waits for a code')
  await drawClient(<CodeScreen pending={pending} back={null} onSignedIn={() => undefined} />)
}

test('the clock of a sign-up runs as long as the server says, also when the page is loaded again', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T08:00:00Z') })
  const sent = { starTwoStepAuthentication: '0912***4567', twoStepAuthenticationType: 'SMS' } as const
  server.use(mockEndpoint(resendOtpCode, { baseDTO: { ...sent, expiresInSeconds: 300 } }))
  keepPendingCode({ mobileNumber: '09121234567', contact: '0912***4567', expiresAt: Date.now() })
  await drawPending()
  await userEvent.click(await screen.findByRole('button'))
  expect(await screen.findByText('۵:۰۰')).toBeVisible()
  cleanup()
  vi.setSystemTime(Date.now() + 121_000)
  await drawPending()
  expect(await screen.findByText('۲:۵۹')).toBeVisible()
})
