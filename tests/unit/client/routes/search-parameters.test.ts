import { QueryClient } from '@tanstack/react-query'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { createAppRouter } from '#client/app/router.ts'
import { sessionQuery } from '#client/entities/session/session.ts'
import { startWords } from '#client/lib/words.ts'
import { clientServer } from '#tests/builders/client-server.ts'
import { person } from '#tests/builders/session.ts'

const server = clientServer()
const { queryKey } = sessionQuery()

async function open(href: string, session: 'visitor' | 'customer') {
  server.use(
    http.get('*/api/*', () => HttpResponse.json({ code: 'UNAVAILABLE', message: '', errors: [''] }, { status: 503 })),
  )
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  queryClient.setQueryData(queryKey, session === 'visitor' ? null : person({ authorized: true }))
  window.history.replaceState(null, '', href)
  const router = createAppRouter({ queryClient, words: await startWords() })
  await router.load()
  return { router, queryClient }
}

/** The search parameters that the page at an address receives. */
async function searchOf(href: string, session: 'visitor' | 'customer') {
  const { router } = await open(href, session)
  const { pathname } = router.state.location
  return { pathname, search: router.state.matches.at(-1)?.search }
}

test.each([
  ['/profile/history?tab=logins', 'customer', 'tab', 'logins'],
  ['/profile/wallet?deposit=true', 'customer', 'deposit', true],
  ['/profile/wallet?deposit=1250000', 'customer', 'deposit', '1250000'],
  ['/profile/wallet?deposit=%221250000%22', 'customer', 'deposit', '1250000'],
  ['/profile/wallet?deposit=-1', 'customer', 'deposit', undefined],
  ['/profile/wallet?deposit=1e30', 'customer', 'deposit', undefined],
  ['/profile/wallet?deposit=zzz', 'customer', 'deposit', undefined],
  ['/profile/account?edit=zzz', 'customer', 'edit', undefined],
  ['/profile/account?edit=true', 'customer', 'edit', true],
  ['/login?next=https%3A%2F%2Fevil.example', 'visitor', 'next', undefined],
  ['/login?next=%2F%2Fevil.example', 'visitor', 'next', undefined],
  ['/login?next=7', 'visitor', 'next', undefined],
  ['/login?next=%2Fprofile%2Fwallet', 'visitor', 'next', '/profile/wallet'],
  ['/login?reason=Call%20this%20number', 'visitor', 'reason', undefined],
  ['/login?reason=session-ended', 'visitor', 'reason', 'session-ended'],
  ['/sign-up?next=%2F%2Fevil.example', 'visitor', 'next', undefined],
  ['/sign-up?referralCode=true', 'visitor', 'referralCode', undefined],
  ['/sign-up?referralCode=%5B1%5D', 'visitor', 'referralCode', undefined],
  ['/sign-up?referralCode=12345', 'visitor', 'referralCode', '12345'],
  ['/sign-up?referralCode=K1M1A', 'visitor', 'referralCode', 'K1M1A'],
] as const)('%s gives a %s the parameter %s as %j', async (href, session, name, value) => {
  const { pathname, search } = await searchOf(href, session)
  expect(pathname).toBe(href.split('?')[0])
  expect(search?.[name as keyof typeof search]).toBe(value)
})

test('the login says to a user whose session ended on a page that it has ended', async () => {
  const { router, queryClient } = await open('/profile/wallet', 'customer')
  queryClient.setQueryData(queryKey, null)
  await router.invalidate()
  expect(router.state.location).toMatchObject({
    pathname: '/login',
    search: { next: '/profile/wallet', reason: 'session-ended' },
  })
})

test('a visitor who follows a link to such a page reads of no session that ended', async () => {
  const { router } = await open('/profile/wallet', 'visitor')
  expect(router.state.location.pathname).toBe('/login')
  expect(router.state.location.search).toEqual({ next: '/profile/wallet' })
})
