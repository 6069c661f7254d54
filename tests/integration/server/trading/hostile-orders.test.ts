import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { preparedTraders } from '#tests/builders/prepared-traders.ts'
import type { VerifiedUser } from '#tests/builders/verified-user.ts'
import { type FreshDatabase, freshFolder } from '#tests/setup/fresh-folder.ts'
import { type ServerProcess, startServerProcess } from '#tests/setup/server-process.ts'

const Answer = z.object({
  code: z.optional(z.string()),
  field: z.optional(z.string()),
  baseDTO: z.optional(z.object({ id: z.optional(z.string()) })),
})

let fresh: FreshDatabase
let server: ServerProcess
let [rich, other, poor]: VerifiedUser[] = []
let keys = 0

beforeAll(async () => {
  fresh = await freshFolder()
  ;[rich, other] = await preparedTraders(fresh.settings, { count: 2, funds: ['1000000000 TOMAN', '1000 GOLD'] })
  ;[poor] = await preparedTraders(fresh.settings, { count: 1, funds: [] })
  server = await startServerProcess(fresh.settings)
})
afterAll(async () => {
  await server?.stop()
  await fresh?.remove()
})

/** Calls the API; a text body is sent unchanged. */
async function call(method: string, path: string, body?: unknown, headers: Record<string, string | undefined> = {}) {
  const sent = {
    'content-type': body === undefined ? undefined : 'application/json',
    authorization: `Bearer ${rich?.token}`,
    'idempotency-key': method === 'DELETE' ? newKey() : undefined,
    ...headers,
  }
  const given = Object.entries(sent).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const answer = await fetch(`${server.url}/api${path}`, {
    method,
    headers: given,
    redirect: 'manual',
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await answer.text()
  const { status } = answer
  expect(status, `${method} ${path} ${JSON.stringify(body)} → ${text}`).toBeLessThan(500)
  return { status, ...(text.startsWith('{') ? Answer.parse(JSON.parse(text)) : {}) }
}

const newKey = () => `hostile-${keys++}`
const ORDER = { marketType: 'GOLD_TOMAN', orderType: 'LIMITED_BUY', amount: '0.1', unitPrice: '10000000' }
const buy = (changes: object, headers?: Record<string, string | undefined>) =>
  call('POST', '/orders/buy', { ...ORDER, clientOrderId: newKey(), ...changes }, headers)
const sell = (changes: object) =>
  call('POST', '/orders/sell', { ...ORDER, orderType: 'LIMITED_SELL', clientOrderId: newKey(), ...changes })

describe('the body of an order', () => {
  test.each([
    '',
    ' 1',
    '1 ',
    '-1',
    '+1',
    '1e3',
    '0x10',
    'NaN',
    'Infinity',
    '۱٫۵',
    '١',
    '1,000',
    '.5',
    '5.',
    '9'.repeat(31),
  ])('with the amount %j is refused by the name of its field', async (amount) => {
    expect(await buy({ amount })).toMatchObject({ status: 400, code: 'BAD_REQUEST', field: 'amount' })
  })

  test.each([[1], [null], [true], [['1']], [{}]])(
    'with %j for a price is refused by the name of its field',
    async (unitPrice) => {
      expect(await buy({ unitPrice })).toMatchObject({ status: 400, field: 'unitPrice' })
    },
  )

  test('names a key that nobody knows', async () => {
    expect(await buy({ discount: '1' })).toMatchObject({ status: 400, code: 'BAD_REQUEST', field: 'discount' })
    expect(await buy({ constructor: { prototype: {} } })).toMatchObject({ status: 400 })
  })

  test.each(['', '{', 'null', '[]', '"buy"', '42', '{"__proto__":{"amount":"1"}}', '{"a":1}{"b":2}'])(
    'that is %j is refused',
    async (text) => {
      expect((await call('POST', '/orders/buy', text)).status).toBe(400)
    },
  )

  test('of another kind, or too large, has its own status', async () => {
    expect(await call('POST', '/orders/buy', 'amount=1', { 'content-type': 'application/xml' })).toMatchObject({
      status: 415,
    })
    expect(await buy({ amount: '1'.repeat(70_000) })).toMatchObject({ status: 413, code: 'PAYLOAD_TOO_LARGE' })
  })

  test('with the type of the other side is refused', async () => {
    expect(await buy({ orderType: 'LIMITED_SELL' })).toMatchObject({ status: 400, field: 'orderType' })
  })
})

describe('refusals come in order', () => {
  const LOW = { amount: '0.001' }

  test('the caller, before the request', async () => {
    expect(await buy({ amount: 'x' }, { authorization: undefined })).toMatchObject({
      status: 401,
      code: 'UNAUTHENTICATED',
    })
    expect(await buy({ amount: 'x' }, { authorization: 'Bearer nobody-knows-this-token' })).toMatchObject({
      status: 401,
    })
  })

  test('the key, before the market', async () => {
    const body = { ...ORDER, marketType: 'NOPE_TOMAN' }
    expect(await call('POST', '/orders/buy', body, { 'idempotency-key': 'short' })).toMatchObject({
      status: 400,
      field: 'Idempotency-Key',
    })
    expect(await call('POST', '/orders/buy', body, { 'idempotency-key': newKey() })).toMatchObject({
      status: 404,
      code: 'MARKET_NOT_FOUND',
      field: 'marketType',
    })
  })

  test('the price, before the amount, before the balance', async () => {
    expect(await buy({ unitPrice: undefined, ...LOW })).toMatchObject({ status: 400, code: 'UNIT_PRICE_REQUIRED' })
    for (const unitPrice of ['0', '10000050', '10000000.5', '9'.repeat(30)])
      expect(await buy({ unitPrice, ...LOW })).toMatchObject({
        status: 400,
        code: 'UNIT_PRICE_INVALID',
        field: 'unitPrice',
      })
    const [market, asPoor] = [{ orderType: 'MARKET_BUY' }, { authorization: `Bearer ${poor?.token}` }]
    expect(await buy({ ...market, ...LOW })).toMatchObject({ status: 400, code: 'UNIT_PRICE_INVALID' })
    expect(await buy({ amount: '0' }, asPoor)).toMatchObject({
      status: 400,
      code: 'UNACCEPTABLE_AMOUNT',
      field: 'amount',
    })
    expect(await buy({ amount: '0.1234' }, asPoor)).toMatchObject({ status: 400, code: 'UNACCEPTABLE_AMOUNT' })
    expect(await buy(LOW, asPoor)).toMatchObject({ status: 400, code: 'AMOUNT_IS_LOW' })
    expect(await buy({ amount: '9'.repeat(30) }, asPoor)).toMatchObject({ status: 400, code: 'AMOUNT_IS_HIGH' })
    expect(await buy({}, asPoor)).toMatchObject({ status: 409, code: 'NOT_ENOUGH_BALANCE' })
  })

  test('what was placed under a key, before anything that has changed since', async () => {
    const clientOrderId = newKey()
    const first = await buy({ clientOrderId })
    expect(first.status).toBe(200)
    expect(await buy({ clientOrderId })).toEqual(first)
    expect(await buy({ clientOrderId, amount: '0.2' })).toMatchObject({ status: 409, code: 'IDEMPOTENCY_KEY_REUSED' })
    expect(await buy({ clientOrderId, amount: '999' })).toMatchObject({ status: 409, code: 'IDEMPOTENCY_KEY_REUSED' })
  })
})

test('the highest price and the largest amount are answered in decimals that the contract can hold', async () => {
  expect(await sell({ amount: '900', unitPrice: '50000000' })).toMatchObject({ status: 200 })
  // The price is valid in form but above the market's limit.
  expect(await sell({ amount: '900', unitPrice: '999999999999900' })).toMatchObject({ code: 'UNIT_PRICE_OUT_OF_BAND' })
  expect(await sell({ amount: '0.01', unitPrice: '1000000000000100' })).toMatchObject({ code: 'UNIT_PRICE_INVALID' })
  expect(await sell({ amount: '900', unitPrice: `${'9'.repeat(28)}00` })).toMatchObject({ code: 'UNIT_PRICE_INVALID' })
})

test('an order is cancelled once, by its owner alone', async () => {
  const { baseDTO } = await sell({ amount: '1', unitPrice: '20000000' })
  const path = `/orders/${baseDTO?.id}`
  expect(await call('DELETE', path, undefined, { authorization: `Bearer ${other?.token}` })).toMatchObject({
    status: 404,
  })
  // The server uses the caller's key, or generates one for a call without a key.
  expect(await call('DELETE', path, undefined, { 'idempotency-key': undefined })).toMatchObject({ status: 200 })
  expect(await call('DELETE', path)).toMatchObject({ status: 409, code: 'ORDER_NOT_OPEN' })
  for (const id of ['abc', '-1', '1.5', '1e3', '%00', '9'.repeat(19)])
    expect(await call('DELETE', `/orders/${id}`)).toMatchObject({ status: 400 })
  expect(await call('DELETE', `/orders/${'9'.repeat(18)}`)).toMatchObject({ status: 404, code: 'ORDER_NOT_FOUND' })
})

test.each([
  ['/orders?size=0', 'size'],
  ['/orders?size=-1', 'size'],
  ['/orders?size=1001', 'size'],
  ['/orders?page=1e3', 'page'],
  ['/orders?page=9999999', 'page'],
  ['/orders?orderStatus=NOPE', 'orderStatus'],
  ['/orders?market=gold', 'market'],
  ['/orders?nope=1', 'nope'],
  ['/orders?size=1&size=2', 'size'],
  ['/orders?__proto__[size]=1', '__proto__[size]'],
  ['/trades?type=NOPE', 'type'],
  ['/wallets/deposit?size=x', 'size'],
  ['/wallets/customer-wallet-amount?sourceCoin=TOMAN', 'destinationCoin'],
])('%s is refused by the name of its field', async (path, field) => {
  expect(await call('GET', path)).toMatchObject({ status: 400, code: 'BAD_REQUEST', field })
})

describe('money in', () => {
  const ask = (changes: object) =>
    call(
      'POST',
      '/wallets/deposit-toman',
      { amount: '250000', paymentGateway: 'ZARINPAL', cardNumber: rich?.cardNumber, ...changes },
      { 'idempotency-key': newKey() },
    )

  test('is asked for in Toman, from a card of the caller', async () => {
    expect(await ask({ amount: '۲۵۰۰۰۰' })).toMatchObject({ status: 400, field: 'amount' })
    expect(await ask({ amount: '250000.5' })).toMatchObject({ status: 400, code: 'UNACCEPTABLE_AMOUNT' })
    expect(await ask({ amount: '9'.repeat(30) })).toMatchObject({ status: 400, code: 'AMOUNT_IS_HIGH' })
    expect(await ask({ paymentGateway: 'PAYPAL' })).toMatchObject({ status: 400, field: 'paymentGateway' })
    expect(await ask({ cardNumber: '۶۰۳۷۹۹۰۰۰۰۰۰۰۰۰۶' })).toMatchObject({ status: 400, field: 'cardNumber' })
    expect(await ask({ cardNumber: other?.cardNumber })).toMatchObject({ status: 400, code: 'CARD_NOT_VERIFIED' })
    expect(await ask({})).toMatchObject({ status: 200 })
  })

  test('sends every browser that returns from the gateway on to the result, whatever its query', async () => {
    const odd = [
      '',
      '?Authority=a&Authority=b',
      '?Authority[x]=1',
      `?Authority=${'A'.repeat(5_000)}`,
      '?Status=OK',
      '?Authority=%00',
    ]
    for (const query of odd)
      expect(await call('GET', `/wallets/deposit-toman/return${query}`)).toMatchObject({ status: 303 })
  })

  test('is settled by a payment that exists alone', async () => {
    const settle = (authority: unknown) => call('POST', '/wallets/deposit-toman/settle', { authority })
    for (const authority of ['', 'short', "' or 1=1 --", 'A'.repeat(65), 5])
      expect((await settle(authority)).status).toBe(400)
    expect(await settle('A'.repeat(36))).toMatchObject({ status: 404, code: 'DEPOSIT_NOT_FOUND' })
  })
})

test('nothing that can be said in JSON makes the server fail', async () => {
  const word = fc.oneof(
    fc.constantFrom(...Object.values(ORDER), 'MARKET_BUY', '0', '-0', '1e309', '\u0000', '۱'),
    fc.string(),
  )
  const value = fc.oneof({ arbitrary: word, weight: 6 }, { arbitrary: fc.jsonValue(), weight: 1 })
  const body = fc.record({
    marketType: value,
    orderType: value,
    amount: value,
    unitPrice: fc.option(value, { nil: undefined }),
    totalPrice: fc.option(value, { nil: undefined }),
    clientOrderId: fc.option(fc.oneof(fc.constant('same-key-1'), value), { nil: undefined }),
  })
  const path = fc.constantFrom(
    '/orders/buy',
    '/orders/sell',
    '/exchange/buy',
    '/exchange/sell',
    '/wallets/deposit-toman',
  )
  await fc.assert(
    fc.asyncProperty(path, fc.oneof(body, fc.jsonValue()), async (to, what) => {
      const { status } = await call('POST', to, JSON.stringify(what), { 'idempotency-key': newKey() })
      expect(status).toBeLessThan(500)
    }),
    { numRuns: 200 },
  )
})
