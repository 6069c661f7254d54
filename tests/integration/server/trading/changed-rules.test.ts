import { expect, test } from 'vitest'
import { amount, price } from '#domain/units.ts'
import { openTradingServer } from '#tests/builders/trading-server.ts'
import { onDatabase } from '#tests/setup/databases.ts'

const GOOD = { amount: '1', unitPrice: '100' }
const ODD = { amount: '0.01', unitPrice: '101', wholePrice: '1.01' }
/** A tick of five Toman, half a gram to two grams, ninety Toman at least. */
const STRICT = {
  tick: price(500_000_000n),
  minAmount: amount(500_000n),
  maxAmount: amount(2_000_000n),
  minTotal: amount(90_000_000n),
}

onDatabase('orders in a market whose rules have changed', (open) => {
  test('are refused by the new rule with that rule, as soon as it is acknowledged', async () => {
    const server = await openTradingServer(await open())
    await server.exchange.gives('ali', '10000 TOMAN')
    expect(await server.place('ali', 'LIMITED_BUY', { amount: '0.01', unitPrice: '101' })).toMatchObject({
      status: 200,
    })
    await server.setGold(STRICT)
    const refusals = [
      ['UNIT_PRICE_INVALID', { unitPrice: '101' }, { tick: '5', coin: 'TOMAN' }],
      ['AMOUNT_IS_LOW', { amount: '0.499' }, { min: '0.5', coin: 'GOLD' }],
      ['AMOUNT_IS_HIGH', { amount: '2.001' }, { max: '2', coin: 'GOLD' }],
      ['TOTAL_IS_LOW', { amount: '0.899' }, { minTotal: '90', coin: 'TOMAN' }],
    ] as const
    for (const [code, wanted, baseDTO] of refusals)
      expect(await server.place('ali', 'LIMITED_BUY', { ...GOOD, ...wanted })).toMatchObject({
        status: 400,
        code,
        baseDTO,
      })
    expect(await server.place('ali', 'STOP_LIMIT_BUY', { ...GOOD, stopPrice: '99' })).toMatchObject({
      code: 'STOP_PRICE_INVALID',
    })
    expect(await server.place('ali', 'LIMITED_BUY', GOOD)).toMatchObject({ status: 200 })
    await server.close()
  })

  test('an order that was read by the old rule and waits for the writer is refused by the new one, with its bound', async () => {
    const server = await openTradingServer(await open())
    await server.exchange.gives('ali', '10000 TOMAN')
    const { submit } = server.failing
    server.failing.submit = async (command, options) => {
      server.failing.submit = submit
      // The rules change between the two.
      await server.setGold(STRICT)
      return submit(command, options)
    }
    expect(await server.place('ali', 'LIMITED_BUY', { ...GOOD, amount: '0.01' })).toMatchObject({
      status: 400,
      code: 'AMOUNT_IS_LOW',
      field: 'amount',
      baseDTO: { min: '0.5', coin: 'GOLD' },
    })
    expect(server.exchange.picture()).not.toContain('buy  100')
    await server.close()
  })

  test('the repeat of one that was executed by the old rule gets the first answer, and another under its key does not', async () => {
    const server = await openTradingServer(await open())
    await server.exchange.gives('ali', '10000 TOMAN')
    const wanted = { ...ODD, clientOrderId: 'sent-twice' }
    const first = await server.place('ali', 'LIMITED_BUY', wanted)
    expect(first.status).toBe(200)
    await server.setGold(STRICT)
    expect(await server.place('ali', 'LIMITED_BUY', wanted)).toEqual(first)
    expect(await server.place('ali', 'LIMITED_BUY', { ...wanted, amount: '0.02', wholePrice: '2.02' })).toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    })
    expect(await server.place('ali', 'LIMITED_BUY', { ...ODD, clientOrderId: 'never-sent' })).toMatchObject({
      code: 'UNIT_PRICE_INVALID',
    })
    await server.setGold({})
    expect(await server.place('ali', 'LIMITED_BUY', { ...ODD, clientOrderId: 'never-sent' })).toMatchObject({
      status: 200,
    })
    await server.close()
  })
})
