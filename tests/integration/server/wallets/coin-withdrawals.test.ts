import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { canonicalIntent } from '#contract/custody-approvals.ts'
import { Rejected } from '#contract/rejected.ts'
import { TOMAN } from '#domain/coin.ts'
import { ownerIdOf } from '#domain/ledger.ts'
import { amount } from '#domain/units.ts'
import type { CustodyReply } from '#server/providers/custody/custody.ts'
import type { Database } from '#server/store/database.ts'
import { checkLedger } from '#server/store/prove-ledger.ts'
import { readBalances } from '#server/store/wallets/balances.ts'
import { saveSignature } from '#server/store/wallets/outgoing-transfers.ts'
import { findWithdrawal } from '#server/store/wallets/withdrawals.ts'
import { sendWithdrawals } from '#server/wallets/chains/send-withdrawals.ts'
import { giveBack } from '#server/wallets/give-back.ts'
import { withdrawalsForFile } from '#server/wallets/own-withdrawals.ts'
import { leavingTo } from '#tests/builders/commands.ts'
import { custodyOperators } from '#tests/builders/custody-operators.ts'
import { verifiedUser } from '#tests/builders/verified-user.ts'
import { type ChainWorld, openChainWorld } from '#tests/setup/chain-world.ts'
import { AMPLE, TEST_CHAIN_ID } from '#tests/setup/custody-process.ts'
import { onDatabase } from '#tests/setup/databases.ts'

const ETHER = 10n ** 18n
/** Tether has six decimals on this chain and in the ledger. */
const USDT = 10n ** 6n
const FEE = 2n * USDT

/** Two operators, whose signatures let pass what is above the automatic limits. */
const OPERATORS = custodyOperators('leila', 'omid')
const limits = (most: string) => ({ perTransaction: most, perHour: '100000', perDay: '1000000' })
const POLICY = {
  operators: OPERATORS.inPolicy,
  limits: { TETHER: { automatic: limits('1000'), approved: limits('5000') }, ETHEREUM: AMPLE },
}

onDatabase('coins that leave over a chain', (open) => {
  let world: ChainWorld
  let database: Database
  let userId: number

  beforeAll(async () => {
    world = await openChainWorld(await open(), POLICY)
    database = world.database
    await world.fundHot(1_000n * ETHER, 20_000n * USDT)
  })
  afterAll(() => world?.close())
  beforeEach(async () => {
    userId = (await verifiedUser(database)).userId
    const reference = `gift/${userId}`
    await world.exchange.submit({
      ...{ type: 'credit', source: 'hot/ERC20', userId, coinId: coinOf('TETHER').id, amount: amount(10_000n * USDT) },
      ...{ reference, key: reference, fingerprint: reference },
    })
  })
  afterEach(async () => {
    world.node.onCall = () => undefined
    expect((await checkLedger(database)).faults).toEqual([])
  })

  const coinOf = (symbol: string) => {
    const coin = world.services.catalogue.coinBySymbol.get(symbol)
    if (!coin) throw new Error(`no coin ${symbol}`)
    return coin
  }
  const balance = async (symbol: string, ownerId = userId) => {
    const row = (await readBalances(database, ownerId)).find(({ coinId }) => coinId === coinOf(symbol).id)
    return { available: row?.available ?? 0n, blocked: row?.blocked ?? 0n }
  }
  const addresses = Array.from({ length: 400 }, (_, i) => `0x${'2'.repeat(36)}${i.toString().padStart(4, '0')}`)
  const somewhere = () => addresses.pop() ?? ''
  /** Raises a withdrawal that needs no operator. @returns its number */
  async function raise(units: bigint, { address = somewhere() } = {}) {
    const key = `raise-${address}-${units}`
    const result = await world.exchange.submit({
      ...{ type: 'withdraw', userId, key, fingerprint: key, coinId: coinOf('TETHER').id, amount: amount(units) },
      ...leavingTo({ tokenType: 'ERC20', address, networkFee: amount(FEE) }),
    })
    if (result.kind !== 'withdrawal') throw new Error(`refused: ${JSON.stringify(result)}`)
    return { id: result.withdrawalId, address }
  }
  const stateOf = async (id: number) => {
    const row = await findWithdrawal(database, { id, userId })
    return row?.givenUpAs ?? row?.state
  }
  /** The rows of the user's file of coins, in English, without number and times. */
  const fileRows = async () => {
    const asked = { excludedRelatedCoin: TOMAN }
    const file = await withdrawalsForFile(world.services, { userId, asked, language: 'en' })
    if (file instanceof Rejected) throw new Error(file.code)
    return (await file.read({ page: 1, size: 5 })).rows.map((row) => file.cells(row).slice(3))
  }
  const look = async () => {
    world.wait(6_000)
    await sendWithdrawals(world.services)
  }
  /** Custody that gives this answer to every call of this name. */
  const answering = (name: 'find' | 'send', answer: CustodyReply<'find' | 'send'>) => {
    const ask: ChainWorld['client']['ask'] = (method, params) =>
      method === name ? Promise.resolve(answer as never) : world.client.ask(method, params)
    return { ...world.services, custody: { ask } }
  }
  const untilEnd = async (id: number) => {
    for (let round = 0; round < 12; round += 1) {
      await look()
      await world.mine(1)
      if (!['APPROVED', 'SIGNED', 'SENT'].includes((await stateOf(id)) ?? '')) return stateOf(id)
    }
    return stateOf(id)
  }

  test('what is left of the network’s fee arrives, the ledger follows, and its user is told when it leaves and when it is there', async () => {
    const before = await balance('ETHEREUM', ownerIdOf('hot/ERC20'))
    const charged = await balance('TETHER', ownerIdOf('feesCharged/ERC20'))
    const { id, address } = await raise(100n * USDT)
    expect(await balance('TETHER')).toEqual({ available: 9_900n * USDT, blocked: 100n * USDT })
    await look()
    expect(await stateOf(id)).toBe('SENT')
    const listed = ['USDT', '100', '2', '98']
    expect(await fileRows()).toMatchObject([[...listed, 'Sent', 'ERC20', address, '', expect.any(String)]])
    await world.mine(1)
    await look()
    expect(await findWithdrawal(database, { id, userId })).toMatchObject({ confirmations: 2, confirmationsNeeded: 3 })
    world.wait(6_000)
    await sendWithdrawals(answering('find', { kind: 'unavailable' }))
    expect(await findWithdrawal(database, { id, userId })).toMatchObject({ confirmations: 2 })
    expect(await untilEnd(id)).toBe('CONFIRMED')
    expect(await world.tokensOf(address)).toBe(98n * USDT)
    expect(await balance('TETHER')).toEqual({ available: 9_900n * USDT, blocked: 0n })
    const feesCharged = await balance('TETHER', ownerIdOf('feesCharged/ERC20'))
    expect(feesCharged.available - charged.available).toBe(FEE)
    // The fee that the network took of the hot wallet left it in the books, too.
    const sql = 'select fee, txid from outgoing_transfers where withdrawal_id = $1'
    const [row] = await database.query<{ fee: bigint; txid: string }>(sql, [id])
    expect(row?.fee).toBeGreaterThan(0n)
    const after = await balance('ETHEREUM', ownerIdOf('hot/ERC20'))
    expect(after.available - before.available).toBe(row?.fee)
    expect(await findWithdrawal(database, { id, userId })).toMatchObject({ sentReference: row?.txid })
    expect(await fileRows()).toEqual([[...listed, 'Arrived', 'ERC20', address, '', row?.txid]])
    const kinds = await database.query('select kind from notices where user_id = $1 order by id', [userId])
    expect(kinds).toEqual([{ kind: 'WITHDRAWAL_SENT' }, { kind: 'WITHDRAWAL_CONFIRMED' }])
  })

  test('a hundred withdrawals of one balance at the same moment: those that fit are paid once each, and nothing else', async () => {
    const asked = Array.from({ length: 100 }, () => somewhere())
    const raised = await Promise.allSettled(asked.map((address) => raise(900n * USDT, { address })))
    const ids = raised.flatMap((each) => (each.status === 'fulfilled' ? [each.value.id] : []))
    expect(ids).toHaveLength(11)
    await Promise.all([look(), sendWithdrawals(world.services)])
    for (const id of ids) expect(await untilEnd(id)).toBe('CONFIRMED')
    const sums = await Promise.all(asked.map(world.tokensOf))
    expect(sums.filter((each) => each > 0n)).toEqual(ids.map(() => 898n * USDT))
    expect(await balance('TETHER')).toEqual({ available: 100n * USDT, blocked: 0n })
  })

  test.each(['lose the call', 'lose the answer'] as const)('a node may %s: the payment is made once', async (fault) => {
    let losses = 2
    world.node.onCall = (method) => (method === 'eth_sendRawTransaction' && losses-- > 0 ? fault : undefined)
    const { id, address } = await raise(10n * USDT)
    expect(await untilEnd(id)).toBe('CONFIRMED')
    expect(await world.tokensOf(address)).toBe(8n * USDT)
  })

  test('custody that is killed while it sends is asked again, and the payment is made once', async () => {
    const { id, address } = await raise(10n * USDT)
    world.node.onCall = async (method) =>
      method === 'eth_sendRawTransaction' ? void (await world.custody().kill()) : undefined
    await look()
    expect(await stateOf(id)).toBe('SIGNED')
    world.node.onCall = () => undefined
    await world.restart()
    expect(await untilEnd(id)).toBe('CONFIRMED')
    expect(await world.tokensOf(address)).toBe(8n * USDT)
  })

  test('custody that has forgotten a payment, or has made another, is not asked again, and operators hear of it', async () => {
    const { id, address } = await raise(10n * USDT)
    await look()
    const nothing = { id: `withdrawal-${id}`, state: 'UNKNOWN_INTENT' as const, txids: [], isFinal: false }
    const another = { ...nothing, state: 'CONFIRMED' as const, txids: ['0x1'], txid: '0x1', amount: '1', isFinal: true }
    for (const result of [nothing, another]) {
      world.wait(60_000)
      await sendWithdrawals(answering('find', { kind: 'answered', result }))
      expect(await stateOf(id)).toBe('SENT')
      expect(world.errors.splice(0)).toContain('a withdrawal could not be followed; it is tried again')
    }
    expect(await untilEnd(id)).toBe('CONFIRMED')
    expect(await world.tokensOf(address)).toBe(8n * USDT)
  })

  test('a payment that a reorganisation drops is sent again by itself, and arrives once', async () => {
    const { id, address } = await raise(10n * USDT)
    await look()
    await vi.waitFor(async () => expect(await world.tokensOf(address)).toBe(8n * USDT), { timeout: 10_000 })
    await world.anvil.call('anvil_reorg', 1, [])
    await vi.waitFor(async () => expect(await world.tokensOf(address)).toBe(0n), { timeout: 10_000 })
    expect(await untilEnd(id)).toBe('CONFIRMED')
    expect(await world.tokensOf(address)).toBe(8n * USDT)
  })

  test('what the hot wallet cannot pay waits again, can be cancelled, and is paid once it can', async () => {
    const other = await raise(30n * USDT)
    const held = (await world.etherOf(world.hot)).toString(16)
    await world.anvil.call('anvil_setBalance', world.hot, '0x0')
    const { id } = await raise(10n * USDT)
    await look()
    expect(await stateOf(id)).toBe('SIGNED')
    world.wait(40_000)
    await sendWithdrawals(world.services)
    const row = await findWithdrawal(database, { id, userId })
    if (!row) throw new Error('it is gone')
    expect(row.state).toBe('APPROVED')
    expect(await giveBack(world.services, row, { as: 'CANCELLED' })).toBe(true)
    expect(await stateOf(id)).toBe('CANCELLED')
    await world.anvil.call('anvil_setBalance', world.hot, `0x${held}`)
    world.wait(11 * 60_000)
    expect(await untilEnd(other.id)).toBe('CONFIRMED')
    expect(await world.tokensOf(other.address)).toBe(28n * USDT)
    expect(await balance('TETHER')).toEqual({ available: 9_970n * USDT, blocked: 0n })
  })

  test.each(['NODE_FAILED', 'TOO_LATE'] as const)('a refusal of the moment (%s) delays it by seconds', async (code) => {
    const { id, address } = await raise(10n * USDT)
    await sendWithdrawals(answering('send', { kind: 'refused', code, reason: '' }))
    world.wait(31_000)
    await look()
    await look()
    expect(await stateOf(id)).toBe('SENT')
    expect(await untilEnd(id)).toBe('CONFIRMED')
    expect(await world.tokensOf(address)).toBe(8n * USDT)
  })

  test('above the automatic limits it waits for two operators’ signatures, and no other signature helps', async () => {
    const { id, address } = await raise(1_500n * USDT)
    await look()
    const paid = { to: address, amount: '1498000000' }
    const intent = { id: `withdrawal-${id}`, network: 'ERC20', coin: 'TETHER', ...paid } as const
    const text = canonicalIntent(intent, { chain: String(TEST_CHAIN_ID), decimals: 6 })
    const right = (name: string) => OPERATORS.approval(name, text).signature
    const refusal = async () => {
      const sql = 'select refusal from outgoing_transfers where withdrawal_id = $1'
      return (await database.query<{ refusal: string }>(sql, [id]))[0]?.refusal
    }
    expect(await refusal()).toBe('APPROVALS_NEEDED')
    const give = (operator: string, signature: string) =>
      database.transaction((tx) =>
        saveSignature(tx, { id, operator, signature, givenBy: userId, at: world.services.now() }),
      )
    const again = async () => {
      world.wait(40_000)
      await sendWithdrawals(world.services)
      await look()
    }
    expect(await give('leila', right('leila'))).toBe(true)
    expect(await give('leila', right('leila'))).toBe(false)
    await again()
    expect(await refusal()).toBe('APPROVALS_NEEDED')
    expect(await world.tokensOf(address)).toBe(0n)
    await again()
    await give('omid', right('omid'))
    expect(await untilEnd(id)).toBe('CONFIRMED')
    expect(await world.tokensOf(address)).toBe(1_498n * USDT)
  })

  test('a row that was written past the exchange holds nothing: it is never sent, and operators hear of it', async () => {
    const address = somewhere()
    await database.query(
      `insert into withdrawals (id, user_id, coin_id, token_type, address, amount, network_fee, hold_reference, state, worth, created_at)
        values (900001, $1, $2, 'ERC20', $3, 5000000, 0, 'withdrawal/900001', 'APPROVED', 1, now())`,
      [userId, coinOf('TETHER').id, address],
    )
    await look()
    await look()
    expect(await stateOf(900_001)).toBe('APPROVED')
    expect(await world.tokensOf(address)).toBe(0n)
    expect(new Set(world.errors.splice(0))).toEqual(new Set(['nothing is held for a withdrawal, which is not sent']))
    await database.query('delete from withdrawals where id = 900001')
  })

  test('the withdrawals of a frozen account are given back, and nothing leaves while operators have stopped it', async () => {
    const { id, address } = await raise(10n * USDT)
    await database.query('update withdrawal_rules set stopped = true')
    await look()
    expect(await stateOf(id)).toBe('APPROVED')
    await database.query('update withdrawal_rules set stopped = false')
    await database.query('update users set blocked_at = now() where id = $1', [userId])
    await look()
    const ended = await findWithdrawal(database, { id, userId })
    expect(ended).toMatchObject({ state: 'REFUSED', endReason: 'ACCOUNT_FROZEN' })
    expect(await balance('TETHER')).toEqual({ available: 10_000n * USDT, blocked: 0n })
    expect(await world.tokensOf(address)).toBe(0n)
  })

  test('an address that custody will never pay to ends the withdrawal, and its money is free again', async () => {
    const { id } = await raise(10n * USDT, { address: world.hot })
    await look()
    const ended = await findWithdrawal(database, { id, userId })
    expect(ended).toMatchObject({ state: 'FAILED', endReason: 'ADDRESS_REFUSED' })
    expect(await balance('TETHER')).toEqual({ available: 10_000n * USDT, blocked: 0n })
  })
})
