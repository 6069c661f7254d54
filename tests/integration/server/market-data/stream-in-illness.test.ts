import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { followBook } from '#tests/builders/book-of-stream.ts'
import { type EventReader, readEvents } from '#tests/builders/event-reader.ts'
import { type LivingServer, startLivingServer } from '#tests/builders/living-server.ts'
import { type Ailment, SickDatabase } from '#tests/builders/sick-database.ts'
import { eachDatabase } from '#tests/setup/databases.ts'

/** Longer than the interval in which the stream gathers changes. */
const REPORT_MS = 200

eachDatabase('the live stream, when the database falls ill', (open) => {
  let at: LivingServer
  let sick: SickDatabase
  const readers: EventReader[] = []
  const listen = async (token?: string) => {
    const reader = await readEvents(`${at.url}/api/stream?market=GOLD_TOMAN`, { token })
    readers.push(reader)
    await reader.until('a reset', ({ all }) => all('reset').length > 0)
    return reader
  }
  /** The readers, who received every change, have the same book as a newcomer. */
  const expectSameBook = async (those: readonly EventReader[]) => {
    const newcomer = followBook(await listen())
    for (const reader of those) {
      await reader.until('the newest book', () => followBook(reader).sequence === newcomer.sequence)
      expect(followBook(reader)).toEqual(newcomer)
    }
  }
  const tradeIds = (reader: EventReader) => reader.all('trades').flatMap(({ data }) => data.map(({ id }) => id))
  /** The events that report something done: a changed level, a trade, an order, a balance. */
  const deedsIn = (reader: EventReader) =>
    reader.events.filter(
      ({ event, data }) =>
        ['trades', 'order', 'balance'].includes(event) ||
        (event === 'book' && 'previous' in data && data.bids.length + data.asks.length > 0),
    )

  beforeAll(async () => {
    sick = new SickDatabase(await open())
    at = await startLivingServer(sick)
    await at.give('ali', '100000000000 TOMAN')
    await at.give('sara', '100000 GOLD')
  })
  afterEach(() => {
    for (const reader of readers.splice(0)) reader.close()
  })
  afterAll(() => at.close())

  test('a refused batch is sent to no stream, and the next is sent rightly', async () => {
    await at.place('sara sells 3 GOLD at 10100000')
    const [ali, sara, visitor] = [await listen(at.signIn('ali')), await listen(at.signIn('sara')), await listen()]
    sick.falls('refused')
    await expect(at.place('ali buys 2 GOLD at 10100000')).rejects.toThrow('the disk is full')
    await sleep(REPORT_MS)
    for (const reader of [ali, sara, visitor]) expect(deedsIn(reader)).toEqual([])
    // A stream of own orders is told to refetch; the other streams missed nothing.
    for (const reader of [ali, sara]) await reader.until('the refetch', ({ all }) => all('refetch').length === 2)
    expect([ali, sara, visitor].map((reader) => reader.all('refetch').length)).toEqual([2, 2, 0])
    await expectSameBook([ali, sara, visitor])

    await at.place('ali buys 1 GOLD at 10100000')
    await ali.until('the trade', ({ all }) => all('trades').length > 0 && all('order').length > 0)
    expect(ali.all('order').map(({ data }) => data)).toMatchObject([
      { amount: '1', orderStatus: 'FINISHED_WITH_TRANSACTION', executedPercent: 100 },
    ])
    await sara.until('her order', ({ all }) => all('order').length > 0)
    expect(sara.all('order').map(({ data }) => data)).toMatchObject([{ amount: '3', executedAmount: '1' }])
    expect(ali.all('trades').flatMap(({ data }) => data)).toMatchObject([{ amount: '1', unitPrice: '10100000' }])
    await expectSameBook([ali, sara, visitor])
  })

  test('while a commit is under way nothing of it is sent, not even to a new stream', async () => {
    await at.place('sara sells 3 GOLD at 10200000')
    const before = await listen(at.signIn('ali'))
    sick.falls('slow')
    const placed = at.place('ali buys 50 GOLD at 10200000')
    await sick.hasHit()
    const meanwhile = await listen(at.signIn('ali'))
    await sleep(REPORT_MS)
    for (const reader of [before, meanwhile]) expect(deedsIn(reader)).toEqual([])
    expect(followBook(meanwhile).asks).toContainEqual(['10200000', '3'])
    sick.hurry()
    await placed
    for (const reader of [before, meanwhile]) {
      await reader.until('the trade', ({ all }) => all('trades').length > 0 && all('order').length > 0)
      expect(reader.all('order').at(-1)?.data).toMatchObject({ amount: '50', orderStatus: 'IS_OPEN' })
    }
    await expectSameBook([before, meanwhile])
  })

  test('what is applied behind a commit that is under way is shown after its own, and not with the other', async () => {
    const price = '10300000'
    const listed = (reader: EventReader) => followBook(reader).asks.filter(([at]) => at === price)
    const before = await listen(at.signIn('sara'))
    sick.falls('slow', 'slow')
    const first = at.place(`sara sells 3 GOLD at ${price}`)
    await sick.hasHit()
    const second = at.place(`sara sells 4 GOLD at ${price}`)
    await sleep(REPORT_MS)
    const meanwhile = await listen(at.signIn('sara'))
    expect([...deedsIn(before), ...deedsIn(meanwhile)]).toEqual([])
    expect(listed(meanwhile)).toEqual([])

    sick.hurry()
    await first
    for (const reader of [before, meanwhile])
      await reader.until('the first', ({ all }) => listed(reader).length > 0 && all('order').length > 0)
    await sleep(REPORT_MS)
    for (const reader of [before, meanwhile, await listen()]) expect(listed(reader)).toEqual([[price, '3']])
    expect(before.all('order').map(({ data }) => data.amount)).toEqual(['3'])
    // A client that fetched its orders before they were committed gets them now.
    expect(meanwhile.all('order').map(({ data }) => data.amount)).toEqual(['3'])

    sick.hurry()
    await second
    await before.until('the second', ({ all }) => all('order').length === 2)
    await expectSameBook([before, meanwhile])
    expect(listed(before)).toEqual([[price, '7']])
  })

  const courses: [string, Ailment[]][] = [
    ['is lost on its way', ['lost-before']],
    ['is committed, but its answer is lost', ['lost-after']],
    ['arrives after the connection was given up', ['late']],
    ['fails in every way in a row', ['lost-after', 'late', 'lost-before', 'late', 'lost-after']],
  ]
  describe('a batch that', () => {
    test.each(courses)('%s: every trade is sent once and in order, and every order as it is', async (_, ailments) => {
      const readersOf = [await listen(at.signIn('ali')), await listen(at.signIn('sara')), await listen()]
      const [known] = await tradesSince('0')
      sick.falls(...ailments)
      const orders = Array.from({ length: 30 }, (_unused, i) =>
        i % 2 === 0 ? `sara sells 0.3 GOLD at ${9_990_000 + i * 100}` : `ali buys 0.2 GOLD at ${9_995_000 + i * 100}`,
      )
      for (let from = 0; from < orders.length; from += 5) await Promise.all(orders.slice(from, from + 5).map(at.place))
      await Promise.all(sick.late)

      const made = (await tradesSince(known?.id ?? '0')).map(({ id }) => id).toReversed()
      expect(made.length).toBeGreaterThan(5)
      for (const reader of readersOf) {
        await reader.until('every trade', () => tradeIds(reader).length >= made.length)
        expect(tradeIds(reader)).toEqual(made)
      }
      await expectSameBook(readersOf)
      for (const reader of readersOf.slice(0, 2)) await expectTrueOrders(reader)
      expect(readersOf.map((reader) => reader.all('refetch').length > 1)).toEqual([true, true, false])
    })
  })

  /** Committed trades after this one, newest first. */
  const tradesSince = (id: string) =>
    sick.query<{ id: string }>('select id::text as id from trades where id > $1 order by trades.id desc', [BigInt(id)])

  /** An order is reported under its committed id, and never with more executed than was committed. */
  async function expectTrueOrders(reader: EventReader): Promise<void> {
    const reported = reader.all('order').map(({ data }) => data)
    const rows = await sick.query<{ id: string; key: string; executed: bigint; status: string }>(
      'select id::text as id, client_order_id as key, executed, status from orders where id = any($1)',
      [reported.map(({ id }) => BigInt(id))],
    )
    const rowOf = new Map(rows.map((row) => [row.id, row]))
    expect(reported.map(({ id }) => rowOf.get(id)?.key)).toEqual(reported.map(({ clientOrderId }) => clientOrderId))
    const sinceRefetch = reader.events.slice(reader.events.findLastIndex(({ event }) => event === 'refetch'))
    const last = new Map(
      sinceRefetch.flatMap((received) => (received.event === 'order' ? [[received.data.id, received.data]] : [])),
    )
    for (const [id, { orderStatus }] of last) expect(orderStatus).toBe(rowOf.get(id)?.status)
  }
})
