import { expect, test } from 'vitest'
import { amendOrder } from '#contract/order-changes.ts'
import { amount } from '#domain/units.ts'
import type { Person } from '#tests/builders/people.ts'
import { priceOf } from '#tests/builders/quantities.ts'
import { faultsOf } from '#tests/builders/test-exchange.ts'
import { openTradingServer } from '#tests/builders/trading-server.ts'
import { onDatabase } from '#tests/setup/databases.ts'

const ONE_AT_90 = { amount: '1', unitPrice: '90' }
const OCO = {
  ...{ marketType: 'GOLD_TOMAN', side: 'SELL', amount: '1' },
  ...{ unitPrice: '120', stopPrice: '80', stopUnitPrice: '79' },
}

onDatabase('amending an order', (open) => {
  async function seeded() {
    const database = await open()
    const server = await openTradingServer(database)
    for (const who of ['ali', 'sara', 'mina'])
      for (const text of ['1000 TOMAN', '100 GOLD']) await server.exchange.gives(who, text)
    const place = async (...placed: Parameters<typeof server.place>) =>
      String((await server.place(...placed)).baseDTO?.id)
    const amend = (
      id: string,
      body: object,
      { who = 'ali', key, query = '' }: { who?: Person; key?: string; query?: string } = {},
    ) => server.ask(who, 'PUT', `/orders/${id}${query}`, body, key)
    return { database, server, place, amend }
  }

  test('a smaller amount keeps the place in the queue, a larger one loses it, and both survive a restart', async () => {
    const { database, server, place, amend } = await seeded()
    const first = await place('ali', 'LIMITED_BUY', { amount: '3', unitPrice: '90', clientOrderId: 'ali-first' })
    await place('sara', 'LIMITED_BUY', ONE_AT_90)
    expect(await amend(first, { amount: '2' })).toMatchObject({
      status: 200,
      baseDTO: { id: first, orderStatus: 'IS_OPEN', amount: '2', overallValue: '180', clientOrderId: 'ali-first' },
    })
    expect(server.exchange.picture()).toContain('buy  90: 3 (ali 2, sara 1)')
    expect(await amend(first, { amount: '4' })).toMatchObject({ status: 200, baseDTO: { amount: '4' } })
    const stop = await place('ali', 'STOP_LIMIT_SELL', { amount: '1', unitPrice: '80', stopPrice: '85' })
    expect(await amend(stop, { stopPrice: '86', unitPrice: '81' })).toMatchObject({
      baseDTO: { orderStatus: 'PENDING', stopPrice: '86', unitPrice: '81' },
    })
    const picture = server.exchange.picture()
    expect(picture).toContain('buy  90: 5 (sara 1, ali 4)')
    expect(await faultsOf(database)).toEqual([])
    await server.close()

    const again = await openTradingServer(database)
    expect(again.exchange.picture()).toBe(picture)
    const { baseDTO } = await again.ask('ali', 'GET', `/orders/details/${first}`)
    expect(baseDTO).toMatchObject({ amount: '4', unitPrice: '90', executedAmount: '0' })
    await again.close()
  })

  test('an expiry is set, moved and taken away, and the order keeps its place, also after a restart', async () => {
    const { database, server, place, amend } = await seeded()
    const first = await place('ali', 'LIMITED_BUY', { amount: '1', unitPrice: '90' })
    await place('sara', 'LIMITED_BUY', ONE_AT_90)
    const endless = await place('ali', 'LIMITED_BUY', {
      amount: '1',
      unitPrice: '80',
      expiresAt: '2026-11-20T08:00:05Z',
    })
    const body = { expiresAt: '2026-11-20T08:00:10.900Z' }
    expect(await amend(first, body, { key: 'expires-once' })).toMatchObject({
      baseDTO: { expiresAt: '2026-11-20T08:00:10.000Z' },
    })
    expect(await amend(endless, { expiresAt: null })).toMatchObject({ baseDTO: { expiresAt: null } })
    expect(await amend(first, { expiresAt: '2026-99-99T00:00:00Z' })).toMatchObject({ code: 'EXPIRY_INVALID' })
    expect(await amend(first, { expiresAt: null }, { key: 'expires-once' })).toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    })
    const picture = server.exchange.picture()
    expect(picture).toContain('buy  90: 2 (ali 1, sara 1)')
    await server.close()
    const again = await openTradingServer(database)
    expect(again.exchange.picture()).toBe(picture)
    again.world.nowMs += 10_000
    const statusOf = async (id: string) => (await again.ask('ali', 'GET', `/orders/details/${id}`)).baseDTO?.orderStatus
    await expect.poll(() => statusOf(first)).toBe('EXPIRED')
    expect(await statusOf(endless)).toBe('IS_OPEN')
    expect(await faultsOf(database)).toEqual([])
    await again.close()
  })

  test('another price may trade immediately, and the answer says what it did', async () => {
    const { database, server, place, amend } = await seeded()
    await place('sara', 'LIMITED_SELL', { amount: '1', unitPrice: '100' })
    const id = await place('ali', 'LIMITED_BUY', { amount: '2', unitPrice: '90' })
    expect(await amend(id, { unitPrice: '101' })).toMatchObject({
      baseDTO: { id, orderStatus: 'IS_OPEN', unitPrice: '101', executedAmount: '1', executedPercent: 50 },
    })
    expect(server.exchange.picture()).toContain('buy  101: 1 (ali 1)')
    expect(await faultsOf(database)).toEqual([])
    await server.close()
  })

  test('a repeat under its key gets the order as it is and changes nothing; the key serves nothing else', async () => {
    const { server, place, amend } = await seeded()
    const id = await place('ali', 'LIMITED_BUY', { amount: '3', unitPrice: '90' })
    const key = 'amend-once'
    expect(await amend(id, { amount: '2' }, { key })).toMatchObject({ status: 200, baseDTO: { amount: '2' } })
    await amend(id, { amount: '1' })
    await server.setGold({ minAmount: amount(5_000_000n) })
    expect(await amend(id, { amount: '2' }, { key })).toMatchObject({ status: 200, baseDTO: { amount: '1' } })
    expect(await amend(id, { amount: '3' }, { key })).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' })
    expect(await server.ask('ali', 'GET', `/outcomes/${key}`)).toMatchObject({
      baseDTO: { kind: 'ORDER', order: { id, amount: '1' } },
    })
    await server.close()
  })

  test('refusals come in the order in which the contract lists them, and leave the order as it was', async () => {
    const { server, place, amend } = await seeded()
    await place('sara', 'LIMITED_SELL', { amount: '1', unitPrice: '100' })
    const maker = await place('ali', 'LIMITED_BUY', { amount: '2', unitPrice: '90', postOnly: true })
    await place('sara', 'LIMITED_SELL', ONE_AT_90)
    const plain = await place('ali', 'LIMITED_BUY', ONE_AT_90)
    const immediate = { amount: '1', unitPrice: '105', stopPrice: '105', timeInForce: 'IOC' }
    const stop = await place('ali', 'STOP_LIMIT_BUY', immediate)
    const whole = await place('ali', 'STOP_LIMIT_BUY', { ...immediate, timeInForce: 'FOK' })
    const trailing = await place('ali', 'STOP_LIMIT_BUY', {
      ...{ amount: '1', unitPrice: '110', stopPrice: '105', trailingDistance: '5' },
    })
    const leg = String((await server.ask('ali', 'POST', '/orders/oco', OCO)).content?.[0]?.id)
    const ended = await place('ali', 'LIMITED_BUY', ONE_AT_90)
    await server.ask('ali', 'DELETE', `/orders/${ended}`)
    await amend(plain, { amount: '1' }, { key: 'used-before' })
    const picture = server.exchange.picture()

    const ladder = [
      ['ORDER_NOT_FOUND', '999999', { stopPrice: '1', amount: '0.0001' }],
      ['MARKET_MAKER_NOT_ALLOWED', undefined, {}],
      ['ORDER_OPTIONS_INVALID', plain, { stopPrice: '1', unitPrice: '0', amount: '0.0001' }],
      ['UNIT_PRICE_INVALID', stop, { stopPrice: '0', unitPrice: '0', amount: '0.0001' }],
      ['STOP_PRICE_INVALID', stop, { stopPrice: '0', amount: '0.0001' }],
      ['UNACCEPTABLE_AMOUNT', plain, { amount: '0.0001' }],
      ['IDEMPOTENCY_KEY_REUSED', ended, { amount: '5' }],
      ['ORDER_NOT_OPEN', ended, { amount: '0.001' }],
      ['OCO_NOT_AMENDABLE', leg, { amount: '0.001' }],
      ['MARKET_IS_NOT_ACTIVE', plain, { amount: '0.001' }],
      ['STOP_ALREADY_TRIGGERED', undefined, {}],
      ['TRAILING_DISTANCE_INVALID', trailing, { stopPrice: '9', unitPrice: '8', amount: '0.001' }],
      ['TRAILING_LIMIT_INVALID', trailing, { unitPrice: '104', amount: '0.001' }],
      ['AMOUNT_IS_LOW', plain, { amount: '0.001' }],
      ['AMOUNT_IS_HIGH', plain, { amount: '10.001', unitPrice: '900' }],
      ['TOTAL_IS_LOW', plain, { amount: '0.01' }],
      ['AMOUNT_ALREADY_EXECUTED', maker, { amount: '1', unitPrice: '900', expiresAt: '2026-11-20T08:00:00Z' }],
      ['EXPIRY_INVALID', maker, { amount: '10', unitPrice: '900', expiresAt: '2026-11-20T08:00:00Z' }],
      ['UNIT_PRICE_OUT_OF_BAND', maker, { amount: '10', unitPrice: '900' }],
      ['NO_LIQUIDITY', stop, { stopPrice: '90', unitPrice: '95', amount: '10' }],
      ['POST_ONLY_WOULD_TRADE', maker, { amount: '10', unitPrice: '900' }],
      ['FILL_OR_KILL_NOT_FILLABLE', whole, { stopPrice: '90', amount: '10' }],
      ['NOT_ENOUGH_BALANCE', plain, { amount: '10', unitPrice: '900' }],
      ['NOT_ACCEPTABLE_FORCE_ORDER_WARNING_IN_CREATE_ORDER', plain, { unitPrice: '400' }],
    ] as const
    for (const [code, id, body] of ladder) {
      if (id === undefined) continue
      await server.setGold({ minTotal: amount(5_000_000n) })
      if (code === 'UNIT_PRICE_OUT_OF_BAND') server.world.reference = priceOf('19')
      else delete server.world.reference
      server.world.state = code === 'MARKET_IS_NOT_ACTIVE' ? { kind: 'closed', opensAt: undefined } : { kind: 'open' }
      const key = code === 'IDEMPOTENCY_KEY_REUSED' ? { key: 'used-before' } : {}
      expect(await amend(id, body, key), code).toMatchObject({ code })
    }
    expect(ladder.map(([code]) => code)).toEqual(amendOrder.errors)
    expect(server.exchange.picture()).toBe(picture)
    expect(await amend(ended, { amount: '2' })).toMatchObject({
      baseDTO: { id: ended, orderStatus: 'CANCELLED_BY_USER' },
    })
    expect(await amend(plain, { amount: '1' }, { who: 'sara' })).toMatchObject({ code: 'ORDER_NOT_FOUND' })
    expect(await amend(plain, { unitPrice: '400' }, { query: '?force=true' })).toMatchObject({
      status: 200,
      baseDTO: { orderStatus: 'FINISHED_WITH_TRANSACTION', executedValue: '100' },
    })
    await server.close()
  })

  test('a triggered stop keeps its stop price, and the market maker amends limit orders alone', async () => {
    const { server, place, amend } = await seeded()
    const stop = await place('ali', 'STOP_LIMIT_BUY', { amount: '1', unitPrice: '95', stopPrice: '100' })
    await place('sara', 'LIMITED_SELL', { amount: '1', unitPrice: '100' })
    await place('mina', 'LIMITED_BUY', { amount: '1', unitPrice: '100' })
    expect(await amend(stop, { stopPrice: '101' })).toMatchObject({ status: 409, code: 'STOP_ALREADY_TRIGGERED' })
    expect(await amend(stop, { stopPrice: '100', unitPrice: '94' })).toMatchObject({
      baseDTO: { orderStatus: 'IS_OPEN', unitPrice: '94' },
    })
    const own = await place('mina', 'LIMITED_BUY', ONE_AT_90)
    expect(await amend(own, { amount: '2' }, { who: 'mina' })).toMatchObject({ status: 200 })
    await server.exchange.order('mina buys 1 GOLD at 110 once 105', 'before-she-was-one')
    const { content } = await server.ask('mina', 'GET', '/orders?orderStatus=PENDING')
    expect(await amend(String(content?.[0]?.id), { amount: '2' }, { who: 'mina' })).toMatchObject({
      code: 'MARKET_MAKER_NOT_ALLOWED',
    })
    await server.close()
  })
})
