import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { addCannedAnswer } from '#contract/operations-canned-answers.ts'
import { freezeByToken } from '#contract/security.ts'
import type { Route } from '#server/http/route.ts'
import { startHttpServer } from '#tests/builders/http-server.ts'

let server: Awaited<ReturnType<typeof startHttpServer>>
const keep = vi.fn<Route['handle']>(() => ({ baseDTO: { id: '1' } }))
const freeze = vi.fn<Route['handle']>(() => ({}))

beforeAll(async () => {
  server = await startHttpServer([
    { endpoint: { ...addCannedAnswer, access: 'public' }, handle: keep },
    { endpoint: { ...freezeByToken, access: 'public' }, handle: freeze },
  ])
})
afterAll(() => server.close())
beforeEach(() => vi.clearAllMocks())

async function post(path: string, body: object) {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${server.url}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: answer.status, body: await answer.json() }
}

const read = () => keep.mock.calls.map(([call]) => Reflect.get(call, 'body'))

test('names and texts are kept without what nobody sees or what turns its neighbours around', async () => {
  const words = { fa: 'می‌خواهم\r\nبدانم\u0000\u202E', en: '\u2067one\n\ttwo' }
  expect((await post(addCannedAnswer.path, { title: ' \u202Eexe\u0000.\u200Bgnp\n', ...words })).status).toBe(200)
  expect(read()).toEqual([{ title: 'exe.gnp', fa: 'می‌خواهم\nبدانم', en: 'one\n\ttwo' }])
})

test.each(['\u200B\u2060\uFEFF', '\u202E', '\u200C \u200C', '\u0000'])(
  'a name that nobody would see is missing (%j)',
  async (title) => {
    const refused = await post(addCannedAnswer.path, { title, fa: 'متن', en: 'text' })
    expect(refused).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST', field: 'title' } })
    expect(read()).toEqual([])
  },
)

test('a NUL in any other text is refused by its field, before a database would meet it', async () => {
  const refused = await post(freezeByToken.path, { token: 'a\u0000b' })
  expect(refused).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST', field: 'token' } })
  expect(freeze).not.toHaveBeenCalled()
})
