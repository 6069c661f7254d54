import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endTrust } from '#server/accounts/trust.ts'
import type { Database } from '#server/store/database.ts'
import { provenAnew } from '#tests/builders/proven-anew.ts'
import { type VerifiedUser, verifiedUser } from '#tests/builders/verified-user.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { type AccountServer, startAccountServer } from './account-server.ts'

const KEYS = '/users/api-keys'

onDatabase('keys of programs', (open) => {
  let database: Database
  let server: AccountServer
  let mina: VerifiedUser

  const newcomer = async () => {
    const user = await verifiedUser(database, { at: server.accounts.now() })
    await provenAnew(server.accounts, user)
    return user
  }
  const create = (json: object, { token } = mina) =>
    server.ask(KEYS, { method: 'POST', token, json: { name: 'bot', rights: ['read'], ...json } })
  const list = async ({ token } = mina) => (await server.ask(KEYS, { token })).body.content
  const eventsOf = async ({ userId } = mina) =>
    database.query<{ kind: string; details: string }>(
      'select kind, details from audit_log where user_id = $1 order by id',
      [userId],
    )

  beforeAll(async () => {
    database = await open()
    server = await startAccountServer(database)
    mina = await newcomer()
  })
  afterAll(() => server.close())

  test('the secret is answered once, and neither it nor the key is in the database', async () => {
    const { status, body } = await create({
      name: '  my bot ',
      rights: ['trade', 'read'],
      addresses: ['203.0.113.77/24'],
    })
    expect([status, body.baseDTO]).toEqual([
      200,
      {
        id: expect.stringMatching(/^\d+$/),
        name: 'my bot',
        prefix: expect.stringMatching(/^kmk_.{6}$/),
        key: expect.stringMatching(/^kmk_[\w-]{24}$/),
        secret: expect.stringMatching(/^[\w-]{43}$/),
        rights: ['read', 'trade'],
        addresses: ['203.0.113.0/24'],
        createdAtDateTime: server.accounts.now().toISOString(),
        expiresAt: null,
        lastUsedAtDateTime: null,
        lastUsedIpAddress: null,
      },
    ])
    const { key, secret, ...shown } = body.baseDTO ?? {}
    expect(await list()).toEqual([shown])
    const rows = await database.query<Record<string, unknown>>('select * from api_keys')
    const text = JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value))
    const bytes = Buffer.concat(rows.map(({ secret: sealed }) => Buffer.from(sealed as Uint8Array)))
    for (const hidden of [String(key), String(secret)]) {
      expect(text).not.toContain(hidden)
      expect(bytes.includes(hidden)).toBe(false)
    }
  })

  test('is told of and logged, without its secret', async () => {
    const ali = await newcomer()
    const { body } = await create({ name: 'reports', rights: ['withdraw'], addresses: ['2001:db8::7'] }, ali)
    const [event] = await eventsOf(ali)
    expect(event?.kind).toBe('API_KEY_ADDED')
    expect(JSON.parse(event?.details ?? '')).toEqual({
      name: 'reports',
      prefix: body.baseDTO?.prefix,
      rights: 'withdraw',
      addresses: '2001:db8::7',
      expiresAt: null,
    })
    const notices = await database.query('select kind, params from notices where user_id = $1', [ali.userId])
    expect(notices).toEqual([{ kind: 'API_KEY_ADDED', params: '{"name":"reports"}' }])
    expect((await server.ask(`${KEYS}/${body.baseDTO?.id}`, { method: 'DELETE', token: ali.token })).status).toBe(200)
    expect((await eventsOf(ali)).map(({ kind }) => kind)).toEqual(['API_KEY_ADDED', 'API_KEY_REMOVED'])
    expect(await list(ali)).toEqual([])
  })

  test.each([
    [{ addresses: ['300.1.1.1'] }, 400, 'API_KEY_ADDRESS_INVALID', 'addresses'],
    [{ addresses: ['10.0.0.0/33'] }, 400, 'API_KEY_ADDRESS_INVALID', 'addresses'],
    [{ addresses: ['kimia.example'] }, 400, 'API_KEY_ADDRESS_INVALID', 'addresses'],
    [{ addresses: ['10.0.0.1/8/8'] }, 400, 'API_KEY_ADDRESS_INVALID', 'addresses'],
    [{ rights: ['read', 'withdraw'] }, 400, 'API_KEY_ADDRESS_REQUIRED', 'addresses'],
    [{ expiresAt: '2026-11-20T08:00:00Z' }, 400, 'EXPIRY_INVALID', 'expiresAt'],
    [{ rights: [] }, 400, 'BAD_REQUEST', 'rights'],
    [{ rights: ['admin'] }, 400, 'BAD_REQUEST', 'rights.0'],
    [{ name: '   ' }, 400, 'BAD_REQUEST', 'name'],
    [{ name: 'x'.repeat(41) }, 400, 'BAD_REQUEST', 'name'],
    [{ addresses: Array.from({ length: 21 }, (_, at) => `10.0.0.${at}`) }, 400, 'BAD_REQUEST', 'addresses'],
    [{ userId: '1' }, 400, 'BAD_REQUEST', 'userId'],
  ])('%j is refused', async (json, status, code, field) => {
    const before = await list()
    expect(await create(json)).toMatchObject({ status, body: { code, field } })
    expect(await list()).toEqual(before)
  })

  test('a user has ten at most, also where eleven are asked for at once; a removed one makes room', async () => {
    const sara = await newcomer()
    const made = await Promise.all(Array.from({ length: 11 }, (_, at) => create({ name: `bot ${at}` }, sara)))
    expect(made.map(({ body }) => body.code).filter(Boolean)).toEqual(['API_KEYS_TOO_MANY'])
    const rows = (await list(sara)) ?? []
    expect(rows).toHaveLength(10)
    expect(rows.map(({ id }) => Number(id))).toEqual(rows.map(({ id }) => Number(id)).toSorted((a, b) => b - a))
    await server.ask(`${KEYS}/${rows[3]?.id}`, { method: 'DELETE', token: sara.token })
    expect((await create({}, sara)).status).toBe(200)
  })

  test('nobody removes a key of somebody else', async () => {
    const { body } = await create({})
    const stranger = await newcomer()
    const path = `${KEYS}/${body.baseDTO?.id}`
    expect(await server.ask(path, { method: 'DELETE', token: stranger.token })).toMatchObject({
      status: 404,
      body: { code: 'API_KEY_NOT_FOUND' },
    })
    expect(await list()).toContainEqual(expect.objectContaining({ id: body.baseDTO?.id }))
  })

  describe('an old proof of the second step', () => {
    test('lists keys, and neither creates nor removes one', async () => {
      const omid = await newcomer()
      const { body } = await create({}, omid)
      server.pass({ seconds: 11 * 60 })
      expect(await create({}, omid)).toMatchObject({ status: 403, body: { code: 'PROOF_REQUIRED' } })
      const removed = await server.ask(`${KEYS}/${body.baseDTO?.id}`, { method: 'DELETE', token: omid.token })
      expect(removed).toMatchObject({ status: 403, body: { code: 'PROOF_REQUIRED' } })
      expect(await list(omid)).toHaveLength(1)
    })
  })

  test('all keys of a user go at once, and nobody else loses one', async () => {
    const [frozen, other] = [await newcomer(), await newcomer()]
    for (const user of [frozen, frozen, other]) await create({}, user)
    const { userId } = frozen
    const ended = await database.transaction((tx) => endTrust(tx, 'FROZEN_BY_OPERATOR', { userId, at: new Date() }))
    expect(ended.apiKeys).toBe(2)
    expect((await list(other))?.length).toBe(1)
  })
})
