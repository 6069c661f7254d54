import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EndpointShape } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { type DatabaseSettings, openDatabase } from '#server/store/open-database.ts'
import { checkLedger } from '#server/store/prove-ledger.ts'
import { preparedTraders } from '#tests/builders/prepared-traders.ts'
import type { VerifiedUser } from '#tests/builders/verified-user.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { type ServerProcess, startServerProcess } from '#tests/setup/server-process.ts'
import { type AnswerCheck, type Attack, Attacker, addressOf, isKnownRefusal, spoilQuery } from './attacks.ts'
import { HOSTILE_JSON, HOSTILE_KEYS, HOSTILE_TEXTS } from './hostile-values.ts'
import { fieldsOf, sampleOf } from './sample-input.ts'
import { spoilJson } from './spoil-json.ts'

/** All endpoints that trade, move money or report on markets; the chart feed and the stream have their own test. */
const ATTACKED = endpoints.filter(
  ({ path, base, format }) =>
    base === undefined && format === undefined && /^\/(orders|exchange|wallets|trades|markets|coins)\b/.test(path),
)
const named = (some: readonly EndpointShape[]) =>
  some.map((endpoint) => ({ name: `${endpoint.method} ${endpoint.path}`, endpoint }))
const withBody = named(ATTACKED.filter(({ body }) => body !== undefined))
const withQuery = named(ATTACKED.filter(({ path }) => !path.endsWith('/return')))
const withParams = named(ATTACKED.filter(({ params }) => params !== undefined))
/** Well-formed input may begin a payment, or has an outcome for each of its parts. */
const MAY_SUCCEED = new Set(['POST /wallets/deposit-toman', 'POST /orders/batch'])

const FUNDS = ['1000000000 TOMAN', '1000 GOLD']

const isRefused: AnswerCheck = ({ isWellFormed, maySucceed }, answer) =>
  answer.status < 400 ? isWellFormed && maySucceed : isKnownRefusal(answer)

onDatabase('hostile input', (_, place) => {
  let settings: DatabaseSettings
  let server: ServerProcess
  let attacker: Attacker
  let [rich, poor]: VerifiedUser[] = []

  beforeAll(async () => {
    settings = await place()
    ;[rich] = await preparedTraders(settings, { count: 1, funds: FUNDS })
    ;[poor] = await preparedTraders(settings, { count: 1, funds: [] })
    server = await startServerProcess(settings, { PRICE_POLL_MS: '1000' })
    // A user who could pay sends malformed input, a user who cannot pay sends well-formed input.
    attacker = new Attacker(`${server.url}/api`, ({ isWellFormed }) => (isWellFormed ? poor : rich)?.token)
  })
  afterAll(() => server?.kill())

  /** Malformed input never reaches the database, so one engine is enough for it. */
  const execute = (attacks: Iterable<Attack>) =>
    attacker.execute(
      settings.databaseUrl === undefined ? attacks : [...attacks].filter(({ isWellFormed }) => isWellFormed),
      isRefused,
    )

  describe.each(withBody)('$name', ({ name, endpoint }) => {
    const { method, body: schema } = endpoint
    const sample = schema && sampleOf(schema)
    const maySucceed = MAY_SUCCEED.has(name)
    const attack = (what: string, body: string, more: Partial<Attack> = {}): Attack => {
      const read = reads(body)
      const isWellFormed = read !== undefined && isRight(schema, read.value)
      return { what, method, path: addressOf(endpoint), body, isWellFormed, maySucceed, ...more }
    }

    test('refuses by name whatever stands in any field', async () => {
      if (!schema) throw new Error('it has no body')
      const values = [...HOSTILE_JSON, ...HOSTILE_TEXTS.map((text) => JSON.stringify(text))]
      const attacks = spoilJson(sample, { fields: fieldsOf(schema), values, keys: HOSTILE_KEYS })
      const failures = await execute(Array.from(attacks, ({ what, text }) => attack(what, text)))
      expect(failures).toEqual([])
    })

    test('refuses broken JSON and other kinds of content', async () => {
      const right = JSON.stringify(sample)
      const cuts = Array.from({ length: right.length - 1 }, (_, length) => attack('cut off', right.slice(0, length)))
      const kinds = ['text/plain', 'application/xml', 'multipart/form-data', 'application/x-www-form-urlencoded', 'x']
      const typed = kinds.map((type) => attack(type, right, { type, isWellFormed: false }))
      const odd = [
        '',
        '\ufeff',
        `${right}${right}`,
        `${right},`,
        "{'a':1}",
        '//',
        `${'['.repeat(30_000)}`,
        '\u0000',
      ].map((text) => attack('odd', text, { isWellFormed: false }))
      expect(await execute([...cuts, ...typed, ...odd])).toEqual([])
      expect(await execute([attack('large', `"${'1'.repeat(70_000)}"`)])).toEqual([])
    })
  })

  test.each(withQuery)('$name refuses whatever stands in any part of its query', async ({ endpoint }) => {
    const { method, query } = endpoint
    const body = endpoint.body ? { body: JSON.stringify(sampleOf(endpoint.body)) } : {}
    const texts = HOSTILE_TEXTS.filter((text) => text.length < 5_000)
    const keys = query ? [...fieldsOf(query), ...HOSTILE_KEYS] : []
    const attacks = spoilQuery(endpoint, { texts, keys }).map(
      (way): Attack => ({
        what: way.name,
        method,
        path: addressOf(endpoint, { query: way.query }),
        isWellFormed: way.isWellFormed,
        maySucceed: method !== 'POST',
        ...body,
      }),
    )
    expect(await execute(attacks)).toEqual([])
  })

  test.each(withParams)('$name refuses whatever stands in its path', async ({ endpoint }) => {
    const { method, params } = endpoint
    const attacks = Object.keys(Object(params && sampleOf(params))).flatMap((name) =>
      HOSTILE_TEXTS.filter((text) => text !== '').map((text) => {
        const path = addressOf(endpoint, { params: { [name]: text.toWellFormed() } })
        return { what: name, method, path, isWellFormed: false, maySucceed: false }
      }),
    )
    const broken = ['%', '%ZZ', '%E0%A4%A', '%c0%ae'].map((text) => {
      const path = endpoint.path.replace(/:\w+/, text)
      return { what: 'no such escape', method, path, isWellFormed: false, maySucceed: false }
    })
    expect(await attacker.execute([...attacks, ...broken], isRefused)).toEqual([])
  })

  test('a call that is cut off in its middle, or is no HTTP at all, harms nobody', async () => {
    const head = `POST /api/orders/buy HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${rich?.token}\r\ncontent-type: application/json\r\n`
    const messages = [
      `${head}content-length: 500\r\n\r\n{"marketType":"GOLD_TOMAN"`,
      `${head}transfer-encoding: chunked\r\n\r\n5\r\n{"mar`,
      `${head}content-length: -1\r\n\r\n{}`,
      `${head}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`,
      'GET /api/orders\u0000 HTTP/9.9\r\n\r\n',
      `GET /${'a'.repeat(100_000)} HTTP/1.1\r\n\r\n`,
    ]
    for (const message of messages) await sendAndHangUp(server.url, message)
    expect((await fetch(`${server.url}/api/health`)).status).toBe(200)
  })

  test.each(['%00', 'A%00B0000000', '%F0%28%8C%28', 'a'.repeat(5_000), "';--"])(
    'a return from the gateway with the authority %s leads to the page of payments like any other',
    async (authority) => {
      const path = `/api/wallets/deposit-toman/return?Authority=${authority}&Status=OK`
      const answer = await fetch(`${server.url}${path}`, { redirect: 'manual' })
      expect({ status: answer.status, location: answer.headers.get('location') }).toEqual({
        status: 303,
        location: '/profile/redirect-from-banks',
      })
    },
  )

  test('after all of it not one balance has changed, and no order was placed', async () => {
    await server.stop()
    const database = await openDatabase(settings)
    try {
      expect((await checkLedger(database)).faults).toEqual([])
      const entries = await database.query('select kind from ledger_entries where kind <> $1 limit 1', ['credit'])
      expect(entries).toEqual([])
      expect(await database.query('select id from orders limit 1')).toEqual([])
      const own = await database.query<{ symbol: string; available: bigint; blocked: bigint }>(
        `select symbol, available, blocked from balances join coins on coins.id = coin_id
         where owner_id = any($1) order by symbol desc`,
        [[rich?.userId ?? 0, poor?.userId ?? 0]],
      )
      expect(own).toEqual([
        { symbol: 'TOMAN', available: 10n ** 15n, blocked: 0n },
        { symbol: 'GOLD', available: expect.any(BigInt), blocked: 0n },
      ])
      process.stdout.write(
        `hostile input, ${database.engine}: ${attacker.asked} calls of ${ATTACKED.length} endpoints\n`,
      )
      expect(attacker.asked).toBeGreaterThan(1_000)
    } finally {
      await database.close()
    }
  })
})

const isRight = (part: EndpointShape['body'], value: unknown) => part === undefined || part.safeParse(value).success

function reads(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

function sendAndHangUp(url: string, message: string): Promise<void> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname, () => {
      socket.write(message)
      setTimeout(() => socket.destroy(), 100)
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve())
  })
}
