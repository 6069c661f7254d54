import { expect, test } from 'vitest'
import { ExchangeUnavailable, OutcomeUnknown } from '#server/exchange/exchange.ts'
import { findBegunDeposit } from '#server/wallets/deposit-toman.ts'
import { openTestWallets } from '#tests/builders/test-wallets.ts'
import { openTradingServer } from '#tests/builders/trading-server.ts'
import { eachDatabase } from '#tests/setup/databases.ts'

const SELL = { amount: '2', unitPrice: '100' }

eachDatabase('what became of a key, over HTTP', (open) => {
  test('an order is shown as it stands now, to its owner alone', async () => {
    const server = await openTradingServer(await open())
    await Promise.all([server.exchange.gives('ali', '10 GOLD'), server.exchange.gives('sara', '1000 TOMAN')])
    const placed = await server.place('ali', 'LIMITED_SELL', { ...SELL, clientOrderId: 'lost-answer-1' })
    const ask = (who: 'ali' | 'sara') => server.ask(who, 'GET', '/outcomes/lost-answer-1')
    expect(await ask('ali')).toMatchObject({ status: 200, baseDTO: { kind: 'ORDER', order: placed.baseDTO } })
    expect(await ask('sara')).toMatchObject({ status: 200, baseDTO: { kind: 'NONE' } })

    await server.place('sara', 'LIMITED_BUY', SELL)
    expect((await ask('ali')).baseDTO).toMatchObject({
      kind: 'ORDER',
      order: { id: placed.baseDTO?.id, orderStatus: 'FINISHED_WITH_TRANSACTION', executedAmount: '2' },
    })
    expect(await server.ask('ali', 'GET', '/outcomes/short')).toMatchObject({ status: 400, field: 'key' })
    await server.close()
  })

  test('a cancellation is found as the order it ended, and one of all orders by their number', async () => {
    const server = await openTradingServer(await open())
    await server.exchange.gives('ali', '100 GOLD')
    const [first] = await Promise.all(Array.from({ length: 12 }, () => server.place('ali', 'LIMITED_SELL', SELL)))
    const id = first?.baseDTO?.id
    await server.ask('ali', 'DELETE', `/orders/${id}`, undefined, 'cancel-one-1')
    expect(await server.ask('ali', 'DELETE', '/orders', undefined, 'cancel-all-1')).toMatchObject({
      baseDTO: { cancelled: 11 },
    })
    expect(await server.ask('ali', 'GET', '/outcomes/cancel-one-1')).toMatchObject({
      baseDTO: { kind: 'ORDER', order: { id, orderStatus: 'CANCELLED_BY_USER' } },
    })
    expect(await server.ask('ali', 'GET', '/outcomes/cancel-all-1')).toMatchObject({
      baseDTO: { kind: 'ORDERS_CANCELLED', cancelled: 11 },
    })
    await server.close()
  })

  test('each item of a batch says for itself whether it happened, did not, or may have', async () => {
    const server = await openTradingServer(await open())
    await server.exchange.gives('ali', '10 GOLD')
    const submit = server.exchange.submit
    const failures: Record<string, Error> = {
      'batch-item-2': new ExchangeUnavailable('the queue is full'),
      'batch-item-3': new OutcomeUnknown('the answer was lost'),
    }
    server.failing.submit = (command) => {
      const failure = 'key' in command ? failures[command.key] : undefined
      return failure ? Promise.reject(failure) : submit(command)
    }
    const orders = [1, 2, 3].map((item) => ({
      action: 'PLACE',
      marketType: 'GOLD_TOMAN',
      orderType: 'LIMITED_SELL',
      ...SELL,
      clientOrderId: `batch-item-${item}`,
    }))
    const { status, content } = await server.ask('ali', 'POST', '/orders/batch', { orders })
    expect(status).toBe(200)
    expect(content).toMatchObject([
      { order: { orderStatus: 'IS_OPEN' } },
      { code: 'UNAVAILABLE' },
      { code: 'OUTCOME_UNKNOWN' },
    ])
    await server.close()
  })
})

eachDatabase('a card payment whose gateway did not answer', (open) => {
  test('may have been opened: its key finds it, and asked again leads to one payment', async () => {
    const database = await open()
    const { ask, gateway, user } = await openTestWallets(database)
    const find = () => findBegunDeposit(database)({ userId: user.userId, key: 'payment-1' })
    expect(await find()).toBeUndefined()
    const { request } = gateway
    gateway.request = async () => ({ kind: 'unavailable', fault: 'TIMEOUT' })
    expect(await ask('250000', 'payment-1')).toMatchObject({ code: 'OUTCOME_UNKNOWN' })
    expect(await find()).toMatchObject({ deposit: { transactionStatus: 'RAISED_BY_USER' }, redirectSite: null })
    gateway.request = request
    const begun = await ask('250000', 'payment-1')
    expect(begun).toMatchObject({ redirectSite: expect.stringContaining('https://gateway.example/') })
    expect(await find()).toMatchObject({
      deposit: { amount: '250000' },
      redirectSite: Reflect.get(begun, 'redirectSite'),
    })
    expect(await database.query('select id from toman_deposits')).toHaveLength(1)
  })

  test('and was never asked is certainly not opened', async () => {
    const { ask, gateway } = await openTestWallets(await open())
    gateway.feels('down')
    expect(await ask('250000', 'payment-1')).toMatchObject({ code: 'GATEWAY_UNAVAILABLE' })
  })
})
