import { expect, test } from 'vitest'
import { placeBuyOrder } from '#contract/orders.ts'
import { amount, ppm } from '#domain/units.ts'
import { priceOf } from '#tests/builders/quantities.ts'
import { openTradingServer } from '#tests/builders/trading-server.ts'
import { onDatabase } from '#tests/setup/databases.ts'

const GOOD = { amount: '1', unitPrice: '100' }
const BUY = { marketType: 'GOLD_TOMAN', orderType: 'LIMITED_BUY', amount: '1', unitPrice: '100' }
const FIVE_TOMAN = amount(5_000_000n)

/** Each order has this fault and all later ones; the refusal names the one that the contract lists first. */
const LADDER = [
  ['MARKET_NOT_FOUND', 'mina', 'MARKET_BUY', { marketType: 'GOLD_TETHER', amount: '0.0001' }],
  ['MARKET_IS_NOT_ACTIVE', 'mina', 'MARKET_BUY', { amount: '0.0001' }],
  ['MARKET_MAKER_NOT_ALLOWED', 'mina', 'STOP_LIMIT_BUY', { amount: '0.0001', expiresAt: '2020-01-01T00:00:00Z' }],
  ['ORDER_OPTIONS_INVALID', 'ali', 'LIMITED_BUY', { amount: '0.0001', stopPrice: '5' }],
  ['UNIT_PRICE_REQUIRED', 'ali', 'STOP_LIMIT_BUY', { amount: '0.0001' }],
  ['UNIT_PRICE_INVALID', 'ali', 'STOP_LIMIT_BUY', { amount: '0.0001', unitPrice: '100.5' }],
  ['STOP_PRICE_REQUIRED', 'ali', 'STOP_LIMIT_BUY', { amount: '0.0001', unitPrice: '100' }],
  ['STOP_PRICE_INVALID', 'ali', 'STOP_LIMIT_BUY', { amount: '0.0001', unitPrice: '100', stopPrice: '0' }],
  [
    'TRAILING_DISTANCE_INVALID',
    'ali',
    'STOP_LIMIT_BUY',
    { amount: '0.0001', unitPrice: '100', stopPrice: '110', trailingDistance: '0.5' },
  ],
  [
    'TRAILING_LIMIT_INVALID',
    'ali',
    'STOP_LIMIT_BUY',
    { amount: '0.0001', unitPrice: '100', stopPrice: '110', trailingDistance: '5' },
  ],
  ['UNACCEPTABLE_AMOUNT', 'ali', 'LIMITED_BUY', { ...GOOD, amount: '0.0001', wholePrice: '7' }],
  ['AMOUNT_IS_LOW', 'ali', 'LIMITED_BUY', { ...GOOD, amount: '0.001', wholePrice: '7' }],
  ['AMOUNT_IS_HIGH', 'ali', 'LIMITED_BUY', { ...GOOD, amount: '10.001', wholePrice: '7' }],
  ['TOTAL_IS_LOW', 'ali', 'LIMITED_BUY', { ...GOOD, amount: '0.01', wholePrice: '7' }],
  ['TOTAL_MISMATCH', 'ali', 'LIMITED_BUY', { ...GOOD, wholePrice: '7', expiresAt: '2020-01-01T00:00:00Z' }],
  [
    'IDEMPOTENCY_KEY_REUSED',
    'ali',
    'LIMITED_BUY',
    { ...GOOD, clientOrderId: 'used-before', expiresAt: '2020-01-01T00:00:00Z' },
  ],
  ['UNIT_PRICE_OUT_OF_BAND', 'ali', 'LIMITED_BUY', { ...GOOD, expiresAt: '2020-01-01T00:00:00Z' }],
  ['EXPIRY_INVALID', 'ali', 'LIMITED_BUY', { ...GOOD, expiresAt: '2020-01-01T00:00:00Z' }],
  ['TOO_MANY_OPEN_ORDERS', 'ali', 'LIMITED_BUY', { amount: '10', unitPrice: '900', postOnly: true }],
  ['NO_LIQUIDITY', 'ali', 'LIMITED_BUY', { ...GOOD, amount: '10', unitPrice: '99', timeInForce: 'IOC' }],
  ['POST_ONLY_WOULD_TRADE', 'ali', 'LIMITED_BUY', { amount: '10', unitPrice: '900', postOnly: true }],
  ['FILL_OR_KILL_NOT_FILLABLE', 'ali', 'LIMITED_BUY', { amount: '10', unitPrice: '900', timeInForce: 'FOK' }],
  ['NOT_ENOUGH_BALANCE', 'ali', 'LIMITED_BUY', { amount: '10', unitPrice: '900' }],
  ['NOT_ACCEPTABLE_FORCE_ORDER_WARNING_IN_CREATE_ORDER', 'ali', 'LIMITED_BUY', { amount: '1', unitPrice: '900' }],
] as const

onDatabase('refusals of an order', (open) => {
  test('come in the order in which the contract lists them', async () => {
    const server = await openTradingServer(await open())
    await server.exchange.gives('ali', '1000 TOMAN')
    await server.exchange.gives('sara', '1 GOLD')
    await server.place('sara', 'LIMITED_SELL', GOOD)
    await server.place('ali', 'LIMITED_BUY', { amount: '1', unitPrice: '10', clientOrderId: 'used-before' })
    for (const [code, who, orderType, wanted] of LADDER) {
      await server.setGold({ minTotal: FIVE_TOMAN, openOrdersMax: code === 'TOO_MANY_OPEN_ORDERS' ? 1 : 200 })
      if (code === 'UNIT_PRICE_OUT_OF_BAND') server.world.reference = priceOf('19.999')
      else delete server.world.reference
      server.world.state =
        code === 'MARKET_NOT_FOUND' || code === 'MARKET_IS_NOT_ACTIVE'
          ? { kind: 'halted', reason: { fa: 'تعمیر', en: 'Repair' } }
          : { kind: 'open' }
      expect(await server.place(who, orderType, wanted), code).toMatchObject({ code })
    }
    expect(LADDER.map(([code]) => code)).toEqual(placeBuyOrder.errors)
    await server.close()
  })

  test('name the bound or the tick that was not met', async () => {
    const server = await openTradingServer(await open())
    const unmet = [
      ['AMOUNT_IS_LOW', { amount: '0.001' }, { min: '0.01', coin: 'GOLD' }],
      ['AMOUNT_IS_HIGH', { amount: '10.001' }, { max: '10', coin: 'GOLD' }],
      ['UNIT_PRICE_INVALID', { unitPrice: '100.5' }, { tick: '1', coin: 'TOMAN' }],
    ] as const
    for (const [code, wanted, baseDTO] of unmet)
      expect(await server.place('ali', 'LIMITED_BUY', { ...GOOD, ...wanted })).toMatchObject({ code, baseDTO })
    expect(await server.place('ali', 'STOP_LIMIT_BUY', { ...GOOD, stopPrice: '0.5' })).toMatchObject({
      code: 'STOP_PRICE_INVALID',
      baseDTO: { tick: '1', coin: 'TOMAN' },
    })
    const far = { ...GOOD, unitPrice: '110', stopPrice: '105', trailingDistance: '53' }
    expect(await server.place('ali', 'STOP_LIMIT_BUY', far)).toMatchObject({
      ...{ code: 'TRAILING_DISTANCE_INVALID', field: 'trailingDistance' },
      baseDTO: { tick: '1', min: '1', max: '52', coin: 'TOMAN' },
    })
    await server.close()
  })

  test('a limit price is a fifth of the reference price to five times it, whatever is confirmed', async () => {
    const server = await openTradingServer(await open())
    await server.exchange.gives('ali', '1000 TOMAN')
    await server.exchange.gives('sara', '1 GOLD')
    const buy = (unitPrice: string) => server.place('ali', 'LIMITED_BUY', { amount: '1', unitPrice }, '?force=true')
    const sell = (more: object) => server.place('sara', 'STOP_LIMIT_SELL', { amount: '1', ...more }, '?force=true')
    server.world.reference = priceOf('100.4')
    const refusal = { status: 400, code: 'UNIT_PRICE_OUT_OF_BAND', field: 'unitPrice' }
    expect(await buy('503')).toMatchObject({ ...refusal, baseDTO: { max: '502', coin: 'TOMAN' } })
    expect(await buy('20')).toMatchObject({ ...refusal, baseDTO: { min: '21', coin: 'TOMAN' } })
    expect(await sell({ unitPrice: '20', stopPrice: '90' })).toMatchObject(refusal)
    expect(await buy('502')).toMatchObject({ status: 200 })
    expect(await sell({ unitPrice: '21', stopPrice: '90' })).toMatchObject({ status: 200 })
    // A repeat gets the first answer, wherever the price has moved.
    const first = await server.ask('ali', 'POST', '/orders/buy?force=true', BUY, 'far-key')
    server.world.reference = priceOf('1')
    expect(await server.ask('ali', 'POST', '/orders/buy?force=true', BUY, 'far-key')).toEqual(first)
    await server.setGold({ limitPriceMax: ppm(9_000_000n) })
    expect(await buy('10')).toMatchObject({ ...refusal, baseDTO: { max: '9' } })
    // Without a price of the feed there is no reference price.
    delete server.world.reference
    expect(await buy('10')).toMatchObject({ status: 200 })
    await server.close()
  })

  test('the market maker places limit orders alone', async () => {
    const server = await openTradingServer(await open())
    await server.exchange.gives('mina', '1000 TOMAN')
    expect(await server.place('mina', 'LIMITED_BUY', GOOD)).toMatchObject({ status: 200 })
    for (const type of ['MARKET_SELL', 'STOP_LIMIT_SELL'])
      expect(await server.place('mina', type, { ...GOOD, stopPrice: '90' })).toMatchObject({
        status: 403,
        code: 'MARKET_MAKER_NOT_ALLOWED',
      })
    await server.close()
  })

  test('options that do not go together name the field that is one too many', async () => {
    const server = await openTradingServer(await open())
    const misfits = [
      ['LIMITED_BUY', { stopPrice: '90' }, 'stopPrice'],
      ['LIMITED_BUY', { trailingDistance: '5' }, 'trailingDistance'],
      ['LIMITED_BUY', { postOnly: true, timeInForce: 'IOC' }, 'postOnly'],
      ['LIMITED_BUY', { timeInForce: 'FOK', expiresAt: '2027-01-01T00:00:00Z' }, 'expiresAt'],
      ['MARKET_BUY', { unitPrice: undefined, timeInForce: 'GTC' }, 'timeInForce'],
      ['MARKET_BUY', { unitPrice: undefined, postOnly: true }, 'postOnly'],
      ['MARKET_BUY', { unitPrice: undefined, expiresAt: '2027-01-01T00:00:00Z' }, 'expiresAt'],
      ['MARKET_BUY', { unitPrice: undefined, wholePrice: '100' }, 'wholePrice'],
    ] as const
    for (const [type, wanted, field] of misfits)
      expect(await server.place('ali', type, { ...GOOD, ...wanted })).toMatchObject({
        code: 'ORDER_OPTIONS_INVALID',
        field,
      })
    expect(await server.place('ali', 'LIMITED_BUY', { ...GOOD, expiresAt: '2027-13-01T00:00:00Z' })).toMatchObject({
      code: 'EXPIRY_INVALID',
    })
    expect(await server.place('ali', 'LIMITED_BUY', { ...GOOD, expiresAt: null })).toMatchObject({
      code: 'NOT_ENOUGH_BALANCE',
    })
    await server.close()
  })
})
