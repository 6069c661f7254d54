import { beforeAll, describe, expect, test } from 'vitest'
import { getCoinDetails, getTomanPrices } from '#contract/coins.ts'
import {
  getCandles,
  getGroupedBook,
  getLastTrades,
  getMarket,
  getMarketInfo,
  getMarketOrderQuote,
  getMarkets,
  getOrderBook,
} from '#contract/markets.ts'
import { parseDecimal } from '#domain/decimal.ts'
import type { Side } from '#domain/order.ts'
import { amount } from '#domain/units.ts'
import { CHARGES } from '#tests/builders/commands.ts'
import { type LivingExchange, openLivingExchange } from '#tests/builders/living-exchange.ts'
import { priceOf, quotesOf } from '#tests/builders/quotes.ts'
import { onDatabase } from '#tests/setup/databases.ts'

const ANNA = 2_001
const BAHRAM = 2_002
const GOLD_TOMAN = { query: { marketType: 'GOLD_TOMAN' } }

onDatabase('market data', (open) => {
  let living: LivingExchange
  let keys = 0

  const reopen = async () => {
    const { database } = living
    await living.close()
    living = await openLivingExchange(database, quotesOf({ at: new Date(), change: '1.5' }))
  }

  async function credit(userId: number, symbol: string, text: string) {
    const coin = living.catalogue.coinBySymbol.get(symbol)
    if (!coin) throw new Error(`no coin ${symbol}`)
    keys += 1
    const reference = `test:${keys}`
    await living.exchange.submit({
      type: 'credit',
      source: 'gateway/ZARINPAL',
      userId,
      coinId: coin.id,
      amount: amount(parseDecimal(text, coin.decimals) ?? 0n),
      reference,
      key: reference,
      fingerprint: reference,
    })
  }

  async function place(order: { userId: number; side: Side; price: string; amount: string; at?: number }) {
    const market = living.catalogue.marketBySymbol.get('GOLD_TOMAN')
    if (!market) throw new Error('no GOLD_TOMAN')
    keys += 1
    return living.exchange.submit({
      type: 'placeOrder',
      userId: order.userId,
      key: `order:${keys}`,
      fingerprint: `order:${keys}`,
      marketId: market.id,
      side: order.side,
      unitPrice: priceOf(order.price),
      amount: amount(parseDecimal(order.amount, market.base.decimals) ?? 0n),
      charges: CHARGES,
      quoteInToman: undefined,
      clientOrderId: undefined,
    })
  }

  beforeAll(async () => {
    living = await openLivingExchange(await open(), quotesOf({ at: new Date(), change: '1.5' }))
    await credit(ANNA, 'TOMAN', '1000000000')
    await credit(BAHRAM, 'GOLD', '1000')
  })

  test('the coins are listed with their limits, Toman with those of the bank', async () => {
    const details = await living.ask(getCoinDetails)
    expect(details).toMatchObject({
      content: expect.arrayContaining([
        expect.objectContaining({ name: 'TOMAN', precision: 0, minDepositAmount: '10000' }),
        expect.objectContaining({ name: 'GOLD', minAmountExchange: '0.01', minAmount: '0.01', tokenTypeDetails: [] }),
      ]),
    })
  })

  test('quick-trade prices come from the feed, with the spread in favour of the exchange', async () => {
    const prices = await living.ask(getTomanPrices)
    expect(prices).toMatchObject({
      baseDTO: { stale: false },
      content: expect.arrayContaining([
        {
          destCoinSymbol: 'GOLD',
          sourceCoinSymbol: 'TOMAN',
          buyPrice: '10050000',
          sellPrice: '9950000',
          price24hrChangePercent: '1.5',
        },
      ]),
    })
  })

  describe('after commits', () => {
    test('the book shows what rests, the deepest level as the widest bar', async () => {
      await place({ userId: ANNA, side: 'BUY', price: '9900000', amount: '2' })
      await place({ userId: ANNA, side: 'BUY', price: '9800000', amount: '8' })
      await place({ userId: BAHRAM, side: 'SELL', price: '10100000', amount: '5' })
      expect(await living.ask(getOrderBook, GOLD_TOMAN)).toMatchObject({
        baseDTO: {
          buyOrderBook: [
            { unitPrice: '9900000', volume: '2', wholePrice: '19800000', executedPercent: 25 },
            { unitPrice: '9800000', volume: '8', wholePrice: '78400000', executedPercent: 100 },
          ],
          sellOrderBook: [{ unitPrice: '10100000', volume: '5', executedPercent: 100 }],
        },
      })
    })

    test('a book in steps of a thousand ticks merges what rests in each', async () => {
      const { baseDTO } = await living.ask(getGroupedBook, {
        params: { market: 'GOLD_TOMAN' },
        query: { ticks: '1000' },
      })
      expect(baseDTO).toMatchObject({
        buyOrderBook: [
          { unitPrice: '9900000', volume: '2', executedPercent: 25 },
          { unitPrice: '9800000', volume: '8', executedPercent: 100 },
        ],
        sellOrderBook: [{ unitPrice: '10100000', volume: '5' }],
      })
      const nowhere = { params: { market: 'NOPE_TOMAN' }, query: { ticks: '10' } }
      expect(await living.answer(getGroupedBook, nowhere)).toMatchObject({ code: 'MARKET_NOT_FOUND' })
    })

    test('its sequence grows, and without a change the same answer is given again', async () => {
      const answer = () => living.answer(getOrderBook, GOLD_TOMAN)
      const sequence = async () => BigInt((await living.ask(getOrderBook, GOLD_TOMAN)).baseDTO.sequence)
      const first = await answer()
      expect(await answer()).toBe(first)
      const before = await sequence()
      await place({ userId: ANNA, side: 'BUY', price: '9700000', amount: '1' })
      expect(await answer()).not.toBe(first)
      expect(await sequence()).toBeGreaterThan(before)
    })

    test('a market order’s cost is read off the book', async () => {
      const query = { marketType: 'GOLD_TOMAN', orderType: 'MARKET_SELL', amount: '3' }
      expect(await living.ask(getMarketOrderQuote, { query })).toEqual({
        baseDTO: { wholePrice: '29600000', fillable: '3' },
      })
    })

    test('a market without trades shows the middle of its book and no volume', async () => {
      expect(await living.ask(getMarketInfo, { query: { market_type: 'GOLD_TOMAN' } })).toMatchObject({
        baseDTO: {
          marketTradeInfo: { lastPrice: '10000000', last24HourVolume: '0', bestBid: '9900000', bestAsk: '10100000' },
        },
      })
    })

    test('a trade is the last trade, the last price, the volume and a candle at once', async () => {
      await place({ userId: ANNA, side: 'BUY', price: '10100000', amount: '1.5' })
      expect(await living.ask(getLastTrades, GOLD_TOMAN)).toMatchObject({
        content: [{ amount: '1.5', unitPrice: '10100000', orderType: 'BUY' }],
      })
      expect(await living.ask(getMarketInfo, { query: { market_type: 'GOLD_TOMAN' } })).toMatchObject({
        baseDTO: { marketTradeInfo: { lastPrice: '10100000', last24HourVolume: '1.5', maxPrice: '10100000' } },
      })
      const candles = { params: { market: 'GOLD_TOMAN' }, query: { resolution: '60' } }
      expect(await living.ask(getCandles, candles)).toMatchObject({
        content: [{ open: '10100000', close: '10100000', volume: '1.5' }],
        baseDTO: { sandbox: false },
      })
      await place({ userId: BAHRAM, side: 'SELL', price: '9900000', amount: '0.5' })
      expect(await living.ask(getCandles, candles)).toMatchObject({
        content: [{ open: '10100000', close: '9900000', low: '9900000', volume: '2' }],
      })
    })

    test('a restart finds the same figures, though no candle had been written', async () => {
      await living.database.query('delete from candles')
      const questions = () =>
        Promise.all([
          living.ask(getLastTrades, GOLD_TOMAN),
          living.ask(getMarketInfo, { query: { market_type: 'GOLD_TOMAN' } }),
          living.ask(getCandles, { params: { market: 'GOLD_TOMAN' }, query: { resolution: '1' } }),
        ])
      const before = await questions()
      await reopen()
      expect(await questions()).toEqual(before)
    })

    test('the newest trade comes first', async () => {
      await place({ userId: ANNA, side: 'BUY', price: '9950000', amount: '0.25' })
      await place({ userId: BAHRAM, side: 'SELL', price: '9950000', amount: '0.25' })
      expect(await living.ask(getLastTrades, GOLD_TOMAN)).toMatchObject({
        content: [{ amount: '0.25' }, {}, {}],
      })
    })
  })

  test('markets that nobody knows are refused', async () => {
    expect(await living.answer(getOrderBook, { query: { marketType: 'PEARL_TOMAN' } })).toMatchObject({
      code: 'MARKET_NOT_FOUND',
      field: 'marketType',
    })
    expect(await living.answer(getMarket, { params: { market: 'PEARL_TOMAN' } })).toMatchObject({
      code: 'MARKET_NOT_FOUND',
    })
  })

  test('the markets of a unit come as one list with twenty points of the week each', async () => {
    const { content, totalPages } = await living.ask(getMarkets, { query: { source_coin: 'TOMAN' } })
    expect(totalPages).toBe(1)
    expect(content).toHaveLength(16)
    expect(content.every(({ sourceCoin, lastWeekData }) => sourceCoin === 'TOMAN' && lastWeekData.length === 20)).toBe(
      true,
    )
    const [{ marketType: market, tickSize } = { marketType: '' }] = content
    expect(tickSize).toBe((await living.ask(getMarket, { params: { market } })).baseDTO.tickSize)
  })

  test('closing writes the candles of what was traded', async () => {
    await place({ userId: ANNA, side: 'BUY', price: '9960000', amount: '0.25' })
    await place({ userId: BAHRAM, side: 'SELL', price: '9960000', amount: '0.25' })
    const { database } = living
    await living.close()
    const [written] = await database.query<{ volume: bigint }>(
      'select sum(volume)::numeric(38, 0) as volume from candles where width_seconds = 60 and not sandbox',
    )
    const [traded] = await database.query<{ volume: bigint }>(
      'select sum(amount)::numeric(38, 0) as volume from trades where maker_order_id is not null',
    )
    expect(written).toEqual(traded)
  })
})
