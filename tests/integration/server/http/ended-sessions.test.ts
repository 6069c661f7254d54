import { afterEach, expect, test } from 'vitest'
import { getStream } from '#contract/stream.ts'
import { STREAM_LIMITS } from '#server/http/live-streams.ts'
import { EventStream, route } from '#server/http/route.ts'
import { callerOf } from '#tests/builders/caller.ts'
import { startHttpServer } from '#tests/builders/http-server.ts'

const TOKENS = { mine: 'a'.repeat(43), myOther: 'b'.repeat(43), theirs: 'c'.repeat(43) }
const callers = new Map([
  [TOKENS.mine, callerOf(1, { sessionId: 11 })],
  [TOKENS.myOther, callerOf(1, { sessionId: 12 })],
  [TOKENS.theirs, callerOf(2)],
])
/** The number of tokens in each lookup. */
const looks: number[] = []
let refresh: (userId: number) => void = () => undefined
let feedMs = 0
let server: Awaited<ReturnType<typeof startHttpServer>>

async function start(heartbeatMs: number): Promise<void> {
  const stream = route(getStream, () => new EventStream(() => () => undefined))
  server = await startHttpServer([stream], {
    findCaller: async (token) => callers.get(token),
    findOpen: async (tokens) => {
      looks.push(tokens.length)
      return new Set(tokens.filter((token) => callers.has(token)))
    },
    streamLimits: { ...STREAM_LIMITS, heartbeatMs },
    feedAgeMs: () => feedMs,
    onRefresh: (listener) => {
      refresh = listener
    },
  })
}
afterEach(() => server.close())

async function openStream(token: string) {
  const reply = await fetch(`${server.url}/api/stream`, { headers: { authorization: `Bearer ${token}` } })
  return { text: reply.text() }
}

test('the stream of a session that was ended elsewhere ends at once, and no other', async () => {
  // The interval is too long for a heartbeat to look the sessions up meanwhile.
  await start(60_000)
  const [mine, myOther, theirs] = await Promise.all(Object.values(TOKENS).map(openStream))
  callers.delete(TOKENS.myOther)
  callers.delete(TOKENS.theirs)
  refresh(1)
  expect(await myOther?.text).toContain('event: end\ndata: {"reason":"SESSION_ENDED"}')
  const stillOpen = Promise.race([mine?.text, theirs?.text, new Promise((resolve) => setTimeout(resolve, 500, 'open'))])
  expect(await stillOpen).toBe('open')
})

test('a heartbeat says until when all that was committed has been sent', async () => {
  feedMs = 3_600_000
  await start(150)
  const stopping = new AbortController()
  const reply = await fetch(`${server.url}/api/stream`, { signal: stopping.signal })
  let said = ''
  for await (const chunk of reply.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    said += chunk
    if (said.includes('heartbeat')) break
  }
  stopping.abort()
  feedMs = 0
  const [, at = ''] = /event: heartbeat\ndata: \{"at":"(.+)"\}/.exec(said) ?? []
  expect(Math.abs(Date.now() - 3_600_000 - Date.parse(at))).toBeLessThan(60_000)
})

test('heartbeats look at all sessions of one moment together, once in their interval, and end those that are over', async () => {
  await start(600)
  const many = Array.from({ length: 30 }, (_, i) => String(i).padStart(43, 'd'))
  for (const [i, token] of many.entries()) callers.set(token, callerOf(100 + i))
  looks.length = 0
  const streams = await Promise.all(many.map(openStream))
  for (const token of many.slice(1)) callers.delete(token)
  for (const { text } of streams.slice(1)) expect(await text).toContain('event: end')
  // One lookup, or a few if the streams were opened in several parts of the interval.
  expect(looks.length).toBeLessThan(many.length / 2)
})
