import { expect, test } from 'vitest'
import { prepareKeptAnswer } from '../../../sw/prepare-kept-answer.ts'

const now = new Date('2026-11-20T10:32:00Z')
const answer = (init: ResponseInit) => new Response('{"content":[]}', init)

test('a kept answer says when it was given, and is otherwise what the server said', async () => {
  const kept = prepareKeptAnswer({ response: answer({ headers: { 'content-type': 'application/json' } }), now })
  expect(kept?.headers.get('x-kimia-stored-at')).toBe('2026-11-20T10:32:00.000Z')
  expect(kept?.headers.get('content-type')).toBe('application/json')
  expect(await kept?.text()).toBe('{"content":[]}')
})

test.each([204, 206, 301, 304, 401, 404, 429, 500])('an answer with status %i is not kept', (status) => {
  const response = new Response(null, { status })
  expect(prepareKeptAnswer({ response, now })).toBeNull()
})

test.each(['no-store', 'private, max-age=0', 'max-age=0, NO-STORE'])('the server may forbid it: %s', (cacheControl) => {
  const response = answer({ headers: { 'cache-control': cacheControl } })
  expect(prepareKeptAnswer({ response, now })).toBeNull()
})
