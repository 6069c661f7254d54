import { QueryClient } from '@tanstack/react-query'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { createAppRouter } from '#client/app/router.ts'
import { type Session, sessionQuery } from '#client/entities/session/session.ts'
import { startWords } from '#client/lib/words.ts'
import { clientServer } from '#tests/builders/client-server.ts'
import { person } from '#tests/builders/session.ts'

const server = clientServer()

/** Follows one of our links. Returns the address where the user arrives. */
async function follow(href: string, differences: Partial<Session>) {
  server.use(
    http.get('*/api/*', () => HttpResponse.json({ code: 'UNAVAILABLE', message: '', errors: [''] }, { status: 503 })),
  )
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  queryClient.setQueryData(sessionQuery().queryKey, person(differences))
  window.history.replaceState(null, '', href)
  const router = createAppRouter({ queryClient, words: await startWords() })
  await router.load()
  return router.state.location.pathname
}

/** The server's state between the confirmed form and the code. */
const AWAITED = { authorized: false, pending: false, authenticationType: 'UNIDENTIFIED' } as const

test('a user who left the page of the identity code is led back to it, not to the form', async () => {
  expect(await follow('/profile/account', AWAITED)).toBe('/profile/fino-verifying')
})

test.each(['/profile', '/profile/otc', '/profile/wallet', '/profile/history', '/profile/trade/TOMAN/GOLD'])(
  'from %s, too',
  async (href) => {
    expect(await follow(href, AWAITED)).toBe('/profile/fino-verifying')
    expect(await follow(href, { ...AWAITED, authenticationType: 'INFORMATION_CHANGED' })).toBe(
      '/profile/fino-verifying',
    )
  },
)

test.each(['/profile/settings', '/profile/redirect-from-banks'])('%s stays in reach', async (href) => {
  expect(await follow(href, AWAITED)).toBe(href)
})

test('that page itself leads to the form, to mend it', async () => {
  expect(await follow('/profile/account?edit=true', AWAITED)).toBe('/profile/account')
})

test.each([
  ['who has not submitted the form', { authenticationType: 'UNAUTHORIZED' }],
  ['whose form was handed back', { authenticationType: 'NOT_COMPLETE' }],
  ['whose form a person is looking at, so that no code is awaited', { pending: true, authenticationType: 'PENDING' }],
  ['who is verified', { authorized: true, authenticationType: 'AUTHORIZED' }],
  ['whose change is looked at', { authorized: true, authenticationType: 'INFORMATION_CHANGED_PENDING' }],
] as const)('the account page is the form for somebody %s', async (_who, differences) => {
  expect(await follow('/profile/account', differences)).toBe('/profile/account')
})

test.each(['UNAUTHORIZED', 'NOT_COMPLETE', 'PENDING', 'AUTHORIZED'] as const)(
  'where no code is awaited (%s), its page leads to the account',
  async (authenticationType) => {
    expect(await follow('/profile/fino-verifying', { authenticationType })).toBe('/profile/account')
  },
)
