import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getSettings } from '#contract/operations-settings.ts'
import { cancelAnyOrder, finishCancels } from '#server/console/markets/cancel-any-order.ts'
import type { Database } from '#server/store/database.ts'
import { order } from '#tests/builders/commands.ts'
import { faultsOf } from '#tests/builders/test-exchange.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { type ConsoleServer, startConsoleServer, type TestOperator } from './console-server.ts'

onDatabase('an operator of the markets', (open) => {
  let database: Database
  let server: ConsoleServer
  let sara: TestOperator
  let token: string

  beforeAll(async () => {
    database = await open()
    server = await startConsoleServer(database)
    sara = await server.addOperator('Sara Karimi')
    token = await server.logIn(sara)
    await database.query(
      `insert into users (id, mobile, referral_code, created_at) values (1, '+989120000001', 'ALI1', now())`,
    )
    await server.exchange.gives('ali', '1000000 TOMAN')
  })
  afterAll(() => server.close())

  const act = (path: string, json: object) => server.ask(`/operations/${path}`, { json, token })
  const rowOf = async (market: string) => {
    const { body } = await server.ask('/operations/markets', { method: 'GET', token })
    return body.content?.find(({ marketType }) => marketType === market)
  }
  const acts = () =>
    database.query<{ kind: string; details: Record<string, unknown> }>(
      'select kind, details::json as details from audit_log where operator_id = $1 and kind not like $2 order by id',
      [sara.id, '%LOGGED_IN'],
    )
  const place = async (key: string) => {
    const at = server.people.accounts.now().getTime()
    const placed = await server.exchange.submit(order('ali buys 2 GOLD at 100', { key, at }))
    if (placed.kind !== 'order') throw new Error('refused')
    return placed.orderId
  }
  const cancel = (id: number | string, key: string = randomUUID()) =>
    server.ask(`/operations/orders/${id}/cancel`, {
      json: { reason: 'A mistyped price' },
      token,
      headers: { 'idempotency-key': key },
    })

  test('halts a market at once, with a reason in both languages, and lets it trade again', async () => {
    expect(await act('markets/GOLD_TOMAN/halt', { kind: 'halted', reasonFa: 'بازبینی' })).toMatchObject({ status: 400 })
    const halt = { kind: 'halted', reasonFa: 'بازبینی قیمت', reasonEn: 'Price review' }
    expect((await act('markets/GOLD_TOMAN/halt', halt)).status).toBe(200)
    expect(await rowOf('GOLD_TOMAN')).toMatchObject({
      halted: true,
      halt: { since: server.people.accounts.now().toISOString(), by: 'Sara Karimi' },
      state: { kind: 'HALTED', reason: { fa: 'بازبینی قیمت', en: 'Price review' } },
    })
    const at = server.people.accounts.now().getTime()
    expect(await server.exchange.submit(order('ali buys 2 GOLD at 100', { key: 'halted', at }))).toMatchObject({
      code: 'MARKET_IS_NOT_ACTIVE',
    })
    await act('markets/GOLD_TOMAN/halt', { ...halt, kind: 'cancel-only' })
    expect(await rowOf('GOLD_TOMAN')).toMatchObject({ state: { kind: 'CANCEL_ONLY' } })
    expect((await act('markets/GOLD_TOMAN/resume', { reason: 'Prices are right' })).status).toBe(200)
    expect(await rowOf('GOLD_TOMAN')).toMatchObject({ halted: false, halt: null, state: { kind: 'OPEN' } })
    expect(await act('markets/GOLD_TOMAN/resume', { reason: 'Once more' })).toMatchObject({
      body: { code: 'NOTHING_TO_CHANGE' },
    })
    expect(await act('markets/CAMEL_TOMAN/resume', { reason: 'No such market' })).toMatchObject({
      body: { code: 'MARKET_NOT_FOUND' },
    })
    expect(await acts()).toMatchObject([
      { kind: 'MARKET_HALTED', details: { market: 'GOLD_TOMAN', reason: 'Price review', reasonFa: 'بازبینی قیمت' } },
      { kind: 'MARKET_HALTED', details: { after: 'cancel-only' } },
      { kind: 'MARKET_RESUMED', details: { reason: 'Prices are right' } },
    ])
  })

  test('cancels an order of anybody: it ends as CANCELLED_BY_ADMIN, its money is free, and a repeat is answered the same', async () => {
    const id = await place('to-be-cancelled')
    const shown = await server.ask(`/operations/orders/${id}`, { method: 'GET', token })
    expect(shown.body.baseDTO).toMatchObject({
      order: { orderStatus: 'IS_OPEN' },
      owner: { mobileNumber: '+989120000001' },
    })
    const reader = await server.logIn(await server.addOperator('Ali Reader', ['READ']))
    const seen = await server.ask(`/operations/orders/${id}`, { method: 'GET', token: reader })
    expect(seen.body.baseDTO).toMatchObject({ owner: { mobileNumber: '••••••0001' } })
    const open = await server.ask('/operations/users/1/orders', { method: 'GET', token })
    expect(open.body.content?.map((row) => row.id)).toContain(String(id))
    const key = randomUUID()
    const cancelled = await cancel(id, key)
    expect(cancelled).toMatchObject({ status: 200, body: { baseDTO: { orderStatus: 'CANCELLED_BY_ADMIN' } } })
    expect((await cancel(id, key)).body).toEqual(cancelled.body)
    expect(await cancel(id)).toMatchObject({ status: 409, body: { code: 'ORDER_NOT_OPEN' } })
    expect(await cancel('999999999999999999')).toMatchObject({ status: 404, body: { code: 'ORDER_NOT_FOUND' } })
    const [balance] = await database.query<{ blocked: bigint }>(
      'select sum(blocked)::bigint as blocked from balances where owner_id = 1',
    )
    expect(balance?.blocked).toBe(0n)
    expect(await faultsOf(database)).toEqual([])
    expect((await acts()).filter(({ kind }) => kind.startsWith('ORDER'))).toMatchObject([
      { kind: 'ORDER_CANCEL_ORDERED', details: { order: id, reason: 'A mistyped price' } },
      { kind: 'ORDER_CANCELLED_BY_OPERATOR', details: { order: id, reason: 'A mistyped price' } },
    ])
  })

  test('a cancellation whose end was cut short is ended by the job, once', async () => {
    const before = { acts: (await acts()).length }
    const id = await place('cut-short')
    // The exchange executes the command and never answers, as if the process stopped in between.
    const { submit, findOutcome } = server.exchange
    const exchange = {
      findOutcome,
      submit: async (command: Parameters<typeof submit>[0]) => {
        await submit(command)
        throw new Error('the process is stopped')
      },
    }
    const act = { operatorId: sara.id, ip: '5.160.1.1', device: 'Firefox', reason: 'A mistyped price' }
    const services = { accounts: server.people.accounts, exchange }
    await expect(cancelAnyOrder(services, { orderId: id, key: randomUUID() }, act)).rejects.toThrow('stopped')
    expect((await acts()).length - before.acts).toBe(1)
    await finishCancels(services)
    await finishCancels(services)
    expect((await acts()).slice(before.acts)).toMatchObject([
      { kind: 'ORDER_CANCEL_ORDERED', details: { order: id } },
      { kind: 'ORDER_CANCELLED_BY_OPERATOR', details: { order: id, reason: 'A mistyped price' } },
    ])
  })

  test('switches the market maker of a market', async () => {
    const [market] = await database.query<{ id: number }>(`select id from markets where symbol = 'GOLD_TOMAN'`)
    expect(await act('markets/GOLD_TOMAN/maker', { enabled: true, reason: 'There is none' })).toMatchObject({
      body: { code: 'NOTHING_TO_CHANGE' },
    })
    await database.query(
      `insert into maker_strategies (market_id, enabled, half_spread_ppm, step_ppm, levels, level_worth, refresh_ms, skew_ppm,
        inventory_target, inventory_band, loss_max) values ($1, true, 1000, 1000, 3, 1000, 1000, 0, 0, 1, 5000)`,
      [market?.id ?? 0],
    )
    expect(await rowOf('GOLD_TOMAN')).toMatchObject({ makerEnabled: true })
    expect((await act('markets/GOLD_TOMAN/maker', { enabled: false, reason: 'A wrong spread' })).status).toBe(200)
    expect(await rowOf('GOLD_TOMAN')).toMatchObject({ makerEnabled: false })
  })

  test('ends a market for good with another operator: no order is taken, those that stand are cancelled, and balances stay', async () => {
    const reza = await server.addOperator('Reza Amini')
    const other = await server.logIn(reza)
    const standing = [await place('stands'), await place('stands-too')]
    const before = await database.query<{ available: bigint; blocked: bigint }>(
      'select sum(available)::bigint as available, sum(blocked)::bigint as blocked from balances where owner_id = 1',
    )
    const { body } = await act('markets/GOLD_TOMAN/propose-end', { reason: 'Nobody trades it' })
    const { id } = (body.baseDTO ?? expect.fail('not proposed')) as { id: string }
    const approve = (by: string) =>
      server.ask(`/operations/proposals/${id}/approve`, { json: { reason: 'Users know' }, token: by })
    expect(await approve(token)).toMatchObject({ body: { code: 'FOUR_EYES_REQUIRED' } })
    expect(await rowOf('GOLD_TOMAN')).toMatchObject({ state: { kind: 'OPEN' } })
    expect((await approve(other)).status).toBe(200)
    const orders = await database.query<{ status: string }>('select status from orders where id = any($1::bigint[])', [
      standing,
    ])
    expect(orders.map(({ status }) => status)).toEqual(['CANCELLED_BY_ADMIN', 'CANCELLED_BY_ADMIN'])
    const [was] = before
    const [balance] = await database.query<{ available: bigint; blocked: bigint }>(
      'select sum(available)::bigint as available, sum(blocked)::bigint as blocked from balances where owner_id = 1',
    )
    expect(balance).toEqual({ available: (was?.available ?? 0n) + (was?.blocked ?? 0n), blocked: 0n })
    const at = server.people.accounts.now().getTime()
    expect(await server.exchange.submit(order('ali buys 2 GOLD at 100', { key: 'ended', at }))).toMatchObject({
      code: 'MARKET_IS_NOT_ACTIVE',
    })
    expect(await rowOf('GOLD_TOMAN')).toBeUndefined()
    const settings = await server.ask('/operations/settings', { method: 'GET', token })
    const { markets } = getSettings.response.parse(settings.body).baseDTO
    expect(markets.filter(({ ended }) => ended).map(({ marketType }) => marketType)).toEqual(['GOLD_TOMAN'])
    expect(await act('markets/GOLD_TOMAN/maker', { enabled: true, reason: 'Once more' })).toMatchObject({
      body: { code: 'NOTHING_TO_CHANGE' },
    })
    expect(await act('markets/GOLD_TOMAN/propose-end', { reason: 'Once more' })).toMatchObject({
      body: { code: 'NOTHING_TO_CHANGE' },
    })
    const [ended] = await database.query<{ details: object }>(
      `select details::json as details from audit_log where kind = 'MARKET_ENDED'`,
    )
    expect(ended?.details).toMatchObject({ market: 'GOLD_TOMAN', proposedBy: 'Sara Karimi', reason: 'Users know' })
    expect(await faultsOf(database)).toEqual([])
  })
})
