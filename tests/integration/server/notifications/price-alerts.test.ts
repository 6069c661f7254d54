import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Market } from '#domain/market.ts'
import { type Price, price } from '#domain/units.ts'
import { priceAlertRoutes } from '#server/notifications/price-alerts/routes.ts'
import { PriceWatch } from '#server/notifications/price-alerts/watch-prices.ts'
import { notificationRoutes } from '#server/notifications/routes.ts'
import type { Database } from '#server/store/database.ts'
import { order as orderOf } from '#tests/builders/commands.ts'
import { MARKETS } from '#tests/builders/markets.ts'
import { NOTICE_NAMES } from '#tests/builders/notice-names.ts'
import { openTestExchange, type TestExchange } from '#tests/builders/test-exchange.ts'
import { type VerifiedUser, verifiedUser } from '#tests/builders/verified-user.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { type AccountServer, startAccountServer } from '../accounts/account-server.ts'

const whole = (figure: number): Price => price(BigInt(figure) * 10n ** 8n)

onDatabase('price alerts', (open) => {
  let database: Database
  let exchange: TestExchange
  let server: AccountServer
  let user: VerifiedUser
  let watch: PriceWatch
  let keys = 0
  let fed: Price | undefined
  let feedOnly: Price | undefined
  const feedPrice = (market: Market) => ({ GOLD_TOMAN: fed, TETHER_TOMAN: feedOnly })[market.symbol]
  const watchAnew = () => {
    watch?.close()
    watch = new PriceWatch({ database, exchange, markets: MARKETS, feedPrice, now: () => server.accounts.now() })
  }
  const tradeAt = async (figure: number) => {
    for (const sentence of [`sara sells 1 GOLD at ${figure}`, `ali buys 1 GOLD at ${figure}`]) {
      keys += 1
      await exchange.submit(orderOf(sentence, { key: `alert-${keys}`, at: Date.now(), terms: {} }))
    }
  }
  const create = (json: object, token = user.token) =>
    server.ask('/price-alerts', { method: 'POST', token, json: { marketType: 'GOLD_TOMAN', ...json } })
  const list = async () => (await server.ask('/price-alerts', { token: user.token })).body.content ?? []
  const texts = async (token = user.token) =>
    ((await server.ask('/notifications', { token, language: 'en' })).body.content ?? []).map(({ text }) => text)

  beforeAll(async () => {
    database = await open()
    await database.query('alter sequence user_ids minvalue 1 restart with 1')
    for (let id = 1; id <= 2; id++) expect((await verifiedUser(database)).userId).toBe(id)
    exchange = await openTestExchange(database, { now: () => Date.now() })
    for (const who of ['ali', 'sara']) {
      await exchange.gives(who, '10000000 TOMAN')
      await exchange.gives(who, '1000 GOLD')
    }
    const markets = MARKETS.map((market) => ({ ...market, tick: whole(1) }))
    const catalogue = { markets, marketBySymbol: new Map(markets.map((market) => [market.symbol, market])) }
    server = await startAccountServer(database, {
      more: (accounts) => [
        ...notificationRoutes({ ...accounts, names: NOTICE_NAMES, channels: [] }),
        ...priceAlertRoutes({
          ...{ database, catalogue, feedPrice, now: () => new Date() },
          watch: { add: (alert) => watch.add(alert), remove: (id) => watch.remove(id) },
        }),
      ],
    })
    await tradeAt(100)
  })
  beforeEach(async () => {
    fed = undefined
    feedOnly = undefined
    await database.query('delete from price_alerts')
    await tradeAt(100)
    watchAnew()
    await watch.work()
    user = await verifiedUser(database, { at: server.accounts.now() })
  })
  afterAll(async () => {
    watch.close()
    await server.close()
    await exchange.close()
  })

  test('a price that comes to the figure is told once, however often it comes, and the alert is over', async () => {
    const { status, body } = await create({ kind: 'ABOVE', price: '105' })
    expect([status, body.baseDTO]).toMatchObject([200, { kind: 'ABOVE', above: '105', below: null, percent: null }])
    await create({ kind: 'BELOW', price: '95' })
    await tradeAt(104)
    await watch.work()
    expect(await texts()).toEqual([])
    for (const figure of [105, 99, 107, 110]) await tradeAt(figure)
    await watch.work()
    await watch.work()
    expect(await texts()).toEqual(['GOLD reached 105 Toman.'])
    expect((await list()).map(({ kind }) => kind)).toEqual(['BELOW'])
    await tradeAt(90)
    await watch.work()
    expect(await texts()).toEqual(['GOLD reached 95 Toman.', 'GOLD reached 105 Toman.'])
    expect(await list()).toEqual([])
  })

  test('by percent is told at the side that is reached first, and then not at the other', async () => {
    const { body } = await create({ kind: 'PERCENT', percent: '5' })
    expect(body.baseDTO).toMatchObject({ kind: 'PERCENT', percent: '5', above: '105', below: '95' })
    for (const figure of [96, 95, 105]) await tradeAt(figure)
    await watch.work()
    expect(await texts()).toEqual(['Your ±5% alert: GOLD reached 95 Toman.'])
  })

  test('by percent waits for prices that the market can have, and the one that is shown counts, not the feed’s', async () => {
    fed = whole(101)
    const { body } = await create({ kind: 'PERCENT', percent: '0.1' })
    expect(body.baseDTO).toMatchObject({ above: '101', below: '99' })
    await watch.work()
    expect(await texts()).toEqual([])
    await tradeAt(101)
    await watch.work()
    expect(await texts()).toEqual(['Your ±0.1% alert: GOLD reached 101 Toman.'])
  })

  test('prices of the feed count where nobody has ever traded', async () => {
    feedOnly = whole(100)
    await create({ kind: 'ABOVE', price: '105', marketType: 'TETHER_TOMAN' })
    feedOnly = whole(105)
    await watch.work()
    expect(await texts()).toEqual([expect.stringContaining('reached 105 Toman.')])
  })

  test('what was crossed while nobody looked is told by the next start', async () => {
    await create({ kind: 'ABOVE', price: '105' })
    await create({ kind: 'ABOVE', price: '200' })
    watch.close()
    for (const figure of [106, 99]) await tradeAt(figure)
    watchAnew()
    await watch.work()
    expect(await texts()).toEqual(['GOLD reached 105 Toman.'])
    expect(await list()).toHaveLength(1)
    await tradeAt(200)
    await watch.work()
    expect(await texts()).toHaveLength(2)
  })

  test('two leaders for a moment tell it once', async () => {
    await create({ kind: 'ABOVE', price: '105' })
    const other = new PriceWatch({ database, exchange, markets: MARKETS, feedPrice, now: () => new Date() })
    await other.work()
    await tradeAt(106)
    await Promise.all([watch.work(), other.work()])
    other.close()
    expect(await texts()).toHaveLength(1)
  })

  test('one that another process has accepted is told, also if its price was gone or its commit was late', async () => {
    const accept = (above: number, id: string) =>
      database.query(
        `insert into price_alerts (id, user_id, market_id, kind, above, created_at) overriding system value
         select coalesce(max(id), 0) + ${id}, $1, $2, 'ABOVE', $3, $4 from price_alerts`,
        [user.userId, 3, whole(above), new Date(Date.now() - 1_000)],
      )
    await accept(500, '10')
    await watch.work()
    await accept(105, '-1')
    for (const figure of [106, 99]) await tradeAt(figure)
    await watch.work()
    expect(await texts()).toEqual(['GOLD reached 105 Toman.'])
    await database.query('delete from price_alerts')
  })

  test('one that is removed is not told, and nobody removes another’s', async () => {
    const { body } = await create({ kind: 'ABOVE', price: '105' })
    const path = `/price-alerts/${body.baseDTO?.id}`
    const stranger = await verifiedUser(database, { at: server.accounts.now() })
    const remove = (token: string) => server.ask(path, { method: 'DELETE', token })
    expect((await remove(stranger.token)).body.code).toBe('PRICE_ALERT_NOT_FOUND')
    expect((await remove(user.token)).status).toBe(200)
    expect((await remove(user.token)).body.code).toBe('PRICE_ALERT_NOT_FOUND')
    await tradeAt(106)
    await watch.work()
    expect(await texts()).toEqual([])
  })

  test('eleven alerts are listed, newest first, and the twenty-first is refused', async () => {
    for (let count = 1; count <= 11; count++) await create({ kind: 'ABOVE', price: String(200 + count) })
    expect((await list()).map(({ above }) => above)).toEqual(
      Array.from({ length: 11 }, (_, index) => String(211 - index)),
    )
    for (let count = 12; count <= 20; count++) await create({ kind: 'ABOVE', price: String(200 + count) })
    const { status, body } = await create({ kind: 'ABOVE', price: '300' })
    expect([status, body.code]).toEqual([409, 'PRICE_ALERTS_TOO_MANY'])
    await tradeAt(400)
    await watch.work()
    expect(await texts()).toHaveLength(20)
  })

  test('the same alert is kept once, pressed twice at the same moment too; another price, direction or market is another alert', async () => {
    const codeOf = async (json: object) => (await create(json)).body.code
    const above = { kind: 'ABOVE', price: '105' }
    const presses = await Promise.all([codeOf(above), codeOf(above)])
    expect(presses.toSorted()).toEqual(['PRICE_ALERT_EXISTS', undefined])
    expect((await create({ kind: 'ABOVE', price: '105.0' })).status).toBe(409)
    feedOnly = whole(100)
    const others = [
      { kind: 'ABOVE', price: '106' },
      { kind: 'BELOW', price: '95' },
      { kind: 'PERCENT', percent: '5' },
      { ...above, marketType: 'TETHER_TOMAN' },
    ]
    for (const other of others) expect(await codeOf(other)).toBeUndefined()
    expect(await codeOf({ kind: 'PERCENT', percent: '5' })).toBe('PRICE_ALERT_EXISTS')
    await tradeAt(105)
    await watch.work()
    expect(await codeOf(above)).toBe('PRICE_ALERT_REACHED')
    await tradeAt(100)
    expect(await codeOf(above)).toBeUndefined()
  })

  test('refuses what cannot be waited for', async () => {
    const codeOf = async (json: object) => (await create(json)).body.code
    for (const [kind, price, side] of [
      ['ABOVE', '100', 'over'],
      ['BELOW', '101', 'under'],
    ] as const)
      expect((await create({ kind, price })).body).toMatchObject({
        code: 'PRICE_ALERT_REACHED',
        baseDTO: { [side]: '100', coin: 'TOMAN' },
      })
    const refusalOf = async (price: string) => {
      const { status, body } = await create({ kind: 'ABOVE', price })
      return [status, body.code, body.field, body.baseDTO]
    }
    const coin = 'TOMAN'
    for (const low of ['0', '0.5'])
      expect(await refusalOf(low)).toEqual([400, 'PRICE_ALERT_TOO_LOW', 'price', { min: '1', coin }])
    expect(await refusalOf('105.5')).toEqual([400, 'UNIT_PRICE_INVALID', 'price', { tick: '1', coin }])
    for (const high of ['1000000000000001', '99999999999999999900'])
      expect(await refusalOf(high)).toEqual([400, 'PRICE_ALERT_TOO_HIGH', 'price', { max: '1000000000000000', coin }])
    for (const percent of ['0', '1000.01', '0.001'])
      expect(await codeOf({ kind: 'PERCENT', percent })).toBe('PRICE_ALERT_PERCENT_INVALID')
    expect(await codeOf({ kind: 'ABOVE', price: '105', marketType: 'MOON_TOMAN' })).toBe('MARKET_NOT_FOUND')
    expect(await codeOf({ kind: 'ABOVE', price: '105', marketType: 'TETHER_TOMAN' })).toBe('PRICE_STALE')
    for (const json of [{ kind: 'ABOVE' }, { kind: 'ABOVE', price: '1', percent: '1' }, { kind: 'NEAR', price: '1' }])
      expect(await codeOf(json)).toBe('BAD_REQUEST')
    const visitor = await server.ask('/price-alerts')
    expect(visitor.body.code).toBe('UNAUTHENTICATED')
  })
})
