import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { amount, type Price } from '#domain/units.ts'
import { keepLevels, type LevelKeeper } from '#server/accounts/keep-levels.ts'
import { readTradingTerms } from '#server/store/accounts/levels.ts'
import type { Database } from '#server/store/database.ts'
import { credit, order } from '#tests/builders/commands.ts'
import { MARKETS } from '#tests/builders/markets.ts'
import { priceOf } from '#tests/builders/quantities.ts'
import { faultsOf, openTestExchange, type TestExchange } from '#tests/builders/test-exchange.ts'
import { type VerifiedUser, verifiedUser } from '#tests/builders/verified-user.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { type AccountServer, startAccountServer } from './account-server.ts'

const DAY_MS = 24 * 3_600_000

onDatabase('levels and invites', (open) => {
  let database: Database
  let exchange: TestExchange
  let server: AccountServer
  let keeper: LevelKeeper
  let sara: VerifiedUser
  let refreshed: number[]
  let count = 0

  const keep = (now = () => server.accounts.now()) =>
    keepLevels({
      database,
      exchange,
      markets: MARKETS,
      sessions: { refresh: (userId) => void refreshed.push(userId) },
      now,
      log: { warn: (_, message) => void exchange.warnings.push(message) },
      pauseMs: 1,
    })

  const given = () => {
    count += 1
    return { key: `key-${count}`, at: server.accounts.now().getTime() }
  }

  async function gives(userId: number, text: string) {
    const given_ = given()
    await exchange.submit({ ...credit('ali', text, given_), userId })
  }

  /** Places an order at the rates of the user's present level. */
  async function orders(userId: number, sentence: string, quoteInToman?: Price) {
    const terms = await readTradingTerms(database, userId)
    if (!terms) throw new Error(`user ${userId} has no terms`)
    const result = await exchange.submit({ ...order(sentence, given()), userId, charges: terms.charges, quoteInToman })
    expect(result).toMatchObject({ kind: 'order' })
  }

  /** Buys from sara, who always has enough. */
  async function buys(userId: number, what: string, at: string, quoteInToman?: Price) {
    await orders(sara.userId, `ali sells ${what} at ${at}`)
    await orders(userId, `ali buys ${what} at ${at}`, quoteInToman)
    await keeper.settled()
  }

  const levelOf = async (userId: number) =>
    (await database.query<{ level: string }>('select level from users where id = $1', [userId]))[0]?.level

  const newcomer = (invitedBy?: number) =>
    verifiedUser(database, { at: server.accounts.now(), ...(invitedBy === undefined ? {} : { invitedBy }) })

  beforeAll(async () => {
    database = await open()
    server = await startAccountServer(database)
    exchange = await openTestExchange(database, { now: () => server.accounts.now().getTime() })
    sara = await verifiedUser(database, { at: server.accounts.now(), level: 'SUPERVISOR' })
    await gives(sara.userId, '1000000 GOLD')
    await gives(sara.userId, '1000 ETHEREUM')
  })
  beforeEach(async () => {
    refreshed = []
    await keeper?.close()
    keeper = keep()
  })
  afterAll(async () => {
    await keeper.close()
    await exchange.close()
    await server.close()
  })

  test('a trade that crosses a threshold raises the level at once, and the next order pays its rates', async () => {
    const { userId, token } = await newcomer()
    await gives(userId, '200000000 TOMAN')
    await buys(userId, '999.999 GOLD', '100000')
    expect([await levelOf(userId), refreshed]).toEqual(['VIP_1', []])
    await buys(userId, '0.001 GOLD', '100000')
    expect([await levelOf(userId), refreshed]).toEqual(['VIP_2', [userId]])
    expect((await readTradingTerms(database, userId))?.charges).toMatchObject({ taker: 3_500n, maker: 2_500n })
    const account = await server.ask('/users/account', { token })
    expect(account.body.baseDTO).toMatchObject({ totalTradesVolume: '100000000', userAccountLevel: 'VIP_2' })
  })

  test('trades for Tether count with what Tether was worth at that time', async () => {
    const { userId } = await newcomer()
    await gives(userId, '6000 TETHER')
    await buys(userId, '1 ETHEREUM', '999.99 for TETHER', priceOf('100000'))
    expect(await levelOf(userId)).toBe('VIP_1')
    await buys(userId, '1 ETHEREUM', '0.01 for TETHER', priceOf('100000'))
    expect(await levelOf(userId)).toBe('VIP_2')
    await buys(userId, '1 ETHEREUM', '4999 for TETHER')
    expect(await levelOf(userId)).toBe('VIP_2')
  })

  test('volume grows old: three months later the level is the first again', async () => {
    const { userId } = await newcomer()
    await gives(userId, '600000000 TOMAN')
    await buys(userId, '5000 GOLD', '100000')
    expect(await levelOf(userId)).toBe('VIP_3')
    await keeper.recalculate()
    expect(await levelOf(userId)).toBe('VIP_3')
    const later = keep(() => new Date(server.accounts.now().getTime() + 93 * DAY_MS))
    await later.recalculate()
    await later.close()
    expect([await levelOf(userId), refreshed]).toEqual(['VIP_1', expect.arrayContaining([userId])])
    expect(await levelOf(sara.userId)).toBe('SUPERVISOR')
    await keeper.recalculate()
    expect(await levelOf(userId)).toBe('VIP_3')
  })

  test('what was traded while nobody listened is counted later, and by two at once only once', async () => {
    const { userId } = await newcomer()
    await gives(userId, '200000000 TOMAN')
    await keeper.close()
    await buys(userId, '600 GOLD', '100000')
    expect(await levelOf(userId)).toBe('VIP_1')
    keeper = keep()
    const other = keep()
    await Promise.all([keeper.recalculate(), other.recalculate(), keeper.recalculate()])
    await other.close()
    const [row] = await database.query('select volume from trade_volumes where user_id = $1', [userId])
    expect(row).toEqual({ volume: 60_000_000_000_000n })
    expect(await levelOf(userId)).toBe('VIP_1')
  })

  test('an inviter sees the own code, the friends and what their fees brought', async () => {
    const inviter = await newcomer()
    const before = await server.ask('/users/invites', { token: inviter.token })
    expect(before.body.baseDTO).toMatchObject({ countInvitees: 0, profit: '0' })
    const friends = [await newcomer(inviter.userId), await newcomer(inviter.userId)]
    for (const { userId } of friends) await gives(userId, '1000000 TOMAN')
    for (const { userId } of friends) await buys(userId, '10 GOLD', '100000')
    const { body } = await server.ask('/users/invites', { token: inviter.token })
    // Twice three tenths of 0.4 % of a million.
    expect(body.baseDTO).toMatchObject({
      referralCode: expect.stringMatching(/^\w{8}$/),
      countInvitees: 2,
      profit: '2400',
    })
    const [balance] = await database.query('select available from balances where owner_id = $1', [inviter.userId])
    expect(balance).toEqual({ available: amount(24_000n) })
    expect((await server.ask('/users/invites')).status).toBe(401)
  })

  test('the levels are public with both rates, and SUPERVISOR is hidden', async () => {
    const { body } = await server.ask('/users/account-levels')
    expect(body.content).toHaveLength(4)
    expect(body.content?.[0]).toEqual({
      userAccountLevel: 'VIP_1',
      tradeAmount: '0',
      wagePercent: '0.4',
      makerPercent: '0.3',
      takerPercent: '0.4',
    })
  })

  test('nothing was left uncounted and the ledger adds up', async () => {
    await keeper.recalculate()
    expect(await faultsOf(database)).toEqual([])
    expect(exchange.warnings).toEqual([])
  })
})
