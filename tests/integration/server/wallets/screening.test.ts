import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Rejected } from '#contract/rejected.ts'
import { ownerIdOf } from '#domain/ledger.ts'
import { amount } from '#domain/units.ts'
import { createAddressList } from '#server/providers/screening/address-list.ts'
import type { Database } from '#server/store/database.ts'
import { checkLedger } from '#server/store/prove-ledger.ts'
import { readBalances } from '#server/store/wallets/balances.ts'
import { endHeld, readIncoming, releaseHeld } from '#server/store/wallets/incoming-transfers.ts'
import type { ChainServices } from '#server/wallets/chains/chain-services.ts'
import { compareCustody, differenceOf } from '#server/wallets/chains/compare-custody.ts'
import { depositAddress } from '#server/wallets/chains/deposit-address.ts'
import { readCoinDestination } from '#server/wallets/chains/read-coin-destination.ts'
import { creditHeld, scanDeposits } from '#server/wallets/chains/scan-deposits.ts'
import { sendWithdrawals } from '#server/wallets/chains/send-withdrawals.ts'
import { sweepDeposits } from '#server/wallets/chains/sweep-deposits.ts'
import { leavingTo } from '#tests/builders/commands.ts'
import { verifiedUser } from '#tests/builders/verified-user.ts'
import { type ChainWorld, openChainWorld } from '#tests/setup/chain-world.ts'
import { onDatabase } from '#tests/setup/databases.ts'

const ETHER = 10n ** 18n
const USDT = 10n ** 6n
const NOBODY = `0x${'7'.repeat(40)}`
const RECEIVER = `0x${'3'.repeat(40)}`

onDatabase('addresses of deposits and withdrawals are screened', (open) => {
  let world: ChainWorld
  let database: Database
  let services: ChainServices
  let folder: string
  let file: string
  let userId: number
  let address: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'screening-'))
    file = join(folder, 'list.txt')
    world = await openChainWorld(await open())
    database = world.database
    services = { ...world.services, screening: createAddressList(file) }
    await list(NOBODY)
    await scanDeposits(services)
  })
  afterAll(async () => {
    await world?.close()
    await rm(folder, { recursive: true, force: true })
  })
  beforeEach(async () => {
    userId = (await verifiedUser(database)).userId
    const own = await depositAddress(services, { userId, relatedCoin: 'ETHEREUM', tokenType: 'ERC20' })
    if (own instanceof Rejected) throw new Error(own.code)
    address = own.address
  })

  const list = (...lines: readonly string[]) => writeFile(file, `# listed addresses\n${lines.join('\n')}\n`)
  /** Coins that somebody pays to the user, deep enough to be booked. */
  const receive = async () => {
    await world.anvil.pay(address, ETHER)
    await world.mine(4)
    await scanDeposits(services)
  }
  const senderOf = async () => {
    const [row] = (await readIncoming(database, { userId, page: 1, size: 5 })).rows
    return row?.senders?.[0] ?? ''
  }
  const deposit = async () => (await readIncoming(database, { userId, page: 1, size: 5 })).rows[0]
  const balance = async () => (await readBalances(database, userId))[0]?.available ?? 0n
  const suspended = async () => {
    const [row] = await readBalances(database, ownerIdOf('suspense/ERC20'))
    return row?.available ?? 0n
  }
  const differences = async () => {
    const status = await world.client.ask('status', {})
    const networks = await compareCustody(services, status.kind === 'answered' ? status.result : undefined)
    return networks.flatMap(({ coins }) => coins.map(differenceOf)).filter((units) => units !== 0n)
  }

  test('a deposit of a sender who is not on the list is credited', async () => {
    await receive()
    expect(await deposit()).toMatchObject({ state: 'CREDITED', senders: [expect.stringMatching(/^0x/)] })
  })

  test('a deposit of a listed sender is held apart, in nobody’s balance', async () => {
    await receive()
    const sender = await senderOf()
    await list(`${sender.toLowerCase()}, stolen coins`)
    await receive()
    expect(await deposit()).toMatchObject({ state: 'HELD', heldFor: `${sender}: stolen coins` })
    expect(await balance()).toBe(ETHER)
    expect(await suspended()).toBe(ETHER)
    expect(await differences()).toEqual([])
    await list(NOBODY)
  })

  test('released, it is credited once; kept, it never is', async () => {
    await receive()
    await list(await senderOf())
    await receive()
    const id = (await deposit())?.id ?? 0
    expect(await releaseHeld(database, { id, at: services.now() })).toBe(true)
    await creditHeld(services, id)
    await creditHeld(services, id)
    expect(await deposit()).toMatchObject({ state: 'CREDITED' })
    expect(await balance()).toBe(2n * ETHER)
    await receive()
    const other = (await deposit())?.id ?? 0
    expect(await endHeld(database, { id: other, state: 'KEPT' })).toBe(true)
    await creditHeld(services, other)
    expect(await balance()).toBe(2n * ETHER)
    expect((await checkLedger(database)).faults).toEqual([])
    await list(NOBODY)
  })

  test.each([
    ['is missing', () => rm(file)],
    ['is cut off', () => writeFile(file, '')],
    ['is something else', () => writeFile(file, '<html>\n')],
  ])('while the list %s, deposits wait and nothing is sent', async (_, spoil) => {
    await receive()
    const before = await balance()
    const key = `raise-${userId}`
    await world.fundHot(3n * ETHER, 500n * USDT)
    await world.exchange.submit({
      ...{ type: 'credit', source: 'hot/ERC20', userId, coinId: tether().id, amount: amount(50n * USDT) },
      ...{ reference: key, key, fingerprint: '' },
    })
    const raised = await world.exchange.submit({
      ...{ type: 'withdraw', userId, key: `${key}/out`, fingerprint: '', coinId: tether().id },
      ...{ amount: amount(20n * USDT) },
      ...leavingTo({ tokenType: 'ERC20', address: RECEIVER, networkFee: amount(2n * USDT) }),
    })
    const id = raised.kind === 'withdrawal' ? raised.withdrawalId : 0
    const stateOf = async () =>
      (await database.query<{ state: string }>('select state from withdrawals where id = $1', [id]))[0]?.state
    await spoil()
    await receive()
    await sendWithdrawals(services)
    expect(await deposit()).toMatchObject({ state: 'PENDING' })
    expect(await stateOf()).toBe('APPROVED')
    expect(await destination()).toMatchObject({ code: 'WALLET_UNAVAILABLE' })
    await list(NOBODY)
    await scanDeposits(services)
    await sendWithdrawals(services)
    expect(await balance()).toBe(before + ETHER)
    expect(await stateOf()).toBe('SENT')
  })

  const tether = () => {
    const coin = services.catalogue.coinBySymbol.get('TETHER')
    if (!coin) throw new Error('no Tether')
    return coin
  }
  const destination = () =>
    readCoinDestination(services, {
      ...{ coin: tether(), tokenType: 'ERC20', amount: amount(100n * USDT), address: RECEIVER },
    })

  test('a withdrawal to a listed address is refused when it is asked for, and when it would be sent', async () => {
    expect(await destination()).toMatchObject({ address: RECEIVER })
    await world.exchange.submit({
      ...{ type: 'credit', source: 'hot/ERC20', userId, coinId: tether().id, amount: amount(50n * USDT) },
      ...{ reference: `gift-${userId}`, key: 'gift', fingerprint: '' },
    })
    const raised = await world.exchange.submit({
      ...{ type: 'withdraw', userId, key: 'out', fingerprint: '', coinId: tether().id, amount: amount(20n * USDT) },
      ...leavingTo({ tokenType: 'ERC20', address: RECEIVER, networkFee: amount(2n * USDT) }),
    })
    await list(RECEIVER.toUpperCase().replace('0X', '0x'))
    expect(await destination()).toMatchObject({ code: 'ADDRESS_BLOCKED', field: 'destinationWalletAddress' })
    await sendWithdrawals(services)
    const id = raised.kind === 'withdrawal' ? raised.withdrawalId : 0
    const [row] = await database.query('select state, end_reason as reason from withdrawals where id = $1', [id])
    expect(row).toEqual({ state: 'REFUSED', reason: 'ADDRESS_BLOCKED' })
    await list(NOBODY)
  })

  test('held coins stay where they are', async () => {
    await receive()
    await list(await senderOf())
    const held = await verifiedUser(database)
    userId = held.userId
    const own = await depositAddress(services, { userId, relatedCoin: 'ETHEREUM', tokenType: 'ERC20' })
    address = own instanceof Rejected ? '' : own.address
    await receive()
    await sweepDeposits(services)
    await world.mine(4)
    expect(await world.etherOf(address)).toBe(ETHER)
    await list(NOBODY)
  })
})
