import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createApiKey as createEndpoint } from '#contract/api-keys.ts'
import { getFaq } from '#contract/content.ts'
import { batchOrders } from '#contract/order-changes.ts'
import { cancelOrder, getOrders } from '#contract/orders.ts'
import { Rejected } from '#contract/rejected.ts'
import { getLoginHistory } from '#contract/users.ts'
import type { KeyRight } from '#domain/api-key.ts'
import { ACCOUNT_SETTINGS } from '#server/accounts/accounts.ts'
import { createApiKeys } from '#server/accounts/api-keys/api-keys.ts'
import { createApiKey } from '#server/accounts/api-keys/routes.ts'
import { createSealer } from '#server/accounts/sealer.ts'
import { createSessions } from '#server/accounts/sessions.ts'
import { route } from '#server/http/route.ts'
import type { Database } from '#server/store/database.ts'
import { startHttpServer } from '#tests/builders/http-server.ts'
import { keyMaker } from '#tests/builders/proven-anew.ts'
import { type ProgramKey, signCall } from '#tests/builders/sign-call.ts'
import { type VerifiedUser, verifiedUser } from '#tests/builders/verified-user.ts'
import { onDatabase } from '#tests/setup/databases.ts'

const HOME = '5.160.1.1'
const BATCH = JSON.stringify({ orders: [{ action: 'CANCEL', id: '7', clientOrderId: 'cancel-7' }] })

onDatabase('calls that a program signs', (open) => {
  let database: Database
  let nowMs = Date.parse('2026-11-20T08:00:00Z')
  const now = () => new Date(nowMs)
  const sealer = createSealer([{ id: 1, key: Buffer.alloc(32, 7) }])
  let apiKeys: ReturnType<typeof createApiKeys>
  let server: Awaited<ReturnType<typeof startHttpServer>>
  let mina: VerifiedUser

  /** A server with an empty memory, as after a restart. */
  async function start() {
    await server?.close()
    apiKeys = createApiKeys({ database, sealer, now })
    server = await startHttpServer(
      [
        route(getOrders, ({ caller }) => ({ content: [], message: `${caller.kind} ${caller.userId}` })),
        route(batchOrders, ({ body }) => ({ content: [], message: `${body.orders.length} orders` })),
        route(cancelOrder, () => new Rejected('ORDER_NOT_FOUND')),
        route(getLoginHistory, () => ({ content: [] })),
        route(createEndpoint, () => new Rejected('API_KEYS_TOO_MANY')),
        route(getFaq, () => ({ content: [] })),
      ],
      { requestsPerMinuteMax: 0, proxyHops: 1, findCaller: () => undefined, findSigner: apiKeys.findSigner, now },
    )
  }

  const newcomer = () => verifiedUser(database, { at: now() })

  async function keyOf(
    user: VerifiedUser,
    given: { rights?: KeyRight[]; addresses?: string[]; expiresAt?: Date } = {},
  ): Promise<ProgramKey> {
    const sessions = createSessions({ database, now, settings: ACCOUNT_SETTINGS })
    const owner = { ...(await keyMaker({ database, sessions, now }, user.token)), ip: HOME, device: 'test' }
    const { rights = ['read', 'trade'], addresses = [], expiresAt } = given
    const created = await createApiKey({ database, sealer, now }, owner, { name: 'bot', rights, addresses, expiresAt })
    if (created instanceof Rejected) throw new Error(created.code)
    return created
  }

  interface Sent {
    method?: string
    body?: string
    from?: string
    headers?: Record<string, string>
  }

  async function send(path: string, { method = 'GET', body, from = HOME, headers = {} }: Sent = {}) {
    const answer = await fetch(`${server.url}/api${path}`, {
      method,
      headers: {
        'x-forwarded-for': from,
        language: 'en',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(method === 'DELETE' ? { 'idempotency-key': 'a-key-of-a-test' } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    })
    const { code, message } = await answer.json()
    return { status: answer.status, code, message }
  }

  const signed = (key: ProgramKey, path: string, { method = 'GET', body, from = HOME }: Sent = {}, ageMs = 0) =>
    send(path, {
      method,
      from,
      ...(body === undefined ? {} : { body }),
      headers: signCall(key, { method, path: `/api${path}`, body, at: new Date(nowMs - ageMs) }),
    })

  const REFUSED = { status: 401, code: 'API_KEY_REFUSED' }

  beforeAll(async () => {
    database = await open()
    mina = await verifiedUser(database, { at: now() })
    await start()
  })
  beforeEach(() => {
    nowMs += 5_000
  })
  afterAll(() => server.close())

  test('are those of the user whose key it is', async () => {
    const key = await keyOf(mina)
    expect(await signed(key, '/orders?size=10')).toMatchObject({ status: 200, message: `key ${mina.userId}` })
    expect(await signed(key, '/orders/batch', { method: 'POST', body: BATCH })).toMatchObject({ message: '1 orders' })
    expect(await signed(key, '/orders/7', { method: 'DELETE' })).toMatchObject({ code: 'ORDER_NOT_FOUND' })
  })

  test('are refused with one and the same code where anything of them was changed', async () => {
    const key = await keyOf(await newcomer())
    const post = { method: 'POST', path: '/api/orders/batch', body: BATCH, at: now() }
    const right = () => signCall(key, post)
    const sent = (headers: Record<string, string>, body = BATCH, path = '/orders/batch') =>
      send(path, { method: 'POST', body, headers })
    expect(await sent(right())).toMatchObject({ status: 200 })
    expect(await sent(right(), BATCH.replace('"7"', '"8"'))).toMatchObject(REFUSED)
    expect(await sent(right(), `${BATCH} `)).toMatchObject(REFUSED)
    expect(await sent(right(), BATCH, '/orders/batch?')).toMatchObject(REFUSED)
    expect(await sent({ ...right(), 'kimia-time': new Date(nowMs + 1).toISOString() })).toMatchObject(REFUSED)
    expect(await sent({ ...right(), 'kimia-nonce': 'x'.repeat(16) })).toMatchObject(REFUSED)
    expect(await sent({ ...right(), 'kimia-signature': '0'.repeat(64) })).toMatchObject(REFUSED)
    expect(await sent({ ...right(), 'kimia-signature': 'z' })).toMatchObject(REFUSED)
    expect(await sent({ ...right(), 'kimia-key': `kmk_${'a'.repeat(24)}` })).toMatchObject(REFUSED)
    expect(await sent({ ...right(), 'kimia-key': 'a key' })).toMatchObject(REFUSED)
    expect(await sent(signCall({ ...key, secret: 'another' }, post))).toMatchObject(REFUSED)
    expect(await sent(signCall(key, { ...post, method: 'PUT' }))).toMatchObject(REFUSED)
    expect(await sent({ ...right(), 'kimia-time': '2026-13-45T08:00:00.000Z' })).toMatchObject(REFUSED)
  })

  test('count as refusals of the user whose key was named', async () => {
    const ali = await newcomer()
    const key = await keyOf(ali)
    for (let at = 0; at < 3; at += 1) await signed({ ...key, secret: 'guess' }, '/orders')
    const rows = await database.query('select kind, count from refusal_counts where user_id = $1', [ali.userId])
    expect(rows).toEqual([{ kind: 'API_KEY_REFUSED', count: 3 }])
  })

  test.each([
    ['old', 30_000, 200],
    ['too old', 30_001, 401],
    ['of a clock that is a second ahead', -1_000, 200],
    ['of a clock that is further ahead', -1_001, 401],
  ])('%s', async (_how, ageMs, status) => {
    nowMs += 60_000
    expect((await signed(await keyOf(await newcomer()), '/orders', {}, ageMs)).status).toBe(status)
  })

  test('are taken once, by the key that signed them', async () => {
    const [key, other] = [await keyOf(mina), await keyOf(mina)]
    const call = { method: 'GET', path: '/api/orders', at: now(), nonce: 'n'.repeat(16) }
    const headers = signCall(key, call)
    expect(await send('/orders', { headers })).toMatchObject({ status: 200 })
    expect(await send('/orders', { headers })).toMatchObject(REFUSED)
    nowMs += 29_000
    expect(await send('/orders', { headers })).toMatchObject(REFUSED)
    expect(await send('/orders', { headers: signCall(key, { ...call, at: now() }) })).toMatchObject(REFUSED)
    expect(await send('/orders', { headers: signCall(other, { ...call, at: now() }) })).toMatchObject({ status: 200 })
  })

  test('are not taken a second time after a restart, while new ones are after a second', async () => {
    const key = await keyOf(await newcomer())
    const ahead = signCall(key, { method: 'GET', path: '/api/orders', at: new Date(nowMs + 1_000) })
    expect(await send('/orders', { headers: ahead })).toMatchObject({ status: 200 })
    await start()
    for (const passedMs of [0, 1_000, 15_000, 15_000]) {
      nowMs += passedMs
      expect((await send('/orders', { headers: ahead })).status).not.toBe(200)
    }
    await start()
    expect(await signed(key, '/orders')).toMatchObject({ status: 503, code: 'UNAVAILABLE' })
    nowMs += 1_001
    expect(await signed(key, '/orders')).toMatchObject({ status: 200 })
  })

  test('need the right of what they ask for', async () => {
    const reader = await keyOf(await newcomer(), { rights: ['read'] })
    const trader = await keyOf(await newcomer(), { rights: ['trade'] })
    const MISSING = { status: 403, code: 'API_KEY_RIGHT_MISSING' }
    expect(await signed(reader, '/orders')).toMatchObject({ status: 200 })
    expect(await signed(reader, '/orders/batch', { method: 'POST', body: BATCH })).toMatchObject(MISSING)
    expect(await signed(trader, '/orders')).toMatchObject(MISSING)
    expect(await signed(trader, '/orders/batch', { method: 'POST', body: BATCH })).toMatchObject({ status: 200 })
  })

  test('are let in nowhere else, whatever their rights', async () => {
    const key = await keyOf(await newcomer(), { rights: ['read', 'trade', 'withdraw'], addresses: [HOME] })
    const DENIED = { status: 403, code: 'API_KEY_NOT_ALLOWED' }
    expect(await signed(key, '/users/login-history')).toMatchObject(DENIED)
    const body = JSON.stringify({ name: 'another', rights: ['withdraw'] })
    expect(await signed(key, '/users/api-keys', { method: 'POST', body })).toMatchObject(DENIED)
    expect(await signed(key, '/faq')).toMatchObject({ status: 200 })
  })

  test('are taken from the addresses of the key alone', async () => {
    const key = await keyOf(await newcomer(), { addresses: ['203.0.113.0/24', '2001:db8::/48', '198.51.100.7'] })
    for (const from of ['203.0.113.255', '::ffff:203.0.113.1', '2001:db8:0:9::1', '198.51.100.7'])
      expect([from, (await signed(key, '/orders', { from })).status]).toEqual([from, 200])
    for (const from of ['203.0.114.0', '2001:db8:1::1', '198.51.100.8', HOME])
      expect([from, (await signed(key, '/orders', { from })).status]).toEqual([from, 401])
  })

  test('end with the key, its expiry, and the freezing of its user', async () => {
    const omid = await newcomer()
    const key = await keyOf(omid)
    const brief = await keyOf(omid, { expiresAt: new Date(nowMs + 1_000) })
    expect(await signed(brief, '/orders')).toMatchObject({ status: 200 })
    nowMs += 1_000
    expect(await signed(brief, '/orders')).toMatchObject(REFUSED)
    expect(await signed(key, '/orders')).toMatchObject({ status: 200 })
    await database.query('update users set blocked_at = now() where id = $1', [omid.userId])
    apiKeys.refresh(omid.userId)
    expect(await signed(key, '/orders')).toMatchObject(REFUSED)
  })

  test('are written down as the last use of the key, once a minute', async () => {
    const sara = await newcomer()
    const key = await keyOf(sara)
    const used = async () =>
      (
        await database.query<{ last_used_at: Date; last_used_ip: string }>(
          'select last_used_at, last_used_ip from api_keys where user_id = $1',
          [sara.userId],
        )
      )[0]
    const first = now()
    await signed(key, '/orders', { from: '198.51.100.9' })
    nowMs += 59_000
    await signed(key, '/orders')
    expect(await used()).toEqual({ last_used_at: first, last_used_ip: '198.51.100.9' })
    nowMs += 1_000
    await signed(key, '/orders')
    expect(await used()).toEqual({ last_used_at: now(), last_used_ip: HOME })
  })

  test('of an unverified user reach what everybody has, and no trading', async () => {
    const nima = await newcomer()
    const key = await keyOf(nima)
    await database.query("update users set verification = 'NOT_COMPLETE' where id = $1", [nima.userId])
    expect(await signed(key, '/orders')).toMatchObject({ status: 200 })
    expect(await signed(key, '/orders/batch', { method: 'POST', body: BATCH })).toMatchObject({
      status: 403,
      code: 'ACCOUNT_NOT_AUTHORIZED',
    })
  })
})
