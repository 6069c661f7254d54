import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { REPLIES, REQUESTS } from '#server/exchange/command-wire.ts'
import type { CommitEvent, FeedEvent } from '#server/exchange/commit-feed.ts'
import { followCommits } from '#server/exchange/commit-feed.ts'
import type { Exchange } from '#server/exchange/exchange.ts'
import { connectExchange } from '#server/exchange/remote-exchange.ts'
import { serveExchange } from '#server/exchange/serve-exchange.ts'
import { WIRE_HEADER, WIRE_VERSION } from '#server/exchange/wire.ts'
import type { Database } from '#server/store/database.ts'
import { credit, order } from '#tests/builders/commands.ts'
import { SickDatabase } from '#tests/builders/sick-database.ts'
import { faultsOf, openTestExchange } from '#tests/builders/test-exchange.ts'
import { eachDatabase } from '#tests/setup/databases.ts'
import { freePort } from '#tests/setup/free-port.ts'
import { listenOnLoopback } from '#tests/setup/loopback-server.ts'
import { type LossyLine, startLossyLine } from '#tests/setup/lossy-line.ts'

const SECRET = 'a secret of the processes alone'
const log = { warn: () => undefined }

eachDatabase('the exchange of another process', (open) => {
  const closing: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close()
  })

  /** A writer that other processes reach, and the way to it, which can lose calls and answers. */
  async function serve(database: Database, settings: { leaseMs?: number } = {}) {
    const exchange = await openTestExchange(database, settings)
    const address = new URL(`http://127.0.0.1:${await freePort()}`)
    const served = await serveExchange({ exchange, address, secret: SECRET, log })
    const line = await startLossyLine(address.origin)
    let isStopped = false
    const stop = async () => {
      if (isStopped) return
      isStopped = true
      await served.close()
      await exchange.close()
    }
    closing.push(line.close, stop)
    return { exchange, line, stop }
  }
  function connect(writer: () => { line: LossyLine } | undefined, secret = SECRET): Exchange {
    const remote = connectExchange({ findWriter: async () => writer()?.line.url, secret, log })
    closing.push(remote.close)
    return remote
  }
  const gives = (exchange: Exchange, who: string, text: string) =>
    exchange.submit(credit(who, text, { key: `gift-${who}-${text}`, at: Date.now() }))
  const place = (exchange: Exchange, sentence: string, key: string, deadline?: number) =>
    exchange.submit(order(sentence, { key, at: Date.now() }), deadline === undefined ? {} : { deadline })

  test('answers as the writer does, to commands, refusals, questions and repeats', async () => {
    const database = await open()
    const writer = await serve(database)
    const remote = connect(() => writer)
    await gives(remote, 'ali', '10 GOLD')
    const placed = await place(remote, 'ali sells 1 GOLD at 100', 'key-1')
    expect(placed).toMatchObject({ kind: 'order', status: 'IS_OPEN' })
    expect(await place(writer.exchange, 'ali sells 1 GOLD at 100', 'key-1')).toEqual(placed)
    expect(await place(remote, 'ali sells 100 GOLD at 100', 'key-2')).toMatchObject({ kind: 'refused' })
    const { userId } = order('ali sells 1 GOLD at 100', { key: 'key-1', at: 0 })
    expect(await remote.findOutcome({ userId, key: 'key-1' })).toMatchObject({ kind: 'order' })
    expect(await remote.findOutcome({ userId, key: 'key-2' })).toBeUndefined()
    const many = await Promise.all(
      Array.from({ length: 500 }, (_, i) => place(remote, `ali sells 0.001 GOLD at ${100 + (i % 7)}`, `many-${i}`)),
    )
    expect(new Set(many.map((reply) => reply.kind === 'order' && reply.orderId)).size).toBe(500)
    expect(await faultsOf(database)).toEqual([])
  })

  test('a question waits for the command that it is about, while this process still sends that one', async () => {
    const writer = await serve(await open())
    const remote = connect(() => writer)
    await gives(remote, 'ali', '10 GOLD')
    const isLost = new Promise<void>((lost) => {
      writer.line.onCall = () => {
        writer.line.onCall = () => undefined
        lost()
        return 'lose the call'
      }
    })
    const placed = place(remote, 'ali sells 1 GOLD at 100', 'key-1')
    await isLost
    const { userId } = order('ali sells 1 GOLD at 100', { key: 'key-1', at: 0 })
    expect(await remote.findOutcome({ userId, key: 'key-1' })).toEqual(await placed)
  })

  test('a process without the secret gets nothing, and is told so in time', async () => {
    const writer = await serve(await open())
    const stranger = connect(() => writer, 'a guess')
    const asked = place(stranger, 'ali sells 1 GOLD at 100', 'key-1', Date.now() + 500)
    await expect(asked).rejects.toMatchObject({ name: 'ExchangeUnavailable' })
    expect(stranger.isServing()).toBe(false)
  })

  test('a request that the writer cannot read spoils no other of its call, and certainly did nothing', async () => {
    const writer = await serve(await open())
    const key = 'key-1'
    const read = REQUESTS.encode({ request: { type: 'findOutcome', userId: 1, key } })
    const unread = read.replace('"findOutcome"', '"ofTheNextRelease"')
    const answer = await fetch(`${writer.line.url}/commands`, {
      method: 'POST',
      headers: { authorization: `Bearer ${SECRET}`, [WIRE_HEADER]: WIRE_VERSION },
      body: `${unread}\n${read}\n`,
    })
    const lines = (await answer.text()).trim().split('\n').sort()
    expect(lines.map((line) => REPLIES.decode(line.slice(2)))).toEqual([
      { kind: 'failed', name: 'ExchangeUnavailable', reason: expect.stringContaining('cannot read a request') },
      { kind: 'found', outcome: undefined },
    ])
  })

  test('a process that speaks another version of the wire is refused before its commands are read', async () => {
    const writer = await serve(await open())
    for (const [method, path] of [
      ['POST', 'commands'],
      ['GET', 'feed'],
      ['GET', 'snapshot'],
    ] as const) {
      const headers = { authorization: `Bearer ${SECRET}`, [WIRE_HEADER]: 'another' }
      expect((await fetch(`${writer.line.url}/${path}`, { method, headers })).status, path).toBe(426)
    }
  })

  test('lost calls and lost answers double nothing: every command is carried out once, and answered', async () => {
    const database = await open()
    const writer = await serve(database)
    const remote = connect(() => writer)
    await gives(remote, 'ali', '1000 GOLD')
    let calls = 0
    writer.line.onCall = () => {
      calls += 1
      if (calls % 3 === 1) return 'lose the call'
      return calls % 3 === 2 ? 'lose the answer' : undefined
    }
    const replies = []
    for (let i = 0; i < 12; i += 1) replies.push(await place(remote, `ali sells 1 GOLD at ${100 + i}`, `key-${i}`))
    expect(calls).toBeGreaterThan(24)
    expect(replies).toEqual(replies.map(() => expect.objectContaining({ kind: 'order', status: 'IS_OPEN' })))
    const rows = await database.query<{ count: bigint }>('select count(*) as count from orders')
    expect(rows).toEqual([{ count: 12n }])
  })

  test('what nobody can answer in time is of unknown outcome if it was sent, and certainly nothing if it was not', async () => {
    const writer = await serve(await open())
    let present: typeof writer | undefined = writer
    const remote = connect(() => present)
    await gives(remote, 'ali', '10 GOLD')
    writer.line.onCall = () => 'lose the answer'
    const sent = place(remote, 'ali sells 1 GOLD at 100', 'key-1', Date.now() + 700)
    await expect(sent).rejects.toMatchObject({ name: 'OutcomeUnknown' })
    writer.line.onCall = () => undefined
    expect(await place(remote, 'ali sells 1 GOLD at 100', 'key-1')).toMatchObject({ status: 'IS_OPEN' })
    present = undefined
    await writer.stop()
    // Until its end is noticed, a call to it may have been taken.
    await expect.poll(() => remote.isServing()).toBe(false)
    const unsent = place(remote, 'ali sells 1 GOLD at 100', 'key-2', Date.now() + 700)
    await expect(unsent).rejects.toMatchObject({ name: 'ExchangeUnavailable' })
  })

  test('commands wait for the next writer, and subscribers miss nothing of either', async () => {
    const database = await open()
    const first = await serve(database)
    let present: typeof first | undefined = first
    const remote = connect(() => present)
    const commits: CommitEvent[] = []
    let lastOfSnapshots = 0
    const stop = followCommits(remote, {
      onSnapshot: ({ lastTradeId }) => {
        lastOfSnapshots = lastTradeId
      },
      onCommit: (commit) => commits.push(commit),
    })
    await remote.settled()
    expect(remote.isServing()).toBe(true)
    await gives(remote, 'ali', '100 GOLD')
    await gives(remote, 'sara', '100000 TOMAN')
    for (let i = 0; i < 5; i += 1) {
      await place(remote, 'ali sells 1 GOLD at 100', `sell-${i}`)
      await place(remote, 'sara buys 1 GOLD at 100', `buy-${i}`)
    }
    await remote.settled()
    expect(commits.flatMap(({ trades }) => trades)).toHaveLength(5)
    await first.stop()
    present = undefined
    const waiting = [
      place(remote, 'ali sells 1 GOLD at 100', 'sell-5'),
      place(remote, 'sara buys 1 GOLD at 100', 'buy-4'),
    ]
    await expect.poll(() => remote.isServing()).toBe(false)
    await sleep(100)
    expect(remote.ageMs()).toBeGreaterThan(100)
    present = await serve(database)
    const [placed, repeated] = await Promise.all(waiting)
    expect(placed).toMatchObject({ status: 'IS_OPEN' })
    expect(repeated).toMatchObject({ kind: 'order', status: 'FINISHED_WITH_TRANSACTION' })
    await place(remote, 'sara buys 1 GOLD at 100', 'buy-5')
    await remote.settled()
    const seen = new Set(commits.flatMap(({ trades }) => trades).map(({ id }) => id))
    const trades = await database.query<{ id: bigint }>('select id from trades order by id')
    expect(trades).toHaveLength(6)
    // Trades of commits before a snapshot are read from the database.
    for (const { id } of trades) expect(seen.has(Number(id)) || Number(id) <= lastOfSnapshots).toBe(true)
    await place(remote, 'ali sells 1 GOLD at 100', 'sell-6')
    await place(remote, 'sara buys 1 GOLD at 100', 'buy-6')
    await remote.settled()
    expect(commits.at(-1)?.trades).toMatchObject([{ id: Number(trades.at(-1)?.id) + 1 }])
    stop()
  })

  test('a writer that has lost the database alone, and goes on answering, is left for the next one', async () => {
    const healthy = await open()
    const database = new SickDatabase(healthy, 'postgres')
    const first = await serve(database, { leaseMs: 600 })
    let present = first
    const remote = connect(() => present)
    await gives(remote, 'ali', '10 GOLD')
    database.setAway(true)
    const waiting = place(remote, 'ali sells 1 GOLD at 100', 'key-1')
    await database.hasHit()
    present = await serve(healthy, { leaseMs: 600 })
    expect(await waiting).toMatchObject({ status: 'IS_OPEN' })
    await expect.poll(() => remote.isServing()).toBe(true)
    database.setAway(false)
    expect(await place(present.exchange, 'ali sells 1 GOLD at 100', 'key-1')).toEqual(await waiting)
    expect(await faultsOf(healthy)).toEqual([])
  })

  test('a writer that falls silent is not waited for: whether another one leads is asked meanwhile', async () => {
    const database = await open()
    let feeds = 0
    const silent = await listenOnLoopback(({ url }) => {
      if (url?.startsWith('/feed')) feeds += 1
    })
    closing.push(silent.close)
    let [leader, lookups] = [silent.url, 0]
    const findWriter = async () => {
      lookups += 1
      return leader
    }
    const remote = connectExchange({ findWriter, secret: SECRET, log })
    closing.push(remote.close)
    await expect.poll(() => feeds).toBe(2)
    // Once before each feed, and at the beats between them.
    expect(lookups).toBeGreaterThan(3)
    leader = (await serve(database)).line.url
    expect(await gives(remote, 'ali', '10 GOLD')).toMatchObject({ kind: 'moved' })
  })

  test('a subscriber that begins late gets a snapshot and every commit after it, however busy the exchange is', async () => {
    const database = await open()
    const writer = await serve(database)
    const remote = connect(() => writer)
    await gives(remote, 'ali', '1000 GOLD')
    let isOver = false
    const load = (async () => {
      for (let i = 0; !isOver; i += 1) await place(remote, `ali sells 0.01 GOLD at ${100 + (i % 50)}`, `load-${i}`)
    })()
    for (let late = 0; late < 5; late += 1) {
      await sleep(20)
      const events: FeedEvent[] = []
      const stop = remote.subscribe(undefined, (event) => events.push(event))
      await remote.settled()
      await sleep(50)
      stop()
      const [snapshot, ...commits] = events
      expect(snapshot?.kind).toBe('snapshot')
      expect(commits.map(({ number }) => number)).toEqual(commits.map((_, i) => (snapshot?.number ?? 0) + 1 + i))
    }
    isOver = true
    await load
  })
})
