import { afterAll, beforeAll, expect, test } from 'vitest'
import { logout } from '#contract/users.ts'
import { route } from '#server/http/route.ts'
import { callerOf } from '#tests/builders/caller.ts'
import { startHttpServer } from '#tests/builders/http-server.ts'

const NOW = new Date('2026-11-22T08:00:00Z')
const TOKEN = 'lq3TZ-_0'.repeat(5)
const MINUTE_MS = 60_000

let provenAt = NOW
let server: Awaited<ReturnType<typeof startHttpServer>>
beforeAll(async () => {
  server = await startHttpServer([route({ ...logout, access: 'fresh' }, () => ({}))], {
    findCaller: (token) => (token === TOKEN ? callerOf(7, { provenAt }) : undefined),
    now: () => NOW,
  })
})
afterAll(() => server.close())

const ask = async (token: string) => {
  const answer = await fetch(`${server.url}/api/users/logout`, { headers: { authorization: `Bearer ${token}` } })
  const { code } = await answer.json()
  return { status: answer.status, code }
}

test.each([
  ['this moment', 0, { status: 200, code: undefined }],
  ['ten minutes ago', 10 * MINUTE_MS, { status: 200, code: undefined }],
  ['longer ago', 10 * MINUTE_MS + 1, { status: 403, code: 'PROOF_REQUIRED' }],
])('what asks for a fresh proof answers to one of %s', async (_when, ageMs, expected) => {
  provenAt = new Date(NOW.getTime() - ageMs)
  expect(await ask(TOKEN)).toEqual(expected)
})

test('without a session it is the session that is asked for', async () => {
  expect(await ask('A'.repeat(40))).toEqual({ status: 401, code: 'UNAUTHENTICATED' })
})
