import { expect, test } from 'vitest'
import { placeOco } from '#contract/order-changes.ts'
import { amount } from '#domain/units.ts'
import type { Person } from '#tests/builders/people.ts'
import { priceOf } from '#tests/builders/quantities.ts'
import { faultsOf } from '#tests/builders/test-exchange.ts'
import { openTradingServer } from '#tests/builders/trading-server.ts'
import { onDatabase } from '#tests/setup/databases.ts'

const SALE = { side: 'SELL', amount: '2', unitPrice: '110', stopPrice: '90', stopUnitPrice: '88' }
const PURCHASE = { side: 'BUY', amount: '2', unitPrice: '90', stopPrice: '110', stopUnitPrice: '115' }
const PAST = '2020-01-01T00:00:00Z'
const CLOSED = { kind: 'closed', opensAt: undefined } as const

onDatabase('an OCO order', (open) => {
  /** Gold has traded at 100. */
  async function seeded() {
    const database = await open()
    const server = await openTradingServer(database)
    for (const who of ['ali', 'sara', 'reza', 'mina'])
      for (const text of ['1000 TOMAN', '100 GOLD']) await server.exchange.gives(who, text)
    await server.exchange.order('sara sells 1 GOLD at 100', 'first-sale')
    await server.exchange.order('reza buys 1 GOLD at 100', 'first-purchase')
    const oco = (body: object, { who = 'ali', key, query = '' }: { who?: Person; key?: string; query?: string } = {}) =>
      server.ask(who, 'POST', `/orders/oco${query}`, { marketType: 'GOLD_TOMAN', ...body }, key)
    const statuses = async () => {
      const { content } = await server.ask('ali', 'GET', '/orders')
      return content?.map(({ orderStatus }) => orderStatus)
    }
    return { database, server, oco, statuses }
  }

  test('answers with both legs, each of which names the other, and a repeat with the same two as they are now', async () => {
    const { database, server, oco } = await seeded()
    const expiresAt = '2026-12-01T00:00:00.000Z'
    const placed = await oco({ ...SALE, expiresAt }, { key: 'oco-once-1' })
    expect(placed).toMatchObject({
      status: 200,
      content: [
        { orderType: 'LIMITED_SELL', orderStatus: 'IS_OPEN', unitPrice: '110', stopPrice: null, expiresAt },
        { orderType: 'STOP_LIMIT_SELL', orderStatus: 'PENDING', unitPrice: '88', stopPrice: '90', expiresAt },
      ],
    })
    const [profit, stop] = placed.content ?? []
    expect([profit?.linkedOrderId, stop?.linkedOrderId]).toEqual([stop?.id, profit?.id])
    expect(await server.ask('ali', 'GET', '/outcomes/oco-once-1')).toMatchObject({
      baseDTO: { order: { id: profit?.id } },
    })
    await server.exchange.order('sara buys 1 GOLD at 110', 'takes-profit')
    await server.setGold({ minAmount: amount(5_000_000n) })
    expect(await oco({ ...SALE, expiresAt }, { key: 'oco-once-1' })).toMatchObject({
      status: 200,
      content: [
        { id: profit?.id, orderStatus: 'IS_OPEN', executedAmount: '1' },
        { id: stop?.id, orderStatus: 'FINISHED_WITHOUT_TRANSACTION', executedAmount: '0' },
      ],
    })
    expect(await oco(SALE, { key: 'oco-once-1' })).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' })
    expect(await faultsOf(database)).toEqual([])
    await server.close()
  })

  test('is linked after a restart: the stop takes the place of the other leg, and both are still one hold', async () => {
    const { database, server, oco } = await seeded()
    await oco(PURCHASE)
    const picture = server.exchange.picture()
    expect(picture).toContain('ali: 770 + 230 TOMAN')
    await server.close()
    const again = await openTradingServer(database)
    expect(again.exchange.picture()).toBe(picture)
    await again.exchange.order('sara sells 1 GOLD at 110', 'rising-1')
    await again.exchange.order('reza buys 1 GOLD at 110', 'rising-2')
    expect(again.exchange.picture()).toContain('buy  115: 2 (ali 2)')
    expect(again.exchange.picture()).not.toContain('90: 2')
    const { content } = await again.ask('ali', 'GET', '/orders')
    expect(content).toMatchObject([{ orderStatus: 'IS_OPEN' }, { orderStatus: 'FINISHED_WITHOUT_TRANSACTION' }])
    expect(await faultsOf(database)).toEqual([])
    await again.close()
  })

  test('ends with either leg, whoever cancels it, and is not amended', async () => {
    const { database, server, oco, statuses } = await seeded()
    const { content: [profit, stop] = [] } = await oco(SALE)
    for (const leg of [profit, stop])
      expect(await server.ask('ali', 'PUT', `/orders/${leg?.id}`, { amount: '1' })).toMatchObject({
        status: 409,
        code: 'OCO_NOT_AMENDABLE',
      })
    await server.ask('ali', 'DELETE', `/orders/${stop?.id}`)
    expect(await statuses()).toEqual(['CANCELLED_BY_USER', 'CANCELLED_BY_USER'])
    await oco(SALE)
    expect(await server.ask('ali', 'DELETE', '/orders')).toMatchObject({ baseDTO: { cancelled: 2 } })
    await oco({ ...SALE, expiresAt: '2026-11-20T08:00:01Z' })
    server.world.nowMs += 2_000
    await expect.poll(async () => (await statuses())?.slice(0, 2)).toEqual(['EXPIRED', 'EXPIRED'])
    expect(server.exchange.picture()).toContain('ali: 100 + 0 GOLD')
    expect(await faultsOf(database)).toEqual([])
    await server.close()
  })

  test('refusals come in the order in which the contract lists them, and place nothing', async () => {
    const { server, oco } = await seeded()
    await server.exchange.order('mina buys 1 GOLD at 105', 'best-bid')
    await oco(SALE, { key: 'used-before', who: 'sara' })
    for (const key of ['ali-first', 'ali-second']) await server.exchange.order('ali buys 1 GOLD at 50', key)
    await server.setGold({ minTotal: amount(5_000_000n), openOrdersMax: 3 })
    const picture = server.exchange.picture()
    const bad = { ...SALE, amount: '0.0001', expiresAt: PAST }
    const ladder = [
      ['MARKET_NOT_FOUND', 'marketType', { ...bad, marketType: 'GOLD_TETHER', unitPrice: '0' }],
      ['MARKET_MAKER_NOT_ALLOWED', undefined, { ...bad, unitPrice: '0' }],
      ['UNIT_PRICE_INVALID', 'stopUnitPrice', { ...bad, stopUnitPrice: '0', stopPrice: '0' }],
      ['STOP_PRICE_INVALID', 'stopPrice', { ...bad, stopPrice: '0' }],
      ['UNACCEPTABLE_AMOUNT', 'amount', bad],
      ['IDEMPOTENCY_KEY_REUSED', undefined, { ...bad, amount: '0.001' }],
      ['MARKET_IS_NOT_ACTIVE', undefined, { ...bad, amount: '0.001' }],
      ['UNIT_PRICE_INVALID', 'stopUnitPrice', { ...bad, amount: '0.001', stopUnitPrice: '88.5' }],
      ['AMOUNT_IS_LOW', 'amount', { ...bad, amount: '0.001' }],
      ['AMOUNT_IS_HIGH', 'amount', { ...bad, amount: '10.001' }],
      ['TOTAL_IS_LOW', 'amount', { ...bad, amount: '0.05', unitPrice: '105' }],
      ['OCO_PRICES_INVALID', 'unitPrice', { ...bad, amount: '10', unitPrice: '105' }],
      ['OCO_PRICES_INVALID', 'stopPrice', { ...bad, amount: '10', stopPrice: '100' }],
      ['UNIT_PRICE_OUT_OF_BAND', 'stopUnitPrice', { ...bad, amount: '10', stopUnitPrice: '20' }],
      ['EXPIRY_INVALID', undefined, { ...bad, amount: '10' }],
      ['TOO_MANY_OPEN_ORDERS', undefined, { ...PURCHASE, amount: '10' }],
      ['NOT_ENOUGH_BALANCE', undefined, { ...PURCHASE, amount: '10', stopUnitPrice: '130' }],
      ['NOT_ACCEPTABLE_FORCE_ORDER_WARNING_IN_CREATE_ORDER', undefined, { ...SALE, stopUnitPrice: '80' }],
    ] as const
    const callers: Partial<Record<string, Person>> = {
      ...{ MARKET_MAKER_NOT_ALLOWED: 'mina', IDEMPOTENCY_KEY_REUSED: 'sara' },
      ...{ NOT_ENOUGH_BALANCE: 'reza', NOT_ACCEPTABLE_FORCE_ORDER_WARNING_IN_CREATE_ORDER: 'reza' },
    }
    for (const [code, field, body] of ladder) {
      const { [code]: who = 'ali' } = callers
      server.world.state = code === 'MARKET_IS_NOT_ACTIVE' ? CLOSED : { kind: 'open' }
      server.world.reference = priceOf(code === 'UNIT_PRICE_OUT_OF_BAND' ? '120' : '100')
      const key = code === 'IDEMPOTENCY_KEY_REUSED' ? { key: 'used-before' } : {}
      const refusal = await oco(body, { who, ...key })
      expect([refusal.code, refusal.field], code).toEqual([code, field])
    }
    const codes = ladder.map(([code]) => code)
    expect([...new Set(codes.filter((code, i) => code !== 'UNIT_PRICE_INVALID' || i === 2))]).toEqual(placeOco.errors)
    expect(server.exchange.picture()).toBe(picture)
    expect(await oco({ ...SALE, stopUnitPrice: '80' }, { who: 'reza', query: '?force=true' })).toMatchObject({
      status: 200,
    })
    await server.close()
  })
})
