import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { EndpointShape } from '#contract/endpoint.ts'
import { getStream } from '#contract/stream.ts'
import * as udf from '#contract/udf.ts'
import { readEvents } from '#tests/builders/event-reader.ts'
import { preparedTraders } from '#tests/builders/prepared-traders.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { type ServerProcess, startServerProcess } from '#tests/setup/server-process.ts'
import { type AnswerCheck, type Attack, Attacker, isKnownRefusal, spoilQuery } from './attacks.ts'
import { HOSTILE_KEYS, HOSTILE_NUMBERS, HOSTILE_TEXTS } from './hostile-values.ts'
import { fieldsOf } from './sample-input.ts'

/** The protocol's refusal of any request. */
const ChartFailure = z.object({ s: z.literal('error'), errmsg: z.string() })
const FEED: readonly EndpointShape[] = Object.values(udf).filter((value) => 'offline' in value)
const withQuery = FEED.filter(({ query }) => query).map((endpoint) => ({ name: endpoint.path, endpoint }))
const TEXTS = [...HOSTILE_TEXTS.filter((text) => text.length < 5_000), ...HOSTILE_NUMBERS]
const RESOLUTIONS = ['1', '60', '1D', '1W', '1M']

onDatabase('hostile input to what is read all day', (_, place) => {
  let server: ServerProcess
  let charting: Attacker

  beforeAll(async () => {
    const settings = await place()
    await preparedTraders(settings, { count: 1, funds: [] })
    server = await startServerProcess(settings, { PRICE_POLL_MS: '1000' })
    charting = new Attacker(`${server.url}/udf`, () => undefined)
  })
  afterAll(() => server?.kill())

  const attackOf = (endpoint: EndpointShape, query: string): Attack => ({
    what: endpoint.path,
    method: endpoint.method,
    path: `${endpoint.path}?${query}`,
    isWellFormed: true,
    maySucceed: true,
  })
  /** The chart feed answers success and failure with 200 in its protocol; a request that never reaches it may get one of our refusals. */
  const isChartAnswer =
    ({ response, format }: EndpointShape): AnswerCheck =>
    (_attack, answer) => {
      if (answer.status !== 200) return isKnownRefusal(answer)
      const said: unknown = format === 'text' ? answer.text : JSON.parse(answer.text)
      return response.safeParse(said).success || ChartFailure.safeParse(said).success
    }

  describe('the chart feed', () => {
    test.each(withQuery)('$name answers whatever stands in any part of its query', async ({ endpoint }) => {
      const keys = [...(endpoint.query ? fieldsOf(endpoint.query) : []), ...HOSTILE_KEYS]
      const attacks = spoilQuery(endpoint, { texts: TEXTS, keys })
      expect(
        await charting.execute(
          attacks.map((way) => attackOf(endpoint, way.query)),
          isChartAnswer(endpoint),
        ),
      ).toEqual([])
    })

    test.each(withQuery.filter(({ name }) => /history|marks/.test(name)))(
      '$name answers for spans of time that nobody lives in',
      async ({ endpoint }) => {
        const spans = HOSTILE_NUMBERS.flatMap((from) => HOSTILE_NUMBERS.map((to) => `from=${from}&to=${to}`))
        const asked = RESOLUTIONS.flatMap((resolution) => [
          ...spans.map((span) => `symbol=GOLD_TOMAN&resolution=${resolution}&${span}`),
          ...HOSTILE_NUMBERS.map(
            (count) => `symbol=GOLD_TOMAN&resolution=${resolution}&from=0&to=${count}&countback=${count}`,
          ),
        ])
        expect(
          await charting.execute(
            asked.map((query) => attackOf(endpoint, query)),
            isChartAnswer(endpoint),
          ),
        ).toEqual([])
      },
    )

    test('what is no call of it is refused', async () => {
      const ways = ['POST', 'PUT', 'DELETE', 'PATCH'].flatMap((method) =>
        FEED.map((endpoint) => ({ ...attackOf(endpoint, ''), method })),
      )
      const paths = ['/', '/nothing', '/history/../config', '/%', '/%00', `/${'a'.repeat(3_000)}`]
      const elsewhere = paths.map((path) => ({
        what: path,
        method: 'GET',
        path,
        isWellFormed: false,
        maySucceed: false,
      }))
      expect(await charting.execute(ways, (_attack, answer) => isKnownRefusal(answer))).toEqual([])
      expect(await charting.execute(elsewhere, (_attack, { status }) => status < 500)).toEqual([])
    })
  })

  describe('the live stream', () => {
    const listen = (query: string, headers: HeadersInit = {}) => receive(`${server.url}/api/stream?${query}`, headers)

    test('begins, or refuses by name, whatever stands in its query', async () => {
      const attacks = spoilQuery(getStream, { texts: TEXTS, keys: [...fieldsOf(getStream.query), ...HOSTILE_KEYS] })
      const received = await inTurns(attacks, ({ query }) => listen(query))
      expect(received.filter((failure) => failure !== undefined)).toEqual([])
    })

    test('begins anew for a client that names an id that was never given', async () => {
      const ids = TEXTS.filter((text) => /^[\x20-\x7e]+$/.test(text) && text.length < 5_000)
      const received = await inTurns(ids, (id) => listen('market=GOLD_TOMAN', { 'last-event-id': id }))
      expect(received.filter((failure) => failure !== undefined)).toEqual([])
    })

    test('is still there for everybody, and for a session that is none it is nobody’s own', async () => {
      const tokens = ['x', `${'A'.repeat(43)}`, `${'A'.repeat(5_000)}`, '"', '%00']
      const received = await inTurns(tokens, (token) => listen('', { authorization: `Bearer ${token}` }))
      expect(received).toEqual(tokens.map(() => undefined))
      const reader = await readEvents(`${server.url}/api/stream?market=GOLD_TOMAN`)
      await reader.until('the market', ({ all }) => all('reset').length === 1)
      reader.close()
    })
  })

  test('after all of it the server is well', async () => {
    expect((await fetch(`${server.url}/api/health`)).status).toBe(200)
    process.stdout.write(`hostile feeds: ${charting.asked} calls of the chart feed\n`)
    await server.stop()
  })
})

/** Opens a stream and leaves it after its first bytes. @returns what was wrong with them */
async function receive(url: string, headers: HeadersInit): Promise<string | undefined> {
  const leaving = new AbortController()
  const answer = await fetch(url, { headers, signal: leaving.signal })
  try {
    const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') ?? false
    if (answer.status === 200) {
      const first = await answer.body?.getReader().read()
      const words = new TextDecoder().decode(first?.value)
      return isStream && words.startsWith('retry: ') ? undefined : `${url.slice(0, 200)} → 200 ${words.slice(0, 200)}`
    }
    const said = { status: answer.status, text: await answer.text() }
    return isKnownRefusal(said) ? undefined : `${url.slice(0, 200)} → ${said.status} ${said.text.slice(0, 200)}`
  } finally {
    leaving.abort()
  }
}

/** Sends a few at a time, because the limit of an address is not under test. */
async function inTurns<Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  for (let from = 0; from < items.length; from += 8)
    results.push(...(await Promise.all(items.slice(from, from + 8).map(work))))
  return results
}
