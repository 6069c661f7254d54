import { beforeAll, expect, test } from 'vitest'
import { keepLevels } from '#server/accounts/keep-levels.ts'
import { seedCatalogue } from '#server/operations/seed-catalogue.ts'
import type { Database } from '#server/store/database.ts'
import { eachDatabase } from '#tests/setup/databases.ts'

const USERS = 230
const TRADES = 2_300
const NOW = new Date('2026-11-20T10:00:00Z')

/** Every user buys for a tenth of the second level's volume in each trade, all from one seller. */
const historyOf = ({ users, trades }: { users: number; trades: number }) => [
  `insert into users (id, mobile, referral_code, created_at)
    select n, '+989' || lpad(n::text, 9, '0'), 'C' || n, now() from generate_series(1, ${users}) as n`,
  `insert into trades (id, market_id, taker_side, unit_price, amount, value, taker_order_id, maker_order_id, taker_user_id, maker_user_id,
      taker_fee, maker_fee, at)
    select n, 3, 'BUY', 1, 1, 10000000 * 10::numeric ^ decimals, n, 1, 1 + n % ${users}, 99999, 0, 0, timestamptz '2026-11-20T09:00:00Z'
    from generate_series(1, ${trades}) as n, coins where symbol = 'TOMAN'`,
]

eachDatabase('levels of many users', (open) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
    await seedCatalogue(database)
    for (const statement of historyOf({ users: USERS, trades: TRADES })) await database.query(statement)
  })

  const keep = (on: Database) =>
    keepLevels({
      database: on,
      markets: [],
      exchange: { subscribe: () => () => undefined },
      sessions: { refresh: () => undefined },
      now: () => NOW,
      log: { warn() {} },
      pauseMs: 1,
    })

  const counted = async () =>
    (await database.query<{ id: number }>('select last_trade_id::integer as id from counted_trades'))[0]?.id ?? 0

  test('a stop waits for one count, not for that of all trades', async () => {
    const stopping = new AbortController()
    const query: Database['query'] = (sql, values) => {
      stopping.abort()
      return database.query(sql, values)
    }
    await keep({ ...database, query }).recalculate(stopping.signal)
    expect(await counted()).toBeGreaterThan(0)
    expect(await counted()).toBeLessThan(TRADES / 2)
  })

  test('the daily run goes on where it was, and reaches everybody', async () => {
    await keep(database).recalculate()
    expect(await counted()).toBe(TRADES)
    const levels = await database.query('select level, count(*)::integer as users from users group by level')
    expect(levels).toEqual([{ level: 'VIP_2', users: USERS }])
  })
})

eachDatabase('a long backlog of trades', (open) => {
  test('a stop waits for the levels of a few users, not of all that are behind', async () => {
    const users = 3_000
    const database = await open()
    await seedCatalogue(database)
    for (const statement of historyOf({ users, trades: 2 * users })) await database.query(statement)
    let adjusted = 0
    let close: Promise<void> | undefined
    const query: Database['query'] = (sql, values) => {
      if (/with deserved/.test(sql)) {
        adjusted += 1
        close ??= keeper.close()
      }
      return database.query(sql, values)
    }
    const keeper = keepLevels({
      database: { ...database, query },
      markets: [],
      exchange: {
        subscribe: (_from, subscriber) => {
          subscriber({ kind: 'snapshot', epoch: 1n, number: 0, at: 0, books: [], lastTradeId: 2 * users })
          return () => undefined
        },
      },
      sessions: { refresh: () => undefined },
      now: () => NOW,
      log: { warn() {} },
      pauseMs: 1,
    })
    await keeper.settled()
    await close
    // A statement adjusts fifty users: the stop waits for one round's at most, not for all sixty.
    expect(adjusted).toBeGreaterThan(0)
    expect(adjusted).toBeLessThanOrEqual(25)
  })
})
