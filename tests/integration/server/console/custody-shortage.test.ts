import { afterAll, beforeAll, expect, test } from 'vitest'
import { Rejected } from '#contract/rejected.ts'
import { amount } from '#domain/units.ts'
import { addOperator } from '#server/accounts/operators/add-operator.ts'
import { differing, reportCustody } from '#server/compose/custody-report.ts'
import { stopAtShortage } from '#server/console/custody/stop-at-shortage.ts'
import type { Database } from '#server/store/database.ts'
import { depositAddress } from '#server/wallets/chains/deposit-address.ts'
import { scanDeposits } from '#server/wallets/chains/scan-deposits.ts'
import { sendWithdrawals } from '#server/wallets/chains/send-withdrawals.ts'
import { sweepDeposits } from '#server/wallets/chains/sweep-deposits.ts'
import { leavingTo } from '#tests/builders/commands.ts'
import { iranianIdentity } from '#tests/builders/iranian-identity.ts'
import { verifiedUser } from '#tests/builders/verified-user.ts'
import { type ChainWorld, openChainWorld } from '#tests/setup/chain-world.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { type AccountServer, startAccountServer } from '../accounts/account-server.ts'

const ETHER = 10n ** 18n
const USDT = 10n ** 6n
const MINUTE_MS = 60_000
const THIEF = '0x00000000000000000000000000000000000000DD'

onDatabase('custody compared with the ledger', (open) => {
  let world: ChainWorld
  let database: Database
  let people: AccountServer
  let userId: number

  beforeAll(async () => {
    database = await open()
    world = await openChainWorld(database)
    people = await startAccountServer(database)
    const { mobileNumber: mobile } = iranianIdentity()
    await addOperator(people.accounts, { mobile, name: 'Sara Karimi', roles: ['ADMIN'], at: world.services.now() })
    await scanDeposits(world.services)
    userId = (await verifiedUser(database)).userId
    await world.fundHot(100n * ETHER, 5_000n * USDT)
    await book('ETHEREUM', 100n * ETHER)
    await book('TETHER', 5_000n * USDT)
  })
  afterAll(async () => {
    await people?.close()
    await world?.close()
  })

  const coinId = (symbol: string) => world.services.catalogue.coinBySymbol.get(symbol)?.id ?? 0
  const book = (symbol: string, units: bigint) =>
    world.exchange.submit({
      ...{ type: 'credit', source: 'hot/ERC20', userId, coinId: coinId(symbol), amount: amount(units) },
      ...{ reference: `gift/${symbol}`, key: `gift/${symbol}`, fingerprint: '' },
    })
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const look = () =>
    stopAtShortage({
      ...{ catalogue: world.services.catalogue, custody: world.client },
      accounts: { ...people.accounts, database, now: world.services.now, log },
    })
  /** Looks now and when whatever was found has lasted. */
  const lookTwice = async () => {
    await look()
    world.wait(11 * MINUTE_MS)
    await look()
  }
  const isStopped = async () => {
    const status = await world.client.ask('status', {})
    return status.kind === 'answered' && status.result.stopped
  }
  const withdraw = async (units: bigint) => {
    const key = `raise-${units}`
    const result = await world.exchange.submit({
      ...{ type: 'withdraw', userId, key, fingerprint: key, coinId: coinId('TETHER'), amount: amount(units) },
      ...leavingTo({ tokenType: 'ERC20', address: `0x${'2'.repeat(40)}`, networkFee: amount(2n * USDT) }),
    })
    return result.kind === 'withdrawal' ? result.withdrawalId : 0
  }
  const stateOf = async (id: number) =>
    (await database.query<{ state: string }>('select state from withdrawals where id = $1', [id]))[0]?.state
  /** Ether that leaves the hot wallet by its key, past custody. */
  const steal = async (units: bigint) => {
    await world.anvil.call('anvil_impersonateAccount', world.hot)
    await world.anvil.call('eth_sendTransaction', {
      ...{ from: world.hot, to: THIEF, value: `0x${units.toString(16)}`, gas: '0x5208', gasPrice: '0x77359400' },
    })
    await world.mine(1)
  }
  /** The shortages: whether some is known, and whether more lasts. */
  const shortages = () =>
    database.query('select coin_id as coin, known > 0 as known, since is not null as lasts from custody_shortages')
  const report = () => reportCustody({ database, custody: world.client }, 0)

  test('a deposit, a withdrawal and a sweep are no shortage at any step, however long they take', async () => {
    const own = await depositAddress(world.services, { userId, relatedCoin: 'TETHER', tokenType: 'ERC20' })
    if (own instanceof Rejected) throw new Error(own.code)
    const id = await withdraw(300n * USDT)
    await world.anvil.mintToken(world.token, own.address, 900n * USDT)
    for (let step = 0; step < 14; step += 1) {
      world.wait(6_000)
      await scanDeposits(world.services)
      await look()
      await sendWithdrawals(world.services)
      await look()
      await sweepDeposits(world.services)
      await look()
      await world.mine(1)
      await look()
      expect(await shortages()).toEqual([])
    }
    expect(await stateOf(id)).toBe('CONFIRMED')
    expect(await database.query('select ended_at is not null as ended from sweeps')).toEqual([{ ended: true }])
    expect(await world.tokensOf(own.address)).toBe(0n)
  })

  test('the command prints what both have, and says that they agree', async () => {
    const { text, exitCode } = await report()
    expect(text).toMatch(
      /^network {2}coin +hot +deposits +cold +on the way +ledger hot +ledger cold +pending +difference$/m,
    )
    expect(text).toMatch(/^ERC20 {4}TETHER +5602 +0 +– +0 +5602 +0 +0 +0$/m)
    expect(text).toContain('Custody and the ledger agree.')
    expect(exitCode).toBe(0)
  })

  test('more coins than the ledger has stop nothing, and the command names them', async () => {
    await world.anvil.pay(world.hot, ETHER)
    await lookTwice()
    expect(await isStopped()).toBe(false)
    expect(await report()).toMatchObject({ exitCode: 1, text: expect.stringContaining('differ: ERC20 ETHEREUM.') })
    expect(differing((await look()) ?? [])).toEqual(['ERC20 ETHEREUM'])
  })

  test('coins that are taken behind the ledger’s back stop all sending once they are missing for ten minutes', async () => {
    await steal(4n * ETHER)
    await look()
    world.wait(9 * MINUTE_MS)
    await look()
    expect(await isStopped()).toBe(false)
    world.wait(MINUTE_MS)
    await look()
    expect(await isStopped()).toBe(true)
    const id = await withdraw(40n * USDT)
    await sendWithdrawals(world.services)
    expect(await stateOf(id)).toBe('APPROVED')
    const notices = await database.query<{ params: string }>("select params from notices where kind = 'CUSTODY_SHORT'")
    const [notice] = notices.map(({ params }) => JSON.parse(params))
    expect(notices).toHaveLength(1)
    expect(notice).toEqual({ amount: expect.stringMatching(/^3\.0/), coin: 'ETHEREUM', name: 'ERC20' })
    const [event] = await database.query<{ ip: string }>("select ip from audit_log where kind = 'CUSTODY_STOPPED'")
    expect(event).toEqual({ ip: 'server' })
  })

  test('sending goes on when operators say so, and stops again only where more is missing', async () => {
    await world.client.ask('resume', { by: 'operators' })
    await lookTwice()
    await lookTwice()
    expect(await isStopped()).toBe(false)
    await steal(ETHER)
    await lookTwice()
    expect(await isStopped()).toBe(true)
    await world.client.ask('resume', { by: 'operators' })
    // Coins that come back are missed anew when they leave again.
    await world.fundHot(200n * ETHER, 0n)
    await look()
    expect(await shortages()).toEqual([])
  })

  test('custody that does not answer is no shortage, and the command says that it could not compare', async () => {
    await steal(150n * ETHER)
    await look()
    await world.custody().kill()
    world.wait(11 * MINUTE_MS)
    expect(await look()).toBeUndefined()
    expect(await report()).toMatchObject({ exitCode: 2, text: expect.stringContaining('Custody did not answer') })
    await world.restart()
    expect(await isStopped()).toBe(false)
  })
})
