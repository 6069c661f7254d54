import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { ApiRefusal, callApi } from '#client/lib/call-api.ts'
import { getFaq } from '#contract/content.ts'
import { login } from '#contract/users.ts'

const server = setupServer()
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

async function refusalOf(init: ResponseInit): Promise<ApiRefusal> {
  const body = { code: 'TOO_MANY_REQUESTS', message: 'TOO_MANY_REQUESTS', errors: ['زیاد است'] }
  server.use(http.get('*/api/faq', () => HttpResponse.json(body, init)))
  const refusal = await callApi(getFaq, { query: {} }).catch((error: unknown) => error)
  if (!(refusal instanceof ApiRefusal)) throw new Error('nothing was refused')
  return refusal
}

test.each([
  ['the seconds it was told', '17', 17_000],
  ['two minutes at most', '900', 120_000],
  ['five seconds where it was told nothing', undefined, 5_000],
  ['five seconds where it was told a date', 'Wed, 21 Oct 2026 07:28:00 GMT', 5_000],
  ['five seconds where it was told none', '0', 5_000],
])('a "too many" is to be waited for: %s', async (_what, seconds, ms) => {
  const refusal = await refusalOf({ status: 429, ...(seconds ? { headers: { 'retry-after': seconds } } : {}) })
  expect(refusal).toMatchObject({ code: 'TOO_MANY_REQUESTS', message: 'زیاد است', retryAfterMs: ms })
})

test('any other refusal is not waited for, whatever it says', async () => {
  expect((await refusalOf({ status: 503, headers: { 'retry-after': '17' } })).retryAfterMs).toBeUndefined()
})

test.each([
  ['no answer', () => HttpResponse.error(), 'UNREACHABLE'],
  ['an answer that breaks off', breaksOff, 'UNREACHABLE'],
  ["a proxy's error page", () => HttpResponse.html('<h1>Bad gateway</h1>', { status: 502 }), 'INTERNAL'],
])('nobody knows what came of a call with %s', async (_what, answer, code) => {
  server.use(http.get('*/api/faq', answer))
  const refusal = await callApi(getFaq, {}).catch((error: unknown) => error)
  expect(refusal).toMatchObject({ name: 'ApiRefusal', code, nothingHappened: false })
})

function breaksOff() {
  const stream = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"content":'))
      controller.error(new Error('the network is gone'))
    },
  })
  return new HttpResponse(stream, { headers: { 'content-type': 'application/json' } })
}

test('what is not asked for is left out of the address, and what is sent is JSON', async () => {
  const seen: Request[] = []
  server.use(
    http.all('*/api/*', ({ request }) => {
      seen.push(request.clone())
      return HttpResponse.json({ code: 'FORBIDDEN', message: 'FORBIDDEN', errors: [] }, { status: 403 })
    }),
  )
  await callApi(getFaq, { query: { language: undefined, search: 'a b&c' } }).catch(() => undefined)
  await callApi(login, { body: { mobileNumber: '09120000000', password: 'x', authenticationType: 'SMS' } }).catch(
    () => undefined,
  )
  const [asked, sent] = seen
  expect(new URL(asked?.url ?? '').search).toBe('?search=a+b%26c')
  expect(asked?.headers.get('content-type')).toBeNull()
  expect(sent?.headers.get('content-type')).toBe('application/json')
  expect(await sent?.json()).toMatchObject({ mobileNumber: '09120000000' })
})

test('a read that stalls ends as one without an answer, and what is sent waits for its own', async () => {
  const inTime = AbortSignal.timeout.bind(AbortSignal)
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => inTime(20))
  server.use(http.all('*/api/*', () => new Promise<never>(() => undefined)))
  expect(await callApi(getFaq, {}, { signal: new AbortController().signal }).catch((error) => error)).toMatchObject({
    code: 'UNREACHABLE',
  })
  expect(timeout.mock.calls).toEqual([[10_000]])
  const ended = vi.fn()
  void callApi(login, { body: { mobileNumber: '09120000000', password: 'x', authenticationType: 'SMS' } }).finally(
    ended,
  )
  await new Promise((resolve) => setTimeout(resolve, 60))
  expect(ended).not.toHaveBeenCalled()
})
