import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followSession } from '#client/app/follow-session.ts'
import { watchSession } from '#client/app/follow-user.ts'
import { sessionQuery } from '#client/entities/session/session.ts'
import { getSession } from '#contract/session.ts'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint, refuseWith } from '#tests/builders/mock-endpoint.ts'
import { person } from '#tests/builders/session.ts'

const server = clientServer()
const { queryKey } = sessionQuery()
const router = {
  state: { location: { href: '/profile/settings' } },
  navigate: vi.fn(async () => undefined),
  invalidate: vi.fn(async () => undefined),
}

let client = new QueryClient()
let asked = 0
const stops: (() => void)[] = []
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  client = new QueryClient()
  asked = 0
  router.navigate.mockClear()
  stops.push(watchSession(client), followSession({ queryClient: client, router }))
})
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  vi.useRealTimers()
  vi.restoreAllMocks()
})
const answer = (reply: Parameters<typeof mockEndpoint<typeof getSession>>[1]) =>
  server.use(
    mockEndpoint(getSession, (sent) => {
      asked += 1
      return typeof reply === 'function' ? reply(sent) : reply
    }),
  )

test('a session that was ended elsewhere leads to the login within ten seconds, on a page that asks for nothing', async () => {
  answer(refuseWith('UNAUTHENTICATED'))
  client.setQueryData(queryKey, person())
  vi.advanceTimersByTime(10_000)
  await vi.waitFor(() =>
    expect(router.navigate).toHaveBeenCalledWith({
      to: '/login',
      search: { next: '/profile/settings', reason: 'session-ended' },
    }),
  )
})

test('nobody asks for a visitor, nor on a page that is not seen; one that is seen again asks at once', async () => {
  answer({ baseDTO: { provenDateTime: '2026-11-22T08:00:00Z', provenAnewDateTime: null, provenFor: null } })
  vi.advanceTimersByTime(30_000)
  client.setQueryData(queryKey, person())
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  vi.advanceTimersByTime(30_000)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(asked).toBe(0)
  visibility.mockReturnValue('visible')
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.waitFor(() => expect(asked).toBe(1))
})

test('an answer that does not come logs nobody out', async () => {
  answer(refuseWith('UNAVAILABLE'))
  client.setQueryData(queryKey, person())
  vi.advanceTimersByTime(20_000)
  await vi.waitFor(() => expect(asked).toBe(2))
  expect(router.navigate).not.toHaveBeenCalled()
})
