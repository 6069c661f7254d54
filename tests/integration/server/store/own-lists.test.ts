import { beforeAll, expect, test } from 'vitest'
import { ORDER_STATUSES, type OrderStatus } from '#domain/order.ts'
import type { PageOf } from '#domain/page.ts'
import { readLogins } from '#server/store/accounts/logins.ts'
import type { Database, Queryable, SqlValue } from '#server/store/database.ts'
import type { Paged } from '#server/store/page.ts'
import {
  type OrderFilter,
  readOrders,
  readOrderTrades,
  readTrades,
  type TradeFilter,
} from '#server/store/trading/orders.ts'
import { readDeposits } from '#server/store/wallets/deposits.ts'
import { verifiedUser } from '#tests/builders/verified-user.ts'
import { eachDatabase } from '#tests/setup/databases.ts'

const ROWS = 20_000
const ENDED = ORDER_STATUSES.filter((status) => status !== 'IS_OPEN' && status !== 'PENDING')

/**
 * Two of every three orders traded and one was cancelled; all but the first ten are in market 3, the newest two open. Two of every four trades
 * were taken, one was made and one was a quick trade. Others have as many rows, so that no index of a table is nearly the list.
 */
async function fill(database: Database): Promise<number> {
  const { userId } = await verifiedUser(database)
  const { userId: other } = await verifiedUser(database)
  for (const [owner, first] of [
    [other, 0],
    [userId, ROWS],
  ] as const) {
    const rows = [owner, first + 1, first + ROWS]
    await database.query(
      `insert into orders (id, user_id, market_id, side, kind, status, unit_price, amount, executed, executed_value, held, wage,
         fee_ppm, maker_fee_ppm, created_at)
       select id, $1, case when id < $2::bigint + 10 then 7 else 3 end, 'BUY', 'LIMITED', (case when id > $3::bigint - 2 then 'IS_OPEN'
         when id % 3 = 0 then 'CANCELLED_BY_USER' else 'FINISHED_WITH_TRANSACTION' end)::order_status, 5, 5, 0, 0, 0, 0, 0, 0, now()
       from generate_series($2::bigint, $3::bigint) as id`,
      rows,
    )
    await database.query(
      `insert into trades (id, market_id, taker_side, unit_price, amount, value, taker_order_id, maker_order_id, taker_user_id,
         maker_user_id, taker_fee, maker_fee, at)
       select id, case when id < $2::bigint + 10 then 7 else 3 end, case id % 4 when 0 then 'SELL'::side else 'BUY' end, 5, 1, 5,
         case id % 4 when 0 then 1 else id end, case id % 4 when 0 then id when 1 then null else 1 end,
         case id % 4 when 0 then 999 else $1::bigint end, case id % 4 when 0 then $1::bigint when 1 then -3 else 999 end, 1, 2, now()
       from generate_series($2::bigint, $3::bigint) as id`,
      rows,
    )
    await database.query(
      `insert into logins (user_id, at, ip, device_type, os_type, browser, successful)
       select $1, now(), '127.0.0.' || id % 7, 'MOBILE', 'ANDROID', 'CHROME', true from generate_series($2::bigint, $3::bigint) as id`,
      rows,
    )
    await database.query(
      `insert into toman_deposits (user_id, amount, gateway, card_masked, key, fingerprint, created_at)
       select $1, id, 'test', '603799******1234', 'key-' || id, '', now() from generate_series($2::bigint, $3::bigint) as id`,
      rows,
    )
  }
  return userId
}

eachDatabase('lists of a user with a long history', (open) => {
  let database: Database
  let userId: number
  beforeAll(async () => {
    database = await open()
    userId = await fill(database)
  }, 300_000)

  const orders =
    (statuses: readonly OrderStatus[], filter: Partial<OrderFilter> = {}) =>
    (on: Queryable, asked: PageOf): Promise<Paged<{ id: number }>> =>
      readOrders(on, { userId, statuses, ...filter }, asked)
  const trades =
    (place?: 'EXCHANGE' | 'P2P', filter: Partial<TradeFilter> = {}) =>
    (on: Queryable, asked: PageOf): Promise<Paged<{ id: number }>> =>
      readTrades(on, { userId, place, ...filter }, asked)
  const days = { first: 25_000n, end: 35_000n }

  const LISTS = {
    'all orders': orders(ORDER_STATUSES),
    'ended orders': orders(ENDED),
    'ended orders of a market': orders(ENDED, { marketId: 3 }),
    'ended orders of a market with few': orders(ENDED, { marketId: 7 }),
    'ended orders of a market without any': orders(ENDED, { marketId: 9 }),
    'ended orders of a side without any, of a market, of some days': orders(ENDED, {
      ...{ marketId: 3, side: 'SELL', ids: days },
    }),
    'ended orders of some days': orders(ENDED, { ids: days }),
    'cancelled orders': orders(['CANCELLED_BY_USER']),
    'expired orders, of which there are none': orders(['EXPIRED']),
    'open orders': orders(['IS_OPEN', 'PENDING']),
    'open orders of a market': orders(['IS_OPEN', 'PENDING'], { marketId: 3 }),
    'all trades': trades(),
    'trades on the book': trades('P2P'),
    'quick trades': trades('EXCHANGE'),
    'trades of a coin': trades(undefined, { marketIds: [3, 4] }),
    'trades of a coin with few': trades(undefined, { marketIds: [7] }),
    'trades of a side of a coin, of some days': trades(undefined, { marketIds: [3], side: 'SELL', ids: days }),
    'trades of an order with many': (on: Queryable, asked: PageOf) => readOrderTrades(on, 1, asked),
    logins: (on: Queryable, asked: PageOf) => readLogins(on, { userId, ...asked }),
    'logins of some days': (on: Queryable, asked: PageOf) => readLogins(on, { userId, ids: days, ...asked }),
    deposits: (on: Queryable, asked: PageOf) => readDeposits(on, { userId, ...asked }),
    'deposits of some days': (on: Queryable, asked: PageOf) => readDeposits(on, { userId, ids: days, ...asked }),
    'deposits that wait': (on: Queryable, asked: PageOf) =>
      readDeposits(on, { userId, status: 'RAISED_BY_USER', ...asked }),
    'deposits of a status without any': (on: Queryable, asked: PageOf) =>
      readDeposits(on, { userId, status: 'CONFIRMED', ...asked }),
  }
  const PAGES = {
    'the newest rows': { before: '' },
    'rows after a cursor': { before: '30000' },
    'the first page': {},
    'the last page that can be asked for': { page: 1_000 },
  }

  const expectFewSteps = async (name: string) => {
    const list = LISTS[name as keyof typeof LISTS]
    for (const [what, asked] of Object.entries(PAGES)) {
      const reach = 'before' in asked ? 11 : 10_001
      for (const plans of await plansOf(database, (on) => list(on, asked))) {
        expect(plans, `${name}, ${what}`).not.toMatch(/Seq Scan|Bitmap|Hash|-> +(Incremental )?Sort/)
        const rows = [...plans.matchAll(/rows=(\d+) loops=1\b/g)].map(([, count]) => Number(count))
        expect(Math.max(...rows), `${name}, ${what}: ${plans}`).toBeLessThanOrEqual(reach)
      }
    }
  }

  test.each(Object.keys(LISTS))('%s: no table is scanned and no history is sorted, whatever the page', expectFewSteps)

  test('nor where the planner has looked at the tables', async () => {
    await database.query('analyze')
    for (const name of Object.keys(LISTS)) await expectFewSteps(name)
  })

  test('pages are counted as far as they reach, and those of short lists exactly', async () => {
    const count = async (name: keyof typeof LISTS, asked: PageOf) => (await LISTS[name](database, asked)).totalPages
    expect(await count('all orders', {})).toBe(1_000)
    expect(await count('all orders', { page: 1_000 })).toBe(1_000)
    expect(await count('all orders', { size: 300, page: 33 })).toBe(33)
    expect(await count('all trades', { size: 1_000, page: 10 })).toBe(10)
    expect(await count('quick trades', { size: 7 })).toBe(Math.ceil(5_000 / 7))
    expect(await count('quick trades', { page: 501 })).toBe(500)
    expect(await count('cancelled orders', { page: 666 })).toBe(667)
    expect(await count('ended orders of a market with few', { size: 5, page: 2 })).toBe(2)
    expect(await count('ended orders of a market without any', {})).toBe(0)
    expect(await count('logins', { page: 3 })).toBe(1_000)
    expect(await count('deposits', { before: '' })).toBeUndefined()
  })

  test.each(['all orders', 'all trades', 'trades of a coin', 'quick trades', 'logins', 'deposits'] as const)(
    '%s: cursors reach every row once, beyond what pages reach',
    async (name) => {
      const seen: unknown[] = []
      let next: string | undefined = ''
      while (next !== undefined) {
        const page: Paged<unknown> = await LISTS[name](database, { before: next, size: 999 })
        seen.push(...page.rows)
        next = page.next
      }
      const whole = { 'quick trades': ROWS / 4, 'trades of a coin': ROWS - 10 }[name as string] ?? ROWS
      expect(seen).toHaveLength(whole)
      if (name === 'logins') return
      const ids = seen.map((row) => (row as { id: number }).id)
      expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a))
    },
  )
})

/** The plans of the statements, with the given values and as a generic plan for all values. */
async function plansOf(database: Database, read: (on: Queryable) => Promise<unknown>): Promise<string[]> {
  const statements: { sql: string; values: readonly SqlValue[] }[] = []
  await read({
    query: (sql, values = []) => {
      statements.push({ sql, values })
      return database.query(sql, values)
    },
  })
  const plans: string[] = []
  for (const mode of ['force_custom_plan', 'force_generic_plan'])
    for (const { sql, values } of statements)
      await database.transaction(async (tx) => {
        await tx.script(`set local plan_cache_mode = ${mode}; prepare list as ${sql}`)
        const literals = values.map((value) => `'${String(value)}'`).join(', ')
        const lines = await tx.query<{ 'QUERY PLAN': string }>(
          `explain (analyze, timing off, costs off) execute list (${literals})`,
        )
        await tx.script('deallocate list')
        plans.push(`${mode}\n${lines.map((line) => line['QUERY PLAN']).join('\n')}`)
      })
  return plans
}
