import { afterAll, beforeAll, expect, test } from 'vitest'
import { getFigures, getOverview } from '#contract/operations-overview.ts'
import { SYSTEM_ACCOUNT } from '#domain/ledger.ts'
import { Gauges, measured } from '#server/operations/gauges.ts'
import { readHealth } from '#server/operations/health.ts'
import { seedStrategies } from '#server/operations/seed-strategies.ts'
import type { Database } from '#server/store/database.ts'
import { switchMarketMaker } from '#server/store/trading/maker-strategies.ts'
import { verifiedUser } from '#tests/builders/verified-user.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { type ConsoleServer, startConsoleServer, type TestOperator } from './console-server.ts'

const DAY_SECONDS = 86_400

onDatabase('the first page of the operators', (open) => {
  let database: Database
  let server: ConsoleServer
  let sara: TestOperator
  beforeAll(async () => {
    database = await open()
    server = await startConsoleServer(database)
    sara = await server.addOperator('Sara Karimi', ['READ'])
  })
  afterAll(() => server.close())

  const ask = async (path: string) =>
    (await server.ask(`/operations/${path}`, { method: 'GET', token: await server.logIn(sara) })).body
  const overview = async () => getOverview.response.parse(await ask('overview')).baseDTO
  const figures = async () => getFigures.response.parse(await ask('figures')).baseDTO
  const now = () => server.people.accounts.now()

  test('counts what waits, with the age of the oldest, and true zeros', async () => {
    expect((await overview()).waiting).toEqual({
      identities: { count: 0, oldest: null },
      tickets: { count: 0, oldest: null },
      withdrawals: { count: 0, oldest: null },
      payouts: { count: 0, oldest: null },
      custody: { count: 0, oldest: null },
      deliveries: { count: 0, oldest: null },
      deposits: { count: 0, oldest: null },
      proposals: { count: 0, oldest: null },
    })
    const first = now()
    for (let each = 0; each < 11; each++) {
      const { userId } = await verifiedUser(database, { at: first })
      await database.query(
        `insert into toman_deposits (user_id, amount, gateway, card_masked, status, key, fingerprint, created_at, settled_at, fault)
          values ($1, 5, 'ZARINPAL', '603799******1234', 'UNCONFIRMED', $2, 'x', $3, $3, $4)`,
        // The last payment failed in the usual way and needs nobody's attention.
        [userId, `odd-${each}`, first, each === 10 ? null : 'OTHER_AMOUNT'],
      )
    }
    expect((await overview()).waiting.deposits).toEqual({ count: 10, oldest: first.toISOString() })
    server.people.pass({ seconds: 31 * DAY_SECONDS })
    expect((await overview()).waiting.deposits.count).toBe(0)
  })

  test('has the figures of fourteen days of Tehran, today last, counted at the prices of the time', async () => {
    // Noon in Tehran, so that the day does not end during the test.
    const toNoon = (DAY_SECONDS + 8.5 * 3_600 - ((now().getTime() / 1_000) % DAY_SECONDS)) % DAY_SECONDS
    server.people.pass({ seconds: Math.round(toNoon) })
    await verifiedUser(database, { at: now() })
    await server.exchange.gives('ali', '1000 TOMAN')
    await server.exchange.gives('reza', '10 GOLD')
    await server.exchange.order('reza sells 2 GOLD at 100', 'b-1')
    await server.exchange.order('ali buys 2 GOLD at 100', 'a-1')
    server.people.pass({ seconds: DAY_SECONDS })
    await server.exchange.order('reza sells 1 GOLD at 110', 'b-2')
    await server.exchange.order('ali buys 1 GOLD at 110', 'a-2')
    const { days } = await figures()
    expect(days).toHaveLength(14)
    const today = new Date(now().getTime() + 12_600_000).toISOString().slice(0, 10)
    expect(days.at(-1)).toMatchObject({ day: today, trades: 1, volume: '110', users: 0 })
    expect(days.at(-2)).toMatchObject({ trades: 1, volume: '200', users: 1, withdrawals: 0 })
    expect(days.slice(0, 12).every(({ trades }) => trades === 0)).toBe(true)
    // Both parties pay 0.4 % of 200 Toman, the buyer in gold.
    expect(days.at(-2)?.fees).toBe('1.6')
  })

  test('shows what the exchange has won or given beside what its credit line lent', async () => {
    const { exchange, services } = server
    const toman = services.catalogue.coinBySymbol.get('TOMAN')
    if (!toman) throw new Error('no Toman')
    const lend = (
      reference: string,
      source: 'creditLine' | 'gateway/ZARINPAL',
      amount: bigint,
      userId: number = SYSTEM_ACCOUNT.otcInventory,
    ) =>
      exchange.submit({
        type: 'credit',
        source,
        userId,
        coinId: toman.id,
        amount: amount as never,
        reference,
        key: reference,
        fingerprint: reference,
      })
    await lend('capital:inventory:TOMAN', 'creditLine', 1_000_000_000n)
    await lend('won', 'gateway/ZARINPAL', 7_000_000n)
    await lend('quoted', 'gateway/ZARINPAL', 3_000_000n, services.marketMakerId)
    const { inventory, maker, together } = await figures()
    const held = { coin: 'TOMAN', amount: '1007', amountInToman: '1007', exposure: '7', exposureInToman: '7' }
    expect(inventory).toMatchObject([held])
    const ofMaker = { coin: 'TOMAN', amount: '3', amountInToman: '3', exposure: '3', exposureInToman: '3' }
    expect(maker).toEqual([ofMaker])
    const ofBoth = { amount: '1010', amountInToman: '1010', exposure: '10', exposureInToman: '10' }
    expect(together).toEqual([{ coin: 'TOMAN', ...ofBoth }])
    server.people.pass({ seconds: 61 })
    // A liquidity provider's credit counts neither as owed nor as capital.
    const { userId } = await verifiedUser(database, { at: now() })
    await lend('capital:supervisor:1:TOMAN', 'creditLine', 20_000_000n, userId)
    await database.query(
      `insert into proposals (kind, user_id, payload, reason, proposed_by, proposed_at, expires_at, decision, decided_by, decided_at,
          decision_reason, executed_at)
        values ('APPOINT_SUPERVISOR', $1, '{"credit":[{"coin":"TOMAN","amount":"20"}]}', 'Makes the market', $2, $4, $4, 'APPROVED', $3, $4, 'Read it', $4)`,
      [userId, sara.id, (await server.addOperator('Reza Amini')).id, now()],
    )
    const backing = (await figures()).backing.find(({ coin }) => coin === 'TOMAN')
    // Ali and Reza have a thousand Toman less the fees of their trades.
    expect(backing).toMatchObject({ capital: '1000', owedInToman: backing?.owed })
    expect(Number(backing?.owed)).toBeLessThan(1_000)
    expect(Number(backing?.surplus)).toBeCloseTo(Number(backing?.gateway) + 1_000 - Number(backing?.owed), 3)
  })

  test('names the markets that are halted, by whom and since when, as the room of the markets does', async () => {
    const leila = await server.addOperator('Leila Rad', ['RISK'])
    const halted = { kind: 'halted', reasonFa: 'به‌روزرسانی', reasonEn: 'Maintenance' }
    const token = await server.logIn(leila)
    const at = now().toISOString()
    await server.ask('/operations/markets/GOLD_TOMAN/halt', { json: halted, token })
    const halts = [{ marketType: 'GOLD_TOMAN', kind: 'halted', since: at, by: 'Leila Rad' }]
    expect((await overview()).health).toMatchObject({ halts, backUpAt: null })
    await server.ask('/operations/markets/GOLD_TOMAN/resume', { json: { reason: 'Over' }, token })
    expect((await overview()).health.halts).toEqual([])
  })

  test('says that operators have stopped all withdrawals', async () => {
    const mahsa = await server.addOperator('Mahsa Rad', ['RISK'])
    expect((await overview()).health.withdrawalsOpen).toBe(true)
    const json = { reason: 'An odd transfer' }
    const stopped = await server.ask('/operations/withdrawals/stop', { json, token: await server.logIn(mahsa) })
    expect(stopped.status).toBe(200)
    expect((await overview()).health.withdrawalsOpen).toBe(false)
  })

  test('names the markets whose market maker is off, by whom or by the stop of losses, until it is on again', async () => {
    const { catalogue } = server.services
    await seedStrategies(database, catalogue)
    const [gold, tether] = ['GOLD_TOMAN', 'TETHER_TOMAN'].map((symbol) => catalogue.marketBySymbol.get(symbol))
    if (!gold || !tether) throw new Error('no market')
    expect((await overview()).health.makersOff).toEqual([])
    const token = await server.logIn(await server.addOperator('Mina Rad', ['RISK']))
    const at = now()
    const off = { enabled: false, reason: 'A wrong spread' }
    expect((await server.ask('/operations/markets/GOLD_TOMAN/maker', { json: off, token })).status).toBe(200)
    server.people.pass({ seconds: 1 })
    // Switches off as the loss watch does; a market maker that is off already keeps its time and its name.
    await switchMarketMaker(database, { marketIds: [gold.id, tether.id], enabled: false, at: now() })
    const makersOff = [
      { marketType: 'GOLD_TOMAN', since: at.toISOString(), by: 'Mina Rad' },
      { marketType: 'TETHER_TOMAN', since: now().toISOString(), by: null },
    ]
    expect((await overview()).health.makersOff).toEqual(makersOff)
    const { content } = await ask('markets')
    for (const { marketType, since, by } of makersOff)
      expect(content?.find((row) => row.marketType === marketType)).toMatchObject({ makerOff: { since, by } })
    expect(content?.filter(({ makerOff }) => makerOff)).toHaveLength(2)
    await switchMarketMaker(database, { marketIds: [gold.id, tether.id], enabled: true, at: now() })
    expect((await overview()).health.makersOff).toEqual([])
  })

  test('counts for each operator what that one may do, and never the own proposals', async () => {
    const mina = await server.addOperator('Mina Amini', ['RISK'])
    const nima = await server.addOperator('Nima Azad', ['FINANCE'])
    const actionableOf = async (who: TestOperator) => {
      const { body } = await server.ask('/operations/overview', { method: 'GET', token: await server.logIn(who) })
      const { waiting, actionable } = getOverview.response.parse(body).baseDTO
      return [waiting.proposals.count, actionable.proposals]
    }
    const day = { day: '2027-03-25', closed: true, reason: 'Announced' }
    await server.ask('/operations/holidays', { json: day, token: await server.logIn(mina) })
    const level = {
      volumeFrom: '0',
      maker: '0.2',
      taker: '0.3',
      depositDayMax: '300000000',
      withdrawalHourMax: '300000000',
      withdrawalDayMax: '700000000',
      reason: 'A campaign',
    }
    await server.ask('/operations/levels/VIP_1/propose-change', { json: level, token: await server.logIn(nima) })
    expect(await actionableOf(mina)).toEqual([2, 0])
    expect(await actionableOf(nima)).toEqual([2, 0])
    expect(await actionableOf(sara)).toEqual([2, 0])
    expect(await actionableOf(await server.addOperator('Nima Rad', ['RISK']))).toEqual([2, 1])
    expect(await actionableOf(await server.addOperator('Omid Rad', ['RISK', 'FINANCE']))).toEqual([2, 2])
  })

  test('says of the writer, the database and the vendors how they answer, and of what is down that it is', async () => {
    const gauges = new Gauges(() => now().getTime())
    const exchange = measured(server.exchange, gauges)
    const { prices, catalogue } = server.services
    const sources = { database, exchange, markets: catalogue.markets, prices, gauges, now: () => now().getTime() }
    expect(await readHealth(sources)).toMatchObject({ writer: { answered: 0, p99Ms: undefined }, vendors: [] })
    gauges.noteVendor('sms', undefined)
    gauges.noteVendor('sms', 'TIMEOUT')
    await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        exchange.submit({
          type: 'credit',
          source: 'gateway/ZARINPAL',
          userId: 5,
          coinId: catalogue.coins[0]?.id ?? 1,
          amount: 1n as never,
          reference: `each-${index}`,
          key: `each-${index}`,
          fingerprint: 'x',
        }),
      ),
    )
    const health = await readHealth(sources)
    expect(health).toMatchObject({
      writer: { waiting: 0, answered: 12 },
      database: { engine: database.engine },
      vendors: [{ vendor: 'sms', fault: 'TIMEOUT', answers: 2, faults: 1 }],
    })
    expect(health.writer.epoch).toBeGreaterThan(0)
    expect(health.writer.answeredMs).toBeGreaterThan(0)
    expect(health.writer.p99Ms).toBeGreaterThan(0)
    expect(health.database.latencyMs).toBeGreaterThan(0)
    const silent = { ...sources, exchange: { findOutcome: () => Promise.reject(new Error('closed')) } }
    expect((await readHealth(silent)).writer.answeredMs).toBeUndefined()
  })
})
