import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { EndpointShape } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { REFUSALS } from '#contract/errors.ts'
import { checkLedger } from '#server/store/ledger-check.ts'
import { openDatabase } from '#server/store/open-database.ts'
import { preparedTraders } from '#tests/builders/prepared-traders.ts'
import type { VerifiedUser } from '#tests/builders/verified-user.ts'
import type { FreshDatabase } from '#tests/setup/fresh-database.ts'
import { freshFolder } from '#tests/setup/fresh-folder.ts'
import { type ServerProcess, startServerProcess } from '#tests/setup/server-process.ts'
import { HOSTILE_JSON, HOSTILE_KEYS, HOSTILE_TEXTS } from './hostile-values.ts'
import { fieldsOf, sampleOf } from './sample-input.ts'
import { spoilJson } from './spoil-json.ts'

/** Everything that trades, moves money or tells of markets; the chart feed and the stream have their own words. */
const ATTACKED = endpoints.filter(
  ({ path, base, format }) =>
    base === undefined && format === undefined && /^\/(orders|exchange|wallets|trades|markets|coins)\b/.test(path),
)
const nameOf = ({ method, path }: EndpointShape) => `${method} ${path}`
const withBody = ATTACKED.filter(({ body }) => body !== undefined)
const withQuery = ATTACKED.filter(({ path }) => !path.endsWith('/return'))
const withParams = ATTACKED.filter(({ params }) => params !== undefined)
/** What is right in form may begin a payment, or has an outcome for each of its parts. */
const MAY_SUCCEED = new Set(['POST /wallets/deposit-toman', 'POST /orders/batch'])

const Refusal = z.object({ code: z.string(), errors: z.array(z.string()) })
const FUNDS = ['1000000000 TOMAN', '1000 GOLD']
const CONNECTIONS = 8

let fresh: FreshDatabase
let server: ServerProcess
let [rich, poor]: VerifiedUser[] = []
let asked = 0

beforeAll(async () => {
  fresh = await freshFolder()
  ;[rich] = await preparedTraders(fresh.settings, { count: 1, funds: FUNDS })
  ;[poor] = await preparedTraders(fresh.settings, { count: 1, funds: [] })
  server = await startServerProcess(fresh.settings, { PRICE_POLL_MS: '1000' })
})
afterAll(async () => {
  await server?.kill()
  await fresh?.remove()
})

interface Attack {
  readonly what: string
  readonly method: string
  readonly path: string
  readonly body?: string
  readonly type?: string
  /** Whether its form is right, so that what it means must refuse it. */
  readonly isWellFormed: boolean
  readonly maySucceed: boolean
}

/** What is wrong in form is sent by somebody who could pay for it, what is right in form by somebody who cannot. */
async function carryOut(attacks: Iterable<Attack>): Promise<string[]> {
  const queue = attacks[Symbol.iterator]()
  const complaints: string[] = []
  const lane = async () => {
    for (let next = queue.next(); !next.done; next = queue.next()) {
      const complaint = await carryOutOne(next.value)
      if (complaint) complaints.push(complaint)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, lane))
  return complaints.slice(0, 10)
}

async function carryOutOne(attack: Attack): Promise<string | undefined> {
  const { method, path, body, type = 'application/json', isWellFormed, maySucceed } = attack
  asked += 1
  const answer = await fetch(`${server.url}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${(isWellFormed ? poor : rich)?.token}`,
      'idempotency-key': `hostile-key-${asked}`,
      ...(body === undefined ? {} : { 'content-type': type }),
    },
    redirect: 'manual',
    ...(body === undefined ? {} : { body }),
  })
  const text = await answer.text()
  const said = `${attack.what}: ${method} ${path.slice(0, 200)} ${body?.slice(0, 200) ?? ''} → ${answer.status} ${text.slice(0, 200)}`
  if (answer.status < 400) return isWellFormed && maySucceed ? undefined : said
  const refusal = Refusal.safeParse(text.startsWith('{') ? JSON.parse(text) : undefined)
  const isKnown = refusal.success && refusal.data.code in REFUSALS && refusal.data.errors.length > 0
  return answer.status < 500 && isKnown ? undefined : said
}

const isRight = (part: EndpointShape['body'], value: unknown) => part === undefined || part.safeParse(value).success

function reads(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

/** The address of an endpoint with right parameters and queries, but for those told. */
function addressOf({ path, params, query }: EndpointShape, wrong: { params?: object; query?: string } = {}): string {
  const given: Record<string, unknown> = { ...Object(params ? sampleOf(params) : {}), ...wrong.params }
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(given[name])))
  const right = new URLSearchParams(Object(query ? sampleOf(query) : {})).toString()
  return `${filled}?${wrong.query ?? right}`
}

describe.each(withBody.map((endpoint) => ({ name: nameOf(endpoint), endpoint })))('$name', ({ name, endpoint }) => {
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
    const complaints = await carryOut(Array.from(attacks, ({ what, text }) => attack(what, text)))
    expect(complaints).toEqual([])
  })

  test('refuses broken JSON and other kinds of content', async () => {
    const right = JSON.stringify(sample)
    const cuts = Array.from({ length: right.length - 1 }, (_, length) => attack('cut off', right.slice(0, length)))
    const kinds = ['text/plain', 'application/xml', 'multipart/form-data', 'application/x-www-form-urlencoded', 'x']
    const typed = kinds.map((type) => attack(type, right, { type, isWellFormed: false }))
    const odd = ['', '\ufeff', `${right}${right}`, `${right},`, "{'a':1}", '//', `${'['.repeat(30_000)}`, '\u0000'].map(
      (text) => attack('odd', text, { isWellFormed: false }),
    )
    expect(await carryOut([...cuts, ...typed, ...odd])).toEqual([])
    expect(await carryOut([attack('large', `"${'1'.repeat(70_000)}"`)])).toEqual([])
  })
})

test.each(withQuery.map((endpoint) => ({ name: nameOf(endpoint), endpoint })))(
  '$name refuses whatever stands in any part of its query',
  async ({ endpoint }) => {
    const { method, query } = endpoint
    const sample: Record<string, string> = Object(query ? sampleOf(query) : {})
    const names = [...(query ? fieldsOf(query) : []), ...(query ? HOSTILE_KEYS : [])]
    const body = endpoint.body ? { body: JSON.stringify(sampleOf(endpoint.body)) } : {}
    const attacks = names.flatMap((name) => {
      const { [name]: _, ...others } = sample
      const right = new URLSearchParams(others).toString()
      const key = encodeURIComponent(name.toWellFormed())
      const ways = HOSTILE_TEXTS.filter((text) => text.length < 5_000).map((text) => {
        const given = text.toWellFormed()
        const isWellFormed = isRight(query, { ...others, [name]: given })
        return { query: `${right}&${key}=${encodeURIComponent(given)}`, isWellFormed }
      })
      const wrong = [`${key}=1&${key}=2`, `${key}[]=1`, `${key}[x]=1`, `${key}=%E0%A4%A`, `${key}=%ff`]
      return [...ways, ...wrong.map((text) => ({ query: `${right}&${text}`, isWellFormed: true }))].map((way) => ({
        what: name,
        method,
        path: addressOf(endpoint, { query: way.query }),
        isWellFormed: way.isWellFormed,
        maySucceed: method !== 'POST',
        ...body,
      }))
    })
    expect(await carryOut(attacks)).toEqual([])
  },
)

test.each(withParams.map((endpoint) => ({ name: nameOf(endpoint), endpoint })))(
  '$name refuses whatever stands in its path',
  async ({ endpoint }) => {
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
    expect(await carryOut([...attacks, ...broken])).toEqual([])
  },
)

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
  for (const message of messages) await sendAndHangUp(message)
  expect((await fetch(`${server.url}/api/health`)).status).toBe(200)
})

function sendAndHangUp(message: string): Promise<void> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(server.url)
    const socket = connect(Number(port), hostname, () => {
      socket.write(message)
      setTimeout(() => socket.destroy(), 100)
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve())
  })
}

test('after all of it not one balance has changed, and no order was placed', async () => {
  await server.stop()
  const database = await openDatabase(fresh.settings)
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
    process.stdout.write(`hostile input: ${asked} calls of ${ATTACKED.length} endpoints\n`)
    expect(asked).toBeGreaterThan(2_000)
  } finally {
    await database.close()
  }
})
