import { expect, test } from 'vitest'
import { faultsOf } from '#tests/builders/test-exchange.ts'
import { openTradingServer } from '#tests/builders/trading-server.ts'
import { onDatabase } from '#tests/setup/databases.ts'

const buy = (key: string, order: object = {}) => ({
  action: 'PLACE',
  marketType: 'GOLD_TOMAN',
  orderType: 'LIMITED_BUY',
  amount: '1',
  unitPrice: '100',
  clientOrderId: key,
  ...order,
})

onDatabase('batches of orders', (open) => {
  test('each item has an outcome of its own, in the order of the request, and a retry changes nothing', async () => {
    const database = await open()
    const server = await openTradingServer(database)
    await server.exchange.gives('ali', '200 TOMAN')
    const old = await server.place('ali', 'LIMITED_BUY', { amount: '2', unitPrice: '100' })
    const orders = [
      // Frees what the next two need.
      { action: 'CANCEL', id: old.baseDTO?.id, clientOrderId: 'batch-cancel-1' },
      buy('batch-item-1'),
      buy('batch-item-2'),
      buy('batch-item-3'),
      buy('batch-item-4', { amount: '0.001' }),
      { action: 'CANCEL', id: '4711', clientOrderId: 'batch-cancel-2' },
    ]
    const outcomes = await server.ask('ali', 'POST', '/orders/batch', { orders })
    expect(outcomes.content).toMatchObject([
      { order: { orderStatus: 'CANCELLED_BY_USER' } },
      { order: { orderStatus: 'IS_OPEN', clientOrderId: 'batch-item-1' } },
      { order: { orderStatus: 'IS_OPEN', clientOrderId: 'batch-item-2' } },
      { code: 'NOT_ENOUGH_BALANCE', errors: ['Not enough balance. Deposit or lower the amount.'] },
      { code: 'AMOUNT_IS_LOW', field: 'amount' },
      { code: 'ORDER_NOT_FOUND' },
    ])
    const picture = server.exchange.picture()
    const again = await server.ask('ali', 'POST', '/orders/batch', { orders })
    expect(again.content).toEqual(outcomes.content)
    expect(server.exchange.picture()).toBe(picture)
    expect(await faultsOf(database)).toEqual([])
    await server.close()
  })

  test('a batch holds one item at least and twenty at most, and every order of it a key', async () => {
    const server = await openTradingServer(await open())
    const ask = (orders: object[]) => server.ask('ali', 'POST', '/orders/batch', { orders })
    expect(await ask([])).toMatchObject({ status: 400, field: 'orders' })
    expect(await ask(Array.from({ length: 21 }, (_, i) => buy(`too-many-${i}`)))).toMatchObject({ status: 400 })
    expect(await ask([buy('a-good-key'), { ...buy('x'), clientOrderId: undefined }])).toMatchObject({
      status: 400,
      field: 'orders.1.clientOrderId',
    })
    expect(await ask([buy('a-good-key'), { action: 'CANCEL', id: '1' }])).toMatchObject({
      status: 400,
      field: 'orders.1.clientOrderId',
    })
    const twenty = await ask(Array.from({ length: 20 }, (_, i) => buy(`just-enough-${i}`)))
    expect(twenty.content?.map(({ code }) => code)).toEqual(Array(20).fill('NOT_ENOUGH_BALANCE'))
    await server.close()
  })
})
