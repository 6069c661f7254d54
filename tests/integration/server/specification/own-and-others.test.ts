import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifiedUser } from '#tests/builders/verified-user.ts'
import { openWholeServer, type WholeServer } from '#tests/builders/whole-server.ts'
import { openSession } from './callers.ts'
import { type SpecifiedRequest, send } from './calls.ts'
import { NAMINGS } from './named-things.ts'
import { type Owned, ownerOfAll } from './owned-things.ts'
import { LINES } from './who-may-call-lines.ts'

/** The path names one of the caller's own three photos, a public market or a public statement: it cannot name another customer's. */
const OWN_ALONE = [
  ...['GET /users/documents/:name', 'PUT /favourite-markets/:market', 'DELETE /favourite-markets/:market'],
  'GET /liabilities/:number/proof',
]

/** The tables that a call without effect may change: the book's holder, the caller's call counts, and the outcome of the caller's key. */
const MAY_CHANGE = ['leader', 'rate_counters', 'refusal_counts', 'outcomes']

describe("another's things", () => {
  let server: WholeServer
  let owned: Owned
  let strange: string
  beforeAll(async () => {
    server = await openWholeServer()
    owned = await ownerOfAll(server)
    const { userId } = await verifiedUser(server.database)
    await server.database.query(`update users set password_hash = 'none' where id = $1`, [userId])
    strange = await openSession(server.database, userId, { provenFor: 'ACCESS' })
    // The session is used once before, so that its first use does not count as a change.
    await send(server.url, { method: 'GET', path: '/users/session', token: strange })
  })
  afterAll(() => server?.close())

  /** A fingerprint of all rows of each table. */
  async function everyTable(): Promise<Record<string, string>> {
    await server.exchange.settled()
    const names = await server.database.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public' and tablename <> all($1)`,
      [MAY_CHANGE],
    )
    const each = names.map(
      ({ name }) =>
        `select '${name}' as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as sum from ${name} t`,
    )
    const sums = await server.database.query<{ name: string; sum: string }>(each.join(' union all '))
    return Object.fromEntries(sums.map(({ name, sum }) => [name, sum]))
  }

  test('every call that names a thing of a customer is asked for the thing of another', () => {
    const naming = LINES.filter(({ path, lets }) => path.includes(':') && /^(user|verified|fresh|proven)/.test(lets))
    const asked = [...NAMINGS.map(({ line }) => line), ...OWN_ALONE]
    expect(naming.map(({ method, path }) => `${method} ${path}`).filter((line) => !asked.includes(line))).toEqual([])
  })

  test.each(NAMINGS.map((naming) => [naming.line, naming] as const))(
    '%s: of another as of none, and nothing has changed',
    async (_line, { thing, nothing, call, answers }) => {
      const before = await everyTable()
      const anothers = await send(server.url, { ...call(owned[thing]), token: strange })
      const none = await send(server.url, { ...call(nothing), token: strange })
      expect(JSON.stringify(anothers.body)).toContain(answers)
      // The server generates another key for each call without one.
      expect({ ...anothers, idempotencyKey: null }).toEqual({ ...none, idempotencyKey: null })
      expect(await everyTable()).toEqual(before)
    },
  )

  test.each(NAMINGS.map((naming) => [naming.line, naming] as const))(
    '%s: of the owner, it is done',
    async (_line, { thing, call, answers }) => {
      const answer = await fetchRaw(server.url, { ...call(owned[thing]), token: owned.token })
      expect(answer.status, answer.text).toBe(200)
      expect(answer.text).not.toContain(`"${answers}"`)
    },
  )
})

/** Like `send`, also for answers that are not JSON. */
async function fetchRaw(url: string, request: SpecifiedRequest): Promise<{ status: number; text: string }> {
  if (request.path !== '/files/download') {
    const { status, body } = await send(url, request)
    return { status, text: JSON.stringify(body) }
  }
  const answer = await fetch(`${url}/api${request.path}?${new URLSearchParams(request.query)}`, {
    headers: { authorization: `Bearer ${request.token}` },
  })
  return { status: answer.status, text: await answer.text() }
}
