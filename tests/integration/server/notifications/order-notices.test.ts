import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deriveOrderNotices, watchOrders } from '#server/notifications/derive-order-notices.ts'
import type { Database } from '#server/store/database.ts'
import { readOrderEvents } from '#server/store/notifications/order-events.ts'
import { order as orderOf } from '#tests/builders/commands.ts'
import { MARKETS } from '#tests/builders/markets.ts'
import { openTestExchange, type TestExchange } from '#tests/builders/test-exchange.ts'
import { verifiedUser } from '#tests/builders/verified-user.ts'
import { onDatabase } from '#tests/setup/databases.ts'

interface Row {
  readonly kind: string
  readonly params: string
  readonly topic: string | null
  readonly replaced: boolean
  readonly waited: number
}

onDatabase('the owner of an order', (open) => {
  let database: Database
  let exchange: TestExchange
  let nowMs = Date.parse('2026-11-20T08:00:00Z')
  let keys = 0
  const key = () => {
    keys += 1
    return `key-${keys}`
  }
  const derive = () => deriveOrderNotices({ database, markets: MARKETS })
  const orderWith = (sentence: string, terms = {}) =>
    exchange.submit(orderOf(sentence, { key: key(), at: nowMs, terms }))
  async function orderId(sentence: string, terms = {}): Promise<number> {
    const answer = await orderWith(sentence, terms)
    if (answer.kind !== 'order') throw new Error(`${sentence}: ${answer.kind}`)
    return answer.orderId
  }
  const noticesOf = async (userId: number) =>
    (
      await database.query<Row>(
        `select kind, params, topic, replaced_at is not null as replaced, extract(epoch from due_at - at)::integer as waited
         from notices where user_id = $1 order by id`,
        [userId],
      )
    ).map(({ params, ...row }) => ({ ...row, params: JSON.parse(params) }))
  const kindsOf = async (userId: number) =>
    (await noticesOf(userId)).filter(({ replaced }) => !replaced).map(({ kind }) => kind)

  beforeAll(async () => {
    database = await open()
    await database.query('alter sequence user_ids minvalue 1 restart with 1')
    // The builders know these four as Ali, Sara, Reza and Mina.
    for (let id = 1; id <= 4; id++) expect((await verifiedUser(database)).userId).toBe(id)
    exchange = await openTestExchange(database, { now: () => (nowMs += 1) })
    for (const who of ['ali', 'sara', 'reza', 'mina']) {
      await exchange.gives(who, '100000 TOMAN')
      await exchange.gives(who, '1000 GOLD')
    }
    await derive()
  })
  afterAll(() => exchange.close())
  beforeEach(async () => {
    await derive()
    await database.query('delete from notices')
  })

  test('is told once that it has filled, on both sides, with the price of the trade', async () => {
    const sold = await orderId('sara sells 2 GOLD at 100')
    const bought = await orderId('ali buys 2 GOLD at 101')
    expect(await derive()).toMatchObject({ notices: 2 })
    expect(await derive()).toMatchObject({ notices: 0 })
    const common = { market: 'GOLD_TOMAN', amount: '2', price: '100' }
    expect(await noticesOf(2)).toEqual([
      {
        kind: 'ORDER_FILLED',
        topic: `order:${sold}`,
        replaced: false,
        waited: 0,
        params: { orderId: String(sold), side: 'SELL', ...common },
      },
    ])
    expect((await noticesOf(1)).map(({ params }) => params)).toEqual([
      { orderId: String(bought), side: 'BUY', ...common },
    ])
  })

  test('is told of parts together, and of the whole in their place', async () => {
    const sold = await orderId('sara sells 10 GOLD at 200')
    await orderWith('ali buys 1 GOLD at 200')
    await orderWith('ali buys 2 GOLD at 200')
    await derive()
    await orderWith('ali buys 3 GOLD at 200')
    await derive()
    const parts = await noticesOf(2)
    expect(parts.map(({ kind, replaced, params }) => [kind, replaced, params.percent])).toEqual([
      ['ORDER_PARTLY_FILLED', true, '30'],
      ['ORDER_PARTLY_FILLED', false, '60'],
    ])
    expect(parts[0]?.waited).toBe(10)
    // The newer one waits no longer than the older would have.
    expect(parts[1]?.waited).toBeLessThanOrEqual(10)
    await orderWith('ali buys 4 GOLD at 200')
    await derive()
    const all = await noticesOf(2)
    expect(all.filter(({ replaced }) => !replaced)).toMatchObject([
      { kind: 'ORDER_FILLED', topic: `order:${sold}`, waited: 0, params: { amount: '10', price: '200' } },
    ])
  })

  test('is told of an end by an own hand, by an operator’s and by time, with what came back', async () => {
    const own = await orderId('sara sells 5 GOLD at 300')
    await orderWith('ali buys 1 GOLD at 300')
    await exchange.submit({ type: 'cancelOrder', userId: 2, orderId: own, key: key(), fingerprint: 'c' })
    const byOperator = await orderId('mina buys 2 GOLD at 50')
    await exchange.submit({
      ...{ type: 'cancelOrder', userId: 4, orderId: byOperator, key: key(), fingerprint: 'd' },
      byOperator: true,
    })
    await orderId('reza buys 3 GOLD at 40', { expiresAt: Math.floor(nowMs / 1_000) * 1_000 + 1_000 })
    nowMs += 5_000
    await orderWith('sara sells 1 GOLD at 900')
    const kinds = async () => {
      await derive()
      return kindsOf(3)
    }
    await expect.poll(kinds).toEqual(['ORDER_EXPIRED'])
    expect(await noticesOf(2)).toMatchObject([
      { kind: 'ORDER_CANCELLED', params: { coin: 'GOLD', amount: '4', filled: '20' } },
    ])
    expect(await noticesOf(4)).toMatchObject([
      { kind: 'ORDER_CANCELLED_BY_OPERATOR', params: { coin: 'TOMAN', amount: '100' } },
    ])
    expect(await noticesOf(3)).toMatchObject([{ params: { coin: 'TOMAN', amount: '120' } }])
    // An own act is listed, but is no news.
    const known = await database.query('select kind from notices where read_at is not null')
    expect(known).toEqual([{ kind: 'ORDER_CANCELLED' }])
  })

  test('is told that a stop was set off, and then what became of it', async () => {
    await orderId('mina sells 1 GOLD at 400')
    await orderId('reza buys 1 GOLD at 410 once 400')
    await orderId('sara sells 1 GOLD at 405')
    await orderWith('ali buys 1 GOLD at 400')
    await derive()
    expect((await kindsOf(3)).toSorted()).toEqual(['ORDER_FILLED', 'ORDER_TRIGGERED'])
    expect((await noticesOf(3)).find(({ kind }) => kind === 'ORDER_TRIGGERED')?.params).toMatchObject({ price: '400' })
  })

  test('is told of very many at once in one sentence', async () => {
    for (let count = 0; count < 25; count++) await orderWith('ali buys 1 GOLD at 10')
    await exchange.submit({
      ...{ type: 'cancelAllOrders', userId: 1, key: key(), fingerprint: 'all' },
      ...{ marketId: undefined, most: 1_000 },
    })
    await derive()
    expect(await noticesOf(1)).toMatchObject([{ kind: 'ORDERS_CHANGED', params: { count: '25' } }])
  })

  test('is told nothing where the owner is an account of the exchange or a market maker', async () => {
    await database.query("update users set system_name = 'market-maker', mobile = null where id = 4")
    await database.query("update users set level = 'SUPERVISOR' where id = 3")
    await orderWith('mina sells 1 GOLD at 500')
    await orderWith('reza buys 1 GOLD at 500')
    await derive()
    expect(await database.query('select id from notices')).toEqual([])
    await database.query("update users set system_name = null, mobile = '+989120000004' where id = 4")
  })

  test('is told once by two processes that look at the same moment', async () => {
    await orderWith('sara sells 1 GOLD at 600')
    await orderWith('ali buys 1 GOLD at 600')
    const looks = await Promise.all([derive(), derive(), derive()])
    expect(looks.reduce((sum, { notices }) => sum + notices, 0)).toBe(2)
    expect(await kindsOf(1)).toEqual(['ORDER_FILLED'])
  })

  test('is told once although the look is repeated from an older cursor', async () => {
    const [cursor] = await database.query<{ last_trade_id: bigint; last_seq: bigint }>(
      'select * from order_notice_cursor',
    )
    await orderWith('sara sells 1 GOLD at 700')
    await orderWith('ali buys 1 GOLD at 700')
    await derive()
    await database.query('update order_notice_cursor set last_trade_id = $1, last_seq = $2', [
      cursor?.last_trade_id ?? 0n,
      cursor?.last_seq ?? 0n,
    ])
    await derive()
    expect(await noticesOf(1)).toHaveLength(1)
    expect((await noticesOf(1))[0]?.replaced).toBe(false)
  })

  test('is told without a pause while more than one look is waiting', async () => {
    await orderWith('sara sells 1 GOLD at 800')
    await orderWith('ali buys 1 GOLD at 800')
    for (let credit = 0; credit < 1_100; credit += 1) await exchange.gives('reza', '1 TOMAN')
    await orderWith('sara sells 1 GOLD at 800')
    await orderWith('mina buys 1 GOLD at 800')
    const watch = watchOrders({
      ...{ database, exchange, markets: MARKETS, ownAccounts: new Set<number>() },
      ...{ log: { warn: () => undefined }, pauseMs: 20_000 },
    })
    await expect.poll(() => kindsOf(4), { timeout: 10_000 }).toEqual(['ORDER_FILLED'])
    await watch.close()
  })

  test('is told by the watch soon after the commit, and after a stop by the next one', async () => {
    const watch = () =>
      watchOrders({ database, exchange, markets: MARKETS, ownAccounts: new Set(), log: { warn() {} }, pauseMs: 10 })
    const first = watch()
    await orderWith('sara sells 1 GOLD at 800')
    await orderWith('ali buys 1 GOLD at 800')
    await expect.poll(() => kindsOf(1)).toEqual(['ORDER_FILLED'])
    await first.close()
    await orderWith('sara sells 1 GOLD at 800')
    await orderWith('mina buys 1 GOLD at 800')
    expect(await kindsOf(4)).toEqual([])
    const second = watch()
    await expect.poll(() => kindsOf(4)).toEqual(['ORDER_FILLED'])
    await second.close()
  })
})

const USERS = 20_000
const ORDERS = 4_000

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Join Filter'?: number
  readonly Plans?: readonly PlanNode[]
}

/** The rows that a step returned and those that it read and dropped. */
const rowsRead = (step: PlanNode): number =>
  step['Actual Loops'] *
  (step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0) + (step['Rows Removed by Join Filter'] ?? 0))

const withBelow = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(withBelow)]

onDatabase('the look at orders, where few of many users have some', (open) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
    await database.query(
      `insert into users (mobile, referral_code, created_at)
       select '+98912' || lpad(n::text, 7, '0'), 'plan-' || n, now() from generate_series(1, ${USERS}) as n`,
    )
    const [first] = await database.query<{ id: bigint }>(
      "select min(id) as id from users where referral_code like 'plan-%'",
    )
    await database.query(
      `insert into orders (id, user_id, market_id, side, kind, status, unit_price, amount, executed, executed_value, held, wage,
         fee_ppm, maker_fee_ppm, created_at)
       select n, $1::bigint + n % 10, 7, 'BUY', 'LIMITED', 'FINISHED_WITH_TRANSACTION', 5, 5, 0, 0, 0, 0, 0, 0, now()
       from generate_series(1, ${ORDERS}) as n`,
      [first?.id ?? 0n],
    )
    await database.query(
      `insert into trades (id, market_id, taker_side, unit_price, amount, value, taker_order_id, maker_order_id, taker_user_id,
         maker_user_id, taker_fee, maker_fee, at)
       select n, 7, 'BUY', 5, 1, 5, n, n + 1, $1::bigint + n % 10, $1::bigint + (n + 1) % 10, 1, 2, now() from generate_series(1, ${ORDERS - 1}) as n`,
      [first?.id ?? 0n],
    )
    await database.query(
      `insert into ledger_entries (seq, at, kind, reference, accounts, amounts)
       select n, now(), 'cancel', 'order:' || n, array[($1::bigint + n % 10) * 65536, ($1::bigint + n % 10) * 65536 + 1], '{1,-1}'
       from generate_series(1, ${ORDERS}) as n`,
      [first?.id ?? 0n],
    )
  })

  /** Every step of the statements of one read, as executed. */
  async function stepsOfLook(): Promise<PlanNode[]> {
    const steps: PlanNode[] = []
    const { events } = await readOrderEvents({
      query: async (sql, values) => {
        const [row] = await database.query<{ 'QUERY PLAN': { Plan: PlanNode }[] | string }>(
          `explain (analyze, timing off, format json) ${sql}`,
          values,
        )
        const found = row?.['QUERY PLAN'] ?? '[]'
        const plans: { Plan: PlanNode }[] = typeof found === 'string' ? JSON.parse(found) : found
        steps.push(...plans.flatMap(({ Plan }) => withBelow(Plan)))
        return database.query(sql, values)
      },
    })
    expect(events).toHaveLength(110)
    return steps
  }

  test('reads its thousand events once, each order by its id, and of the users those of the exchange alone', async () => {
    await database.query('analyze')
    const steps = await stepsOfLook()
    const scanned = steps.filter((step) => step['Node Type'] === 'Seq Scan').map((step) => step['Relation Name'])
    expect(scanned).toEqual(['order_notice_cursor'])
    expect(Math.max(...steps.map(rowsRead))).toBeLessThanOrEqual(2_500)
  })
})
