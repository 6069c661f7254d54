import { afterAll, beforeAll, expect, test } from 'vitest'
import { getStream } from '#contract/stream.ts'
import { EventStream } from '#server/http/event-stream.ts'
import { route } from '#server/http/route.ts'
import { callerOf } from '#tests/builders/caller.ts'
import { startHttpServer } from '#tests/builders/http-server.ts'

const TOKENS = { mine: 'a'.repeat(43), myOther: 'b'.repeat(43), theirs: 'c'.repeat(43) }
const callers = new Map([
  [TOKENS.mine, callerOf(1, { sessionId: 11 })],
  [TOKENS.myOther, callerOf(1, { sessionId: 12 })],
  [TOKENS.theirs, callerOf(2)],
])
let refresh: (userId: number) => void = () => undefined
let server: Awaited<ReturnType<typeof startHttpServer>>
beforeAll(async () => {
  const stream = route(getStream, () => new EventStream(() => () => undefined))
  server = await startHttpServer([stream], {
    findCaller: async (token) => callers.get(token),
    onRefresh: (listener) => {
      refresh = listener
    },
  })
})
afterAll(() => server.close())

async function openStream(token: string) {
  const reply = await fetch(`${server.url}/api/stream`, { headers: { authorization: `Bearer ${token}` } })
  return { text: reply.text() }
}

test('the stream of a session that was ended elsewhere ends at once, and no other', async () => {
  const [mine, myOther, theirs] = await Promise.all(Object.values(TOKENS).map(openStream))
  callers.delete(TOKENS.myOther)
  callers.delete(TOKENS.theirs)
  refresh(1)
  expect(await myOther?.text).toContain('event: end\ndata: {"reason":"SESSION_ENDED"}')
  const stillOpen = Promise.race([mine?.text, theirs?.text, new Promise((resolve) => setTimeout(resolve, 500, 'open'))])
  expect(await stillOpen).toBe('open')
})
