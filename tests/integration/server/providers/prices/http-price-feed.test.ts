import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { formatDecimal } from '#domain/decimal.ts'
import { PRICE_DECIMALS } from '#domain/units.ts'
import { priceSandbox } from '#sandbox/prices/price-sandbox.ts'
import { createSandboxMarket } from '#sandbox/prices/sandbox-market.ts'
import { SANDBOX_TOMAN_FIELDS } from '#server/config/providers.ts'
import { createFindDollarPrice } from '#server/providers/prices/coingecko.ts'
import { createHttpPriceFeed } from '#server/providers/prices/http-price-feed.ts'
import { COINGECKO_IDS, DOLLAR_COINS, type Quotes } from '#server/providers/prices/prices.ts'
import { listenOnLoopback } from '#tests/setup/loopback-server.ts'
import { BROKEN_VENDORS, breaking } from '../broken-vendors.ts'

const START_MS = Date.UTC(2026, 10, 20, 8)
const market = createSandboxMarket({ seed: 11 })
const SOURCES = new Map(DOLLAR_COINS.map((coin) => [coin, COINGECKO_IDS[coin]] as const))

let app: FastifyInstance
let url: string
let nowMs: number

beforeEach(async () => {
  nowMs = START_MS
  app = Fastify()
  app.register(priceSandbox({ market, now: () => new Date(nowMs) }), { prefix: '/sandbox/prices' })
  url = await app.listen({ host: '127.0.0.1', port: 0 })
})

afterEach(() => app.close())

interface Sources {
  readonly coinsUrl?: string
  readonly tomanUrl?: string
  readonly currency?: 'IRT' | 'IRR'
}

const feedWith = ({ coinsUrl, tomanUrl, currency = 'IRT' }: Sources) =>
  createHttpPriceFeed({
    coins: { apiUrl: coinsUrl ?? `${url}/sandbox/prices/api/v3`, apiKey: undefined, timeoutMs: 10_000 },
    toman: {
      url: tomanUrl ?? `${url}/sandbox/prices/toman.json`,
      currency,
      fields: SANDBOX_TOMAN_FIELDS,
      timeoutMs: 10_000,
    },
  })

async function quotes(sources: Sources = {}): Promise<Quotes> {
  const outcome = await feedWith(sources).quotes(SOURCES)
  if (outcome.kind === 'unavailable') throw new Error(outcome.fault)
  return outcome
}

/** A server that answers everything with one JSON text. */
const answering = (json: string) =>
  listenOnLoopback((_request, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(json))

describe('the price feed', () => {
  it('quotes every coin, the dollar on both sides, and gold', async () => {
    const { at, usdPerCoin, tomanPerUsd, tomanPerGoldGram } = await quotes()
    expect([...usdPerCoin.keys()]).toEqual([...DOLLAR_COINS])
    expect(at).toEqual(new Date(START_MS))
    for (const coin of DOLLAR_COINS) expect(usdPerCoin.get(coin)?.price).toBe(market.priceAt(coin, START_MS))
    expect(tomanPerGoldGram.price).toBe(market.priceAt('GOLD', START_MS))
    expect(tomanPerUsd.buy.price > market.priceAt('DOLLAR', START_MS)).toBe(true)
    expect(tomanPerUsd.sell.price < market.priceAt('DOLLAR', START_MS)).toBe(true)
  })

  it('moves, and says how far from a day before', async () => {
    const before = await quotes()
    nowMs += 86_400_000
    const after = await quotes()
    const was = before.usdPerCoin.get('BITCOIN')?.price ?? 0n
    const is = after.usdPerCoin.get('BITCOIN')?.price ?? 0n
    expect(is).not.toBe(was)
    const percent = formatDecimal(((is - was) * 1_000_000n) / was, 4)
    expect(after.usdPerCoin.get('BITCOIN')?.change24hPercent).toBe(percent)
  })

  it('keeps the age of its prices while the source stands still', async () => {
    await fetch(`${url}/sandbox/prices/freeze`, { method: 'POST' })
    const before = await quotes()
    nowMs += 600_000
    expect(await quotes()).toEqual(before)
    await fetch(`${url}/sandbox/prices/thaw`, { method: 'POST' })
    expect((await quotes()).at).toEqual(new Date(START_MS + 600_000))
  })

  it('is asked for a coin that was added by its ID, and says of an ID alone what it quotes', async () => {
    const added = await feedWith({}).quotes(new Map([...SOURCES, ['CARDANO', 'cardano']]))
    if (added.kind === 'unavailable') throw new Error(added.fault)
    const price = market.priceAt('CARDANO', START_MS)
    expect(added.usdPerCoin.get('CARDANO')?.price).toBe(price)
    const find = createFindDollarPrice({
      apiUrl: `${url}/sandbox/prices/api/v3`,
      apiKey: undefined,
      timeoutMs: 10_000,
    })
    expect(await find('cardano')).toMatchObject({ kind: 'asked', quote: { price } })
    expect(await find('no-such-coin')).toEqual({ kind: 'asked', quote: undefined })
  })

  it('reads exactly what no float could hold, and exponents', async () => {
    const row = (usd: string) => `{"usd":${usd},"usd_24h_change":-1.234567,"last_updated_at":1795161600}`
    const vendor = await answering(
      `{"bitcoin":${row('92000.123456785')},"dogecoin":${row('1.5e-7')},"ethereum":${row('9007199254740993.00000001')}}`,
    )
    const { usdPerCoin, at } = await quotes({ coinsUrl: vendor.url })
    await vendor.close()
    const text = (coin: 'BITCOIN' | 'DOGE_COIN' | 'ETHEREUM') =>
      formatDecimal(usdPerCoin.get(coin)?.price ?? 0n, PRICE_DECIMALS)
    expect(text('BITCOIN')).toBe('92000.12345679')
    expect(text('DOGE_COIN')).toBe('0.00000015')
    expect(text('ETHEREUM')).toBe('9007199254740993.00000001')
    expect(usdPerCoin.get('BITCOIN')?.change24hPercent).toBe('-1.2345')
    expect(usdPerCoin.size).toBe(3)
    expect(at).toEqual(new Date(Math.min(1_795_161_600_000, START_MS)))
  })

  it('leaves out a coin without a price or without its time, and never says zero', async () => {
    const vendor = await answering(
      '{"bitcoin":{"usd":1,"last_updated_at":1795161600},"ethereum":{"usd":0,"last_updated_at":1795161600},' +
        '"tron":{"usd":2},"dash":{"usd":null,"last_updated_at":1795161600},"celo":null,"ripple":{"usd":-1,"last_updated_at":1795161600}}',
    )
    const { usdPerCoin } = await quotes({ coinsUrl: vendor.url })
    await vendor.close()
    expect([...usdPerCoin.keys()]).toEqual(['BITCOIN'])
    expect(usdPerCoin.get('BITCOIN')?.change24hPercent).toBeUndefined()
  })

  it('divides a source in Rial by ten, and one in Toman not', async () => {
    const vendor = await answering(
      '{"updated_at":"2026-11-20T07:59:00Z","usd":{"buy":"1,150,005","sell":1149000},"gold18":{"gram":"۱۱۵٬۰۰۰٬۰۰۰"}}',
    )
    const inRial = await quotes({ tomanUrl: vendor.url, currency: 'IRR' })
    const inToman = await quotes({ tomanUrl: vendor.url, currency: 'IRT' })
    await vendor.close()
    const texts = ({ tomanPerUsd: { buy, sell }, tomanPerGoldGram: gold }: Quotes) =>
      [buy, sell, gold].map(({ price }) => formatDecimal(price, PRICE_DECIMALS))
    expect(texts(inRial)).toEqual(['115000.5', '114900', '11500000'])
    expect(texts(inToman)).toEqual(['1150005', '1149000', '115000000'])
    expect(inRial.at).toEqual(new Date('2026-11-20T07:59:00Z'))
  })

  it.each([
    ['sides swapped', '{"updated_at":1795161600,"usd":{"buy":114900,"sell":115100},"gold18":{"gram":11500000}}'],
    ['no time', '{"usd":{"buy":115100,"sell":114900},"gold18":{"gram":11500000}}'],
    ['no gold', '{"updated_at":1795161600,"usd":{"buy":115100,"sell":114900}}'],
    ['a dollar of nothing', '{"updated_at":1795161600,"usd":{"buy":0,"sell":0},"gold18":{"gram":11500000}}'],
    ['a word for a price', '{"updated_at":1795161600,"usd":{"buy":"soon","sell":1},"gold18":{"gram":1}}'],
  ])('refuses a Toman source with %s', async (_what, json) => {
    const vendor = await answering(json)
    const outcome = await feedWith({ tomanUrl: vendor.url }).quotes(SOURCES)
    await vendor.close()
    expect(outcome).toEqual({ kind: 'unavailable', fault: 'MALFORMED_REPLY' })
  })
})

describe('a broken price source', () => {
  it.each(BROKEN_VENDORS)('with $name leaves no quotes, whichever source it is', async ({ answer, fault }) => {
    const { listener } = breaking(answer)
    const vendor = await listenOnLoopback(listener)
    const outcomes = await Promise.all([
      feedWith({ coinsUrl: vendor.url }).quotes(SOURCES),
      feedWith({ tomanUrl: vendor.url }).quotes(SOURCES),
    ])
    await vendor.close()
    expect(outcomes).toEqual([
      { kind: 'unavailable', fault },
      { kind: 'unavailable', fault },
    ])
  })
})
