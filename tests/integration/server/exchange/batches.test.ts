import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { amount, price } from '#domain/units.ts'
import type { FeedEvent } from '#server/exchange/commit-feed.ts'
import { credit, hold, order } from '#tests/builders/commands.ts'
import { SickDatabase } from '#tests/builders/sick-database.ts'
import { faultsOf } from '#tests/builders/test-exchange.ts'
import { eachDatabase } from '#tests/setup/databases.ts'
import { openExchange } from './open-exchange.ts'

eachDatabase('batches', (open) => {
  test('subscribers get a commit after it, and nothing of what was refused', async () => {
    const database = new SickDatabase(await open())
    const exchange = await openExchange(database)
    await exchange.gives('ali', '10 GOLD')
    const before = exchange.commits.length
    await exchange.order('sara sells 1 GOLD at 100', 'key-0')
    expect(exchange.commits).toHaveLength(before)

    database.falls('slow')
    const asked = exchange.order('ali sells 1 GOLD at 100', 'key-1')
    await database.hasHit()
    expect(exchange.commits).toHaveLength(before)
    database.hurry()
    await asked
    // Over HTTP the event of a commit may come after its answer.
    await expect.poll(() => exchange.commits.length).toBe(before + 1)
    expect(exchange.commits.at(-1)?.orders.length).toBe(1)
    await exchange.close()
  })

  test('the next batch is applied and sent while the last one is written; it is published and answered after it', async () => {
    const database = new SickDatabase(await open())
    const exchange = await openExchange(database)
    await exchange.gives('ali', '10 GOLD')
    await exchange.gives('sara', '1000 TOMAN')
    const events: string[] = []
    const stop = exchange.subscribe(undefined, (event) => {
      if (event.kind === 'commit') events.push(`${event.orders.map(({ id }) => id).join(' and ')} is published`)
    })
    events.length = 0
    database.falls('slow')
    const first = exchange.order('ali sells 1 GOLD at 100', 'key-1').then(() => events.push('ali is answered'))
    await database.hasHit()
    const second = exchange.order('sara buys 1 GOLD at 100', 'key-2').then(() => events.push('sara is answered'))
    await sleep(50)
    expect(events).toEqual([])
    database.hurry()
    await Promise.all([first, second])
    // Both batches may be committed before the first answer reaches its caller.
    const published = events.filter((event) => event.endsWith('published'))
    expect(published).toEqual(['1 is published', '2 and 1 is published'])
    expect(events.indexOf('ali is answered')).toBeGreaterThan(events.indexOf('1 is published'))
    expect(events.at(-1)).toBe('sara is answered')
    stop()
    await exchange.close()
  })

  test('a subscriber that comes while a batch is in flight gets a snapshot with it, after its commit', async () => {
    const database = new SickDatabase(await open())
    const exchange = await openExchange(database)
    await exchange.gives('ali', '10 GOLD')
    database.falls('slow')
    const asked = exchange.order('ali sells 1 GOLD at 100', 'key-1')
    await database.hasHit()
    const events: FeedEvent[] = []
    exchange.subscribe(undefined, (event) => void events.push(event))
    await sleep(50)
    expect(events).toEqual([])
    database.hurry()
    await asked
    const asks = [{ price: price(100_00000000n), volume: 1_000_000n }]
    await expect.poll(() => events).toMatchObject([{ kind: 'snapshot', number: 3 }])
    const [snapshot] = events
    const books = snapshot?.kind === 'snapshot' ? snapshot.books : []
    expect(books.find(({ marketId }) => marketId === 3)).toMatchObject({ marketId: 3, number: 3, bids: [], asks })
    await exchange.close()
  })

  test('a subscriber that fails stops neither the commit nor the other subscribers', async () => {
    const exchange = await openExchange(await open(), { isLocal: true })
    exchange.subscribe(undefined, ({ kind }) => {
      if (kind === 'commit') throw new Error('it cannot read')
    })
    let commits = 0
    exchange.subscribe(undefined, ({ kind }) => {
      if (kind === 'commit') commits += 1
    })
    await exchange.gives('ali', '10 GOLD')
    expect(await exchange.order('ali sells 1 GOLD at 100', 'key-1')).toMatchObject({ status: 'IS_OPEN' })
    expect(exchange.warnings).toEqual(Array(2).fill('a subscriber of the commits failed'))
    expect(commits).toBe(2)
    await exchange.close()
  })

  test('a command that cannot be executed is refused alone; those beside it are not harmed', async () => {
    const database = await open()
    const exchange = await openExchange(database)
    await exchange.gives('ali', '1000 GOLD')
    const poison = [
      // No such market.
      { ...order('ali sells 1 GOLD at 100', { key: 'poison-1', at: 1 }), marketId: 77 },
      // Less than nothing.
      { ...hold('ali', '1 GOLD', { key: 'poison-2', at: 1, reference: 'withdrawal/1' }), amount: amount(-1n) },
    ]
    const good = Array.from({ length: 30 }, (_, i) =>
      order(`ali sells 1 GOLD at ${100 + i}`, { key: `good-${i}`, at: 1 }),
    )
    const asked = [...good.slice(0, 10), ...poison, ...good.slice(10)].map((command) => exchange.submit(command))
    const outcomes = await Promise.allSettled(asked)
    expect(outcomes.map(({ status }) => status).join(' ')).toBe(
      [...Array(10).fill('fulfilled'), ...Array(2).fill('rejected'), ...Array(20).fill('fulfilled')].join(' '),
    )
    expect(await faultsOf(database)).toEqual([])
    expect(await exchange.order('ali sells 1 GOLD at 500', 'afterwards')).toMatchObject({ status: 'IS_OPEN' })
    expect(exchange.picture()).toContain('ali: 969 + 31 GOLD')
    await exchange.close()
  })

  test('a hold settles in parts, also after a restart; once it has ended, it is not held again, even by an exchange that has forgotten it', async () => {
    const database = await open()
    const first = await openExchange(database)
    await first.gives('ali', '10 GOLD')
    const reference = 'withdrawal/1'
    await first.submit(hold('ali', '1 GOLD', { key: 'hold-1', at: 1, reference }))
    const settle = (gold: bigint, key: string) => {
      const parts = [{ account: 'hot/ERC20', amount: amount(gold) }] as const
      return { type: 'settle', userId: 1, key, fingerprint: key, reference, parts, rest: 'held' } as const
    }
    await first.submit(settle(400_000n, 'half-1'))
    await first.close()
    const again = await openExchange(database)
    expect(await again.submit(settle(600_001n, 'half-2'))).toMatchObject({ code: 'HOLD_EXCEEDED' })
    expect(await again.submit(settle(600_000n, 'half-3'))).toMatchObject({ kind: 'moved' })
    expect(await database.query('select settled, status from holds')).toEqual([
      { settled: 1_000_000n, status: 'SETTLED' },
    ])
    await again.close()
    const second = await openExchange(database)
    expect(await second.submit(hold('ali', '2 GOLD', { key: 'hold-2', at: 1, reference }))).toMatchObject({
      code: 'ALREADY_HELD',
    })
    expect(await faultsOf(database)).toEqual([])
    await second.close()
  })

  test('a payment is credited once, also when its key is forgotten, and nobody else waits for a rebuild', async () => {
    const database = await open()
    const first = await openExchange(database)
    const paid = (key: string, who = 'ali') => ({
      ...credit(who, '5 GOLD', { key, at: 1 }),
      reference: 'chain/0xabc/0',
    })
    const twice = await Promise.all([first.submit(paid('paid-1')), first.submit(paid('paid-2', 'sara'))])
    expect(twice).toMatchObject([{ kind: 'moved' }, { code: 'ALREADY_CREDITED' }])
    await first.close()
    await database.query('delete from outcomes')
    const second = await openExchange(database)
    const commits = second.commits.length
    const answers = await Promise.all([
      second.submit(paid('paid-1')),
      second.order('ali sells 1 GOLD at 100', 'beside-1'),
      second.submit(paid('paid-3')),
    ])
    expect(answers).toMatchObject([{ code: 'ALREADY_CREDITED' }, { status: 'IS_OPEN' }, { code: 'ALREADY_CREDITED' }])
    expect(second.warnings).toEqual([])
    await expect.poll(() => second.commits.length - commits).toBe(1)
    expect(second.picture()).toContain('ali: 4 + 1 GOLD')
    expect(await faultsOf(database)).toEqual([])
    await second.close()
  })

  test('a command that comes at whatever moment after an answer is answered, too', async () => {
    const exchange = await openExchange(await open())
    await exchange.gives('ali', '100 GOLD')
    for (let turns = 0; turns < 30; turns++) {
      await exchange.order('ali sells 1 GOLD at 100', `before-${turns}`)
      for (let turn = 0; turn < turns; turn++) await Promise.resolve()
      expect(await exchange.order('ali sells 1 GOLD at 100', `after-${turns}`)).toMatchObject({ kind: 'order' })
    }
    await exchange.close()
  })

  test('an order that meets a thousand others is one commit', async () => {
    const database = await open()
    const exchange = await openExchange(database)
    await exchange.gives('ali', '1000 GOLD')
    await exchange.gives('sara', '1000000 TOMAN')
    await Promise.all(
      Array.from({ length: 1_000 }, (_, i) => exchange.order(`ali sells 1 GOLD at ${100 + (i % 10)}`, `ask-${i}`)),
    )
    const swept = await exchange.order('sara buys 1000 GOLD at 200', 'sweep-1')
    expect(swept).toMatchObject({ status: 'FINISHED_WITH_TRANSACTION', executedValue: 104_500_000_000n })
    await expect.poll(() => exchange.commits.map(({ trades }) => trades.length)).toContain(1_000)
    expect(await faultsOf(database)).toEqual([])
    await exchange.close()
  })
})
