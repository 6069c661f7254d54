import { HDNodeWallet } from 'ethers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownerIdOf } from '#domain/ledger.ts'
import { amount } from '#domain/units.ts'
import type { Database } from '#server/store/database.ts'
import { checkLedger } from '#server/store/prove-ledger.ts'
import { compareCustody, differenceOf } from '#server/wallets/chains/compare-custody.ts'
import { moveToCold } from '#server/wallets/chains/move-to-cold.ts'
import { scanDeposits } from '#server/wallets/chains/scan-deposits.ts'
import { leavingTo } from '#tests/builders/commands.ts'
import { verifiedUser } from '#tests/builders/verified-user.ts'
import { type ChainWorld, openChainWorld } from '#tests/setup/chain-world.ts'
import { AMPLE } from '#tests/setup/custody-process.ts'
import { onDatabase } from '#tests/setup/databases.ts'

const ETHER = 10n ** 18n
const USDT = 10n ** 6n
const MINUTE_MS = 60_000
const WORDS = `${'abandon '.repeat(23)}art`
const COLD = HDNodeWallet.fromPhrase(WORDS, '', "m/44'/60'/0'")
/** Far below what is moved: custody sends to its own cold storage without limits. */
const SMALL = { perTransaction: '1', perHour: '1', perDay: '1' }

onDatabase('the hot wallet', (open) => {
  let world: ChainWorld
  let database: Database
  let userId: number
  const cold = COLD.deriveChild(1).deriveChild(0).address

  beforeAll(async () => {
    const limits = { TETHER: { automatic: SMALL, approved: SMALL }, ETHEREUM: AMPLE }
    world = await openChainWorld(await open(), { cold: COLD.neuter().extendedKey, limits })
    database = world.database
    userId = (await verifiedUser(database)).userId
    await scanDeposits(world.services)
    await world.fundHot(50n * ETHER, 1_000n * USDT)
    await book('ETHEREUM', 50n * ETHER)
    await book('TETHER', 1_000n * USDT)
  })
  afterAll(() => world?.close())

  const coinId = (symbol: string) => world.services.catalogue.coinBySymbol.get(symbol)?.id ?? 0
  const book = (symbol: string, units: bigint) =>
    world.exchange.submit({
      ...{ type: 'credit', source: 'hot/ERC20', userId, coinId: coinId(symbol), amount: amount(units) },
      ...{ reference: `gift/${symbol}`, key: `gift/${symbol}`, fingerprint: '' },
    })
  const setShare = (percent: number) =>
    database.query('update coins set hot_share_max_ppm = $2 where id = $1', [coinId('TETHER'), percent * 10_000])
  /** Moves, and books what was moved. */
  const move = async () => {
    await moveToCold(world.services)
    await world.mine(4)
    world.wait(MINUTE_MS)
    await moveToCold(world.services)
  }
  const ledgerOf = async (account: 'hot/ERC20' | 'cold/ERC20') => {
    const [row] = await database.query<{ units: bigint }>(
      'select -available as units from balances where owner_id = $1 and coin_id = $2',
      [ownerIdOf(account), coinId('TETHER')],
    )
    return row?.units ?? 0n
  }
  const differences = async () => {
    const status = await world.client.ask('status', {})
    const networks = await compareCustody(world.services, status.kind === 'answered' ? status.result : undefined)
    return networks.flatMap(({ coins }) => coins.map(differenceOf))
  }

  test('keeps everything while it holds no more than its share of what customers are owed', async () => {
    await move()
    expect(await world.tokensOf(cold)).toBe(0n)
    expect(await world.etherOf(cold)).toBe(0n)
  })

  test('gives the rest to cold storage without operators, and the books follow', async () => {
    await setShare(70)
    await moveToCold(world.services)
    await world.mine(1)
    expect(await world.tokensOf(cold)).toBe(300n * USDT)
    // It is on its way, and the fee is not in the books yet.
    expect(await differences()).toEqual([0n, 0n])
    await world.mine(4)
    await moveToCold(world.services)
    expect([await ledgerOf('hot/ERC20'), await ledgerOf('cold/ERC20')]).toEqual([700n * USDT, 300n * USDT])
    expect(await differences()).toEqual([0n, 0n])
    expect((await checkLedger(database)).faults).toEqual([])
    await move()
    expect(await world.tokensOf(cold)).toBe(300n * USDT)
  })

  test('keeps what waits to be paid, whatever its share', async () => {
    await setShare(10)
    const result = await world.exchange.submit({
      ...{ type: 'withdraw', userId, key: 'raise', fingerprint: '', coinId: coinId('TETHER') },
      ...{ amount: amount(500n * USDT) },
      ...leavingTo({ tokenType: 'ERC20', address: `0x${'2'.repeat(40)}`, networkFee: amount(2n * USDT) }),
    })
    expect(result.kind).toBe('withdrawal')
    await move()
    expect(await world.tokensOf(world.hot)).toBe(500n * USDT)
  })

  test('is stopped with all sending, and a customer cannot withdraw to cold storage', async () => {
    await database.query("update withdrawals set state = 'APPROVED', given_up_as = 'REFUSED', end_reason = 'test'")
    await world.client.ask('stop', { by: 'operators' })
    await move()
    expect(await world.tokensOf(world.hot)).toBe(500n * USDT)
    const payment = { network: 'ERC20', coin: 'TETHER', to: cold, amount: '1' } as const
    expect(await world.client.ask('check', payment)).toMatchObject({ kind: 'refused', code: 'OWN_ADDRESS' })
  })
})
