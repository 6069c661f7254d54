import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { picture } from '#tests/builders/picture.ts'
import { missingKeys, send } from './calls.ts'
import { dto, get, openSpecifiedServer, rows, type SpecifiedServer } from './specified-server.ts'

const MARKET = 'GOLD_TOMAN'

let server: SpecifiedServer
beforeAll(async () => {
  server = await openSpecifiedServer()
})
afterAll(() => server?.close())

describe('public and content', () => {
  const INFO =
    'language address appAndroid appIOS email instagram linkedin number telegram twitter whatsapp privacyPolicy'
  const STATISTICS = dto('userCount', 'tradesValue', 'tradesAmount')
  const PRICES = rows('destCoinSymbol', 'buyPrice', 'sellPrice')
  const CHANGES = rows('destCoinSymbol', 'sourceCoinSymbol', 'price', 'price24hrChangePercent')
  const DETAILS =
    'name code image minAmountExchange maxAmountExchange withdrawalFee transferFee minAmount maxAmount precision persianName englishName tokenTypeDetails'
  const ROW = 'relatedCoin marketType lastPrice last24HoursChange hash lastWeekData'
  const TICKER = 'destCoinSymbol sourceCoinSymbol price price24hrChangePercent buyPrice sellPrice'
  test.each<[string, string, Record<string, string> | undefined, string[]]>([
    ['contacts', '/exchange-info', undefined, rows(...INFO.split(' '))],
    ['questions', '/faq', { language: 'fa' }, rows('question', 'answer')],
    ['questions in a language of the header', '/faq', { language: 'ar' }, rows('question', 'answer')],
    ['the user manual', '/user-manual', { language: 'en' }, rows('title', 'html')],
    ['articles', '/blog', undefined, rows('title', 'body')],
    ['statistics', '/trades/crypto-info', undefined, STATISTICS],
    ['statistics of the home page', '/trades/market-info-home', undefined, STATISTICS],
    [
      'prices in Toman',
      '/coins/exchange-price/usd',
      { includeWeeklyChange: 'true', toCurrencies: 'GOLD,TETHER' },
      PRICES,
    ],
    ['prices in Tether', '/coins/exchange-price/usdt', { includeWeeklyChange: 'true', toCurrencies: 'GOLD' }, PRICES],
    ['changes', '/coins/price/usd', { include24hrChange: 'true', includeWeeklyChange: 'true' }, CHANGES],
    ['coins', '/coins', undefined, rows('name')],
    ['what coins allow', '/coins/details', undefined, rows(...DETAILS.split(' '))],
    ['supported coins', '/coins/supporting-coins', undefined, rows('name')],
    [
      'markets',
      '/trades/market-info/v2',
      { weeklyDataIncluded: 'true', source_coin: 'TOMAN', size: '1000', page: '1' },
      rows(...ROW.split(' ')),
    ],
    [
      'one market',
      '/trades/market-info',
      { market_type: MARKET, source_coin: 'TETHER' },
      [
        ...dto('marketTradeInfo.maxPrice', 'marketTradeInfo.minPrice', 'marketTradeInfo.lastPrice'),
        'baseDTO.marketTradeInfo.last24HourVolume',
        ...TICKER.split(' ').map((name) => `baseDTO.tickerPrices[].${name}`),
      ],
    ],
    ['the rules of a market', `/markets/${MARKET}`, undefined, dto('marketType')],
    ['levels', '/users/account-levels', undefined, rows('userAccountLevel', 'tradeAmount', 'wagePercent')],
  ])('%s', async (_what, path, query, keys) => {
    await server.expectAnswer(get(path, query), keys)
  })
})

describe('support', () => {
  const form = (parts: Readonly<Record<string, string | Blob>>) => {
    const made = new FormData()
    for (const [name, part] of Object.entries(parts)) made.append(name, part)
    return made
  }
  const { parse } = z.object({ baseDTO: z.object({ id: z.string() }) })

  test('a ticket, its conversation, a text, a file and the file again', async () => {
    const { token } = server.trader
    const ticket = form({ subject: 'Deposit', type: 'TECHNICAL', text: 'My deposit is missing.' })
    const opened = await server.expectAnswer({ method: 'POST', path: '/tickets', form: ticket, token }, dto('id'))
    const path = `/tickets/message/${parse(opened).baseDTO.id}`
    const listed = rows('id', 'subject', 'type', 'status', 'createdAtDateTime', 'description')
    await server.expectAnswer({ ...get('/tickets', { size: '10', page: '1' }), token }, ['totalPages', ...listed])
    await server.expectAnswer({ method: 'POST', path, form: form({ text: 'It was at noon.' }), token }, [])
    const file = new Blob([new Uint8Array(await picture({ format: 'png' }))], { type: 'image/png' })
    await server.expectAnswer({ method: 'POST', path, form: form({ file }), token }, [])
    const message = ['text', 'file', 'customer', 'createdAtDateTime'].map((name) => `pageDTO.content[].${name}`)
    const { body } = await send(server.url, { ...get(path), token })
    expect(missingKeys(body, ['ticketDTO.status', 'ticketDTO.subject', ...message])).toEqual([])
    const { pageDTO } = z
      .object({ pageDTO: z.object({ content: z.array(z.object({ file: z.nullable(z.string()) })) }) })
      .parse(body)
    const fileName = pageDTO.content.at(-1)?.file ?? ''
    const headers = { authorization: `Bearer ${token}` }
    const blob = await fetch(`${server.url}/api/files/download?${new URLSearchParams({ fileName })}`, { headers })
    expect([blob.status, blob.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    const none = { ...get('/files/download', { fileName: '../a.png' }), token }
    expect(await send(server.url, none)).toMatchObject({ status: 404, body: { code: 'FILE_NOT_FOUND' } })
  })
})

describe('addresses of coins, on a server without custody', () => {
  test.each([
    ['/wallets/customer/wallet-address', { tokenType: 'TRC20', relatedCoin: 'TETHER' }, 'DEPOSIT_DISABLED'],
    [
      '/wallets/check-confirmed-transaction',
      { relatedCoin: 'DOGE_COIN', cryptoNetwork: 'DOGE', tokenType: 'DOGE', txid: 'a1' },
      'INVALID_TXID',
    ],
  ])('%s says so', async (path, query, code) => {
    const answer = await send(server.url, { ...get(path, query), token: server.trader.token })
    expect(answer).toMatchObject({ body: { code } })
  })
})
