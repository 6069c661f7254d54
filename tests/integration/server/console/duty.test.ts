import { afterAll, beforeAll, expect, test } from 'vitest'
import { price } from '#domain/units.ts'
import { LossWatch } from '#server/console/markets/stop-losses.ts'
import { createDutyReports } from '#server/console/report-to-duty.ts'
import { strategyText } from '#server/console/settings/strategies.ts'
import { usualStrategy } from '#server/operations/seed-strategies.ts'
import type { Database } from '#server/store/database.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { type ConsoleServer, startConsoleServer, type TestOperator } from './console-server.ts'

onDatabase('the operators on duty', (open) => {
  let database: Database
  let server: ConsoleServer
  let sara: TestOperator
  let reza: TestOperator
  let mina: TestOperator

  beforeAll(async () => {
    database = await open()
    server = await startConsoleServer(database)
    sara = await server.addOperator('Sara Karimi')
    mina = await server.addOperator('Mina Rad', ['RISK'])
    reza = await server.addOperator('Reza Amini')
  })
  afterAll(() => server.close())

  const setDuty = async (who: TestOperator, onDuty: boolean) =>
    server.ask('/operations/duty', { method: 'PUT', json: { onDuty }, token: await server.logIn(who) })
  const noticesOf = async (kind: string) => {
    const rows = await database.query<{ name: string; params: string }>(
      'select operator_name as name, params from notices join users on users.id = user_id where kind = $1 order by 1',
      [kind],
    )
    return rows.map(({ name, params }) => [name, JSON.parse(params)] as const)
  }
  /** Advances to the next ten-minute mark, so that the minutes of the logins do not cross into the next interval. */
  const beginSitting = () =>
    server.people.pass({ seconds: 600 - ((server.people.accounts.now().getTime() / 1_000) % 600) })
  const propose = async (symbol: string, halfSpread: string, version = 0) => {
    const market = server.services.catalogue.marketBySymbol.get(symbol) ?? expect.fail(symbol)
    const json = { ...strategyText(usualStrategy(market), market), halfSpread, version, reason: 'Agreed' }
    return server.ask(`/operations/markets/${symbol}/strategy`, { json, token: await server.logIn(sara) })
  }

  test('are chosen by themselves, by a switch that is written down', async () => {
    expect((await setDuty(mina, true)).status).toBe(200)
    expect((await setDuty(mina, true)).status).toBe(200)
    const duty = await server.ask('/operations/duty', { method: 'GET', token: await server.logIn(sara) })
    expect(duty.body.baseDTO).toEqual({ onDuty: false, others: ['Mina Rad'] })
    const events = await database.query('select user_id, details from audit_log where kind = $1', ['DUTY_CHANGED'])
    expect(events).toEqual([{ user_id: BigInt(mina.id), details: '{"onDuty":true}' }])
  })

  test('are told once of what one operator proposes at a sitting, if they may decide it, and who proposed it is not', async () => {
    beginSitting()
    const reports = createDutyReports(server.services)
    expect((await propose('GOLD_TOMAN', '3')).status).toBe(200)
    expect((await propose('ETHEREUM_TETHER', '3')).status).toBe(200)
    await reports.look()
    await reports.look()
    const [waits] = await database.query<{ id: bigint }>('select id from proposals order by id')
    const of = { number: String(waits?.id), 'title.fa': 'تنظیم بازارگردان', 'title.en': 'Market maker settings' }
    expect(await noticesOf('PROPOSAL_WAITS')).toEqual([['Mina Rad', { name: 'Sara Karimi', ...of }]])
    await setDuty(reza, true)
    await reports.look()
    expect((await noticesOf('PROPOSAL_WAITS')).map(([name]) => name)).toEqual(['Mina Rad', 'Reza Amini'])
  })

  test('are told of a vendor that is away, and not of one lost answer', async () => {
    const reports = createDutyReports(server.services)
    const { gauges } = server.services
    gauges.noteVendor('sms', undefined)
    gauges.noteVendor('sms', 'TIMEOUT')
    await reports.look()
    expect(await noticesOf('VENDOR_FAULT')).toEqual([])
    for (let turn = 0; turn < 3; turn += 1) gauges.noteVendor('sms', 'TIMEOUT')
    await reports.look()
    await reports.look()
    expect((await noticesOf('VENDOR_FAULT')).map(([name]) => name)).toEqual(['Mina Rad', 'Reza Amini'])
  })

  test('are told of changes of a strategy; while nobody is on duty the admins are', async () => {
    beginSitting()
    expect((await propose('TETHER_TOMAN', '0.09')).body.baseDTO).toEqual({ id: null })
    // One operator's changes of a market at a sitting are reported once.
    expect((await propose('TETHER_TOMAN', '0.1', 1)).body.baseDTO).toEqual({ id: null })
    const change = { market: 'TETHER_TOMAN', name: 'Sara Karimi' }
    expect(await noticesOf('MAKER_STRATEGY_SET')).toEqual([
      ['Mina Rad', change],
      ['Reza Amini', change],
    ])
    for (const who of [mina, reza]) await setDuty(who, false)
    await database.query('delete from notices')
    expect((await propose('ETHEREUM_TETHER', '0.09')).body.baseDTO).toEqual({ id: null })
    expect((await noticesOf('MAKER_STRATEGY_SET')).map(([name]) => name)).toEqual(['Reza Amini'])
  })

  test('are told when the market maker loses more than its day, and it is off from then on', async () => {
    const market = server.services.catalogue.marketBySymbol.get('TETHER_TOMAN') ?? expect.fail('no market')
    const { marketMakerId: userId, accounts } = server.services
    const { now } = accounts
    const settings = { database, markets: [market], userId, now, log: { error: () => undefined } }
    // A Tether is worth 100,000 Toman.
    const reference = { middleFor: () => ({ price: price(100_000n * 10n ** 8n) }) }
    const units = 10n ** BigInt(market.base.decimals)
    let trades = 0
    /** The market maker sells this many Tether at this price in Toman. */
    const sell = (count: bigint, toman: bigint, at = now()) => {
      trades += 1
      const value = count * toman * 10n ** BigInt(market.quote.decimals)
      return database.query(
        `insert into trades (id, market_id, taker_side, unit_price, amount, value, taker_order_id, maker_order_id, taker_user_id,
          maker_user_id, taker_fee, maker_fee, at) values ($1, $2, 'BUY', $3, $4, $5, 1, 2, 7, $6, 0, 0, $7)`,
        [trades, market.id, toman * 10n ** 8n, count * units, value, userId, at],
      )
    }
    const isOn = async () =>
      (await database.query('select enabled from maker_strategies where market_id = $1', [market.id]))[0]
    const switchOn = () =>
      database.query(
        'update maker_strategies set enabled = true, counted_from = $2, loss_max = $3 where market_id = $1',
        [...[market.id, now(), 1_000_000n * 10n ** BigInt(market.quote.decimals)]],
      )
    await switchOn()
    const watch = new LossWatch({ ...settings, reference })
    // Yesterday's loss does not count, however large.
    await sell(1_000n, 1n, new Date(now().getTime() - 30 * 3_600_000))
    server.people.pass({ seconds: 1 })
    // The sale loses one million Toman: exactly the most that a day may lose.
    await sell(100n, 90_000n)
    await watch.look()
    expect(await isOn()).toEqual({ enabled: true })
    await sell(1n, 99_999n)
    await new LossWatch({ ...settings, reference: { middleFor: () => 'stale' } }).look()
    expect(await isOn()).toEqual({ enabled: true })
    await watch.look()
    expect(await isOn()).toEqual({ enabled: false })
    expect((await noticesOf('MAKER_STOPPED')).map(([name, { market: of, amount }]) => [name, of, amount])).toEqual([
      ['Reza Amini', 'TETHER_TOMAN', '1000001'],
      ['Sara Karimi', 'TETHER_TOMAN', '1000001'],
    ])
    const events = await database.query<{ details: string }>('select details from audit_log where kind = $1', [
      'MAKER_STOPPED',
    ])
    expect(events.map(({ details }) => JSON.parse(details))).toEqual([
      { market: 'TETHER_TOMAN', loss: '1000001', lossMax: '1000000' },
    ])
    // Two operators who switch it on again know of the loss, so the count restarts.
    server.people.pass({ seconds: 1 })
    await switchOn()
    await watch.look()
    expect(await isOn()).toEqual({ enabled: true })
  })
})
