import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ClientKey } from '#contract/values.ts'
import { formatDecimal, parseDecimal } from '#domain/decimal.ts'
import { newestCode } from '#tests/builders/customer.ts'
import type { VerifiedUser } from '#tests/builders/verified-user.ts'
import { missingKeys, type SpecifiedRequest, send } from './calls.ts'
import { dto, get, openSpecifiedServer, rows, type SpecifiedServer } from './specified-server.ts'

const MARKET = 'GOLD_TOMAN'

let trader: VerifiedUser
/** The price of a gram of gold in its market, in whole thousands of Toman. */
let gramPrice = ''

let server: SpecifiedServer
beforeAll(async () => {
  server = await openSpecifiedServer()
  trader = server.trader
  const { buyPrice } = await server.quotedPrice('GOLD')
  gramPrice = `${BigInt(buyPrice.split('.')[0] ?? '') / 1_000n}000`
})
afterAll(() => server?.close())

describe('trading', () => {
  const ORDER =
    'id orderType orderStatus sourceCoin destinationCoin marketType amount unitPrice wholePrice overallValue totalPrice wage executedAmount executedPercent createdAtDateTime'.split(
      ' ',
    )
  const place = (orderType: string, force: string, more: object, { token } = trader): SpecifiedRequest => ({
    method: 'POST',
    path: orderType.endsWith('BUY') ? '/orders/buy' : '/orders/sell',
    query: { force },
    body: { marketType: MARKET, amount: '1', orderType, ...more },
    token,
  })
  const limit = (unitPrice: string, more: object = {}) => ({ unitPrice, wholePrice: unitPrice, ...more })

  test('limit, market and stop-limit orders', async () => {
    const at = limit(gramPrice, { expiresAt: null })
    await server.expectAnswer(
      place('LIMITED_SELL', 'false', { ...at, amount: '3', wholePrice: `${BigInt(gramPrice) * 3n}` }, server.seller),
      dto(...ORDER),
    )
    await server.expectAnswer(place('LIMITED_BUY', 'false', at), dto(...ORDER))
    await server.expectAnswer(
      place('MARKET_BUY', 'true', { unitPrice: null, stopPrice: null, wholePrice: null, expiresAt: null }),
      dto(...ORDER),
    )
    const low = `${BigInt(gramPrice) - 100_000n}`
    const stop = await server.expectAnswer(
      place('STOP_LIMIT_SELL', 'true', { ...limit(low), stopPrice: low }),
      dto(...ORDER),
    )
    expect(stop).toMatchObject({ baseDTO: { wholePrice: low, totalPrice: low, overallValue: low } })
    const { body, idempotencyKey } = await send(server.url, place('LIMITED_BUY', 'false', limit(low)))
    // The call had no key: the answer contains the generated one, which finds the outcome.
    expect(ClientKey.parse(idempotencyKey)).toBe(idempotencyKey)
    const { baseDTO } = z.object({ baseDTO: z.object({ id: z.string() }) }).parse(body)
    await server.expectAnswer({ method: 'DELETE', path: `/orders/${baseDTO.id}`, token: trader.token }, dto(...ORDER))
    await send(server.url, place('LIMITED_BUY', 'false', limit(low)))
  })

  test('open orders, the history and trades', async () => {
    const { token } = trader
    const open = get('/orders', { orderStatus: 'IS_OPEN', market: MARKET, orderType: 'P2P' })
    await server.expectAnswer({ ...open, token }, rows(...ORDER))
    const past = get('/orders', { market: MARKET, size: '50', orderType: 'P2P', excludedOrderStatus: 'IS_OPEN' })
    await server.expectAnswer({ ...past, token }, rows(...ORDER))
    const TRADE = 'id orderType sourceCoin destinationCoin unitPrice amount wholePrice createdAtDateTime'.split(' ')
    await server.expectAnswer({ ...get('/trades', { size: '10', page: '1', type: 'P2P' }), token }, [
      'totalPages',
      ...rows(...TRADE),
    ])
    const ofGold = get('/trades', { size: '10', page: '1', destinationCoin: 'GOLD' })
    await server.expectAnswer({ ...ofGold, token }, rows(...TRADE))
    const last = get('/trades/last-trades', { type: 'P2P', marketType: MARKET, size: '20' })
    await server.expectAnswer(last, rows('amount', 'unitPrice', 'createdAtDateTime', 'orderType'))
  })

  test.each(['/orders', '/trades', '/users/login-history', '/wallets/deposit'])(
    '%s by page, as far as pages reach',
    async (path) => {
      const page = (number: string) => ({ ...get(path, { size: '10', page: number }), token: trader.token })
      await server.expectAnswer(page('1000'), ['content', 'totalPages'])
      const beyond = await send(server.url, page('1001'))
      expect(beyond).toMatchObject({ status: 400, body: { code: 'PAGE_TOO_FAR', field: 'page' } })
    },
  )

  test.each([
    ...['IS_OPEN', 'IS_CLOSED', 'FINISHED_WITH_TRANSACTION', 'FINISHED_WITHOUT_TRANSACTION', 'FINISHED', 'EXPIRED'],
    ...['CANCELLED_BY_ADMIN', 'CANCELLED_BY_USER', 'RAISED_BY_USER', 'PENDING', 'ACCEPTED', 'DONE', 'FAILED'],
  ])('orders can be filtered by the status %s, and by all others', async (status) => {
    const Listed = z.object({ content: z.array(z.object({ orderStatus: z.string() })) })
    const list = async (query: Record<string, string>) => {
      const answer = await server.expectAnswer({ ...get('/orders', { size: '50', ...query }), token: trader.token }, [
        'content',
      ])
      return Listed.parse(answer).content.map(({ orderStatus }) => orderStatus)
    }
    const all = await list({})
    expect(all.length).toBeGreaterThan(3)
    expect(await list({ orderStatus: status })).toEqual(all.filter((each) => each === status))
    expect(await list({ excludedOrderStatus: status })).toEqual(all.filter((each) => each !== status))
  })

  test('the book, and what the market would take', async () => {
    const LEVEL = ['volume', 'unitPrice', 'wholePrice', 'executedPercent']
    await server.expectAnswer(get('/orders/order-book', { marketType: MARKET }), [
      ...LEVEL.map((name) => `baseDTO.buyOrderBook[].${name}`),
      ...LEVEL.map((name) => `baseDTO.sellOrderBook[].${name}`),
    ])
    const whole = { amount: '0.5', marketType: MARKET, orderType: 'MARKET_BUY' }
    await server.expectAnswer(get('/orders/market-buy-sell-whole', whole), dto('wholePrice'))
    const spend = { marketType: MARKET, orderType: 'MARKET_BUY', amount: gramPrice }
    await server.expectAnswer(get('/orders/amount-via-price', spend), dto('wholePrice'))
    await server.expectAnswer(
      get('/orders/amount-via-price', { ...spend, orderType: 'MARKET_SELL' }),
      dto('wholePrice'),
    )
  })

  test('quick trades, again at the present price where it has changed meanwhile', async () => {
    const asked = async (path: string, orderType: string, more: Record<string, unknown> = {}) => {
      const { buyPrice, sellPrice } = await server.quotedPrice('GOLD')
      const unitPrice = orderType === 'EXCHANGE_BUY' ? buyPrice : sellPrice
      const prices = { unitPrice, totalPrice: unitPrice }
      const body = { marketType: MARKET, amount: '1', wage: '0.3', orderType, ...prices, ...more }
      return { method: 'POST', path, body, token: trader.token } as const satisfies SpecifiedRequest
    }
    const expectTrade = async (...terms: Parameters<typeof asked>) => {
      await server.expectStrict(await asked(...terms))
      for (let tries = 0; ; tries++) {
        const { status, body } = await send(server.url, await asked(...terms))
        if (tries < 5 && JSON.stringify(body).includes('PRICE_CHANGED')) continue
        return expect({ status, missing: missingKeys(body, dto(...ORDER)) }).toEqual({ status: 200, missing: [] })
      }
    }
    await expectTrade('/exchange/sell', 'EXCHANGE_SELL')
    await expectTrade('/exchange/buy', 'EXCHANGE_BUY')
    await expectTrade('/exchange/buy', 'EXCHANGE_BUY', { sourceCoin: 'TOMAN', destinationCoin: 'GOLD' })
  })

  test('a quick buy for a wallet outside, which no withdrawal serves yet', async () => {
    const { buyPrice: unitPrice } = await server.quotedPrice('TETHER')
    const totalPrice = formatDecimal((parseDecimal(unitPrice, 8) ?? 0n) * 100n, 8)
    const away = { destinationWallet: 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', tokenType: 'TRC20' }
    const request: SpecifiedRequest = {
      method: 'POST',
      path: '/exchange/buy',
      body: {
        marketType: 'TETHER_TOMAN',
        amount: '100',
        orderType: 'EXCHANGE_BUY',
        unitPrice,
        totalPrice,
        wage: '0.3',
        ...away,
      },
      token: trader.token,
    }
    expect((await send(server.url, request)).body).toMatchObject({ code: 'WITHDRAWAL_DISABLED' })
    await server.expectStrict(request)
  })
})

describe('wallets', () => {
  const ENTRY = ['credit', 'blockedCredit', 'totalBalance', 'wholePriceOfCredit']
  test.each([[{}], [{ walletType: 'EXCHANGE' }], [{ walletType: 'P2P' }], [{ coins: 'TOMAN' }], [{ coins: 'GOLD' }]])(
    'are a map by coin: %j',
    async (query: Record<string, string>) => {
      const request = { ...get('/wallets/customer-addresses', query), token: trader.token }
      const answer = await server.expectAnswer(
        request,
        ENTRY.map((name) => `baseDTO.*.${name}`),
      )
      const { baseDTO } = z.object({ baseDTO: z.record(z.string(), z.unknown()) }).parse(answer)
      expect(Object.keys(baseDTO)).toEqual(query.coins ? [query.coins] : expect.arrayContaining(['TOMAN', 'GOLD']))
    },
  )

  test('of one market are told by coin', async () => {
    const request = get('/wallets/customer-wallet-amount', { sourceCoin: 'TOMAN', destinationCoin: 'GOLD' })
    await server.expectAnswer({ ...request, token: trader.token }, dto('TOMAN', 'GOLD'))
  })

  test('are paid into by card, and the payer comes back to the page that was asked for', async () => {
    const { cardNumber, token } = trader
    const body = {
      amount: '250000',
      paymentGateway: 'ZARINPAL',
      cardNumber,
      callBackURL: `${server.url}/redirect-from-banks`,
    }
    const answer = await server.expectAnswer({ method: 'POST', path: '/wallets/deposit-toman', body, token }, [
      'message',
      'baseDTO.redirectSite',
    ])
    expect(answer).toMatchObject({ message: 'Deposit Request Created Successfully' })
    const ROW = 'id amount bankAccount createdAtDateTime isDone relatedCoin link transactionStatus'.split(' ')
    const listed = get('/wallets/deposit', { size: '10', page: '1', relatedCoin: 'TOMAN' })
    await server.expectAnswer({ ...listed, token }, ['totalPages', ...rows(...ROW)])
    const others = get('/wallets/deposit', { size: '10', page: '1', excludedRelatedCoin: 'TOMAN' })
    await server.expectAnswer({ ...others, token }, ['content', 'totalPages'])
  })

  test('are withdrawn from to a bank account by a code, and listed', async () => {
    const { token, sheba } = trader
    const leaving = { amount: '60000', destinationWalletAddress: sheba, relatedCoin: 'TOMAN' }
    await server.expectAnswer({ method: 'POST', path: '/wallets/withdrawal-code', body: leaving, token }, [
      'baseDTO.twoStepAuthenticationType',
    ])
    const code = await newestCode(server.url, trader.mobileNumber)
    const request = { method: 'POST', path: '/wallets/withdrawal-request', body: { ...leaving, code }, token } as const
    await server.expectAnswer(request, dto('id', 'amount', 'bankAccount', 'transactionStatus'))
    const ROW = 'id amount bankAccount createdAtDateTime isDone relatedCoin link transactionStatus'.split(' ')
    const listed = get('/wallets/withdrawal-requests', { size: '10', page: '1', relatedCoin: 'TOMAN' })
    await server.expectAnswer({ ...listed, token }, ['totalPages', ...rows(...ROW)])
    const others = get('/wallets/withdrawal-requests', { size: '10', page: '1', excludedRelatedCoin: 'TOMAN' })
    await server.expectAnswer({ ...others, token }, ['content', 'totalPages'])
  })
})
