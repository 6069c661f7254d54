import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { quickBuy } from '#contract/exchange.ts'
import { formatDecimal, parseDecimal } from '#domain/decimal.ts'
import { TRANSFERS } from '#domain/transfers.ts'
import { amount } from '#domain/units.ts'
import type { Database, Queryable } from '#server/store/database.ts'
import { openDatabase } from '#server/store/open-database.ts'
import { checkLedger } from '#server/store/prove-ledger.ts'
import { advanceWithdrawal } from '#server/store/wallets/withdrawals.ts'
import { giveBackUnserved } from '#server/wallets/give-back.ts'
import { type LivingExchange, openLivingExchange } from '#tests/builders/living-exchange.ts'
import { quotesOf } from '#tests/builders/quotes.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { startServerProcess } from '#tests/setup/server-process.ts'
import { startQuickTradeServer } from './quick-trade-server.ts'

/** One coin at ten dollars. */
const SEND = {
  marketType: 'ETHEREUM_TOMAN',
  orderType: 'EXCHANGE_BUY',
  amount: '1',
  unitPrice: '1005000',
  totalPrice: '1005000',
  destinationWallet: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  tokenType: 'ERC20',
  code: '123456',
}
/** The former state: a purchase for an outside wallet was accepted, and nothing sent it. */
const SENDING = { ...TRANSFERS, networks: new Map([['ERC20', { deposit: false, withdrawal: true }]]) }

const SILENT = { warn: () => undefined, error: () => undefined }

const insertUser = (database: Queryable, id: number) =>
  database.query('insert into users (id, created_at, system_name, referral_code) values ($1, now(), $2, $2)', [
    id,
    `user-${id}`,
  ])

onDatabase('withdrawals while nothing can be sent', (open, place) => {
  let database: Database
  let living: LivingExchange

  beforeAll(async () => {
    database = await open()
    living = await openLivingExchange(database, quotesOf({ at: new Date() }))
  })
  afterAll(() => living.close())

  async function somebody(userId: number) {
    await insertUser(database, userId)
    await living.exchange.submit({
      type: 'credit',
      source: 'gateway/ZARINPAL',
      userId,
      coinId: 1,
      amount: amount(parseDecimal('100000000', 6) ?? 0n),
      reference: `gift/${userId}`,
      key: `gift/${userId}`,
      fingerprint: '',
    })
    return userId
  }

  /** Writes purchases for an outside wallet, as they once were possible, under these keys. */
  async function sentBefore(userId: number, keys: readonly string[]) {
    const server = await startQuickTradeServer(living, SENDING)
    const answers = []
    for (const key of keys) answers.push(await server.call(userId, '/exchange/buy', SEND, key))
    await server.close()
    expect(answers.map(({ status }) => status)).toEqual(keys.map(() => 200))
    return answers
  }

  async function ether(userId: number) {
    const coin = living.catalogue.coinBySymbol.get('ETHEREUM')
    const [row] = await database.query<{ available: bigint; blocked: bigint }>(
      'select available, blocked from balances where owner_id = $1 and coin_id = $2',
      [userId, coin?.id ?? 0],
    )
    const text = (units = 0n) => formatDecimal(units, coin?.decimals ?? 0)
    return { available: text(row?.available), blocked: text(row?.blocked) }
  }

  const statesOf = async (userId: number) => {
    const rows = await database.query<{ states: string }>(
      `select withdrawals.state || ' ' || holds.status as states
       from withdrawals join holds on reference = hold_reference where withdrawals.user_id = $1 order by id`,
      [userId],
    )
    return rows.map(({ states }) => states)
  }

  const postingsOf = async (userId: number) => {
    const [row] = await database.query<{ count: number; sum: bigint }>(
      `select count(*)::integer as count, coalesce(sum(amount), 0)::numeric(38, 0) as sum
       from ledger_entries join postings using (seq) where kind = 'release' and owner_id = $1`,
      [userId],
    )
    return row
  }

  const release = (on: Database = database, served = ['BANK']) =>
    giveBackUnserved(
      { database: on, exchange: living.exchange, catalogue: living.catalogue, now: () => new Date(), log: SILENT },
      { served },
    )

  async function startAgain() {
    await living.close()
    living = await openLivingExchange(database, quotesOf({ at: new Date() }))
  }

  test('a buy for a wallet outside is refused and changes nothing', async () => {
    const userId = await somebody(2_001)
    const server = await startQuickTradeServer(living)
    expect(await server.call(userId, '/exchange/buy', SEND)).toMatchObject({ status: 409, code: 'WITHDRAWAL_DISABLED' })
    const { destinationWallet: _wallet, tokenType: _type, ...plain } = SEND
    expect(await server.call(userId, '/exchange/buy', plain)).toMatchObject({ status: 200 })
    await server.close()
    expect(await ether(userId)).toEqual({ available: '0.997', blocked: '0' })
    expect(await statesOf(userId)).toEqual([])
  })

  test('it is refused before the state of the market and the price, and after the network was read', async () => {
    const userId = await somebody(2_002)
    const server = await startQuickTradeServer(living)
    const ask = (changes: object) => server.call(userId, '/exchange/buy', { ...SEND, ...changes })
    living.states.state = { kind: 'halted', reason: { fa: 'ایست', en: 'Halt' } }
    expect(await ask({})).toMatchObject({ code: 'WITHDRAWAL_DISABLED' })
    living.states.state = { kind: 'open' }
    expect(await ask({ unitPrice: '1', totalPrice: '1' })).toMatchObject({ code: 'UNIT_PRICE_INVALID' })
    expect(await ask({ unitPrice: '1000', totalPrice: '1000' })).toMatchObject({ code: 'WITHDRAWAL_DISABLED' })
    expect(await ask({ tokenType: 'TRC20' })).toMatchObject({ code: 'NETWORK_NOT_SUPPORTED' })
    await server.close()
    const { errors } = quickBuy
    const place = errors.indexOf('WITHDRAWAL_DISABLED')
    expect(errors.slice(place - 1, place + 2)).toEqual([
      'NETWORK_NOT_SUPPORTED',
      'WITHDRAWAL_DISABLED',
      'TAG_NOT_SUPPORTED',
    ])
  })

  test('the repeat of one that was executed before still gets its receipt', async () => {
    const userId = await somebody(2_003)
    const [first] = await sentBefore(userId, ['sent-in-time'])
    const server = await startQuickTradeServer(living)
    expect(await server.call(userId, '/exchange/buy', SEND, 'sent-in-time')).toEqual(first)
    await server.close()
  })

  describe('what was held before', () => {
    test('is given back by entries of the ledger that sum to zero, once, however often it is asked for', async () => {
      const userId = await somebody(2_010)
      const keys = Array.from({ length: 11 }, (_, i) => `held-before-${i}`)
      await sentBefore(userId, keys)
      expect(await ether(userId)).toEqual({ available: '0', blocked: '10.967' })
      await release()
      const once = { states: await statesOf(userId), postings: await postingsOf(userId), ether: await ether(userId) }
      expect(once).toEqual({
        states: keys.map(() => 'FAILED RELEASED'),
        postings: { count: 22, sum: 0n },
        ether: { available: '10.967', blocked: '0' },
      })
      await release()
      await startAgain()
      await release()
      expect(await postingsOf(userId)).toEqual(once.postings)
      expect((await checkLedger(database)).faults).toEqual([])
    })

    test.each([
      ['soon after', false],
      ['when the exchange has forgotten its answers', true],
    ])('is marked by the next start where the last was cut off behind the ledger, %s', async (_, forgets) => {
      const userId = await somebody(forgets ? 2_012 : 2_011)
      await sentBefore(userId, [`cut-off-${userId}-1`, `cut-off-${userId}-2`])
      const cutOff: Database = {
        ...database,
        query: database.query,
        transaction: () => Promise.reject(new Error('cut off')),
      }
      await release(cutOff)
      expect(await statesOf(userId)).toEqual(['APPROVED RELEASED', 'APPROVED RELEASED'])
      expect((await checkLedger(database)).faults).toEqual([])
      if (forgets) await database.query('delete from outcomes')
      await startAgain()
      await release()
      expect(await statesOf(userId)).toEqual(['FAILED RELEASED', 'FAILED RELEASED'])
      expect(await postingsOf(userId)).toEqual({ count: 4, sum: 0n })
      expect(await ether(userId)).toEqual({ available: '1.994', blocked: '0' })
    })

    test('is given back by the start of a server', async () => {
      const settings = await place()
      const before = await openDatabase(settings)
      const old = await openLivingExchange(before, quotesOf({ at: new Date() }))
      const server = await startQuickTradeServer(old, SENDING)
      await insertUser(before, 2_020)
      const coins = { type: 'credit', source: 'gateway/ZARINPAL', userId: 2_020, coinId: 1, at: Date.now() } as const
      const gift = { amount: amount(10_000_000_000_000n), reference: 'gift', key: 'gift', fingerprint: '' }
      await old.exchange.submit({ ...coins, ...gift })
      expect(await server.call(2_020, '/exchange/buy', SEND)).toMatchObject({ status: 200 })
      await server.close()
      await old.close()
      await before.close()
      for (let start = 0; start < 2; start++) await (await startServerProcess(settings)).stop()
      const after = await openDatabase(settings)
      const rows = await after.query(`select withdrawals.state, holds.status as hold,
          (select count(*)::integer from ledger_entries where kind = 'release') as releases
        from withdrawals join holds on reference = hold_reference`)
      await after.close()
      expect(rows).toEqual([{ state: 'FAILED', hold: 'RELEASED', releases: 1 }])
    })

    test('stays held where its network is served', async () => {
      const userId = await somebody(2_013)
      await sentBefore(userId, ['on-its-way'])
      await release(database, ['BANK', 'ERC20'])
      expect(await statesOf(userId)).toEqual(['APPROVED HELD'])
      await release()
    })

    test('stays held once an attempt to send was made, even if its network is not served any more', async () => {
      const userId = await somebody(2_014)
      await sentBefore(userId, ['sent-before', 'not-sent-yet'])
      const [id = 0] = (
        await database.query<{ id: bigint }>('select id from withdrawals where user_id = $1 order by id', [userId])
      ).map((row) => Number(row.id))
      const signed = { to: 'SIGNED', at: new Date() } as const
      expect(await advanceWithdrawal(database, { id, ...signed })).toBe(true)
      await release()
      expect(await statesOf(userId)).toEqual(['SIGNED HELD', 'FAILED RELEASED'])
      // A withdrawal that was given up cannot be sent any more, even by a sender that read it before.
      expect(await advanceWithdrawal(database, { id: id + 1, ...signed })).toBe(false)
      expect((await checkLedger(database)).faults).toEqual([])
    })
  })
})
