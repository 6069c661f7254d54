import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { getSandboxes } from '#contract/exchange-info.ts'
import { getMarket } from '#contract/markets.ts'
import { logout, resendOtpCode } from '#contract/users.ts'
import { type Route, route } from '#server/http/route.ts'
import { startHttpServer } from '#tests/builders/http-server.ts'

class Away extends Error {}
class Lost extends Error {}

let server: Awaited<ReturnType<typeof startHttpServer>>
const handle = vi.fn<Route['handle']>()
const beginWork = vi.fn<() => void>()
let findCaller: () => undefined | Promise<undefined> = () => undefined
let feedMs = 0

beforeAll(async () => {
  server = await startHttpServer(
    [
      { endpoint: { ...getSandboxes, knowsCaller: true }, handle },
      { endpoint: resendOtpCode, handle },
      { endpoint: { ...logout, access: 'public' }, handle },
      route(getMarket, fail),
    ],
    {
      findCaller: () => findCaller(),
      beginWork,
      feedAgeMs: () => feedMs,
      codeOfFailure: (error) =>
        error instanceof Away ? 'UNAVAILABLE' : error instanceof Lost ? 'OUTCOME_UNKNOWN' : undefined,
    },
  )
})
afterAll(() => server.close())

function fail(): never {
  throw new Error('never called')
}

async function ask(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(server.url + path, { headers })
  return { status: answer.status, body: await answer.json(), headers: answer.headers }
}

test.each([
  ['at once', () => ({ content: ['SMS'] })],
  ['later', async () => ({ content: ['SMS'] })],
])('a handler may answer %s', async (_when, answer) => {
  handle.mockImplementationOnce(answer)
  expect(await ask('/api/sandboxes')).toMatchObject({ status: 200, body: { content: ['SMS'] } })
})

test.each([
  [
    'at once',
    (error: Error) => () => {
      throw error
    },
  ],
  ['later', (error: Error) => () => Promise.reject(error)],
])('a failure that passes and a fault of ours have codes of their own; it fails %s', async (_when, failing) => {
  handle.mockImplementationOnce(failing(new Away()))
  expect(await ask('/api/sandboxes')).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
  handle.mockImplementationOnce(failing(new Error('a bug')))
  expect(await ask('/api/sandboxes')).toMatchObject({ status: 500, body: { code: 'INTERNAL' } })
})

test('a lost call may have taken effect, unless it only reads', async () => {
  const change = async (path: string, init: RequestInit) => {
    handle.mockImplementationOnce(() => Promise.reject(new Lost()))
    const answer = await fetch(`${server.url}/api${path}`, init)
    return { status: answer.status, body: await answer.json() }
  }
  const body = JSON.stringify({ username: '09120000000' })
  const headers = { 'content-type': 'application/json' }
  expect(await change('/users/resend-otp-code', { method: 'POST', headers, body })).toMatchObject({
    status: 503,
    body: { code: 'OUTCOME_UNKNOWN' },
  })
  expect(await change('/users/logout', {})).toMatchObject({ status: 503, body: { code: 'OUTCOME_UNKNOWN' } })
  expect(await change('/sandboxes', {})).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
})

test('where the sessions cannot be read nothing was done', async () => {
  findCaller = () => Promise.reject(new Lost())
  const headers = { authorization: `Bearer ${'x'.repeat(43)}` }
  expect(await ask('/api/sandboxes', headers)).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
  findCaller = () => undefined
  expect(handle).not.toHaveBeenCalled()
})

test('a caller that cannot be looked up is not let in', async () => {
  const authorization = `Bearer ${'x'.repeat(43)}`
  for (const failing of [fail, () => Promise.reject(new Error('lost'))]) {
    findCaller = failing
    expect(await ask('/api/sandboxes', { authorization })).toMatchObject({ status: 500, body: { code: 'INTERNAL' } })
  }
  findCaller = () => undefined
  expect(handle).not.toHaveBeenCalled()
})

test('a reply that the contract does not know does not leave', async () => {
  handle.mockImplementationOnce(() => ({ content: [7] }))
  expect(await ask('/api/sandboxes')).toMatchObject({ status: 500, body: { code: 'INTERNAL' } })
})

test('the work of a call begins once all of it has arrived, and never for one that is refused', async () => {
  handle.mockImplementationOnce(() => {
    expect(beginWork).toHaveBeenCalledTimes(1)
    return { content: [] }
  })
  expect(await ask('/api/sandboxes')).toMatchObject({ status: 200 })
  expect(await ask('/api/markets/gold')).toMatchObject({ status: 400 })
  expect(beginWork).toHaveBeenCalledTimes(1)
})

test('an answer says how old what it read may be, where the writer was not heard for two seconds', async () => {
  handle.mockImplementation(() => ({ content: [] }))
  const ageAfter = async (ms: number) => {
    feedMs = ms
    return (await ask('/api/sandboxes')).headers.get('age')
  }
  expect(await ageAfter(1_999)).toBeNull()
  expect(await ageAfter(4_900)).toBe('4')
  expect(await ageAfter(0)).toBeNull()
})

test('a field that is wrong is named', async () => {
  expect(await ask('/api/markets/gold', { language: 'en' })).toMatchObject({
    status: 400,
    body: { code: 'BAD_REQUEST', field: 'market' },
  })
})
