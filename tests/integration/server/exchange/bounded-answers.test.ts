import { expect, test } from 'vitest'
import { timeKey } from '#domain/time-key.ts'
import { ExchangeUnavailable } from '#server/exchange/exchange.ts'
import { SickDatabase } from '#tests/builders/sick-database.ts'
import { faultsOf } from '#tests/builders/test-exchange.ts'
import { eachDatabase } from '#tests/setup/databases.ts'
import { openExchange } from './open-exchange.ts'

const HOUR_MS = 3_600_000

eachDatabase('answers that memory does not hold', (open) => {
  test('every repeat of a day gets its first answer, and nothing is executed twice', async () => {
    const database = await open()
    const bounds = { batchMax: 4, answersMax: 12 }
    const first = await openExchange(database, bounds)
    await first.gives('ali', '100 GOLD')
    const keys = Array.from({ length: 60 }, (_, i) => `order-${i}`)
    const place = (exchange: typeof first) =>
      Promise.all(keys.map((key, i) => exchange.order(`ali sells 1 GOLD at ${100 + i}`, key)))
    const answers = await place(first)
    expect(await place(first)).toEqual(answers)
    expect(await first.findOutcome({ userId: 1, key: 'order-0' })).toEqual(answers[0])
    expect(await first.findOutcome({ userId: 2, key: 'order-0' })).toBeUndefined()
    await first.close()
    const again = await openExchange(database, bounds)
    expect(await place(again)).toEqual(answers)
    expect(await again.order('ali sells 2 GOLD at 100', 'order-0')).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' })
    expect(await faultsOf(database)).toEqual([])
    const [rows] = await database.query<{ count: number }>('select count(*)::integer as count from orders')
    expect(rows?.count).toBe(60)
    await again.close()
  })

  test('a repeat that shares a batch with commands whose answers push out its own is answered as the first time', async () => {
    const database = await open()
    const exchange = await openExchange(database, { batchMax: 4, answersMax: 12 })
    await exchange.gives('ali', '100 GOLD')
    const first = await exchange.order('ali sells 1 GOLD at 100', 'first')
    for (let i = 0; i < 10; i++) await exchange.order(`ali sells 1 GOLD at ${200 + i}`, `full-${i}`)
    for (let round = 0; round < 4; round++) {
      const news = [0, 1, 2].map((i) => exchange.order('ali sells 1 GOLD at 300', `new-${round}-${i}`))
      const repeat = exchange.order('ali sells 1 GOLD at 100', 'first')
      await Promise.all(news)
      expect(await repeat).toEqual(first)
    }
    await exchange.close()
  })

  test('a key is free again after a day, though its row is still there; not in its last moment', async () => {
    let now = 100 * HOUR_MS
    const database = await open()
    const exchange = await openExchange(database, { batchMax: 4, answersMax: 12, now: () => now })
    await exchange.gives('ali', '100 GOLD')
    const first = await exchange.order('ali sells 1 GOLD at 100', 'key')
    for (let i = 0; i < 20; i++) await exchange.order(`ali sells 1 GOLD at ${200 + i}`, `other-${i}`)
    now += 24 * HOUR_MS
    expect(await exchange.order('ali sells 1 GOLD at 100', 'key')).toEqual(first)
    now += 1
    await database.query(
      `insert into outcomes (user_id, key, fingerprint, outcome, at)
        select 99, 'kept', fingerprint, outcome, at from outcomes where key = 'key'`,
    )
    const second = await exchange.order('ali sells 1 GOLD at 100', 'key')
    expect(second).toMatchObject({ status: 'IS_OPEN' })
    expect(second).not.toEqual(first)
    expect(await exchange.order('ali sells 1 GOLD at 100', 'key')).toEqual(second)
    await exchange.close()
  })

  test('while the database cannot say whether a key was answered, commands wait; none is lost and none is doubled', async () => {
    const healthy = await open()
    const database = new SickDatabase(healthy, 'postgres')
    const exchange = await openExchange(database, { batchMax: 4, answersMax: 12 })
    await exchange.gives('ali', '100 GOLD')
    for (let i = 0; i < 20; i++) await exchange.order(`ali sells 1 GOLD at ${200 + i}`, `before-${i}`)
    database.setAway(true)
    const asked = ['before-0', 'new-1', 'new-2', 'new-1'].map((key) => exchange.order('ali sells 1 GOLD at 200', key))
    await new Promise((resolve) => setTimeout(resolve, 400))
    database.setAway(false)
    const [repeat, one, two, again] = await Promise.all(asked)
    expect([repeat, one, two]).toMatchObject([{ orderId: 1 }, { orderId: 21 }, { orderId: 22 }])
    expect(again).toEqual(one)
    expect(await faultsOf(healthy)).toEqual([])
    await exchange.close()
  })

  test('commands whose keys are looked up keep to their deadlines', async () => {
    let now = 100 * HOUR_MS
    const healthy = await open()
    const database = new SickDatabase(healthy, 'postgres')
    const exchange = await openExchange(database, { isLocal: true, batchMax: 4, answersMax: 12, now: () => now })
    await exchange.gives('ali', '100 GOLD')
    for (let i = 0; i < 20; i++) await exchange.order(`ali sells 1 GOLD at ${200 + i}`, `before-${i}`)
    const answering = database.holdLookUps()
    const late = exchange.order('ali sells 1 GOLD at 200', 'late')
    await new Promise((resolve) => setTimeout(resolve, 20))
    now += 10_001
    const inTime = exchange.order('ali sells 1 GOLD at 200', 'in time')
    answering()
    await expect(late).rejects.toBeInstanceOf(ExchangeUnavailable)
    expect(await inTime).toMatchObject({ status: 'IS_OPEN' })
    const [rows] = await healthy.query<{ count: number }>('select count(*)::integer as count from orders')
    expect(rows?.count).toBe(21)
    await exchange.close()
  })

  test('a key that says when it was made is looked up only where memory may have lost its answer', async () => {
    let now = 100 * HOUR_MS
    const database = new SickDatabase(await open(), 'postgres')
    const exchange = await openExchange(database, { batchMax: 4, answersMax: 12, now: () => now })
    await exchange.gives('ali', '100 GOLD')
    const place = async (key: string) => {
      const before = database.lookUps
      const answer = await exchange.order('ali sells 1 GOLD at 200', key)
      return { answer, wasLookedUp: database.lookUps > before }
    }
    const keyAt = (ms: number, last: number) => timeKey(ms, new Uint8Array(10).fill(last))
    const early = keyAt(now, 1)
    const first = await place(early)
    for (let i = 0; i < 20; i++) {
      now += 1_000
      await place(`plain-key-${i}`)
    }
    expect(await place(early)).toEqual({ answer: first.answer, wasLookedUp: true })
    expect(await place(keyAt(now, 2))).toMatchObject({ answer: { status: 'IS_OPEN' }, wasLookedUp: false })

    // One key of a clock half an hour ahead, and one of a clock further ahead than the exchange accepts.
    const ahead = keyAt(now + HOUR_MS / 2, 3)
    const second = await place(ahead)
    expect(await place(keyAt(now + 1.1 * HOUR_MS, 4))).toMatchObject({
      answer: { code: 'IDEMPOTENCY_KEY_FROM_FUTURE' },
    })
    now += HOUR_MS / 2 - 10_000
    for (let i = 0; i < 20; i++) await place(`other-key-${i}`)
    expect(await place(ahead)).toEqual({ answer: second.answer, wasLookedUp: true })
    await exchange.close()
    const again = await openExchange(database, { batchMax: 4, answersMax: 12, now: () => now })
    expect(await again.order('ali sells 1 GOLD at 200', ahead)).toEqual(second.answer)
    await again.close()
  })
})
