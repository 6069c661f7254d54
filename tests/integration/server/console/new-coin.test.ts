import { afterAll, beforeAll, expect, test } from 'vitest'
import { getProposals } from '#contract/operations-proposals.ts'
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
    for (const [name, value] of Object.entries(NETWORK))
      expect(proposal?.changes).toContainEqual({ name: `network1.${name}`, before: null, after: String(value) })
    expect(proposal?.changes).toContainEqual({ name: 'sourcePrice', before: null, after: '0.42' })
    const path = `/operations/proposals/${body.baseDTO?.id}/approve`
    expect((await server.ask(path, { json: { reason: 'Right' }, token: await server.logIn(sara) })).body.code).toBe(
      'FOUR_EYES_REQUIRED',
    )
    expect((await server.ask(path, { json: { reason: 'Right' }, token: await server.logIn(reza) })).status).toBe(200)
    const acts = await database.query<{ details: object }>(
      `select details::json as details from audit_log where kind = 'COIN_ADDED'`,
    )
    expect(acts.map(({ details }) => details)).toMatchObject([{ coin: 'CARDANO', 'network1.tokenType': 'BEP20' }])
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
})
