import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SendState } from '#contract/custody.ts'
import { ownerIdOf } from '#domain/ledger.ts'
import type { OperatorRole } from '#domain/operator-rights.ts'
import { amount } from '#domain/units.ts'
import { createApiKey } from '#server/accounts/api-keys/routes.ts'
import { NO_SCREENING } from '#server/providers/screening/screening.ts'
import { endOpenDoors } from '#server/store/back-up/end-open-doors.ts'
import type { Database } from '#server/store/database.ts'
import { checkLedger } from '#server/store/prove-ledger.ts'
import { readBalances } from '#server/store/wallets/balances.ts'
import { issueIndex } from '#server/store/wallets/deposit-addresses.ts'
import { giveUpWithdrawal } from '#server/store/wallets/withdrawals.ts'
import { sendWithdrawals } from '#server/wallets/chains/send-withdrawals.ts'
import { closeDueBatch } from '#server/wallets/payouts/close-batch.ts'
import { runPayouts } from '#server/wallets/payouts/send-payouts.ts'
import { leavingTo } from '#tests/builders/commands.ts'
import { type CustodyAnswers, custodyDouble, ERC20_ANSWERS } from '#tests/builders/custody-double.ts'
import { openPayouts, type PayoutPlace } from '#tests/builders/payouts.ts'
import { keyMaker } from '#tests/builders/proven-anew.ts'
import { type ProgramKey, signCall } from '#tests/builders/sign-call.ts'
import { openTestExchange } from '#tests/builders/test-exchange.ts'
import { verifiedUser } from '#tests/builders/verified-user.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { type ConsoleServer, startConsoleServer, type TestOperator } from './console-server.ts'

const DAY_SECONDS = 86_400
const HOUR_SECONDS = 3_600
const REASON = { reason: 'Compared with chains, gateway and bank' }

onDatabase('after a restore', (open) => {
  let database: Database
  let server: ConsoleServer
  let place: PayoutPlace
  let program: ProgramKey
  let raised: number
  let file: string
  let coins: number
  /** The first watches the risk, the others are admins. */
  let mina: TestOperator
  let sara: TestOperator
  let reza: TestOperator
  const asked: string[] = []
  /** Custody's journal, which remembers what the restored state does not. */
  const paid = new Map<string, SendState>()
  const custody: CustodyAnswers = {
    ...ERC20_ANSWERS,
    find: ({ id }) => paid.get(id) ?? { id, state: 'UNKNOWN_INTENT', txids: [], isFinal: false },
    send: ({ id }) => {
      asked.push(id)
      return { id, state: 'SIGNED', txids: [], isFinal: false }
    },
  }

  const now = () => server.people.accounts.now()
  const operator = (name: string, role: OperatorRole = 'ADMIN') => server.addOperator(name, [role])
  const act = async (who: TestOperator, path: string) =>
    server.ask(path, { json: REASON, token: await server.logIn(who) })
  const overview = async (who: TestOperator) =>
    (await server.ask('/operations/overview', { method: 'GET', token: await server.logIn(who) })).body.baseDTO
  const callOfProgram = async () => {
    // The server caches a key for a second.
    server.people.pass({ seconds: 2 })
    const call = { method: 'GET', path: '/api/users/me' }
    return server.people.accounts.apiKeys.findSigner({
      ...call,
      ...callIn(signCall(program, { ...call, at: now() })),
      ...{ bodyHash: EMPTY, ip: '5.160.1.1' },
    })
  }
  const coinOf = (symbol: string) => server.services.catalogue.coinBySymbol.get(symbol)?.id ?? 0
  const unitsOf = (symbol: string) => 10n ** BigInt(server.services.catalogue.coinBySymbol.get(symbol)?.decimals ?? 0)
  const balances = async (ownerId: number) =>
    (await readBalances(database, ownerId)).map(({ coinId: coin, available, blocked }) => ({
      coin,
      available,
      blocked,
    }))
  /** Coins are sent, too. */
  const run = async () => {
    server.people.pass({ seconds: 60 })
    const { exchange } = server
    const { catalogue, transfers } = server.services
    await sendWithdrawals({
      ...{ database, catalogue, exchange, transfers, now, custody: custodyDouble(custody), screening: NO_SCREENING },
      log: { warn: () => undefined, error: () => undefined },
    })
    await runPayouts({ ...server.services.payouts, gateway: place.gateway })
  }

  async function raiseCoins() {
    const { userId } = await verifiedUser(database, { at: now() })
    const coinId = server.services.catalogue.coinBySymbol.get('TETHER')?.id ?? 0
    const common = { userId, coinId, fingerprint: '', amount: amount(9_000_000n) }
    await server.exchange.submit({ type: 'credit', source: 'hot/ERC20', ...common, key: 'gift', reference: 'gift' })
    const raised = await server.exchange.submit({
      ...{ type: 'withdraw', ...common, key: 'out' },
      ...leavingTo({ tokenType: 'ERC20', address: `0x${'2'.repeat(40)}`, networkFee: amount(0n) }),
    })
    if (raised.kind !== 'withdrawal') throw new Error(`refused: ${JSON.stringify(raised)}`)
    return raised
  }

  beforeAll(async () => {
    database = await open()
    server = await startConsoleServer(database, { custody: custodyDouble(custody) })
    place = await openPayouts(database, { now: () => now().getTime(), exchange: server.exchange })
    server.people.pass({ seconds: DAY_SECONDS })
    raised = (await place.raise(500_000n)).id
    while (!(await closeDueBatch(server.services.payouts))) server.people.pass({ seconds: HOUR_SECONDS })
    coins = (await raiseCoins()).withdrawalId
    const byFile = await database.query<{ id: bigint }>('select id from payout_batches')
    file = `/operations/payouts/${byFile[0]?.id}/file`
    await database.transaction((tx) =>
      endOpenDoors(tx, { at: now(), backUpAt: new Date(now().getTime() - 1_000).toISOString(), source: '/backups/1' }),
    )
    const { token } = await verifiedUser(database, { at: now() })
    const { accounts } = server.people
    const owner = { ...(await keyMaker(accounts, token)), ip: '5.160.1.1', device: 'test' }
    const key = await createApiKey(accounts, owner, {
      name: 'bot',
      rights: ['read'],
      addresses: [],
      expiresAt: undefined,
    })
    if (!('secret' in key)) throw new Error(key.code)
    program = key
    mina = await operator('Mina', 'RISK')
    sara = await operator('Sara')
    reza = await operator('Reza')
  })
  afterAll(async () => {
    await place?.close()
    await server?.close()
  })

  test('a payment of the lost time is booked once, by two admins, as custody made it, with its network’s fee', async () => {
    const { userId } = await verifiedUser(database, { at: now() })
    const given = { userId, fingerprint: '', amount: amount(50_000_000n), coinId: coinOf('TETHER') }
    await server.exchange.submit({ ...given, type: 'credit', source: 'hot/ERC20', key: 'other', reference: 'other' })
    const payment = {
      ...{ customer: String(userId), lostDirection: 'PAID_OUT', lostCoin: 'TETHER', lostAmount: '20' },
      ...{ lostAccount: 'hot/ERC20', transferReference: 'withdrawal-77' },
    }
    const propose = async (who: TestOperator, change: Partial<typeof payment> = {}) => {
      const json = { ...payment, ...change, ...REASON }
      return server.ask('/operations/restore/payments/propose', { json, token: await server.logIn(who) })
    }
    const wrong = (field: string) => ({ code: 'SETTING_INVALID', field })
    expect((await propose(mina)).body).toMatchObject({ code: 'OPERATOR_RIGHT_MISSING' })
    expect((await propose(sara)).body).toMatchObject(wrong('transferReference'))
    const asked77 = { network: 'ERC20' as const, coin: 'TETHER', to: `0x${'7'.repeat(40)}` }
    const sent = { id: 'withdrawal-77', state: 'CONFIRMED' as const, txids: ['0x7'], isFinal: true, ...asked77 }
    paid.set('withdrawal-77', { ...sent, amount: '20000000', fee: '1000000000000000' })
    expect((await propose(sara, { lostAmount: '21' })).body).toMatchObject(wrong('lostAmount'))
    paid.set('withdrawal-77', { ...sent, coin: 'ETHEREUM', amount: '20000000' })
    expect((await propose(sara)).body).toMatchObject(wrong('lostCoin'))
    paid.set('withdrawal-77', { ...sent, network: 'TRC20', amount: '20000000' })
    expect((await propose(sara)).body).toMatchObject(wrong('lostAccount'))
    paid.set('withdrawal-77', { ...sent, amount: '20000000', fee: '1000000000000000' })
    expect((await propose(sara, { lostAccount: 'bank/1' })).body).toMatchObject(wrong('lostAccount'))
    expect((await propose(sara, { lostDirection: 'PAID_IN' })).body).toMatchObject(wrong('lostDirection'))
    expect((await propose(sara, { customer: '999999999' })).body).toMatchObject({ code: 'USER_NOT_FOUND' })
    // Custody knows other transactions, too, and a withdrawal that the restored state has ends by itself.
    expect((await propose(sara, { transferReference: 'to-cold-77' })).body).toMatchObject(wrong('transferReference'))
    paid.set(`withdrawal-${coins}`, { ...sent, amount: '20000000' })
    const known = await propose(sara, { transferReference: `withdrawal-${coins}` })
    expect(known.body).toMatchObject({ code: 'NOTHING_TO_CHANGE' })
    paid.delete(`withdrawal-${coins}`)
    const { body } = await propose(sara)
    const list = { method: 'GET', token: await server.logIn(reza) } as const
    const { content } = (await server.ask('/operations/proposals', list)).body
    expect(content?.[0]?.changes).toContainEqual({ name: 'coldAddress', before: null, after: asked77.to })
    const approve = (who: TestOperator) => act(who, `/operations/proposals/${body.baseDTO?.id}/approve`)
    expect((await approve(sara)).body).toMatchObject({ code: 'FOUR_EYES_REQUIRED' })
    expect((await approve(reza)).status).toBe(200)
    expect(await balances(userId)).toEqual([{ coin: coinOf('TETHER'), available: 30_000_000n, blocked: 0n }])
    const [fee] = await balances(ownerIdOf('feesPaid/ERC20'))
    expect(fee).toMatchObject({ coin: coinOf('ETHEREUM'), available: -unitsOf('ETHEREUM') / 1_000n })
    expect((await propose(sara)).body).toMatchObject({ code: 'NOTHING_TO_CHANGE' })

    const toman = { lostCoin: 'TOMAN', lostDirection: 'PAID_IN', lostAccount: 'gateway/ZARINPAL', lostAmount: '5000' }
    const came = await propose(reza, { ...toman, transferReference: 'A-12345' })
    expect((await act(sara, `/operations/proposals/${came.body.baseDTO?.id}/approve`)).status).toBe(200)
    expect(await balances(userId)).toContainEqual({
      coin: coinOf('TOMAN'),
      available: 5_000n * unitsOf('TOMAN'),
      blocked: 0n,
    })
    expect((await checkLedger(database)).faults).toEqual([])
  })

  test('nothing leaves and no program is served until two admins have compared, and one alone does not open it', async () => {
    await database.query(`update payout_batches set way = 'FILE', ordered_at = $1`, [now()])
    await run()
    // It may have left in the time that was lost.
    expect(await giveUpWithdrawal(database, { id: coins, as: 'CANCELLED' })).toBe(false)
    expect(await act(sara, file)).toMatchObject({ status: 409, body: { code: 'PAYOUT_HAS_NO_FILE' } })
    await database.query(`update payout_lines set state = 'ORDERED'`)
    expect((await act(sara, file)).body).toMatchObject({ code: 'WITHDRAWALS_STOPPED' })
    await database.query(`update payout_lines set state = 'WAITING'`)
    await database.query(`update payout_batches set way = 'GATEWAY'`)
    await run()
    expect([place.transfers.list(), asked]).toEqual([[], []])
    expect(await callOfProgram()).toMatchObject({ code: 'PROGRAMS_PAUSED' })
    expect((await overview(mina))?.restore).toMatchObject({ source: '/backups/1' })

    expect((await act(mina, '/operations/restore/propose')).body).toMatchObject({ code: 'OPERATOR_RIGHT_MISSING' })
    expect((await act(sara, '/operations/restore/propose')).body).toMatchObject({ code: 'CUSTODY_UNAVAILABLE' })
    custody.balances = () => ({
      at: { height: 100, hash: '0xblock' },
      coins: [{ symbol: 'TETHER', decimals: 6, hot: '2000000', deposits: '0' }],
    })
    server.people.pass({ seconds: 60 })
    const { body } = await act(sara, '/operations/restore/propose')
    const approve = (who: TestOperator) => act(who, `/operations/proposals/${body.baseDTO?.id}/approve`)
    expect((await approve(sara)).body).toMatchObject({ code: 'FOUR_EYES_REQUIRED' })
    expect((await approve(mina)).body).toMatchObject({ code: 'OPERATOR_RIGHT_MISSING' })
    await run()
    expect([place.transfers.list(), asked]).toEqual([[], []])
    expect(await callOfProgram()).toMatchObject({ code: 'PROGRAMS_PAUSED' })

    const token = await server.logIn(reza)
    const listed = await server.ask('/operations/proposals', { method: 'GET', token })
    expect(listed.body.content?.[0]).toMatchObject({
      kind: 'CONFIRM_RESTORE',
      changes: expect.arrayContaining([
        expect.objectContaining({ name: 'restoredTo' }),
        { name: 'ledgerOwed', before: null, after: expect.stringMatching(/^1005000 TOMAN, .* TETHER$/) },
        { name: 'networks.ERC20.custodyDifference', before: null, after: expect.stringMatching(/^-37 TETHER/) },
      ]),
    })
    expect((await approve(reza)).status).toBe(200)
    expect((await overview(mina))?.restore).toBeNull()
    await run()
    expect(place.transfers.list()).toHaveLength(1)
    expect(asked).toEqual([`withdrawal-${coins}`])
    expect(await callOfProgram()).toMatchObject({ kind: 'key' })
    expect((await act(sara, '/operations/restore/propose')).body).toMatchObject({ code: 'NOTHING_TO_CHANGE' })
    const late = { customer: '1', lostDirection: 'PAID_IN', lostCoin: 'TOMAN', lostAmount: '1', lostAccount: 'bank/1' }
    const json = { ...late, transferReference: 'late-1', ...REASON }
    const afterwards = await server.ask('/operations/restore/payments/propose', {
      json,
      token: await server.logIn(sara),
    })
    expect(afterwards.body).toMatchObject({ code: 'NOTHING_TO_CHANGE' })
    const events = await database.query<{ kind: string }>('select kind from audit_log')
    const kinds = events.map(({ kind }) => kind)
    expect(kinds).toEqual(expect.arrayContaining(['BACK_UP_RESTORED', 'CONFIRM_RESTORE_PROPOSED', 'RESTORE_CONFIRMED']))
  })

  test('no number and no address is handed out that the world may know from what was lost', async () => {
    const exchange = await openTestExchange(database, { now: () => now().getTime() })
    const again = await openPayouts(database, { now: () => now().getTime(), exchange })
    const { id, user } = await again.raise(600_000n)
    expect(id).toBeGreaterThan(raised + 1_000_000)
    await issueIndex(database, user.userId)
    expect(await database.query('select index >= 10000 as far from deposit_indices')).toEqual([{ far: true }])
    await again.close()
    await exchange.close()
  })
})

const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

const callIn = (headers: ReturnType<typeof signCall>) => ({
  key: headers['kimia-key'],
  time: headers['kimia-time'],
  nonce: headers['kimia-nonce'],
  signature: headers['kimia-signature'],
})
