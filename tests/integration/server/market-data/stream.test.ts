import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { marketOfEvent, STREAM_MARKETS_MAX } from '#contract/stream.ts'
import { followBook } from '#tests/builders/book-of-stream.ts'
import { type EventReader, type ReceivedOf, readEvents } from '#tests/builders/event-reader.ts'
import { type LivingServer, startLivingServer } from '#tests/builders/living-server.ts'
import { onDatabase } from '#tests/setup/databases.ts'

onDatabase('the live stream', (open) => {
  let at: LivingServer
  const readers: EventReader[] = []
  const listen = async (path: string, options?: Parameters<typeof readEvents>[1]) => {
    const reader = await readEvents(`${at.url}/api/stream${path}`, options)
    readers.push(reader)
    return reader
  }
  const resetOf = async (reader: EventReader): Promise<ReceivedOf<'reset'>['data']> => {
    await reader.until('a reset', ({ all }) => all('reset').length > 0)
    const [reset] = reader.all('reset')
    if (!reset) throw new Error('no reset')
    return reset.data
  }

  beforeAll(async () => {
    at = await startLivingServer(await open(), { streamLimits: { heartbeatMs: 100, perUserMax: 3, perNetworkMax: 30 } })
    await at.give('ali', '100000000000 TOMAN')
    await at.give('sara', '100000 GOLD')
    await at.place('ali buys 2 GOLD at 9900000')
    await at.place('sara sells 3 GOLD at 10100000')
  })
  afterEach(() => {
    for (const reader of readers.splice(0)) reader.close()
  })
  afterAll(() => at.close())

  test('begins with the market as it stands, and forbids to keep or gather it', async () => {
    const reader = await listen('?market=GOLD_TOMAN')
    expect(reader.status).toBe(200)
    expect(reader.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(reader.headers.get('cache-control')).toBe('no-store, no-transform')
    expect(await resetOf(reader)).toMatchObject({
      market: 'GOLD_TOMAN',
      bids: [['9900000', '2']],
      asks: [['10100000', '3']],
      ticker: { bestBid: '9900000', bestAsk: '10100000', state: { kind: 'OPEN' } },
    })
  })

  test('changes, added up, are the book that a newcomer is shown', async () => {
    const reader = await listen('?market=GOLD_TOMAN')
    await resetOf(reader)
    for (let i = 0; i < 60; i++) {
      await at.place(`ali buys 0.${101 + i} GOLD at ${9_800_000 + ((i * 37) % 20) * 1_000}`)
      if (i % 3 === 0) await at.place(`sara sells 0.15 GOLD at ${9_800_000 + ((i * 13) % 40) * 1_000}`)
    }
    const { sequence, bids, asks } = await resetOf(await listen('?market=GOLD_TOMAN'))
    await reader.until('the newest book', () => followBook(reader).sequence === sequence)
    expect(followBook(reader)).toEqual({ sequence, bids, asks })
  })

  test('sends every trade once, oldest first, and the ticker after it', async () => {
    const reader = await listen('?market=GOLD_TOMAN')
    const { trades: known } = await resetOf(reader)
    const newest = BigInt(known[0]?.id ?? '0')
    for (let i = 0; i < 25; i++) {
      await at.place('ali buys 0.1 GOLD at 10100000')
      await at.place('sara sells 0.1 GOLD at 10000000')
    }
    const { trades: last } = await resetOf(await listen('?market=GOLD_TOMAN'))
    const ids = () => reader.all('trades').flatMap(({ data }) => data.map(({ id }) => BigInt(id)))
    await reader.until('the last trade', () => ids().at(-1) === BigInt(last[0]?.id ?? '0'))
    expect(ids()).toEqual(ids().toSorted((a, b) => (a < b ? -1 : 1)))
    expect(new Set(ids()).size).toBe(ids().length)
    expect(ids().length).toBeGreaterThanOrEqual(25)
    expect(ids()[0]).toBeGreaterThan(newest)
    await reader.until('a ticker', ({ all }) => all('ticker').at(-1)?.data.lastPrice === last[0]?.unitPrice)
  })

  test('a client that reconnects with the last id gets what it missed and nothing twice', async () => {
    const before = await listen('?market=GOLD_TOMAN')
    await resetOf(before)
    await at.place('ali buys 0.5 GOLD at 9700000')
    await before.until('the first change', ({ all }) => all('book').length > 0)
    await sleep(80)
    before.close()
    const lastEventId = before.lastId()
    await at.place('ali buys 0.5 GOLD at 9700000')
    await at.place('ali buys 0.25 GOLD at 9701000')
    const after = await listen('?market=GOLD_TOMAN', { lastEventId })
    await after.until('what was missed', ({ all }) => all('book').some(({ data }) => data.bids.length > 0))
    expect(after.all('reset')).toEqual([])
    const [missed] = after.all('book')
    expect(missed?.data.previous).toBe(followBook(before).sequence)
  })

  test('a program that cannot send headers resumes by the query', async () => {
    const before = await listen('?market=GOLD_TOMAN')
    await resetOf(before)
    before.close()
    await at.place('ali buys 0.5 GOLD at 9702000')
    const after = await listen(`?market=GOLD_TOMAN&lastEventId=${before.lastId()}`)
    expect(after.status).toBe(200)
    await after.until('what was missed', ({ all }) => all('book').some(({ data }) => data.bids.length > 0))
    expect(after.all('reset')).toEqual([])
  })

  test('a browser that repeats its address with an older id resumes after the id of its header', async () => {
    const before = await listen('?market=GOLD_TOMAN')
    await resetOf(before)
    const older = before.lastId()
    await at.place('ali buys 0.5 GOLD at 9703000')
    await before.until('the change', ({ all }) => all('book').length > 0)
    await sleep(80)
    before.close()
    await at.place('ali buys 0.5 GOLD at 9704000')
    const after = await listen(`?market=GOLD_TOMAN&lastEventId=${older}`, { lastEventId: before.lastId() })
    await after.until('what was missed', ({ all }) => all('book').some(({ data }) => data.bids.length > 0))
    expect(after.all('book')[0]?.data.previous).toBe(followBook(before).sequence)
  })

  test('carries several markets, names the market of each event, and resumes all of them after the last id alone', async () => {
    const before = await listen('?market=GOLD_TOMAN,TETHER_TOMAN,GOLD_TOMAN')
    await before.until('both markets', ({ all }) => all('reset').length === 2)
    expect(before.all('reset').map(({ data, id }) => [data.market, marketOfEvent(id ?? '')])).toEqual([
      ['GOLD_TOMAN', 'GOLD_TOMAN'],
      ['TETHER_TOMAN', 'TETHER_TOMAN'],
    ])
    await at.place('ali buys 0.5 GOLD at 9705000')
    await before.until('the change', ({ all }) => all('book').length > 0)
    expect(before.all('book').map(({ id }) => marketOfEvent(id ?? ''))).toEqual(['GOLD_TOMAN'])
    await sleep(80)
    before.close()
    const lastEventId = before.lastId()
    const ids = lastEventId?.split(',')
    expect(ids?.map(marketOfEvent)).toEqual(['GOLD_TOMAN', 'TETHER_TOMAN'])
    await at.place('ali buys 0.5 GOLD at 9706000')
    for (const after of [
      await listen('?market=TETHER_TOMAN,GOLD_TOMAN', { lastEventId }),
      await listen(`?market=TETHER_TOMAN,GOLD_TOMAN&lastEventId=${lastEventId}`),
    ]) {
      await after.until('what was missed', ({ all }) => all('book').length > 0 && all('ticker').length > 1)
      expect(after.all('reset')).toEqual([])
      expect(after.all('book').map(({ data }) => data.previous)).toEqual([before.all('book').at(-1)?.data.sequence])
    }
    const half = await listen('?market=TETHER_TOMAN,GOLD_TOMAN', { lastEventId: ids?.[0] })
    await half.until('the market that was not named', ({ all }) => all('reset').length > 0 && all('book').length > 0)
    expect(half.all('reset').map(({ data }) => data.market)).toEqual(['TETHER_TOMAN'])
  })

  test('more markets than one stream carries, or an unknown one among them, are refused', async () => {
    const many = Array.from({ length: STREAM_MARKETS_MAX + 1 }, () => 'GOLD_TOMAN')
    expect((await listen(`?market=${many.join(',')}`)).status).toBe(400)
    expect((await listen('?market=GOLD_TOMAN,PEARL_TOMAN')).status).toBe(404)
  })

  test.each(['GOLD_TOMAN-1', '3-2.17', 'TETHER_TOMAN-2.1', 'nonsense'])(
    'an id that nobody knows (%s) begins anew',
    async (lastEventId) => {
      const reader = await listen('?market=GOLD_TOMAN', { lastEventId })
      expect(await resetOf(reader)).toMatchObject({ market: 'GOLD_TOMAN' })
    },
  )

  test.each(['nonsense', '1-2.3', 'GOLD_TOMAN-2', 'GOLD_TOMAN-2.3-', 'GOLD_TOMAN-2.3,'])(
    'an id of another form (%s) is refused in the query',
    async (lastEventId) => {
      expect((await listen(`?market=GOLD_TOMAN&lastEventId=${lastEventId}`)).status).toBe(400)
    },
  )

  test('sends own orders and balances to their user alone', async () => {
    const own = await listen('?market=GOLD_TOMAN', { token: at.signIn('ali') })
    const others = await listen('?market=GOLD_TOMAN', { token: at.signIn('sara') })
    const visitor = await listen('?market=GOLD_TOMAN')
    await Promise.all([own, others, visitor].map(resetOf))
    await at.place('ali buys 1 GOLD at 9000000')
    await own.until('the order', ({ all }) => all('order').length > 0 && all('balance').length > 0)
    expect(own.all('refetch')).toHaveLength(1)
    expect(own.all('order')[0]?.data).toMatchObject({ orderStatus: 'IS_OPEN', unitPrice: '9000000', amount: '1' })
    expect(own.all('balance').at(-1)?.data).toMatchObject({ coin: 'TOMAN' })
    await others.until('the public change', ({ all }) => all('book').length > 0)
    expect([...others.all('order'), ...others.all('balance'), ...visitor.all('order')]).toEqual([])
    expect(visitor.all('refetch')).toEqual([])
  })

  test('without a market it sends own changes alone; a market maker sees no balances', async () => {
    const maker = await listen('', { token: at.signIn('sara', { supervisor: true }) })
    await at.place('sara sells 0.2 GOLD at 10900000')
    await maker.until('the order', ({ all }) => all('order').length > 0)
    await sleep(100)
    expect(maker.events.map(({ event }) => event)).toEqual(['refetch', 'order'])
    expect((await listen('')).status).toBe(401)
    expect((await listen('?market=PEARL_TOMAN')).status).toBe(404)
  })

  test('a logout ends the streams of that session, and no others', async () => {
    const token = at.signIn('ali')
    const mine = await listen('?market=GOLD_TOMAN', { token })
    const elsewhere = await listen('?market=GOLD_TOMAN', { token: at.signIn('ali') })
    await Promise.all([mine, elsewhere].map(resetOf))
    const answer = await fetch(`${at.url}/api/users/logout`, { headers: { authorization: `Bearer ${token}` } })
    expect(answer.status).toBe(200)
    await mine.until('the end', ({ ended }) => ended)
    expect(mine.all('end')[0]?.data).toEqual({ reason: 'SESSION_ENDED' })
    expect(elsewhere.ended).toBe(false)
    const received = elsewhere.heartbeats
    await elsewhere.until('a heartbeat', ({ heartbeats }) => heartbeats > received)
  })

  test('a session that ended elsewhere is noticed with the next heartbeat', async () => {
    const token = at.signIn('ali')
    const reader = await listen('', { token })
    at.sessions.delete(token)
    await reader.until('the end', ({ ended }) => ended)
    expect(reader.all('end')).toHaveLength(1)
  })

  test('a user may have so many streams, and one that closes makes room', async () => {
    const token = at.signIn('reza')
    const [first] = await Promise.all([listen('', { token }), listen('', { token }), listen('', { token })])
    expect((await listen('', { token })).status).toBe(429)
    first?.close()
    await expect.poll(async () => (await listen('', { token })).status).toBe(200)
  })
})
