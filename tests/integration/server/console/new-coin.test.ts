import { afterAll, beforeAll, expect, test } from 'vitest'
import { getProposals } from '#contract/operations-proposals.ts'
import { getSettings } from '#contract/operations-settings.ts'
import { TRANSFERS } from '#domain/transfers.ts'
import { showCoin } from '#server/market-data/show-coin.ts'
import type { Database } from '#server/store/database.ts'
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

onDatabase('a new coin', (open) => {
  let database: Database
  let server: ConsoleServer
  let mina: TestOperator
  let sara: TestOperator
  let reza: TestOperator
  beforeAll(async () => {
    database = await open()
    server = await startConsoleServer(database)
    mina = await server.addOperator('Mina Razavi', ['SUPPORT'])
    sara = await server.addOperator('Sara Karimi')
    reza = await server.addOperator('Reza Amini')
  })
  afterAll(() => server.close())

  const act = async (path: string, json: object) =>
    server.ask(`/operations/${path}`, { json: { reason: 'Asked for', ...json }, token: await server.logIn(sara) })

  test('has one network at least, whose addresses can be checked, and no withdrawal that its fee eats up', async () => {
    const wrongNetworks: readonly [string, object][] = [
      ['withdrawalFee', { withdrawalFee: '0.0000001' }],
      ['minWithdraw', { minWithdraw: '0.5' }],
      ['maxWithdraw', { maxWithdraw: '1' }],
    ]
    for (const [field, part] of wrongNetworks)
      expect(await act('propose-coin', { ...COIN, networks: [{ ...NETWORK, ...part }] })).toMatchObject({
        body: { code: 'SETTING_INVALID', field },
      })
    expect(await act('propose-coin', { ...COIN, networks: [NETWORK, NETWORK] })).toMatchObject({
      body: { code: 'SETTING_INVALID', field: 'networks' },
    })
    // Without a network, and with a network whose addresses have no check.
    for (const networks of [[], [{ ...NETWORK, tokenType: 'MOON' }]])
      expect((await act('propose-coin', { ...COIN, networks })).status).toBe(400)
  })

  test('has a price source that the feed knows, and the approval reads what it quotes now', async () => {
    for (const [priceSource, code] of [
      ['carbano', 'PRICE_SOURCE_UNKNOWN'],
      ['silent', 'PRICE_SOURCE_UNAVAILABLE'],
    ])
      expect(await act('propose-coin', { ...COIN, priceSource })).toMatchObject({ body: { code } })
    expect((await act('propose-coin', { ...COIN, priceSource: 'a/b' })).status).toBe(400)
  })

  test('is there with its networks when a second operator has read them line by line and approved', async () => {
    const { body } = await act('propose-coin', COIN)
    const token = await server.logIn(reza)
    const listed = await server.ask('/operations/proposals', { method: 'GET', token })
    const [proposal] = getProposals.response.parse(listed.body).content
    const { tokenType: _, ...lines } = NETWORK
    for (const [name, value] of Object.entries(lines))
      expect(proposal?.changes).toContainEqual({ name: `networks.BEP20.${name}`, before: null, after: String(value) })
    expect(proposal?.changes).toContainEqual({ name: 'sourcePrice', before: null, after: '0.42' })
    const path = `/operations/proposals/${body.baseDTO?.id}/approve`
    expect((await server.ask(path, { json: { reason: 'Right' }, token: await server.logIn(sara) })).body.code).toBe(
      'FOUR_EYES_REQUIRED',
    )
    expect((await server.ask(path, { json: { reason: 'Right' }, token: await server.logIn(reza) })).status).toBe(200)
    const acts = await database.query<{ details: object }>(
      `select details::json as details from audit_log where kind = 'COIN_ADDED'`,
    )
    expect(acts.map(({ details }) => details)).toMatchObject([{ coin: 'CARDANO', 'networks.BEP20.minWithdraw': '2' }])
    const priced = await database.query(`select price_source from coins where symbol = 'CARDANO'`)
    expect(priced).toEqual([{ price_source: 'cardano' }])
    const cardano = server.services.catalogue.coinBySymbol.get('CARDANO')
    const served = { bank: TRANSFERS.bank, networks: new Map([['BEP20', { deposit: true, withdrawal: true }]]) }
    const shown = cardano && showCoin(cardano, { markets: [], transfers: served })
    expect(shown?.tokenTypeDetails).toEqual([
      {
        tokenType: 'BEP20',
        withdrawalFee: '0.5',
        minWithdraw: '2',
        maxWithdraw: '90000',
        withdrawEnable: false,
        isDepositEnable: true,
        txIdIsNeeded: false,
      },
    ])
  })

  const approve = async (id: unknown) =>
    server.ask(`/operations/proposals/${id}/approve`, { json: { reason: 'Right' }, token: await server.logIn(reza) })
  const setOf = async (symbol: string) => {
    const { body } = await server.ask('/operations/settings', { method: 'GET', token: await server.logIn(sara) })
    const found = getSettings.response.parse(body).baseDTO.coins.find((coin) => coin.symbol === symbol)
    const { symbol: _, priceSource: _source, revision, networks, ...settings } = found ?? expect.fail(symbol)
    return {
      switches: networks.map(({ depositEnabled, withdrawEnabled }) => ({ depositEnabled, withdrawEnabled })),
      form: {
        ...{ ...settings, revision },
        networks: networks.map(({ depositEnabled: _d, withdrawEnabled: _w, ...network }) => network),
      },
    }
  }
  const details = async (kind: string) =>
    (
      await database.query<{ details: object }>(
        'select details::json as details from audit_log where kind = $1 order by id desc limit 1',
        [kind],
      )
    )[0]?.details
  const running = () => server.services.catalogue.coinBySymbol.get('CARDANO') ?? expect.fail('no coin')

  test('is changed by two, with the networks that it has and another, which begins closed', async () => {
    const { form } = await setOf('CARDANO')
    const [first] = form.networks
    const wrong: readonly [string, object][] = [
      ['quickTradeMax', { quickTradeMax: '1' }],
      ['inventoryMax', { inventoryMin: '2', inventoryMax: '1' }],
      ['hotShareMax', { hotShareMax: '100.0001' }],
      ['bank', { bank: { minDeposit: '1', maxDeposit: '2', minWithdraw: '1', maxWithdraw: '2' } }],
      ['minWithdraw', { networks: [{ ...first, minWithdraw: '0.5' }] }],
      ['networks', { networks: [] }],
      ['networks', { networks: [first, first] }],
    ]
    for (const [field, part] of wrong)
      expect(await act('coins/CARDANO/propose-change', { ...form, ...part }), field).toMatchObject({
        body: { code: 'SETTING_INVALID', field },
      })
    expect(await act('coins/CARDANO/propose-change', form)).toMatchObject({ body: { code: 'NOTHING_TO_CHANGE' } })
    const more = { ...first, tokenType: 'ERC20', withdrawalFee: '3', minWithdraw: '4' }
    const networks = [{ ...first, withdrawalFee: '0.7' }, more]
    const { body } = await act('coins/CARDANO/propose-change', {
      ...{ ...form, inventoryMax: '9000', hotShareMax: '20', networks },
    })
    const listed = await server.ask('/operations/proposals', { method: 'GET', token: await server.logIn(reza) })
    const [proposal] = getProposals.response.parse(listed.body).content
    expect(proposal?.changes.slice(0, 4)).toEqual([
      { name: 'inventoryMax', before: '0', after: '9000' },
      { name: 'hotShareMax', before: '100', after: '20' },
      { name: 'networks.BEP20.withdrawalFee', before: '0.5', after: '0.7' },
      { name: 'networks.ERC20.withdrawalFee', before: null, after: '3' },
    ])
    expect(running().networks).toHaveLength(1)
    expect((await approve(body.baseDTO?.id)).status).toBe(200)
    expect(running().quickTrade.inventoryMax).toBe(9_000_000_000n)
    expect(running().networks).toMatchObject([
      { tokenType: 'BEP20', withdrawalFee: 700_000n, depositEnabled: true },
      { tokenType: 'ERC20', withdrawalFee: 3_000_000n, depositEnabled: false, withdrawEnabled: false },
    ])
    expect(await details('COIN_CHANGED')).toMatchObject({
      ...{ coin: 'CARDANO', 'before.networks.BEP20.withdrawalFee': '0.5', 'networks.BEP20.withdrawalFee': '0.7' },
    })
  })

  test('has a network stopped by one, and opened again by two; neither an open form nor an open proposal undoes the stop', async () => {
    const before = await setOf('CARDANO')
    const change = { ...before.form, inventoryMax: '9500' }
    const proposed = await act('coins/CARDANO/propose-change', change)
    const path = 'coins/CARDANO/networks/BEP20/switch'
    const stopped = await act(path, { direction: 'deposit', enabled: false })
    expect(stopped.body.baseDTO).toEqual({ id: null })
    expect(running().networks[0]?.depositEnabled).toBe(false)
    expect(await details('NETWORK_STOPPED')).toMatchObject({
      ...{ coin: 'CARDANO', reason: 'Asked for', 'networks.BEP20.depositEnabled': false },
    })
    expect(await act(path, { direction: 'deposit', enabled: false })).toMatchObject({
      body: { code: 'NOTHING_TO_CHANGE' },
    })
    expect(await approve(proposed.body.baseDTO?.id)).toMatchObject({ body: { code: 'SETTING_CHANGED' } })
    expect(await act('coins/CARDANO/propose-change', change)).toMatchObject({ body: { code: 'SETTING_CHANGED' } })
    const opening = await act(path, { direction: 'deposit', enabled: true })
    expect(opening.body.baseDTO?.id).toEqual(expect.any(String))
    expect(running().networks[0]?.depositEnabled).toBe(false)
    expect((await approve(opening.body.baseDTO?.id)).status).toBe(200)
    expect(running().networks[0]?.depositEnabled).toBe(true)
    expect(await details('NETWORK_OPENED')).toMatchObject({ 'networks.BEP20.depositEnabled': true })
    expect((await setOf('CARDANO')).switches).toEqual([...before.switches])
  })

  test('of Toman has the limits of its bank, which the next deposit keeps', async () => {
    const { form } = await setOf('TOMAN')
    const bank = { ...form.bank, minDeposit: '5000' }
    const { body } = await act('coins/TOMAN/propose-change', {
      ...form,
      quickTradeMin: '1',
      inventoryMax: '9000000000',
      bank,
    })
    expect((await approve(body.baseDTO?.id)).status).toBe(200)
    expect(server.services.catalogue.coinBySymbol.get('TOMAN')?.bank?.minDeposit).toBe(5_000_000_000n)
  })

  test('is left alone by operators without the right', async () => {
    const token = await server.logIn(mina)
    for (const [path, json] of [
      ['coins/CARDANO/networks/BEP20/switch', { direction: 'deposit', enabled: false }],
      ['coins/CARDANO/propose-change', (await setOf('CARDANO')).form],
    ] as const)
      expect(await server.ask(`/operations/${path}`, { json: { reason: 'Why not', ...json }, token })).toMatchObject({
        body: { code: 'OPERATOR_RIGHT_MISSING' },
      })
  })
})
