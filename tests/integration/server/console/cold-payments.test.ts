import { HDNodeWallet } from 'ethers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getCustodyBalances, getOutgoingCoins } from '#contract/operations-custody.ts'
import { ownerIdOf } from '#domain/ledger.ts'
import { amount } from '#domain/units.ts'
import { executeProposals } from '#server/console/proposals/decide-proposal.ts'
import type { Database } from '#server/store/database.ts'
import { checkLedger } from '#server/store/prove-ledger.ts'
import { scanDeposits } from '#server/wallets/chains/scan-deposits.ts'
import { sendWithdrawals } from '#server/wallets/chains/send-withdrawals.ts'
import { leavingTo } from '#tests/builders/commands.ts'
import { verifiedUser } from '#tests/builders/verified-user.ts'
import { type ChainWorld, openChainWorld } from '#tests/setup/chain-world.ts'
import { AMPLE } from '#tests/setup/custody-process.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { type ConsoleServer, startConsoleServer, type TestOperator } from './console-server.ts'

const ETHER = 10n ** 18n
const USDT = 10n ** 6n
const FEE = 2n * USDT
const COLD = HDNodeWallet.fromPhrase(`${'abandon '.repeat(23)}art`, '', "m/44'/60'/0'")
const SMALL = { perTransaction: '100', perHour: '100', perDay: '100' }
const RECEIVER = `0x${'2'.repeat(40)}`
const MINUTE_SECONDS = 60

onDatabase('payments from cold storage', (open) => {
  let world: ChainWorld
  let database: Database
  let server: ConsoleServer
  let sara: TestOperator
  let omid: TestOperator
  let userId: number
  const cold = COLD.deriveChild(1).deriveChild(0)

  beforeAll(async () => {
    database = await open()
    const limits = { TETHER: { automatic: SMALL, approved: SMALL }, ETHEREUM: AMPLE }
    world = await openChainWorld(database, { cold: COLD.neuter().extendedKey, limits })
    // One exchange writes.
    await world.exchange.close()
    server = await startConsoleServer(database, { custody: world.client })
    sara = await server.addOperator('Sara Karimi', ['FINANCE'])
    omid = await server.addOperator('Omid Rad', ['FINANCE'])
    await scanDeposits(services())
    userId = (await verifiedUser(database)).userId
    await world.fundHot(5n * ETHER, 40n * USDT)
    await world.anvil.call('anvil_setBalance', cold.address, `0x${(3n * ETHER).toString(16)}`)
    await world.anvil.mintToken(world.token, cold.address, 2_000n * USDT)
    await book('hot/ERC20', 'ETHEREUM', 5n * ETHER)
    await book('hot/ERC20', 'TETHER', 40n * USDT)
    await book('cold/ERC20', 'ETHEREUM', 3n * ETHER)
    await book('cold/ERC20', 'TETHER', 2_000n * USDT)
  })
  afterAll(async () => {
    await server?.close()
    await world?.close()
  })

  const services = () => ({ ...world.services, exchange: server.exchange })
  const coinId = (symbol: string) => world.services.catalogue.coinBySymbol.get(symbol)?.id ?? 0
  const book = (source: 'hot/ERC20' | 'cold/ERC20', symbol: string, units: bigint) =>
    server.exchange.submit({
      ...{ type: 'credit', source, userId, coinId: coinId(symbol), amount: amount(units) },
      ...{ reference: `gift/${source}/${symbol}`, key: `gift/${source}/${symbol}`, fingerprint: '' },
    })
  const raise = async (units: bigint) => {
    const result = await server.exchange.submit({
      ...{ type: 'withdraw', userId, key: `raise-${units}`, fingerprint: '', coinId: coinId('TETHER') },
      ...{ amount: amount(units), ...leavingTo({ tokenType: 'ERC20', address: RECEIVER, networkFee: amount(FEE) }) },
    })
    return result.kind === 'withdrawal' ? result.withdrawalId : 0
  }
  const send = async () => {
    world.wait(6_000)
    await sendWithdrawals(services())
  }
  const post = async (path: string, json: object, who = sara) =>
    server.ask(`/operations/custody/${path}`, {
      json: { reason: 'Paid at the safe', ...json },
      token: await server.logIn(who),
    })
  const read = async (path: string) =>
    (await server.ask(`/operations/custody/${path}`, { method: 'GET', token: await server.logIn(sara) })).body
  const row = async () => getOutgoingCoins.response.parse(await read('outgoing')).content[0]
  const tether = async () => {
    server.people.pass({ seconds: 2 * MINUTE_SECONDS })
    const [network] = getCustodyBalances.response.parse(await read('balances')).baseDTO.networks
    const found = network?.coins.find(({ coin }) => coin === 'TETHER')
    return { bring: found?.bring, difference: found?.difference }
  }
  /** A payment that the cold wallet's machine has signed, sent by the node. @returns the id of the transaction */
  const payFromCold = async (to: string, units: bigint) => {
    const data = `0xa9059cbb${to.slice(2).padStart(64, '0')}${units.toString(16).padStart(64, '0')}`
    await world.anvil.call('anvil_impersonateAccount', cold.address)
    const gas = { gas: '0x186a0', gasPrice: '0x77359400' }
    const txid = await world.anvil.call<string>('eth_sendTransaction', {
      ...{ from: cold.address, to: world.token, data, ...gas },
    })
    await world.mine(1)
    return txid
  }
  const approve = async ({ baseDTO }: Awaited<ReturnType<typeof report>>['body'], who = omid) =>
    server.ask(`/operations/proposals/${baseDTO?.id}/approve`, {
      json: { reason: 'Seen' },
      token: await server.logIn(who),
    })
  const report = async (txid: string, withdrawal?: number) =>
    post('cold-payments', {
      ...{ network: 'ERC20', coin: 'TETHER', txid },
      ...(withdrawal !== undefined && { withdrawal: String(withdrawal) }),
    })
  const ledgerOf = async (account: 'hot/ERC20' | 'cold/ERC20') => {
    const [found] = await database.query<{ units: bigint }>(
      'select -available as units from balances where owner_id = $1 and coin_id = $2',
      [ownerIdOf(account), coinId('TETHER')],
    )
    return found?.units ?? 0n
  }

  test('a withdrawal above all limits is set aside, paid from cold, confirmed by another operator, and booked once', async () => {
    const id = await raise(502n * USDT)
    await send()
    await send()
    expect(await row()).toMatchObject({ state: 'SIGNED', refusal: 'COLD_ONLY', isForCold: false })
    // Custody may still be asked for it.
    expect((await post(`outgoing/${id}/set-cold`, {})).body.code).toBe('WITHDRAWAL_NOT_WAITING')
    world.wait(40_000)
    await send()
    expect((await post(`outgoing/${id}/set-cold`, {})).status).toBe(200)
    expect(await row()).toMatchObject({ isForCold: true })
    world.wait(3_600_000)
    await send()
    expect(await world.tokensOf(RECEIVER)).toBe(0n)
    const draft = await read(`cold-draft?network=ERC20&coin=TETHER&amount=1&withdrawal=${id}`)
    expect(draft.baseDTO).toMatchObject({ from: cold.address, to: RECEIVER })

    expect((await report(`0x${'9'.repeat(64)}`, id)).body.code).toBe('COLD_PAYMENT_NOT_FOUND')
    const wrong = await payFromCold(RECEIVER, 1n * USDT)
    expect((await report(wrong, id)).body.code).toBe('COLD_PAYMENT_DIFFERS')
    const txid = await payFromCold(RECEIVER, 500n * USDT)
    const { body } = await report(txid, id)
    // The wrong payment is missing from the books, and the right one is on its way.
    expect(await tether()).toEqual({ bring: null, difference: '-1' })
    expect((await approve(body, sara)).body.code).toBe('FOUR_EYES_REQUIRED')
    expect((await approve(body)).status).toBe(200)
    expect(await row()).toMatchObject({ state: 'SIGNED' })
    await world.mine(4)
    await executeProposals(server.services)
    await executeProposals(server.services)
    expect(await row()).toBeUndefined()
    const [ended] = await database.query('select state, sent_reference as txid from withdrawals where id = $1', [id])
    expect(ended).toEqual({ state: 'CONFIRMED', txid })
    expect(await ledgerOf('cold/ERC20')).toBe(1_500n * USDT)
    const notices = await database.query("select kind from notices where user_id = $1 and kind like 'WITHDRAWAL%'", [
      userId,
    ])
    expect(notices).toEqual([{ kind: 'WITHDRAWAL_CONFIRMED' }])
    expect(await tether()).toEqual({ bring: null, difference: '-1' })
    expect((await report(txid, id)).body.code).toBe('WITHDRAWAL_NOT_WAITING')
  })

  test('the hot wallet says what it lacks, and coins that were brought are booked from the cold account to the hot one', async () => {
    await raise(62n * USDT)
    expect(await tether()).toEqual({ bring: '20', difference: '-1' })
    const drafted = await read('cold-draft?network=ERC20&coin=TETHER&amount=20')
    expect(drafted.baseDTO).toMatchObject({ from: cold.address, to: world.hot })
    expect((await read('cold-draft?network=ERC20&coin=TETHER&amount=99999')).code).toBe('COLD_REFUSED')
    const txid = await payFromCold(world.hot, 30n * USDT)
    const { body } = await report(txid)
    expect((await approve(body)).status).toBe(200)
    await world.mine(4)
    await executeProposals(server.services)
    expect([await ledgerOf('hot/ERC20'), await ledgerOf('cold/ERC20')]).toEqual([70n * USDT, 1_470n * USDT])
    expect(await tether()).toEqual({ bring: null, difference: '-1' })
    for (const typed of [txid, `0x${txid.slice(2).toUpperCase()}`])
      expect((await report(typed)).body.code).toBe('NOTHING_TO_CHANGE')
    expect((await checkLedger(database)).faults).toEqual([])
  })
})
