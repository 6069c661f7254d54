import { expect, test } from 'vitest'
import type { Database } from '#server/store/database.ts'
import { oco } from '#tests/builders/commands.ts'
import { GOLD_TOMAN } from '#tests/builders/markets.ts'
import { faultsOf } from '#tests/builders/test-exchange.ts'
import { eachDatabase } from '#tests/setup/databases.ts'
import { openExchange } from './open-exchange.ts'

const ASKS = 10
const REVIEW = { kind: 'halted', reason: { fa: 'بازبینی', en: 'Under review' } } as const
const HALTED_GOLD = {
  type: 'setMarketRules',
  halts: new Map([[GOLD_TOMAN.id, REVIEW]]),
  holidays: new Set<never>(),
  markets: [],
  coins: [],
  revision: Number.MAX_SAFE_INTEGER,
} as const

eachDatabase('an order that meets more others than one turn allows', (open) => {
  /** Ten sell orders of a gram of gold each, and turns of two matches. */
  async function stocked(database: Database) {
    const exchange = await openExchange(database, { matchesMax: 2 })
    await exchange.gives('sara', `${ASKS} GOLD`)
    for (const who of ['ali', 'reza']) await exchange.gives(who, '5000 TOMAN')
    for (let i = 0; i < ASKS; i++) await exchange.order(`sara sells 1 GOLD at ${100 + i}`, `ask-${i}`)
    return exchange
  }
  const statusOf = async (database: Database, id: number) => {
    const [row] = await database.query<{ status: string; executed: bigint }>(
      'select status, executed from orders where id = $1',
      [id],
    )
    return row && `${row.status} ${row.executed / 1_000_000n}`
  }

  test('is answered after the first, and others have their turn before it is done', async () => {
    const database = await open()
    const exchange = await stocked(database)
    const sweep = exchange.order('ali buys 10 GOLD at 109', 'sweep-1')
    const other = exchange.order('reza buys 1 GOLD at 109', 'other-1')
    expect(await sweep).toMatchObject({ kind: 'order', status: 'IS_OPEN', executed: 2_000_000n })
    // All ten sell orders are filled in the end; this order reached the book before the last of them was.
    expect(await other).toMatchObject({ executed: 1_000_000n })
    await expect.poll(() => statusOf(database, ASKS + 1)).toBe('IS_OPEN 9')
    // The rest of the order is on the book like any other, and the repeat gets the first answer.
    expect(exchange.picture()).toContain('buy  109: 1 (ali 1)')
    expect(await exchange.order('ali buys 10 GOLD at 109', 'sweep-1')).toEqual(await sweep)
    expect(await faultsOf(database)).toEqual([])
    await exchange.close()
  })

  test('waits while its market is halted, can be cancelled meanwhile, and goes on after a restart', async () => {
    const database = await open()
    const exchange = await stocked(database)
    const both = [
      exchange.order('ali buys 10 GOLD at 109', 'sweep-1'),
      exchange.order('reza buys 9 GOLD at 109', 'sweep-2'),
    ]
    await Promise.all([...both, exchange.submit(HALTED_GOLD)])
    const left = await database.query(`select id from orders where status = 'IS_OPEN' and side = 'BUY'`)
    expect(left).toHaveLength(2)
    const cancel = {
      type: 'cancelOrder',
      userId: 3,
      key: 'cancel-1',
      fingerprint: 'cancel',
      orderId: ASKS + 2,
    } as const
    expect(await exchange.submit(cancel)).toMatchObject({ status: 'CANCELLED_BY_USER' })
    expect(await faultsOf(database)).toEqual([])
    await exchange.close()

    const again = await openExchange(database, { matchesMax: 2 })
    await expect.poll(async () => (await statusOf(database, ASKS + 1))?.startsWith('IS_OPEN')).toBe(true)
    await expect.poll(() => again.picture()).not.toMatch(/^ {2}sell /m)
    expect(await faultsOf(database)).toEqual([])
    await again.close()
  })

  test('ends the other leg of an OCO order whose stop it has triggered before a restart', async () => {
    const database = await open()
    const exchange = await stocked(database)
    await exchange.order('ali buys 1 GOLD at 100', 'first-trade')
    await exchange.submit(oco('reza buys 1 GOLD at 95 or at 105 once 102', { key: 'oco-1', at: 0 }))
    await Promise.all([exchange.order('ali buys 9 GOLD at 109', 'sweep-1'), exchange.submit(HALTED_GOLD)])
    const legs = [ASKS + 2, ASKS + 3]
    const statuses = () => Promise.all(legs.map((id) => statusOf(database, id)))
    expect(await statuses()).toEqual(['IS_OPEN 0', 'PENDING 0'])
    await exchange.close()

    const again = await openExchange(database, { matchesMax: 2 })
    await expect.poll(statuses).toEqual(['FINISHED_WITHOUT_TRANSACTION 0', 'IS_OPEN 0'])
    expect(again.picture()).toContain('buy  105: 1 (reza 1)')
    expect(again.picture()).toContain('reza: 4895 + 105 TOMAN')
    expect(await faultsOf(database)).toEqual([])
    await again.close()
  })

  test('drops what is left where it was to trade at once, and came to a restart', async () => {
    const database = await open()
    const exchange = await stocked(database)
    const sweep = exchange.order('ali buys 5 GOLD', 'sweep-1')
    await Promise.all([sweep, exchange.submit(HALTED_GOLD)])
    expect(await statusOf(database, ASKS + 1)).toMatch(/^IS_OPEN/)
    await exchange.close()
    const again = await openExchange(database, { matchesMax: 2 })
    await expect.poll(() => statusOf(database, ASKS + 1)).toMatch(/^FINISHED_WITH_TRANSACTION/)
    expect(await faultsOf(database)).toEqual([])
    await again.close()
  })
})
