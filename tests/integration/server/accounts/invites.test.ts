import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ReferralCode } from '#contract/invites.ts'
import { keepLevels, type LevelKeeper } from '#server/accounts/keep-levels.ts'
import { readTradingTerms } from '#server/store/accounts/levels.ts'
import type { Database } from '#server/store/database.ts'
import { credit, order } from '#tests/builders/commands.ts'
import { iranianIdentity } from '#tests/builders/iranian-identity.ts'
import { MARKETS } from '#tests/builders/markets.ts'
import { faultsOf, openTestExchange, type TestExchange } from '#tests/builders/test-exchange.ts'
import { type VerifiedUser, verifiedUser } from '#tests/builders/verified-user.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { type AccountServer, startAccountServer } from './account-server.ts'
import { checkCode, signUp } from './steps.ts'

const CodeRows = z.array(ReferralCode)

onDatabase('invitations', (open) => {
  let database: Database
  let exchange: TestExchange
  let server: AccountServer
  let keeper: LevelKeeper
  let sara: VerifiedUser
  let count = 0

  const given = () => {
    count += 1
    return { key: `key-${count}`, at: server.accounts.now().getTime() }
  }
  const newcomer = () => verifiedUser(database, { at: server.accounts.now() })
  const invites = async ({ token }: { token: string }) => (await server.ask('/users/invites', { token })).body.baseDTO
  const addCode = ({ token }: { token: string }, friendPercent: unknown) =>
    server.ask('/users/invites/codes', { method: 'POST', token, json: { friendPercent } })

  async function codeOf(user: VerifiedUser, friendPercent: number): Promise<string> {
    const { body } = await addCode(user, friendPercent)
    return String(body.baseDTO?.code)
  }

  /** Signs up with a code, by SMS. */
  async function friendWith(code: string) {
    const mobile = iranianIdentity().mobileNumber
    const begun = await signUp(server, mobile, { referralCode: code })
    expect(begun.status).toBe(200)
    const { body } = await checkCode(server, mobile, { code: server.codeFor(mobile) })
    const [row] = await database.query<{ id: bigint }>('select id from users where mobile = $1', [mobile])
    if (!row || body.token === undefined) throw new Error(`the sign-up ended with ${body.code}`)
    return { userId: Number(row.id), token: body.token, mobile }
  }

  /** The user buys gold from sara for a million Toman, at the present rates and shares. */
  async function buysForAMillion(userId: number) {
    const terms = await readTradingTerms(database, userId)
    const seller = await readTradingTerms(database, sara.userId)
    if (!terms || !seller) throw new Error('nobody to trade')
    await exchange.submit({ ...credit('ali', '1000000 TOMAN', given()), userId })
    const sells = order('ali sells 10 GOLD at 100000', given())
    await exchange.submit({ ...sells, userId: sara.userId, charges: seller.charges })
    const buys = order('ali buys 10 GOLD at 100000', given())
    expect(await exchange.submit({ ...buys, userId, charges: terms.charges })).toMatchObject({ kind: 'order' })
  }

  beforeAll(async () => {
    database = await open()
    server = await startAccountServer(database)
    exchange = await openTestExchange(database, { now: () => server.accounts.now().getTime() })
    keeper = keepLevels({
      database,
      exchange,
      markets: MARKETS,
      sessions: server.accounts.sessions,
      now: server.accounts.now,
      log: { warn: (_, message) => void exchange.warnings.push(message) },
      pauseMs: 1,
    })
    sara = await verifiedUser(database, { at: server.accounts.now(), level: 'SUPERVISOR' })
    await exchange.submit({ ...credit('ali', '1000000 GOLD', given()), userId: sara.userId })
  })
  afterAll(async () => {
    await keeper.close()
    await exchange.close()
    await server.close()
  })

  test('a user has a first code that gives the friend nothing, and adds up to nine, each with its share', async () => {
    const user = await newcomer()
    const made = await Promise.all([0, 5, 10, 15, 5, 5, 5, 5, 5, 5].map((percent) => addCode(user, percent)))
    expect(made.map(({ body }) => body.code).filter(Boolean)).toEqual(['REFERRAL_CODES_TOO_MANY'])
    const { codes, referralCode } = (await invites(user)) ?? {}
    expect(codes).toHaveLength(10)
    expect(codes).toContainEqual({ code: referralCode, friendPercent: 0, inviterPercent: 30, countInvitees: 0 })
    const shares = new Set<string>()
    for (const { code, friendPercent, inviterPercent } of CodeRows.parse(codes).slice(1)) {
      expect(code).toMatch(/^[2-9A-HJKMNP-Z]{9}$/)
      shares.add(`${friendPercent} and ${inviterPercent}`)
    }
    for (const each of shares) expect(['0 and 30', '5 and 25', '10 and 20', '15 and 15']).toContain(each)
  })

  test.each([20, -5, 7, '10', null])('a share of %j is refused', async (percent) => {
    const user = await newcomer()
    expect(await addCode(user, percent)).toMatchObject({ status: 400, body: { field: 'friendPercent' } })
  })

  test('who signs up with a code gets its share of the fees back, and the inviter the rest of 30 %', async () => {
    const inviter = await newcomer()
    const friend = await friendWith((await codeOf(inviter, 10)).toLowerCase())
    await buysForAMillion(friend.userId)
    // The fee is 0.4 % of a million, in gold: 0.04. A tenth of it came back.
    const [balance] = await database.query(
      `select available from balances where owner_id = $1 and coin_id = (select id from coins where symbol = 'GOLD')`,
      [friend.userId],
    )
    expect(balance).toEqual({ available: 9_964_000n })
    expect(await invites(inviter)).toMatchObject({ countInvitees: 1, profit: '800' })
    expect(await invites(friend)).toMatchObject({ ownPercent: 10, ownCashBack: '400' })
    await keeper.recalculate()
    expect(await invites(inviter)).toMatchObject({ countInvitees: 1, profit: '800' })
    expect(await invites(friend)).toMatchObject({ ownPercent: 10, ownCashBack: '400' })
  })

  test('an order keeps the share that it was placed with through a restart', async () => {
    const friend = await friendWith(await codeOf(await newcomer(), 15))
    const terms = await readTradingTerms(database, friend.userId)
    if (!terms) throw new Error('no terms')
    await exchange.submit({ ...credit('ali', '1000 TOMAN', given()), userId: friend.userId })
    const placed = order('ali buys 1 GOLD at 1000', given())
    await exchange.submit({ ...placed, userId: friend.userId, charges: terms.charges })
    const [row] = await database.query('select friend_share_ppm from orders where user_id = $1', [friend.userId])
    expect(row).toEqual({ friend_share_ppm: 150_000 })
    await exchange.close()
    exchange = await openTestExchange(database, { now: () => server.accounts.now().getTime() })
    const sells = order('ali sells 1 GOLD at 1000', given())
    const seller = await readTradingTerms(database, sara.userId)
    if (!seller) throw new Error('no terms')
    await exchange.submit({ ...sells, userId: sara.userId, charges: seller.charges })
    // Of a maker's 0.3 % of a thousand, 15 %.
    expect(await invites(friend)).toMatchObject({ ownPercent: 15, ownCashBack: '0.45' })
  })

  test('eleven friends are listed by ten and one, masked, newest first, with what each has brought', async () => {
    const inviter = await newcomer()
    const [first, tenth] = [String((await invites(inviter))?.referralCode), await codeOf(inviter, 10)]
    const friends = []
    for (let at = 0; at < 11; at += 1) {
      friends.push(await friendWith(at % 2 === 0 ? first : tenth))
      server.pass({ seconds: 1_000 })
    }
    const [oldest, second] = friends
    for (const friend of [oldest, second, second]) if (friend) await buysForAMillion(friend.userId)
    const list = async (query: string) => (await server.ask(`/users/invites/invitees${query}`, inviter)).body
    const page = await list('?size=10&before=')
    expect(page.content).toHaveLength(10)
    const rest = await list(`?size=10&before=${page.next}`)
    const rows = [...(page.content ?? []), ...(rest.content ?? [])]
    expect(rows.map(({ mobileNumber }) => mobileNumber)).toEqual(
      friends.toReversed().map(({ mobile }) => `0${mobile.slice(3, 6)} *** **${mobile.slice(-2)}`),
    )
    expect(rows.map(({ profit, cashBack }) => [profit, cashBack])).toEqual([
      ...Array(9).fill(['0', '0']),
      ['1600', '800'],
      ['1200', '0'],
    ])
    expect(rest.next).toBeUndefined()
    expect(JSON.stringify(rows)).not.toContain(friends[0]?.mobile.slice(-7))
    expect((await list('?size=5')).totalPages).toBe(3)
    const { codes, profit } = (await invites(inviter)) ?? {}
    expect([profit, codes]).toEqual([
      '2800',
      [expect.objectContaining({ countInvitees: 6 }), expect.objectContaining({ countInvitees: 5 })],
    ])
    await keeper.recalculate()
    expect((await list('?size=10&before=')).content).toEqual(page.content)
  })

  test('nobody sees the friends of somebody else', async () => {
    const stranger = await newcomer()
    expect((await server.ask('/users/invites/invitees', stranger)).body.content).toEqual([])
    expect((await server.ask('/users/invites/invitees')).status).toBe(401)
  })

  test('the ledger adds up', async () => {
    expect(await faultsOf(database)).toEqual([])
    expect(exchange.warnings).toEqual([])
  })
})
