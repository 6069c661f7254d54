import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Fence } from '#contract/custody.ts'
import { toCount } from '#domain/counts.ts'
import { amount } from '#domain/units.ts'
import { underLease } from '#server/compose/chains.ts'
import type { CustodyClient } from '#server/providers/custody/custody.ts'
import type { Database } from '#server/store/database.ts'
import { holdLeases, LeaseLost } from '#server/store/job-leases.ts'
import { checkLedger } from '#server/store/prove-ledger.ts'
import { findWithdrawal } from '#server/store/wallets/withdrawals.ts'
import { sendWithdrawals } from '#server/wallets/chains/send-withdrawals.ts'
import { giveBack } from '#server/wallets/give-back.ts'
import { leavingTo } from '#tests/builders/commands.ts'
import { verifiedUser } from '#tests/builders/verified-user.ts'
import { type ChainWorld, openChainWorld } from '#tests/setup/chain-world.ts'
import { onDatabase } from '#tests/setup/databases.ts'

const ETHER = 10n ** 18n
const USDT = 10n ** 6n
const FEE = 2n * USDT
const JOB = 'send withdrawals to chains'

onDatabase('a process that was paused between its decision to pay and its request to custody', (open) => {
  let world: ChainWorld
  let database: Database
  let userId: number
  let withdrawals = 0

  beforeAll(async () => {
    world = await openChainWorld(await open())
    database = world.database
    await world.fundHot(1_000n * ETHER, 20_000n * USDT)
    userId = (await verifiedUser(database)).userId
    const reference = `gift/${userId}`
    await world.exchange.submit({
      ...{ type: 'credit', source: 'hot/ERC20', userId, coinId: tetherId(), amount: amount(1_000n * USDT) },
      ...{ reference, key: reference, fingerprint: reference },
    })
  })
  afterAll(() => world?.close())
  beforeEach(() => database.query('delete from job_leases'))

  const tetherId = () => world.services.catalogue.coinBySymbol.get('TETHER')?.id ?? 0
  async function raise() {
    withdrawals += 1
    const address = `0x${withdrawals.toString().padStart(40, '3')}`
    const result = await world.exchange.submit({
      ...{ type: 'withdraw', userId, key: address, fingerprint: address, coinId: tetherId() },
      ...{ amount: amount(10n * USDT), ...leavingTo({ tokenType: 'ERC20', address, networkFee: amount(FEE) }) },
    })
    if (result.kind !== 'withdrawal') throw new Error(`refused: ${JSON.stringify(result)}`)
    return { id: result.withdrawalId, address }
  }

  /** Takes the lease of the job, as a process does once the one before has not renewed it. */
  async function takeLease(holder: string): Promise<Fence> {
    await database.query("update job_leases set until = '-infinity'")
    const number = (await holdLeases(database, { names: [JOB], holder, ms: 60_000 })).get(JOB)
    if (number === undefined) throw new Error('the lease is held')
    return { job: JOB, number: toCount(number) }
  }
  /** A round of the job in a process that believes that it holds its lease. */
  const run = (fence: Fence, custody: Pick<CustodyClient, 'ask'> = world.client) =>
    sendWithdrawals({ ...world.services, custody: underLease(custody, { isHeld: () => true, fence }) })
  const stateOf = async (id: number) => (await findWithdrawal(database, { id, userId }))?.state
  const sentFromHot = async () => BigInt(await world.anvil.call<string>('eth_getTransactionCount', world.hot, 'latest'))

  /** Begins a round that is paused as it asks for the payment. */
  async function pauseBeforeRequest() {
    const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
    const { promise: resumed, resolve: resume } = Promise.withResolvers<void>()
    const ask: CustodyClient['ask'] = async (method, params, fence) => {
      if (method === 'send') {
        reach()
        await resumed
      }
      return world.client.ask(method, params, fence)
    }
    const round = run(await takeLease('first'), { ask }).then(
      () => undefined,
      (error: unknown) => error,
    )
    await reached
    return {
      wake: () => {
        resume()
        return round
      },
    }
  }

  test('is refused once the next holder of the lease has paid, and one payment is on the chain', async () => {
    const before = await sentFromHot()
    const { id, address } = await raise()
    const first = await pauseBeforeRequest()
    await run(await takeLease('second'))
    expect(await stateOf(id)).toBe('SENT')
    expect(await first.wake()).toBeInstanceOf(LeaseLost)
    expect(world.custody().log()).toMatch(/"method":"send","code":"LEASE_LOST"/)
    await world.mine(1)
    expect(await world.tokensOf(address)).toBe(8n * USDT)
    expect((await sentFromHot()) - before).toBe(1n)
    expect(world.errors).toEqual([])
  })

  test('pays nothing that the next holder has let its user cancel, though its own clock still allows it', async () => {
    const before = await sentFromHot()
    const { id, address } = await raise()
    const first = await pauseBeforeRequest()
    const second = await takeLease('second')
    world.wait(40_000)
    await run(second)
    const row = await findWithdrawal(database, { id, userId })
    if (!row) throw new Error('it is gone')
    expect(row.state).toBe('APPROVED')
    expect(await giveBack(world.services, row, { as: 'CANCELLED' })).toBe(true)
    expect(await first.wake()).toBeInstanceOf(LeaseLost)
    await world.mine(1)
    expect(await world.tokensOf(address)).toBe(0n)
    expect((await sentFromHot()) - before).toBe(0n)
    expect((await checkLedger(database)).faults).toEqual([])
  })

  test('is refused, too, if custody was planning its payment when the next holder asked', async () => {
    const { id, address } = await raise()
    const [first, second] = [await takeLease('first'), await takeLease('second')]
    let asked: Promise<unknown> | undefined
    world.node.onCall = async (method) => {
      if (method === 'eth_estimateGas') asked ??= world.client.ask('find', { id: 'of-nobody' }, second)
      await asked
      return undefined
    }
    await expect(run(first)).rejects.toBeInstanceOf(LeaseLost)
    world.node.mend()
    expect(asked).toBeDefined()
    expect(await stateOf(id)).toBe('SIGNED')
    expect(await world.tokensOf(address)).toBe(0n)
    world.wait(6_000)
    await run(second)
    await world.mine(1)
    expect(await world.tokensOf(address)).toBe(8n * USDT)
  })
})
