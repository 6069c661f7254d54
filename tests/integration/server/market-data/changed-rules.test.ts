import { afterAll, beforeAll, expect, test } from 'vitest'
import { getCoinDetails } from '#contract/coins.ts'
import type { EndpointShape } from '#contract/endpoint.ts'
import { getMarket, getMarketOrderQuote } from '#contract/markets.ts'
import { getChartGroup, getChartSymbol } from '#contract/udf.ts'
import type { Market, MarketSettings } from '#domain/market.ts'
import { amount, ppm, price } from '#domain/units.ts'
import { Snapshot } from '#server/http/snapshot.ts'
import { type MarketStates, openMarketStates } from '#server/operations/market-states.ts'
import { saveCoin, switchNetwork } from '#server/store/console/coins.ts'
import { saveMarket } from '#server/store/console/markets.ts'
import { credit, order } from '#tests/builders/commands.ts'
import { type LivingExchange, openLivingExchange } from '#tests/builders/living-exchange.ts'
import { onDatabase } from '#tests/setup/databases.ts'

onDatabase('what is shown of a market whose rules have changed', (open) => {
  let living: LivingExchange
  let states: MarketStates
  let gold: Market
  beforeAll(async () => {
    living = await openLivingExchange(await open(), undefined)
    const { database, exchange, catalogue } = living
    states = await openMarketStates({ database, exchange, catalogue, hours: 'always' })
    const found = catalogue.marketBySymbol.get('GOLD_TOMAN')
    if (!found) throw new Error('no gold')
    gold = { ...found }
  })
  afterAll(() => living.close())

  const set = async (settings: Partial<MarketSettings>) => {
    await living.database.transaction((tx) => saveMarket(tx, { ...gold, ...settings }))
    await states.reload()
  }
  const etagOf = async (endpoint: EndpointShape, call: object) => {
    const answer = await living.answer(endpoint, call)
    return answer instanceof Snapshot ? answer.etag : expect.fail('no snapshot')
  }

  test('coins, the market and the chart show it at once under other ETags, and the former one again when it is back', async () => {
    const asked = [
      [getCoinDetails, {}],
      [getMarket, { params: { market: 'GOLD_TOMAN' } }],
      [getChartGroup, {}],
    ] as const
    const etags = () => Promise.all(asked.map(([endpoint, call]) => etagOf(endpoint, call)))
    const before = await etags()
    await states.reload()
    expect(await etags()).toEqual(before)
    await set({ tick: price(5_000n * 100_000_000n), minAmount: amount(20_000n), maxAmount: amount(7_000_000n) })
    const changed = await etags()
    for (const [i, etag] of changed.entries()) expect(etag, asked[i]?.[0].path).not.toBe(before[i])
    const { content } = await living.ask(getCoinDetails)
    expect(content.find(({ name }) => name === 'GOLD')).toMatchObject({ minAmount: '0.02', maxAmount: '7' })
    expect((await living.ask(getMarket, { params: { market: 'GOLD_TOMAN' } })).baseDTO).toMatchObject({
      tickSize: '5000',
      minAmount: '0.02',
      maxAmount: '7',
    })
    expect(await living.ask(getChartSymbol, { query: { symbol: 'GOLD_TOMAN' } })).toMatchObject({
      minmov: 5_000,
      pricescale: 1,
    })
    await set({})
    expect(await etags()).toEqual(before)
  })

  test('a market order is told of what a wider band lets it reach, though the book is the same', async () => {
    const { exchange } = living
    const at = Date.now()
    await exchange.submit(credit('sara', '20 GOLD', { key: 'gold-of-sara', at }))
    for (let i = 0; i < 14; i++)
      await exchange.submit(order(`sara sells 1 GOLD at ${10_000_000 + i * 100_000}`, { key: `ask-${i}`, at }))
    const fillable = async () => {
      const query = { marketType: 'GOLD_TOMAN', orderType: 'MARKET_BUY', amount: '14' }
      return (await living.ask(getMarketOrderQuote, { query })).baseDTO.fillable
    }
    await set({ protectionBand: ppm(20_000n) })
    expect(await fillable()).toBe('3')
    await set({ protectionBand: ppm(130_000n) })
    expect(await fillable()).toBe('14')
  })

  test("a coin's fees, bounds and switches are shown by its details once the exchange applies them", async () => {
    const { database, catalogue } = living
    const bitcoin = catalogue.coinBySymbol.get('BITCOIN') ?? expect.fail('no bitcoin')
    const before = await etagOf(getCoinDetails, {})
    await database.transaction(async (tx) => {
      const networks = bitcoin.networks.map((network) => ({ ...network, withdrawalFee: amount(77_000n) }))
      const quickTrade = { ...bitcoin.quickTrade, max: amount(150_000_000n) }
      await saveCoin(tx, { id: bitcoin.id, networks, quickTrade, hotShareMax: ppm(1_000_000n) })
      const [network] = networks
      if (network)
        await switchNetwork(tx, {
          ...{ coinId: bitcoin.id, tokenType: network.tokenType },
          ...{ direction: 'deposit', enabled: !network.depositEnabled },
        })
    })
    expect(await etagOf(getCoinDetails, {})).toBe(before)
    const wasOpen = bitcoin.networks[0]?.depositEnabled
    await states.reload()
    const { content } = await living.ask(getCoinDetails)
    const shown = content.find(({ name }) => name === 'BITCOIN')
    expect(shown).toMatchObject({ maxAmountExchange: '1.5', tokenTypeDetails: [{ withdrawalFee: '0.00077' }] })
    expect(bitcoin.networks[0]?.depositEnabled).toBe(!wasOpen)
    expect(catalogue.marketBySymbol.get('BITCOIN_TOMAN')?.base.quickTrade.max).toBe(150_000_000n)
  })
})
