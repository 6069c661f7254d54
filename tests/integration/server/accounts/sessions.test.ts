import { afterAll, beforeAll, expect, test } from 'vitest'
import { ACCOUNT_SETTINGS } from '#server/accounts/accounts.ts'
import { createSessions } from '#server/accounts/sessions.ts'
import { readTradingTerms } from '#server/store/accounts/levels.ts'
import { createSupervisor } from '#server/store/accounts/users.ts'
import type { Database } from '#server/store/database.ts'
import { verifiedUser } from '#tests/builders/verified-user.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { type AccountServer, startAccountServer } from './account-server.ts'
import { signedUp } from './steps.ts'

const HOUR = 3_600

/** Two markets of one coin, in Toman with four decimals and in Tether. */
const TOMAN_AND_MARKETS = `with made as (
    insert into coins (id, symbol, code, persian_name, english_name, decimals, precision, quick_trade_min, quick_trade_max,
      inventory_max)
      values (1, 'TOMAN', 'IRT', 'تومان', 'Toman', 4, 0, 1, 1, 1), (2, 'TETHER', 'USDT', 'تتر', 'Tether', 6, 2, 1, 1, 1),
        (3, 'GOLD', 'GOLD', 'طلا', 'Gold', 3, 3, 1, 1, 1) returning id
  ) insert into markets (id, symbol, base_coin_id, quote_coin_id, tick, min_amount, max_amount, active, protection_band_ppm)
    select * from (values (1, 'GOLD_TOMAN', 3, 1, 1, 1, 1, true, 1), (2, 'GOLD_TETHER', 3, 2, 1, 1, 1, true, 1)) as m
      where (select count(*) from made) = 3`

onDatabase('sessions', (open) => {
  let database: Database
  let server: AccountServer
  beforeAll(async () => {
    database = await open()
    server = await startAccountServer(database, { limits: { codesPerAddressMax: 1_000 } })
  })
  afterAll(() => server.close())
  const statusOf = async (token: string) => (await server.ask('/users/account', { token })).status

  test('logging out ends this session at once, and no other', async () => {
    const { token } = await signedUp(server)
    const caller = await server.accounts.sessions.findCaller(token)
    const other = await server.accounts.sessions.create(database, {
      userId: caller?.userId ?? 0,
      ip: '5.160.1.1',
      osType: 'ANDROID',
      deviceType: 'MOBILE',
      browser: 'CHROME',
    })
    expect(await statusOf(token)).toBe(200)
    expect((await server.ask('/users/logout', { token })).status).toBe(200)
    expect(await statusOf(token)).toBe(401)
    expect(await statusOf(other)).toBe(200)
    expect((await server.ask('/users/logout', { token })).status).toBe(401)
  })

  test('a session that its browser replaces ends, with its streams, when the login is committed and never without it', async () => {
    const { token } = await signedUp(server)
    const { sessions } = server.accounts
    const { userId } = (await sessions.findCaller(token)) ?? expect.fail(token)
    const refreshed: number[] = []
    sessions.onRefresh((user) => refreshed.push(user))
    const broken = database.transaction(async (tx) => {
      await sessions.endToken(tx, token)
      throw new Error('the login failed')
    })
    await expect(broken).rejects.toThrow('the login failed')
    expect([refreshed, await statusOf(token)]).toEqual([[], 200])
    await database.transaction((tx) => sessions.endToken(tx, token))
    expect([refreshed, await statusOf(token)]).toEqual([[userId], 401])
  })

  test('a session that ends while it is being looked up is not cached afterwards', async () => {
    const { token } = await signedUp(server)
    const sessions = createSessions({ database, now: server.accounts.now, settings: ACCOUNT_SETTINGS })
    const caller = await server.accounts.sessions.findCaller(token)
    await Promise.all([
      sessions.findCaller(token),
      sessions.end(caller ?? expect.fail(token)),
      sessions.findCaller(token),
    ])
    expect(await sessions.findCaller(token)).toBeUndefined()
  })

  test('many sessions are looked up in one query, and those that are over are not among them', async () => {
    const people = await Promise.all([1, 2, 3, 4].map(() => signedUp(server)))
    const tokens = people.map(({ token }) => token)
    const [, ended = '', blocked = '', unused = ''] = tokens
    const asked: string[] = []
    const counting = new Proxy(database, {
      get: (target, name) =>
        name === 'query'
          ? (...call: Parameters<Database['query']>) => {
              asked.push(call[0])
              return target.query(...call)
            }
          : Reflect.get(target, name),
    })
    const sessions = createSessions({ database: counting, now: server.accounts.now, settings: ACCOUNT_SETTINGS })
    const idOf = async (token: string) => (await server.accounts.sessions.findCaller(token)) ?? expect.fail(token)
    const [user, idle] = [await idOf(blocked), await idOf(unused)]
    await server.accounts.sessions.end(await idOf(ended))
    await database.query('update users set blocked_at = now() where id = $1', [user.userId])
    await database.query(`update sessions set last_used_at = last_used_at - interval '4 days' where id = $1`, [
      idle.sessionId,
    ])
    expect([...(await sessions.findOpen([...tokens, 'never-a-token']))]).toEqual(tokens.slice(0, 1))
    expect(asked).toHaveLength(1)
    await sessions.findCaller(tokens[0] ?? '')
    asked.length = 0
    expect([...(await sessions.findOpen(tokens.slice(0, 1)))]).toEqual(tokens.slice(0, 1))
    expect(asked).toEqual([])
  })

  test('a session that leaves the cache while others are looked up is still open', async () => {
    const [cached, other] = await Promise.all([signedUp(server), signedUp(server)])
    const sessions = createSessions({ database, now: server.accounts.now, settings: ACCOUNT_SETTINGS })
    await sessions.findCaller(cached.token)
    const tokens = [cached.token, other.token]
    const found = sessions.findOpen(tokens)
    sessions.refreshAll()
    expect([...(await found)]).toEqual(tokens)
  })

  test('a session ends after three days without use', async () => {
    const { token } = await signedUp(server)
    server.pass({ seconds: 71 * HOUR })
    expect(await statusOf(token)).toBe(200)
    server.pass({ seconds: 71 * HOUR })
    expect(await statusOf(token)).toBe(200)
    server.pass({ seconds: 72 * HOUR })
    expect(await statusOf(token)).toBe(401)
  })

  test('pages that ask by themselves keep no idle session alive, and a person between them does', async () => {
    const { token } = await signedUp(server)
    const { findCaller } = server.accounts.sessions
    for (let hour = 0; hour < 71; hour += 1) {
      server.pass({ seconds: HOUR })
      expect(await findCaller(token, 'poll')).toBeDefined()
    }
    // Still within the seconds for which the poll's answer is cached.
    expect(await statusOf(token)).toBe(200)
    server.pass({ seconds: 71 * HOUR })
    expect(await findCaller(token, 'poll')).toBeDefined()
    server.pass({ seconds: HOUR })
    expect(await findCaller(token, 'poll')).toBeUndefined()
    expect(await statusOf(token)).toBe(401)
  })

  test('a session ends after thirty days, however much it is used', async () => {
    const { token } = await signedUp(server)
    for (let day = 0; day < 29; day += 1) {
      server.pass({ seconds: 24 * HOUR })
      expect(await statusOf(token)).toBe(200)
    }
    server.pass({ seconds: 24 * HOUR })
    expect(await statusOf(token)).toBe(401)
  })

  test('the store holds no token', async () => {
    const { token } = await signedUp(server)
    const rows = await database.query<{ token_hash: Uint8Array }>('select token_hash from sessions')
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.map((row) => Buffer.from(row.token_hash).toString('base64url'))).not.toContain(token)
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  })

  test('a token that nobody was given opens nothing', async () => {
    expect(await statusOf('A'.repeat(43))).toBe(401)
  })

  test('a verified user of the builder may trade at the fee of the level', async () => {
    const user = await verifiedUser(database, { level: 'VIP_3', at: server.accounts.now() })
    expect(user.userId).toBeGreaterThanOrEqual(1_000)
    expect(await server.accounts.sessions.findCaller(user.token)).toEqual({
      kind: 'session',
      userId: user.userId,
      sessionId: expect.any(Number),
      authorized: true,
      supervisor: false,
      charges: { taker: 3_000n, maker: 2_000n, inviterId: undefined },
      provenAt: server.accounts.now(),
      provenAnewAt: undefined,
      provenFor: undefined,
      trustedFrom: expect.any(Date),
      hasEarlierKey: false,
    })
    expect(await readTradingTerms(database, user.userId)).toEqual({
      authorized: true,
      supervisor: false,
      charges: { taker: 3_000n, maker: 2_000n, inviterId: undefined },
    })
    expect(await readTradingTerms(database, 1)).toBeUndefined()
  })

  test('an account shows what its user traded in Toman in three months, taken and made', async () => {
    const user = await verifiedUser(database, { at: server.accounts.now() })
    await database.query(TOMAN_AND_MARKETS)
    const at = server.accounts.now()
    const longAgo = new Date(at.getTime() - 100 * 24 * HOUR * 1_000)
    const trade = (id: number, { market = 1, taker = 9, maker = 9, makerOrder = 5, when = at }) =>
      database.query(
        `insert into trades (id, market_id, taker_side, unit_price, amount, value, taker_order_id, maker_order_id, taker_user_id, maker_user_id,
          taker_fee, maker_fee, at)
          values ($1, $2, 'BUY', 1, 1, 1500005, 4, $3, $4, $5, 0, 0, $6)`,
        [id, market, makerOrder, taker, maker, when],
      )
    await trade(1, { taker: user.userId })
    await trade(2, { maker: user.userId })
    await trade(3, { maker: user.userId })
    await trade(4, { taker: user.userId, market: 2 })
    await trade(5, { taker: user.userId, when: longAgo })
    await trade(6, {})
    const account = await server.ask('/users/account', { token: user.token })
    expect(account.body.baseDTO).toMatchObject({ totalTradesVolume: '450.0015', authorized: true })
  })

  test('the market maker of a name is one account, however often and at once it is asked for', async () => {
    const at = server.accounts.now()
    const ids = await Promise.all(
      Array.from({ length: 4 }, () => createSupervisor(database, { systemName: 'market-maker', at })),
    )
    expect(new Set(ids).size).toBe(1)
    expect(await createSupervisor(database, { systemName: 'second-maker', at })).not.toBe(ids[0])
    expect(await readTradingTerms(database, ids[0] ?? 0)).toEqual({
      authorized: true,
      supervisor: true,
      charges: { taker: 0n, maker: 0n, inviterId: undefined },
    })
  })
})
