import { afterAll, beforeAll, expect, test } from 'vitest'
import { getSettings } from '#contract/operations-settings.ts'
import { strategyText } from '#server/console/settings/strategies.ts'
import { usualStrategy } from '#server/operations/seed-strategies.ts'
import type { Database } from '#server/store/database.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { type ConsoleServer, startConsoleServer, type TestOperator } from './console-server.ts'

onDatabase('settings of the market maker and holidays', (open) => {
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
  test('a holiday is set and taken off by two, and said twice it is refused', async () => {
    const day = '2026-12-31'
    const set = async (closed: boolean) => {
      const proposed = await act('holidays', { day, closed })
      expect(await act('holidays', { day, closed })).toMatchObject({ body: { code: 'PROPOSAL_EXISTS' } })
      expect((await settings()).holidays.some((each) => each.day === day)).toBe(!closed)
      expect((await approve(proposed.body.baseDTO?.id)).status).toBe(200)
      expect((await settings()).holidays.some((each) => each.day === day)).toBe(closed)
    }
    await set(true)
    expect(await act('holidays', { day, closed: true })).toMatchObject({ body: { code: 'NOTHING_TO_CHANGE' } })
    await set(false)
    const named = { day: '2027-06-16', closed: true, name: 'ASHURA' }
    const { body } = await act('holidays', named)
    expect((await approve(body.baseDTO?.id)).status).toBe(200)
    expect((await settings()).holidays).toContainEqual({ day: named.day, name: 'ASHURA' })
    // The holidays of the solar calendar have names from the start.
    expect((await settings()).holidays).toContainEqual({ day: '2027-03-21', name: 'NOWRUZ' })
    expect(await act('holidays', { day: '2026-02-31', closed: true })).toMatchObject({
      body: { code: 'SETTING_INVALID' },
    })
    expect(await acts('HOLIDAY_SET')).toMatchObject([
      { day, before: false, after: true },
      { day, before: true, after: false },
      { day: named.day, before: false, after: true, occasion: 'ASHURA' },
    ])
  })

  /** The usual strategy of a market, as its form shows it. */
  const usual = (symbol: string) => {
    const market = server.services.catalogue.marketBySymbol.get(symbol) ?? expect.fail(symbol)
    return strategyText(usualStrategy(market), market)
  }
  const strategyOf = async (symbol: string) =>
    (await settings()).strategies.find(({ marketType }) => marketType === symbol)

  test("the market maker's strategy is set by one within small bounds, with before and after in the log", async () => {
    const set = 'markets/GOLD_TOMAN/strategy'
    const text = usual('GOLD_TOMAN')
    expect(await act(set, { ...text, version: 0 })).toMatchObject({ status: 200, body: { baseDTO: { id: null } } })
    expect(await act(set, { ...text, version: 1 })).toMatchObject({ body: { code: 'NOTHING_TO_CHANGE' } })
    expect((await act(set, { ...text, levels: 7, version: 1 })).status).toBe(200)
    expect(await strategyOf('GOLD_TOMAN')).toMatchObject({ levels: 7, enabled: false, version: 2 })
    expect((await acts('MAKER_STRATEGY_SET')).at(-1)).toEqual({
      market: 'GOLD_TOMAN',
      'before.levels': 12,
      levels: 7,
      reason: 'Agreed in the meeting',
    })
    for (const [field, part] of [
      ['halfSpread', { halfSpread: '0' }],
      ['halfSpread', { halfSpread: '50', skew: '50' }],
      ['step', { step: '0' }],
      ['skew', { skew: '0.6' }],
      ['levelWorth', { levelWorth: '0' }],
      ['levelWorth', { levelWorth: '10000000000000' }],
      ['refreshMs', { refreshMs: 0 }],
      ['inventoryTarget', { inventoryTarget: '100000000' }],
      ['inventoryBand', { inventoryBand: '0' }],
      ['inventoryBand', { inventoryBand: '0.001' }],
    ] as const)
      expect(await act(set, { ...text, ...part, version: 2 })).toMatchObject({
        body: { code: 'SETTING_INVALID', field },
      })
    const wrong = { ...text, step: '0', levelWorth: '0', lossMax: '0', version: 2 }
    expect((await act(set, wrong)).body).toMatchObject({
      code: 'SETTING_INVALID',
      field: 'step',
      baseDTO: { fields: ['step', 'levelWorth', 'lossMax'] },
    })
    for (const part of [{ levels: 0 }, { levels: 101 }, { refreshMs: -1 }, { refreshMs: 3_600_001 }])
      expect((await act(set, { ...text, ...part, version: 2 })).status).toBe(400)
  })

  test('beyond the small bounds it takes two, and an approval over what was set meanwhile is refused', async () => {
    const set = 'markets/TETHER_TOMAN/strategy'
    const text = usual('TETHER_TOMAN')
    await act(set, { ...text, version: 0 })
    const wide = { ...text, halfSpread: '3' }
    const proposed = await act(set, { ...wide, version: 1 })
    expect(proposed).toMatchObject({ status: 200, body: { baseDTO: { id: expect.stringMatching(/^\d+$/) } } })
    expect(await strategyOf('TETHER_TOMAN')).toMatchObject({ halfSpread: text.halfSpread })
    expect((await act(set, { ...text, levels: 9, version: 1 })).status).toBe(200)
    expect(await approve(proposed.body.baseDTO?.id)).toMatchObject({ body: { code: 'SETTING_CHANGED' } })
    await server.ask(`/operations/proposals/${proposed.body.baseDTO?.id}/refuse`, {
      json: { reason: 'Out of date' },
      token: await server.logIn(sara),
    })
    const again = await act(set, { ...wide, levels: 9, version: 2 })
    expect(await approve(again.body.baseDTO?.id, sara)).toMatchObject({ body: { code: 'FOUR_EYES_REQUIRED' } })
    expect((await approve(again.body.baseDTO?.id)).status).toBe(200)
    expect(await strategyOf('TETHER_TOMAN')).toMatchObject({ halfSpread: '3', levels: 9 })
  })

  test('a form that was opened earlier neither undoes a newer strategy nor switches the maker on again', async () => {
    const set = 'markets/ETHEREUM_TETHER/strategy'
    const text = usual('ETHEREUM_TETHER')
    await act(set, { ...text, version: 0 })
    const on = await act('markets/ETHEREUM_TETHER/maker', { enabled: true })
    expect(await strategyOf('ETHEREUM_TETHER')).toMatchObject({ enabled: false })
    expect((await approve(on.body.baseDTO?.id)).status).toBe(200)
    expect(await strategyOf('ETHEREUM_TETHER')).toMatchObject({ enabled: true })
    const off = await act('markets/ETHEREUM_TETHER/maker', { enabled: false })
    expect(off).toMatchObject({ status: 200, body: { baseDTO: { id: null } } })
    expect((await act(set, { ...text, levels: 9, version: 1 })).status).toBe(200)
    expect(await act(set, { ...text, levels: 8, version: 1 })).toMatchObject({ body: { code: 'SETTING_CHANGED' } })
    expect(await strategyOf('ETHEREUM_TETHER')).toMatchObject({ enabled: false, levels: 9 })
  })
})
