import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { FeedEvent } from '#server/exchange/commit-feed.ts'
import { OutcomeUnknown } from '#server/exchange/exchange.ts'
import type { Database } from '#server/store/database.ts'
import { type DatabaseSettings, openDatabase } from '#server/store/open-database.ts'
import { order } from '#tests/builders/commands.ts'
import { type Ailment, SickDatabase } from '#tests/builders/sick-database.ts'
import { faultsOf, type TestExchange } from '#tests/builders/test-exchange.ts'
import { eachDatabase } from '#tests/setup/databases.ts'
import { openExchange } from './open-exchange.ts'

const PEOPLE = ['ali', 'sara', 'reza', 'mina']

async function funded(database: Database, local?: { now?: () => number; isLocal: true }): Promise<TestExchange> {
  const exchange = await openExchange(database, { batchMax: 8, ...local })
  for (const who of PEOPLE) await Promise.all([exchange.gives(who, '10000 TOMAN'), exchange.gives(who, '100 GOLD')])
  return exchange
}

const sentences = Array.from({ length: 40 }, (_, i) => {
  const [who, verb] = [PEOPLE[i % 4], i % 3 === 0 ? 'sells' : 'buys']
  return { sentence: `${who} ${verb} ${1 + (i % 5)} GOLD at ${100 + ((i * 7) % 5)}`, key: `order-${i}` }
})

const countOrders = async (database: Database) =>
  (
    await database.query<{ keys: number; rows: number }>(
      'select count(distinct client_order_id)::int as keys, count(*)::int as rows from orders',
    )
  )[0]

eachDatabase('an exchange whose database falls ill', (open, place) => {
  describe('a batch that fails', () => {
    const courses: [string, Ailment[]][] = [
      ['is refused', ['refused']],
      ['is refused again and again', ['refused', 'refused', 'refused']],
      ['is lost on its way', ['lost-before']],
      ['is committed, but its answer is lost', ['lost-after']],
      ['arrives after the connection was given up', ['late']],
      ['fails in every way in a row', ['lost-after', 'late', 'lost-before', 'late', 'lost-after']],
    ]
    test.each(courses)('%s: every order is there once, and answered as it is', async (_, ailments) => {
      const healthy = await open()
      const database = new SickDatabase(healthy)
      const exchange = await funded(database)
      database.falls(...ailments)
      // A command that the database refuses even alone is answered with a fault; its key can be sent again.
      const answers = await Promise.all(
        sentences.map(async ({ sentence, key }) => {
          const ask = () => exchange.order(sentence, key)
          return ask().catch(ask)
        }),
      )
      expect(answers.every(({ kind }) => kind === 'order')).toBe(true)
      expect(exchange.warnings.length).toBeGreaterThanOrEqual(ailments.length > 1 ? 2 : 1)
      expect((await Promise.all(database.late)).flat().filter(({ held }) => held > 0)).toEqual([])

      expect(await countOrders(healthy)).toEqual({ keys: 40, rows: 40 })
      expect(await Promise.all(sentences.map(({ sentence, key }) => exchange.order(sentence, key)))).toEqual(answers)
      expect(await countOrders(healthy)).toEqual({ keys: 40, rows: 40 })
      expect(await faultsOf(healthy)).toEqual([])
      const picture = exchange.picture()
      await exchange.close()
      const again = await openExchange(healthy)
      expect(again.picture()).toBe(picture)
      await again.close()
    })
  })

  test('a cancellation whose answer was lost is not executed twice', async () => {
    const healthy = await open()
    const database = new SickDatabase(healthy)
    const exchange = await funded(database)
    const placed = await exchange.order('ali sells 5 GOLD at 100', 'key-1')
    database.falls('lost-after')
    const orderId = placed.kind === 'order' ? placed.orderId : 0
    const cancel = {
      type: 'cancelOrder',
      userId: 1,
      key: 'cancel-1',
      fingerprint: 'cancel',
      orderId,
      at: Date.now(),
    } as const
    expect(await exchange.submit(cancel)).toMatchObject({ status: 'CANCELLED_BY_USER' })
    expect(await exchange.submit(cancel)).toMatchObject({ status: 'CANCELLED_BY_USER' })
    expect(exchange.picture()).toContain('ali: 100 + 0 GOLD')
    expect(await faultsOf(healthy)).toEqual([])
    await exchange.close()
  })

  test("an order of the exchange's own traders has no kept answer, and is not executed again where its own was lost", async () => {
    const healthy = await open()
    const database = new SickDatabase(healthy)
    const exchange = await funded(database)
    const own = (sentence: string) =>
      exchange.submit({ ...order(sentence, { key: 'own-order', at: Date.now() }), isNeverRepeated: true })
    expect(await own('ali sells 5 GOLD at 100')).toMatchObject({ status: 'IS_OPEN' })
    expect(await own('ali sells 6 GOLD at 100')).toMatchObject({ status: 'IS_OPEN' })
    database.falls('lost-after')
    const [lost, customers] = await Promise.allSettled([
      own('ali sells 7 GOLD at 100'),
      exchange.order('sara buys 1 GOLD at 90', 'key-1'),
    ])
    expect(lost).toMatchObject({ status: 'rejected', reason: expect.any(OutcomeUnknown) })
    expect(customers).toMatchObject({ status: 'fulfilled', value: { status: 'IS_OPEN' } })
    database.falls('refused')
    await expect(own('ali sells 8 GOLD at 100')).rejects.toThrow('the disk is full')

    expect(await countOrders(healthy)).toMatchObject({ rows: 4 })
    const [kept] = await healthy.query(`select count(*)::int as count from outcomes where key = 'own-order'`)
    expect(kept).toEqual({ count: 0 })
    expect(await faultsOf(healthy)).toEqual([])
    await exchange.close()
  })

  test('while a server is away commands wait, and are executed when it is back', async () => {
    const healthy = await open()
    const database = new SickDatabase(healthy, 'postgres')
    const exchange = await funded(database)
    database.setAway(true)
    const waiting = exchange.order('ali sells 5 GOLD at 100', 'key-1')
    await sleep(700)
    const later = exchange.order('sara buys 5 GOLD at 100', 'key-2')
    database.setAway(false)
    expect(await waiting).toMatchObject({ status: 'IS_OPEN' })
    expect(await later).toMatchObject({ status: 'FINISHED_WITH_TRANSACTION' })
    expect(await countOrders(healthy)).toEqual({ keys: 2, rows: 2 })
    await exchange.close()
  })

  test('who subscribes while a memory that ran ahead waits for its database is shown only what is committed', async () => {
    const database = new SickDatabase(await open(), 'postgres')
    const exchange = await funded(database, { isLocal: true })
    database.setAway(true)
    const waiting = exchange.order('ali sells 5 GOLD at 100', 'key-1')
    await database.hasHit()
    const shown: FeedEvent[] = []
    exchange.subscribe(undefined, (event) => void shown.push(event))
    expect(shown).toEqual([])
    database.setAway(false)
    await waiting
    expect(shown).toMatchObject([
      { kind: 'snapshot', books: Array(4).fill({ asks: [] }) },
      { kind: 'commit', orders: [{ status: 'IS_OPEN' }] },
    ])
    await exchange.close()
  })

  test('a command that was sent and waited longer than its sender does has an unknown outcome, and is not executed later', async () => {
    let now = 1_000
    const healthy = await open()
    const database = new SickDatabase(healthy, 'postgres')
    const exchange = await funded(database, { isLocal: true, now: () => now })
    database.setAway(true)
    const late = exchange.order('ali sells 5 GOLD at 100', 'key-1')
    const refusal = expect(late).rejects.toMatchObject({ name: 'OutcomeUnknown' })
    await database.hasHit()
    now += 10_001
    await refusal
    database.setAway(false)
    expect(await exchange.order('sara sells 1 GOLD at 200', 'key-2')).toMatchObject({ status: 'IS_OPEN' })
    expect(await countOrders(healthy)).toEqual({ keys: 1, rows: 1 })
    await exchange.close()
  })

  test('those behind a slow commit are refused at their deadline; the commit itself is answered when it is done', async () => {
    let now = 1_000
    const healthy = await open()
    const database = new SickDatabase(healthy)
    const exchange = await funded(database, { isLocal: true, now: () => now })
    database.falls('slow')
    const slow = exchange.order('ali sells 5 GOLD at 100', 'key-1')
    await database.hasHit()
    const behind = exchange.order('sara sells 5 GOLD at 100', 'key-2')
    now += 10_001
    await expect(behind).rejects.toMatchObject({ name: 'ExchangeUnavailable' })
    database.hurry()
    expect(await slow).toMatchObject({ status: 'IS_OPEN' })
    expect(await countOrders(healthy)).toEqual({ keys: 1, rows: 1 })
    await exchange.close()
  })

  test('a queue that is full refuses the next command at once', async () => {
    const healthy = await open()
    const database = new SickDatabase(healthy)
    const exchange = await funded(database)
    database.falls('slow')
    const slow = exchange.order('ali sells 5 GOLD at 100', 'key-1')
    await database.hasHit()
    const nothing = {
      type: 'cancelOrder',
      userId: 1,
      key: 'none',
      fingerprint: 'none',
      orderId: 999_999,
      at: Date.now(),
    } as const
    const cancelNothing = () => exchange.submit(nothing)
    const queued = Array.from({ length: 20_000 }, cancelNothing)
    await expect(cancelNothing()).rejects.toMatchObject({ name: 'ExchangeUnavailable', message: 'the queue is full' })
    database.hurry()
    expect(await slow).toMatchObject({ status: 'IS_OPEN' })
    expect(new Set((await Promise.all(queued)).map((answer) => answer.kind))).toEqual(new Set(['refused']))
    await exchange.close()
  })

  test('when the database is closed under it, the exchange says that it is lost and refuses', async () => {
    const exchange = await openOn(await place())
    await exchange.database.close()
    const refusal = expect(exchange.test.order('ali sells 5 GOLD at 100', 'key-1')).rejects.toMatchObject({
      name: 'OutcomeUnknown',
    })
    if (exchange.database.engine === 'postgres') await exchange.test.close()
    await refusal
    expect(exchange.test.lost).toHaveLength(exchange.database.engine === 'pglite' ? 1 : 0)
    await expect(exchange.test.order('ali sells 5 GOLD at 100', 'key-1')).rejects.toThrow()
  })

  test('closing finishes what is queued, then refuses', async () => {
    const database = await open()
    const exchange = await funded(database)
    const queued = sentences.map(({ sentence, key }) => exchange.order(sentence, key))
    await exchange.close()
    expect((await Promise.all(queued)).every(({ kind }) => kind === 'order')).toBe(true)
    await expect(exchange.order('ali sells 1 GOLD at 1', 'late-key')).rejects.toMatchObject({
      name: 'ExchangeUnavailable',
      message: 'the exchange is closed',
    })
  })
})

async function openOn(settings: DatabaseSettings) {
  const database = await openDatabase(settings)
  return { database, test: await funded(database) }
}
