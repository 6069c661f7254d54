import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { formatDecimal, parseDecimal } from '#domain/decimal.ts'
import { amount, type Price } from '#domain/units.ts'
import { openMarketStates } from '#server/operations/market-states.ts'
import { saveMarket } from '#server/store/console/markets.ts'
import type { Database } from '#server/store/database.ts'
import { type LivingExchange, openLivingExchange } from '#tests/builders/living-exchange.ts'
import { priceOf, quotesOf } from '#tests/builders/quotes.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { type QuickTradeServer, startQuickTradeServer } from './quick-trade-server.ts'

/** At ten million Toman a gram and a spread of 0.5 %. */
const BUY = {
  marketType: 'GOLD_TOMAN',
  orderType: 'EXCHANGE_BUY',
  amount: '2',
  unitPrice: '10050000',
  totalPrice: '20100000',
}
const SELL = { ...BUY, orderType: 'EXCHANGE_SELL', amount: '1', unitPrice: '9950000', totalPrice: '9950000' }

onDatabase('a quick trade whose price is locked', (open) => {
  let database: Database
  let living: LivingExchange
  let server: QuickTradeServer
  let newest = 2_000
  let startMs = 0

  /** Moves the clock to this long after the start of the test; the exchange's time never goes back. */
  const later = (ms: number) => {
    living.clock.aheadMs = startMs + ms
  }

  async function quote(changes: Partial<Parameters<typeof quotesOf>[0]> = {}) {
    living.feed.quotes = quotesOf({ at: new Date(Date.now() + living.clock.aheadMs), ...changes })
    await living.marketData.priceBoard.poll()
  }

  /** The user's balance of a coin. */
  async function purse(ownerId: number, symbol: string) {
    const coin = living.catalogue.coinBySymbol.get(symbol)
    const [row] = await database.query<{ available: bigint }>(
      'select available from balances where owner_id = $1 and coin_id = $2',
      [ownerId, coin?.id ?? 0],
    )
    return formatDecimal(row?.available ?? 0n, coin?.decimals ?? 0)
  }

  /** A new user with this much of a coin. */
  async function somebody(text = '100000000 TOMAN') {
    const userId = newest++
    const [quantity = '', symbol = ''] = text.split(' ')
    const coin = living.catalogue.coinBySymbol.get(symbol)
    if (!coin) throw new Error(`no coin ${symbol}`)
    const reference = `gift/${userId}/${symbol}`
    await living.exchange.submit({
      type: 'credit',
      source: 'hot/ERC20',
      userId,
      coinId: coin.id,
      amount: amount(parseDecimal(quantity, coin.decimals) ?? 0n),
      reference,
      key: reference,
      fingerprint: reference,
    })
    return userId
  }

  /** Locks the price of a trade and returns the trade with its quote. */
  async function locked(userId: number, trade: typeof BUY) {
    const { totalPrice: _total, ...asked } = trade
    const { status, baseDTO } = await server.call(userId, '/exchange/quote', asked)
    expect(status).toBe(200)
    return { ...trade, quote: baseDTO?.quote }
  }

  const buy = (userId: number, changes: object = {}, key?: string | false) =>
    server.call(userId, '/exchange/buy', { ...BUY, ...changes }, key)
  const sell = (userId: number) => server.call(userId, '/exchange/sell', SELL)

  beforeAll(async () => {
    database = await open()
    living = await openLivingExchange(database, quotesOf({ at: new Date() }))
    server = await startQuickTradeServer(living)
  })
  beforeEach(async () => {
    startMs = living.clock.aheadMs
    await quote()
  })
  afterAll(async () => {
    await server.close()
    await living.close()
  })

  test('that moved against the customer is honoured for ten seconds and what the network takes, then the new one is answered', async () => {
    const buyer = await somebody()
    const seller = await somebody('10 GOLD')
    const { quote: kept } = await locked(buyer, BUY)
    await quote({ goldGram: '11000000' })
    // Real seconds pass, too: a busy machine has three of them before the price expires.
    later(12_000)
    expect(await buy(buyer, { quote: kept })).toMatchObject({
      status: 200,
      baseDTO: { unitPrice: '10050000', executedValue: '20100000' },
    })
    await quote()
    const { quote: late } = await locked(buyer, BUY)
    await quote({ goldGram: '11000000' })
    later(30_000)
    expect(await buy(buyer, { quote: late })).toMatchObject({
      status: 409,
      code: 'PRICE_CHANGED',
      baseDTO: { unitPrice: '11055000' },
    })
    await quote()
    const sale = await locked(seller, SELL)
    await quote({ goldGram: '9000000' })
    later(39_900)
    expect(await server.call(seller, '/exchange/sell', sale)).toMatchObject({ baseDTO: { unitPrice: '9950000' } })
    later(48_000)
    expect(await server.call(seller, '/exchange/sell', sale)).toMatchObject({
      code: 'PRICE_CHANGED',
      baseDTO: { unitPrice: '8955000' },
    })
    expect(await purse(seller, 'TOMAN')).toBe('9920150')
  })

  test('is kept for its customer, side, amount and price alone, and for one of them at a time', async () => {
    const [buyer, other] = [await somebody(), await somebody()]
    const { quote: first } = await locked(buyer, BUY)
    const { quote: kept } = await locked(buyer, BUY)
    await quote({ goldGram: '11000000' })
    const changed = { code: 'PRICE_CHANGED' }
    // Without a lock the former price is refused.
    expect(await buy(buyer)).toMatchObject(changed)
    expect(await buy(buyer, { quote: first })).toMatchObject(changed)
    expect(await buy(other, { quote: kept })).toMatchObject(changed)
    expect(await buy(buyer, { quote: kept, amount: '2.5', totalPrice: '25125000' })).toMatchObject(changed)
    expect(await buy(buyer, { quote: kept, unitPrice: '10049900', totalPrice: '20099800' })).toMatchObject(changed)
    expect(await buy(buyer, { quote: kept })).toMatchObject({ status: 200, baseDTO: { unitPrice: '10050000' } })
    // A former price cannot be locked, either, once it was replaced for longer than the network takes.
    later(6_000)
    const { totalPrice: _total, ...asked } = BUY
    expect(await server.call(other, '/exchange/quote', asked)).toMatchObject({
      ...changed,
      baseDTO: { unitPrice: '11055000' },
    })
  })

  test('that was replaced while its customer asked is kept where the market stands, and not where it runs', async () => {
    const buyer = await somebody()
    const { totalPrice: _total, ...asked } = BUY
    const ask = () => server.call(buyer, '/exchange/quote', asked)
    await quote({ goldGram: '10004000' })
    expect((await ask()).status).toBe(200)
    await quote({ goldGram: '10010000' })
    expect(await ask()).toMatchObject({ code: 'PRICE_CHANGED', baseDTO: { unitPrice: '10060100' } })
  })

  test('is for one trade and its repeats, however many calls come together, with keys of their own or without', async () => {
    const [one, other, poor] = [await somebody(), await somebody(), await somebody('1000 TOMAN')]
    const [{ quote: ofOne }, { quote: ofOther }] = [await locked(one, BUY), await locked(other, BUY)]
    const { quote: ofPoor } = await locked(poor, BUY)
    const ten = Array.from({ length: 10 }, (_, at) => at)
    const repeats = await Promise.all(ten.map(() => buy(one, { quote: ofOne }, false)))
    expect(new Set(repeats.map(({ status, baseDTO }) => `${status} ${baseDTO?.id}`)).size).toBe(1)
    expect(await purse(one, 'TOMAN')).toBe('79900000')
    const tries = await Promise.all(ten.map(() => buy(other, { quote: ofOther })))
    expect(tries.map(({ code, status }) => code ?? status).sort()).toEqual([
      200,
      ...ten.slice(1).map(() => 'PRICE_CHANGED'),
    ])
    expect(await purse(other, 'TOMAN')).toBe('79900000')
    // A refused trade has not used up its lock.
    for (const key of ['poor-key-1', 'poor-key-2', false] as const)
      expect(await buy(poor, { quote: ofPoor }, key)).toMatchObject({ code: 'NOT_ENOUGH_BALANCE' })
  })

  test('one that was never shown and is better than the present one is refused', async () => {
    const userId = await somebody()
    expect(await buy(userId, { unitPrice: '10049900', totalPrice: '20099800' })).toMatchObject({
      code: 'PRICE_CHANGED',
    })
    expect(await purse(userId, 'TOMAN')).toBe('100000000')
  })

  test('that moved in favour of the customer is taken without a word, however long ago the old one was', async () => {
    const buyer = await somebody()
    const seller = await somebody('10 GOLD')
    await quote({ goldGram: '9000000' })
    later(25_000)
    expect(await buy(buyer)).toMatchObject({
      status: 200,
      baseDTO: { unitPrice: '9045000', executedValue: '18090000' },
    })
    expect(await purse(buyer, 'TOMAN')).toBe('81910000')
    await quote({ goldGram: '11000000' })
    later(50_000)
    expect(await sell(seller)).toMatchObject({
      status: 200,
      baseDTO: { unitPrice: '10945000', executedValue: '10945000' },
    })
    expect(await purse(seller, 'TOMAN')).toBe('10912165')
  })

  test('that fell lets a trade be made that the confirmed price would have been too dear for', async () => {
    const userId = await somebody('18090000 TOMAN')
    await quote({ goldGram: '9000000' })
    expect(await buy(userId)).toMatchObject({ status: 200 })
    expect(await purse(userId, 'TOMAN')).toBe('0')
  })

  test('that fell is answered to a repeat as it was traded, not as it stands by now', async () => {
    const userId = await somebody()
    await quote({ goldGram: '9000000' })
    const first = await buy(userId, {}, 'better-price')
    expect(first).toMatchObject({ status: 200, baseDTO: { unitPrice: '9045000' } })
    await quote({ goldGram: '8000000' })
    expect(await buy(userId, {}, 'better-price')).toEqual(first)
    later(60_000)
    expect(await buy(userId, {}, 'better-price')).toEqual(first)
    expect(await purse(userId, 'GOLD')).toBe('1.994')
  })

  test('is honoured though the tick of its market became coarser meanwhile, and its repeat gets the receipt', async () => {
    const { catalogue, exchange } = living
    const states = await openMarketStates({ database, exchange, catalogue, hours: 'always' })
    const gold = { ...(catalogue.marketBySymbol.get('GOLD_TOMAN') ?? expect.fail('no gold')) }
    const set = async (tick: Price) => {
      await database.transaction((tx) => saveMarket(tx, { ...gold, tick }))
      await states.reload()
    }
    const buyer = await somebody()
    const { quote: kept } = await locked(buyer, BUY)
    await set(priceOf('20000'))
    const made = await buy(buyer, { quote: kept }, 'by-the-former-tick')
    expect(made).toMatchObject({ status: 200, baseDTO: { unitPrice: '10050000' } })
    later(60_000)
    await quote()
    expect(await buy(buyer, {}, 'by-the-former-tick')).toEqual(made)
    expect(await buy(buyer)).toMatchObject({ code: 'UNIT_PRICE_INVALID', baseDTO: { tick: '20000' } })
    await set(gold.tick)
  })
})
