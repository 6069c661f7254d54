import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { GoogleButton } from '#client/features/auth/google-button.tsx'
import { pendingSignOn } from '#client/features/auth/pending-code.ts'
import { words as en } from '#client/locales/en/sign-on.ts'
import { words as fa } from '#client/locales/fa/sign-on.ts'
import { getSignOnProviders } from '#contract/sign-on.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { mockEndpoint } from '#tests/builders/mock-endpoint.ts'

const server = setupServer()
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterEach(() => {
  server.resetHandlers()
  sessionStorage.clear()
})
afterAll(() => server.close())

test.each([
  ['fa', fa.action],
  ['en', en.action],
] as const)('leads to the provider, and remembers where to go from there (%s)', async (language, name) => {
  server.use(mockEndpoint(getSignOnProviders, { content: ['GOOGLE'] }))
  await drawClient(<GoogleButton next="/profile/wallet" referralCode="K7Q2ZD" />, { language })
  const link = await screen.findByRole('link', { name })
  expect(link).toHaveAttribute('href', '/api/users/google-sso')
  link.addEventListener('click', (event) => event.preventDefault())
  await userEvent.click(link)
  expect(pendingSignOn.read()).toEqual({ next: '/profile/wallet', referralCode: 'K7Q2ZD' })
})

test('is not there where there is no provider', async () => {
  const asked = vi.fn()
  server.use(
    mockEndpoint(getSignOnProviders, () => {
      asked()
      return { content: [] }
    }),
  )
  await drawClient(<GoogleButton next={undefined} />)
  await waitFor(() => expect(asked).toHaveBeenCalled())
  expect(screen.queryByRole('link')).toBeNull()
})
