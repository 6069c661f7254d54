import { expect, test } from 'vitest'
import { SickDatabase } from '#tests/builders/sick-database.ts'
import { faultsOf } from '#tests/builders/test-exchange.ts'
import { openTradingServer } from '#tests/builders/trading-server.ts'
import { onDatabase } from '#tests/setup/databases.ts'

const MINUTE = 60_000
const SECOND = 1_000

onDatabase('orders', (open) => {
  async function seeded() {
    const database = await open()
    const server = await openTradingServer(database)
    for (const who of ['ali', 'sara', 'mina'])
      for (const text of ['10000 TOMAN', '100 GOLD']) await server.exchange.gives(who, text)
    return { database, server }
  }

  test('a stop-limit order waits, is listed with the open ones, and is set off by a trade', async () => {
    const { database, server } = await seeded()
    const stop = await server.place('ali', 'STOP_LIMIT_BUY', { amount: '1', unitPrice: '120', stopPrice: '110' })
    expect(stop).toMatchObject({
      status: 200,
      baseDTO: { orderType: 'STOP_LIMIT_BUY', orderStatus: 'PENDING', stopPrice: '110', overallValue: '120' },
    })
    const listed = await server.ask('ali', 'GET', '/orders?orderStatus=IS_OPEN,PENDING&orderType=P2P&market=GOLD_TOMAN')
    expect(listed.content).toMatchObject([{ id: stop.baseDTO?.id, orderStatus: 'PENDING' }])
    expect((await server.ask('ali', 'GET', '/orders?orderStatus=IS_OPEN')).content).toEqual([])

    await server.place('sara', 'LIMITED_SELL', { amount: '1', unitPrice: '110' })
    await server.place('mina', 'LIMITED_BUY', { amount: '1', unitPrice: '110' })
    const after = await server.ask('ali', 'GET', '/orders?orderStatus=IS_OPEN')
    expect(after.content).toMatchObject([{ id: stop.baseDTO?.id, orderStatus: 'IS_OPEN' }])
    expect(await faultsOf(database)).toEqual([])
    await server.close()
  })

  test('a trailing stop shows where it has followed the market to, also after a restart', async () => {
    const { database, server } = await seeded()
    const trailing = {
      amount: '1',
      unitPrice: '88',
      stopPrice: '90',
      trailingDistance: '10',
      clientOrderId: 'trailing-1',
    }
    const first = await server.place('ali', 'STOP_LIMIT_SELL', trailing)
    expect(first.baseDTO).toMatchObject({ orderStatus: 'PENDING', stopPrice: '90', trailingDistance: '10' })
    await server.place('sara', 'LIMITED_SELL', { amount: '1', unitPrice: '105' })
    await server.place('mina', 'LIMITED_BUY', { amount: '1', unitPrice: '105' })
    const moved = { orderStatus: 'PENDING', stopPrice: '95', unitPrice: '93', trailingDistance: '10' }
    const shown = await server.ask('ali', 'GET', `/orders/details/${first.baseDTO?.id}`)
    expect(shown.baseDTO).toMatchObject(moved)
    await server.close()

    const again = await openTradingServer(database)
    expect(await again.place('ali', 'STOP_LIMIT_SELL', trailing)).toEqual(first)
    await again.place('sara', 'LIMITED_BUY', { amount: '2', unitPrice: '94', clientOrderId: 'sara-again' })
    await again.place('mina', 'LIMITED_SELL', { amount: '1', unitPrice: '94', clientOrderId: 'mina-again' })
    const ended = await again.ask('ali', 'GET', `/orders/details/${first.baseDTO?.id}`)
    expect(ended.baseDTO).toMatchObject({ orderStatus: 'FINISHED_WITH_TRANSACTION', executedValue: '94' })
    expect(await faultsOf(database)).toEqual([])
    await again.close()
  })

  test('stops, expiries and the last price survive a restart, and the retry of each gets its first answer', async () => {
    const { database, server } = await seeded()
    const expiresAt = new Date(server.world.nowMs + MINUTE + 789).toISOString()
    await server.place('sara', 'LIMITED_SELL', { amount: '1', unitPrice: '100' })
    await server.place('mina', 'LIMITED_BUY', { amount: '1', unitPrice: '100' })
    const asked = [
      ['STOP_LIMIT_BUY', { amount: '1', unitPrice: '120', stopPrice: '110', clientOrderId: 'stop-order-1' }],
      ['LIMITED_BUY', { amount: '2', unitPrice: '90', expiresAt, clientOrderId: 'limit-order-1' }],
      ['LIMITED_BUY', { amount: '3', unitPrice: '90', postOnly: true, clientOrderId: 'limit-order-2' }],
    ] as const
    const first = []
    for (const [type, order] of asked) first.push(await server.place('ali', type, order))
    expect(first[1]?.baseDTO).toMatchObject({ expiresAt: '2026-11-20T08:01:00.000Z', timeInForce: 'GTC' })
    const picture = server.exchange.picture()
    await server.close()

    const again = await openTradingServer(database)
    expect(again.exchange.picture()).toBe(picture)
    again.world.nowMs += MINUTE - 1
    for (const [i, [type, order]] of asked.entries()) expect(await again.place('ali', type, order)).toEqual(first[i])
    // The last price is 100, so this stop is triggered immediately.
    const reached = await again.place('ali', 'STOP_LIMIT_BUY', { amount: '1', unitPrice: '80', stopPrice: '99' })
    expect(reached.baseDTO).toMatchObject({ orderStatus: 'IS_OPEN' })

    again.world.nowMs += 1
    await expect
      .poll(async () => (await again.ask('ali', 'GET', '/orders?orderStatus=EXPIRED')).content)
      .toMatchObject([{ id: first[1]?.baseDTO?.id, executedAmount: '0' }])
    // Placed before it expired: the retry still gets its answer, but the same order under a new key is refused.
    expect(await again.place('ali', ...asked[1])).toEqual(first[1])
    expect(await again.place('ali', 'LIMITED_BUY', { ...asked[1][1], clientOrderId: 'limit-order-9' })).toMatchObject({
      status: 400,
      code: 'EXPIRY_INVALID',
    })
    expect(await faultsOf(database)).toEqual([])
    await again.close()
  })

  test('an order whose time has come does not trade, however soon the other order comes', async () => {
    const { database, server } = await seeded()
    const expiresAt = new Date(server.world.nowMs + SECOND).toISOString()
    await server.place('sara', 'LIMITED_SELL', { amount: '1', unitPrice: '100', expiresAt })
    server.world.nowMs += SECOND
    const buy = await server.place('ali', 'LIMITED_BUY', { amount: '1', unitPrice: '100' })
    expect(buy.baseDTO).toMatchObject({ orderStatus: 'IS_OPEN', executedAmount: '0' })
    expect(await faultsOf(database)).toEqual([])
    await server.close()
  })

  test('the warning places nothing and gives its reason; forced, the same order is placed, and nothing else is skipped', async () => {
    const { server } = await seeded()
    await server.place('sara', 'LIMITED_SELL', { amount: '1', unitPrice: '100' })
    const wanted = { amount: '1', unitPrice: '150', clientOrderId: 'far-too-dear' }
    expect(await server.place('ali', 'LIMITED_BUY', wanted)).toMatchObject({
      status: 409,
      code: 'NOT_ACCEPTABLE_FORCE_ORDER_WARNING_IN_CREATE_ORDER',
      errors: ['Your price is far worse than the market. Are you sure?'],
      baseDTO: { marketPrice: '100' },
    })
    expect((await server.ask('ali', 'GET', '/orders')).content).toEqual([])
    expect(await server.place('ali', 'LIMITED_BUY', { amount: '10', unitPrice: '1500' }, '?force=true')).toMatchObject({
      code: 'NOT_ENOUGH_BALANCE',
    })
    expect(await server.place('ali', 'LIMITED_BUY', { amount: '11', unitPrice: '150' }, '?force=true')).toMatchObject({
      code: 'AMOUNT_IS_HIGH',
    })
    server.world.state = { kind: 'closed', opensAt: undefined }
    expect(await server.place('ali', 'LIMITED_BUY', wanted, '?force=true')).toMatchObject({
      code: 'MARKET_IS_NOT_ACTIVE',
    })
    server.world.state = { kind: 'open' }
    expect(await server.place('ali', 'LIMITED_BUY', wanted, '?force=true')).toMatchObject({
      status: 200,
      baseDTO: { orderStatus: 'FINISHED_WITH_TRANSACTION', executedValue: '100' },
    })
    await server.close()
  })

  test('an order is cancelled once; asked for again it is shown as it ended, and nobody cancels for another', async () => {
    const { server } = await seeded()
    const { baseDTO } = await server.place('ali', 'STOP_LIMIT_SELL', { amount: '1', unitPrice: '80', stopPrice: '90' })
    expect(await server.ask('sara', 'DELETE', `/orders/${baseDTO?.id}`)).toMatchObject({ code: 'ORDER_NOT_FOUND' })
    expect(await server.ask('ali', 'DELETE', `/orders/${baseDTO?.id}`)).toMatchObject({
      status: 200,
      baseDTO: { orderStatus: 'CANCELLED_BY_USER' },
    })
    expect(await server.ask('ali', 'DELETE', `/orders/${baseDTO?.id}`)).toMatchObject({
      status: 409,
      code: 'ORDER_NOT_OPEN',
      baseDTO: { orderStatus: 'CANCELLED_BY_USER' },
    })
    expect(await server.ask('ali', 'DELETE', '/orders/999999999999999999')).toMatchObject({ code: 'ORDER_NOT_FOUND' })
    await server.close()
  })

  test.each(['lost-before', 'lost-after'] as const)(
    'who cancels while the commit is %s is told what became of his order, now and again',
    async (ailment) => {
      const sick = new SickDatabase(await open())
      const server = await openTradingServer(sick)
      await server.exchange.gives('ali', '100 TOMAN')
      const { baseDTO } = await server.place('ali', 'LIMITED_BUY', { amount: '1', unitPrice: '100' })
      sick.falls(ailment)
      const ended = { baseDTO: { id: baseDTO?.id, orderStatus: 'CANCELLED_BY_USER' } }
      const again = { status: 409, code: 'ORDER_NOT_OPEN', errors: ['This order is no longer open.'], ...ended }
      const cancel = (key: string) => server.ask('ali', 'DELETE', `/orders/${baseDTO?.id}`, undefined, key)
      expect(await cancel('cancel-once')).toMatchObject({ status: 200, ...ended })
      expect(await cancel('cancel-once')).toMatchObject({ status: 200, ...ended })
      expect(await cancel('cancel-anew')).toMatchObject(again)
      expect(await faultsOf(sick)).toEqual([])
      await server.close()
    },
  )

  test('cancelling needs a key, and a repeat under it gets the first answer, whatever has happened since', async () => {
    const { server } = await seeded()
    const place = () => server.place('ali', 'LIMITED_BUY', { amount: '1', unitPrice: '90' })
    const [one, other] = [await place(), await place()]
    const cancel = (id: unknown, key: string) => server.ask('ali', 'DELETE', `/orders/${id}`, undefined, key)
    const first = await cancel(one.baseDTO?.id, 'cancel-one')
    expect(first).toMatchObject({ status: 200, baseDTO: { orderStatus: 'CANCELLED_BY_USER' } })
    expect(await cancel(one.baseDTO?.id, 'cancel-one')).toEqual(first)
    expect(await cancel(other.baseDTO?.id, 'cancel-one')).toMatchObject({ status: 409, code: 'IDEMPOTENCY_KEY_REUSED' })
    expect(await cancel(other.baseDTO?.id, ' ')).toMatchObject({ status: 400, field: 'Idempotency-Key' })
    const all = () => server.ask('ali', 'DELETE', '/orders?market=GOLD_TOMAN', undefined, 'cancel-all-1')
    expect(await all()).toMatchObject({ baseDTO: { cancelled: 1 } })
    const late = await place()
    expect(await all()).toMatchObject({ status: 200, baseDTO: { cancelled: 1 } })
    const open = await server.ask('ali', 'GET', '/orders?orderStatus=IS_OPEN')
    expect(open.content?.map(({ id }) => id)).toEqual([late.baseDTO?.id])
    expect(await server.ask('ali', 'DELETE', '/orders', undefined, 'cancel-all-1')).toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    })
    expect(await server.ask('ali', 'DELETE', '/orders', undefined, 'cancel-one')).toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    })
    await server.close()
  })

  test('all orders are cancelled, of one market or of all, whatever the state of the market, and nobody else’s', async () => {
    const { database, server } = await seeded()
    await server.exchange.gives('ali', '10 ETHEREUM')
    for (const unitPrice of ['90', '91']) await server.place('ali', 'LIMITED_BUY', { amount: '1', unitPrice })
    await server.place('ali', 'STOP_LIMIT_SELL', { amount: '1', unitPrice: '80', stopPrice: '90' })
    await server.ask('ali', 'POST', '/orders/sell', {
      marketType: 'ETHEREUM_TETHER',
      orderType: 'LIMITED_SELL',
      amount: '1',
      unitPrice: '3000',
    })
    await server.place('sara', 'LIMITED_BUY', { amount: '1', unitPrice: '90' })
    server.world.state = { kind: 'closed', opensAt: undefined }
    expect(await server.ask('ali', 'DELETE', '/orders?market=GOLD_TOMAN')).toMatchObject({ baseDTO: { cancelled: 3 } })
    expect(await server.ask('ali', 'DELETE', '/orders?market=GOLD_TETHER')).toMatchObject({ code: 'MARKET_NOT_FOUND' })
    expect(await server.ask('ali', 'DELETE', '/orders')).toMatchObject({ baseDTO: { cancelled: 1 } })
    expect(await server.ask('ali', 'DELETE', '/orders')).toMatchObject({ baseDTO: { cancelled: 0 } })
    expect((await server.ask('sara', 'GET', '/orders?orderStatus=IS_OPEN')).content).toHaveLength(1)
    expect(await faultsOf(database)).toEqual([])
    await server.close()
  })
})
