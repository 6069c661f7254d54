import { afterAll, beforeAll, expect, test } from 'vitest'
import { getSettings } from '#contract/operations-settings.ts'
import { amount } from '#domain/units.ts'
import type { Database } from '#server/store/database.ts'
import { checkLedger } from '#server/store/prove-ledger.ts'
import { CHARGES } from '#tests/builders/commands.ts'
import { priceOf } from '#tests/builders/quantities.ts'
import { verifiedUser } from '#tests/builders/verified-user.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { type ConsoleServer, startConsoleServer, type TestOperator } from './console-server.ts'

const NETWORK = {
  tokenType: 'BEP20',
  withdrawalFee: '0.5',
  minWithdraw: '2',
  maxWithdraw: '90000',
  depositEnabled: true,
  withdrawEnabled: false,
  txIdNeeded: false,
}
const COIN = {
  symbol: 'CARDANO',
  code: 'ADA',
  persianName: 'کاردانو',
  englishName: 'Cardano',
  priceSource: 'cardano',
  decimals: 6,
  precision: 2,
  quickTradeMin: '5',
  quickTradeMax: '50000',
  networks: [NETWORK],
}
const MARKET = {
  tick: '10',
  minAmount: '1',
  maxAmount: '1000',
  minTotal: '10',
  openOrdersMax: '200',
  hours: 'always',
  protectionBand: '5',
  forceWarning: '2.5',
  limitPriceMin: '20',
  limitPriceMax: '500',
}
const STRATEGY = {
  halfSpread: '0.5',
  step: '0.1',
  levels: 12,
  levelWorth: '1000',
  refreshMs: 5_000,
  skew: '0.25',
  inventoryTarget: '1000',
  inventoryBand: '500',
  lossMax: '5000',
}

onDatabase('settings of markets', (open) => {
  let database: Database
  let server: ConsoleServer
  let sara: TestOperator
  let reza: TestOperator
  beforeAll(async () => {
    database = await open()
    server = await startConsoleServer(database)
    sara = await server.addOperator('Sara Karimi')
    reza = await server.addOperator('Reza Amini')
  })
  afterAll(() => server.close())

  const act = async (path: string, json: object) =>
    server.ask(`/operations/${path}`, {
      json: { reason: 'Agreed in the meeting', ...json },
      token: await server.logIn(sara),
    })
  const approve = async (id: unknown, who = reza) =>
    server.ask(`/operations/proposals/${id}/approve`, { json: { reason: 'Agreed' }, token: await server.logIn(who) })
  const settings = async () => {
    const answer = await server.ask('/operations/settings', { method: 'GET', token: await server.logIn(sara) })
    return getSettings.response.parse(answer.body).baseDTO
  }
  const acts = async (kind: string) =>
    (
      await database.query<{ details: Record<string, unknown> }>(
        'select details::json as details from audit_log where kind = $1 order by id',
        [kind],
      )
    ).map(({ details }) => details)
  const goldToman = async () => (await settings()).markets.find(({ marketType }) => marketType === 'GOLD_TOMAN')

  test('a market is changed by two, holds when the approval is answered, and a press that is repeated changes nothing twice', async () => {
    const before = await goldToman()
    const { marketType: _m, base: _b, quote: _q, effectiveHours, ended: _x, ...text } = before ?? ({} as never)
    const change = {
      ...text,
      protectionBand: '7.5',
      forceWarning: '9',
      maxAmount: '8',
      minTotal: '700',
      openOrdersMax: '30',
      limitPriceMin: '50',
      limitPriceMax: '200',
    }
    // This server keeps every market open, whatever its own hours.
    expect(effectiveHours).toBe('always')
    await server.exchange.gives('reza', '100 GOLD')
    expect(await server.exchange.order('reza sells 9 GOLD at 900', 'before')).toMatchObject({ status: 'IS_OPEN' })
    const proposed = await act('markets/GOLD_TOMAN/propose-change', change)
    expect(proposed.status).toBe(200)
    expect(await act('markets/GOLD_TOMAN/propose-change', change)).toMatchObject({ body: { code: 'PROPOSAL_EXISTS' } })
    const id = proposed.body.baseDTO?.id
    expect(await goldToman()).toEqual(before)
    expect(await approve(id, sara)).toMatchObject({ body: { code: 'FOUR_EYES_REQUIRED' } })
    const listed = await server.ask('/operations/proposals', { method: 'GET', token: await server.logIn(reza) })
    expect(listed.body.content?.[0]).toMatchObject({
      kind: 'CHANGE_MARKET',
      subject: 'GOLD_TOMAN',
      changes: [
        { name: 'maxAmount', after: '8' },
        { name: 'minTotal', before: '0', after: '700' },
        { name: 'openOrdersMax', after: '30' },
        { name: 'protectionBand', before: '5', after: '7.5' },
        { name: 'forceWarning', after: '9' },
        { name: 'limitPriceMin', before: '20', after: '50' },
        { name: 'limitPriceMax', before: '500', after: '200' },
      ],
    })
    // Nothing changes before somebody approves.
    expect(await server.exchange.order('reza sells 9 GOLD at 900', 'proposed')).toMatchObject({ status: 'IS_OPEN' })
    expect((await approve(id)).status).toBe(200)
    expect(await server.exchange.order('reza sells 9 GOLD at 900', 'approved')).toMatchObject({
      code: 'AMOUNT_IS_HIGH',
    })
    expect(await goldToman()).toEqual({ ...before, ...change })
    expect(await server.exchange.order('reza sells 0.7 GOLD at 900', 'low')).toMatchObject({ code: 'TOTAL_IS_LOW' })
    expect(server.services.catalogue.marketBySymbol.get('GOLD_TOMAN')).toMatchObject({
      forceWarning: 90_000n,
    })
    expect(await approve(id)).toMatchObject({ body: { code: 'PROPOSAL_CLOSED' } })
    expect(await act('markets/GOLD_TOMAN/propose-change', change)).toMatchObject({
      body: { code: 'NOTHING_TO_CHANGE' },
    })
    expect(await acts('MARKET_CHANGED')).toMatchObject([
      { market: 'GOLD_TOMAN', protectionBand: '7.5', reason: 'Agreed' },
    ])
  })

  test('what no market can have is refused by its field, and a tick becomes coarser though orders stand beside it', async () => {
    const now = await goldToman()
    const { marketType: _m, base: _b, quote: _q, effectiveHours: _e, ended: _x, ...text } = now ?? ({} as never)
    const wrong: readonly [string, object][] = [
      ['tick', { tick: '0' }],
      ['tick', { tick: '0.000000001' }],
      ['minAmount', { minAmount: '0' }],
      ['minAmount', { minAmount: '0.0000000001' }],
      ['maxAmount', { maxAmount: '0.000001', minAmount: '1' }],
      ['minTotal', { minTotal: '0.0000000001' }],
      ['openOrdersMax', { openOrdersMax: '0' }],
      ['openOrdersMax', { openOrdersMax: '1000001' }],
      ['protectionBand', { protectionBand: '0' }],
      ['protectionBand', { protectionBand: '50.0001' }],
      ['forceWarning', { forceWarning: '0' }],
      ['limitPriceMin', { limitPriceMin: '0' }],
      ['limitPriceMin', { limitPriceMin: '90.0001' }],
      ['limitPriceMax', { limitPriceMax: '109.9999' }],
    ]
    for (const [field, part] of wrong)
      expect(await act('markets/GOLD_TOMAN/propose-change', { ...text, ...part })).toMatchObject({
        status: 400,
        body: { code: 'SETTING_INVALID', field },
      })
    await server.exchange.gives('reza', '10 GOLD')
    await server.exchange.order('reza sells 2 GOLD at 700', 'standing')
    const coarser = { ...text, tick: '7' }
    const proposed = await act('markets/GOLD_TOMAN/propose-change', coarser)
    expect((await approve(proposed.body.baseDTO?.id)).status).toBe(200)
    expect(await server.exchange.order('reza sells 2 GOLD at 701', 'beside')).toMatchObject({
      code: 'UNIT_PRICE_INVALID',
    })
    expect(server.exchange.picture()).toContain('700')
    expect(await act('markets/NO_TOMAN/propose-change', coarser)).toMatchObject({ body: { code: 'MARKET_NOT_FOUND' } })
  })

  test('fees of a level change by two, and no level holds from less than the one below', async () => {
    const { accounts } = server.services
    const { token } = await verifiedUser(database, { level: 'VIP_2', at: accounts.now() })
    const charges = async () => (await accounts.sessions.findCaller(token))?.charges
    expect(await charges()).toMatchObject({ taker: 3_500n })
    const after = {
      volumeFrom: '120000000',
      maker: '0.2',
      taker: '0.3',
      depositDayMax: '600000000',
      withdrawalHourMax: '300000000',
      withdrawalDayMax: '700000000',
    }
    const proposed = await act('levels/VIP_2/propose-change', after)
    expect((await approve(proposed.body.baseDTO?.id)).status).toBe(200)
    expect(await charges()).toMatchObject({ maker: 2_000n, taker: 3_000n })
    expect(server.content.placeholders('en')).toMatchObject({ takerFee2: '0.3%', makerFee2: '0.2%' })
    const level = (await settings()).levels.find(({ level }) => level === 'VIP_2')
    expect(level).toEqual({ level: 'VIP_2', ...after })
    const [row] = await database.query<{ fee_ppm: number }>(`select fee_ppm from account_levels where level = 'VIP_2'`)
    expect(row?.fee_ppm).toBe(3_000)
    for (const [field, part] of [
      ['volumeFrom', { volumeFrom: '0' }],
      ['volumeFrom', { volumeFrom: '500000000' }],
      ['maker', { maker: '5.0001' }],
      ['taker', { taker: '99' }],
      ['depositDayMax', { depositDayMax: '0.5' }],
      ['withdrawalDayMax', { withdrawalDayMax: '0.5' }],
      ['withdrawalHourMax', { withdrawalHourMax: '700000001' }],
    ] as const)
      expect(await act('levels/VIP_2/propose-change', { ...after, volumeFrom: '130000000', ...part })).toMatchObject({
        status: 400,
        body: { code: 'SETTING_INVALID', field },
      })
    expect(await act('levels/SUPERVISOR/propose-change', { ...after, volumeFrom: '1' })).toMatchObject({ status: 400 })
  })

  test('a coin and its market are added by two, once, trade without a start, and the market is halted until somebody resumes it', async () => {
    expect(await act('propose-coin', { ...COIN, precision: 8 })).toMatchObject({
      body: { code: 'SETTING_INVALID', field: 'precision' },
    })
    expect(await act('propose-coin', { ...COIN, quickTradeMax: '1' })).toMatchObject({
      body: { field: 'quickTradeMax' },
    })
    expect(await act('propose-coin', { ...COIN, symbol: 'GOLD' })).toMatchObject({ body: { code: 'COIN_EXISTS' } })
    expect(await act('propose-market', { ...MARKET, base: 'CARDANO', quote: 'TOMAN' })).toMatchObject({
      body: { code: 'COIN_NOT_FOUND' },
    })
    const coin = await act('propose-coin', COIN)
    expect(coin.status).toBe(200)
    expect((await approve(coin.body.baseDTO?.id)).status).toBe(200)
    expect(await act('propose-coin', { ...COIN, code: 'ADX' })).toMatchObject({
      status: 409,
      body: { code: 'COIN_EXISTS' },
    })
    const proposedAt = server.services.accounts.now()
    const market = await act('propose-market', { ...MARKET, base: 'CARDANO', quote: 'TOMAN' })
    expect((await approve(market.body.baseDTO?.id)).status).toBe(200)
    expect(await act('propose-market', { ...MARKET, base: 'CARDANO', quote: 'TOMAN' })).toMatchObject({
      body: { code: 'MARKET_EXISTS' },
    })
    const { markets, coins, strategies } = await settings()
    expect(markets.find(({ marketType }) => marketType === 'CARDANO_TOMAN')).toMatchObject({ tick: '10' })
    expect(coins).toContainEqual(expect.objectContaining({ symbol: 'CARDANO', priceSource: 'cardano' }))
    // The market maker, too, stays off until an operator starts it.
    const strategyOf = (all: readonly { marketType: string }[]) => all.find((row) => row.marketType === 'CARDANO_TOMAN')
    expect(strategyOf(strategies)).toMatchObject({ enabled: false, levels: 12, inventoryTarget: '1000' })
    expect(await act('markets/CARDANO_TOMAN/strategy', { ...STRATEGY, version: 1 })).toMatchObject({ status: 200 })
    expect(strategyOf((await settings()).strategies)).toMatchObject({ enabled: false, halfSpread: '0.5' })
    const { catalogue, states } = server.services
    const made = catalogue.marketBySymbol.get('CARDANO_TOMAN') ?? expect.fail('no market')
    expect(made).toMatchObject({ active: true, base: { code: 'ADA', quickTrade: { inventoryMax: 0n } } })
    expect(made.quote).toBe(catalogue.coinBySymbol.get('TOMAN'))
    expect(made.listedAt?.getTime()).toBeGreaterThanOrEqual(proposedAt.getTime())
    expect(made.listedAt?.getTime()).toBeLessThanOrEqual(server.services.accounts.now().getTime())
    expect(states.stateAt(made, Date.now())).toMatchObject({ kind: 'halted' })
    const credit = { type: 'credit', source: 'hot/ERC20', coinId: made.base.id, reference: 'cardano' } as const
    const stamped = (key: string) => ({ userId: 77, key, fingerprint: key })
    await server.exchange.submit({ ...credit, ...stamped('credit'), amount: amount(9_000_000n) })
    const sell = (key: string) =>
      server.exchange.submit({
        ...{ type: 'placeOrder', ...stamped(key), marketId: made.id, side: 'SELL', charges: CHARGES },
        ...{ unitPrice: priceOf('500'), amount: amount(2_000_000n), quoteInToman: undefined, clientOrderId: key },
      })
    expect(await sell('too-early')).toMatchObject({ code: 'MARKET_IS_NOT_ACTIVE' })
    expect((await act('markets/CARDANO_TOMAN/resume', {})).status).toBe(200)
    expect(await sell('resumed')).toMatchObject({ kind: 'order', status: 'IS_OPEN' })
    expect(server.exchange.picture()).toContain('CARDANO_TOMAN last undefined\n  sell 500: 2 ')
    expect((await checkLedger(database)).faults).toEqual([])
  })
})
