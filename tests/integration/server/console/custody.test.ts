import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getCustody, getCustodyBalances, getOddDeposits, getOutgoingCoins } from '#contract/operations-custody.ts'
import { formatDecimal } from '#domain/decimal.ts'
import { ownerIdOf } from '#domain/ledger.ts'
import { amount } from '#domain/units.ts'
import type { Database } from '#server/store/database.ts'
import { dropMissing, endIncoming, pendingUpTo, saveSeen } from '#server/store/wallets/incoming-transfers.ts'
import { beginSending, noteLook } from '#server/store/wallets/outgoing-transfers.ts'
import { leavingTo } from '#tests/builders/commands.ts'
import { type CustodyAnswers, custodyDouble, SILENCE } from '#tests/builders/custody-double.ts'
import { verifiedUser } from '#tests/builders/verified-user.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { type ConsoleServer, startConsoleServer, type TestOperator } from './console-server.ts'

const TIP = { height: 900, hash: 'b'.repeat(64) }
const network = (name: 'ERC20' | 'BEP20', symbol: string, reachable = true) => ({
  ...{ network: name, reachable, chain: name, extendedPublicKey: 'xpub', hotAddress: `hot-${name}` },
  ...(reachable && { tip: TIP }),
  ...(name === 'ERC20' && { coldAddress: 'cold-ERC20' }),
  ...{ confirmations: 3, coins: [{ symbol, decimals: 18 }] },
})
const STATUS = { stopped: false, networks: [network('ERC20', 'ETHEREUM'), network('BEP20', 'TETHER')] }
const counted = (symbol: string, hot: bigint, rest: { deposits?: bigint; cold?: bigint } = {}) => ({
  at: TIP,
  coins: [
    {
      ...{ symbol, decimals: 18, hot: String(hot), deposits: String(rest.deposits ?? 0n) },
      ...(rest.cold !== undefined && { cold: String(rest.cold) }),
    },
  ],
})
/** A millionth of an ether. */
const MICRO = 10n ** 12n
const MINUTE_SECONDS = 60
const ETHER = 10n ** 18n
const ADDRESS = { tokenType: 'ERC20', address: '0x00000000000000000000000000000000000000BB' }

onDatabase('the room of custody', (open) => {
  let database: Database
  let server: ConsoleServer
  let sara: TestOperator
  let answers: CustodyAnswers
  const custody = custodyDouble(new Proxy<CustodyAnswers>({}, { get: (_, method) => Reflect.get(answers, method) }))

  beforeAll(async () => {
    database = await open()
    server = await startConsoleServer(database, { custody })
    sara = await server.addOperator('Sara Karimi', ['FINANCE'])
  })
  afterAll(() => server.close())
  beforeEach(() => {
    answers = { status: () => STATUS }
    // Whatever an earlier test has read is old.
    server.people.pass({ seconds: 2 * MINUTE_SECONDS })
  })

  const read = async (path: string) =>
    (await server.ask(`/operations/${path}`, { method: 'GET', token: await server.logIn(sara) })).body
  const state = async () => getCustody.response.parse(await read('custody')).baseDTO
  const balances = async () => getCustodyBalances.response.parse(await read('custody/balances')).baseDTO.networks
  const overview = async () => {
    const { baseDTO } = await read('overview')
    return (baseDTO?.health as { custody: object } | undefined)?.custody
  }
  const act = async (what: 'stop' | 'resume', more: object = {}) =>
    server.ask(`/operations/custody/${what}`, {
      json: { reason: 'Keys may be stolen', ...more },
      token: await server.logIn(sara),
    })
  const events = async () => {
    const rows = await database.query<{ kind: string; operator: bigint; details: object }>(
      `select kind, operator_id as operator, details::json as details from audit_log where kind like 'CUSTODY%' order by id`,
    )
    return rows.map(({ kind, operator, details }) => ({ kind, operator: Number(operator), details }))
  }
  const coinId = (symbol: string) => server.services.catalogue.coinBySymbol.get(symbol)?.id ?? 0
  /** Books a deposit of so many units. @returns what the ledger's hot wallet holds then */
  async function booked(units: bigint): Promise<bigint> {
    const { userId } = await verifiedUser(database)
    const reference = `chain/${userId}`
    await server.exchange.submit({
      ...{ type: 'credit', source: 'hot/ERC20', userId, coinId: coinId('ETHEREUM'), amount: amount(units) },
      ...{ key: reference, reference, fingerprint: '' },
    })
    const [row] = await database.query<{ units: bigint }>(
      'select -available as units from balances where owner_id = $1 and coin_id = $2',
      [ownerIdOf('hot/ERC20'), coinId('ETHEREUM')],
    )
    return row?.units ?? 0n
  }
  let payments = 0
  /** A payment of so many units in a block. */
  async function seen(units: bigint, { symbol }: { readonly symbol: string | undefined } = { symbol: 'ETHEREUM' }) {
    const { userId } = await verifiedUser(database)
    payments += 1
    const txid = `tx-${payments}`
    await saveSeen(
      database,
      {
        ...{ network: 'ERC20', txid, position: 0, userId, amount: amount(units), height: payments },
        tag: undefined,
        ...{
          coinId: symbol === undefined ? undefined : coinId(symbol),
          contract: symbol === undefined ? 'token-of-nobody' : undefined,
        },
        ...{ confirmations: 1, confirmationsNeeded: 3, senders: undefined },
      },
      server.people.accounts.now(),
    )
    const [row] = (await pendingUpTo(database, { network: 'ERC20', height: payments })).filter(
      (each) => each.txid === txid,
    )
    return { id: row?.id ?? 0, txid, userId, height: payments }
  }
  const ended = async (id: number, to: 'CREDITED' | 'TOO_SMALL' | 'UNKNOWN_COIN') =>
    endIncoming(database, { id, state: to, at: server.people.accounts.now() })

  test('shows the networks with their height and addresses, also one that is not reachable', async () => {
    answers.status = () => ({
      stopped: false,
      networks: [network('ERC20', 'ETHEREUM'), network('BEP20', 'TETHER', false)],
    })
    expect(await state()).toEqual({
      ...{ state: 'ANSWERS', stoppedAt: null, resumeText: null },
      networks: [
        { network: 'ERC20', reachable: true, height: 900, hotAddress: 'hot-ERC20', coldAddress: 'cold-ERC20' },
        { network: 'BEP20', reachable: false, height: null, hotAddress: 'hot-BEP20', coldAddress: null },
      ],
    })
    expect(await overview()).toMatchObject({ answers: true, stoppedAt: null, unreachable: ['BEP20'] })
  })

  test('counts coins beside the ledger; a network that fails does not hide the others', async () => {
    const ledger = await booked(500n * MICRO)
    answers.balances = ({ network: of }) =>
      of === 'ERC20'
        ? counted('ETHEREUM', ledger - 200n * MICRO, { deposits: 150n * MICRO, cold: 40n * MICRO })
        : 'NODE_FAILED'
    const text = (units: bigint) => formatDecimal(units, 18)
    expect(await balances()).toEqual([
      {
        ...{ network: 'ERC20', answered: true },
        coins: [
          {
            coin: 'ETHEREUM',
            counted: { hot: text(ledger - 200n * MICRO), deposits: '0.00015', cold: '0.00004' },
            ledger: { hot: text(ledger), cold: '0' },
            pending: '0',
            difference: '-0.00001',
            bring: null,
          },
        ],
      },
      { network: 'BEP20', answered: false, coins: [] },
    ])
  })

  test('a chain that counts in finer units than the ledger is summed before the rest is cut', async () => {
    const half = 5n * 10n ** 11n
    answers.balances = ({ network: of }) => (of === 'BEP20' ? counted('TETHER', half, { deposits: half }) : SILENCE)
    expect((await balances()).find((each) => each.network === 'BEP20')?.coins).toMatchObject([
      { counted: { hot: '0', deposits: '0', cold: null }, difference: '0.000001' },
    ])
  })

  test('a deposit that is not deep enough is no difference, and a lasting one is on the first page', async () => {
    const ledger = await booked(500n * MICRO)
    answers.balances = ({ network: of }) =>
      of === 'ERC20' ? counted('ETHEREUM', ledger, { deposits: 70n * MICRO }) : SILENCE
    const { id } = await seen(70n * MICRO)
    expect((await balances())[0]?.coins).toMatchObject([{ pending: '0.00007', difference: '0' }])
    expect(await overview()).toMatchObject({ differences: 0 })
    await ended(id, 'CREDITED')
    server.people.pass({ seconds: 2 * MINUTE_SECONDS })
    // Found once, it may be a payment that one side sees earlier.
    expect(await overview()).toMatchObject({ differences: 0 })
    server.people.pass({ seconds: 2 * MINUTE_SECONDS })
    expect(await overview()).toMatchObject({ differences: 1 })
  })

  test('silent custody is said, with what the ledger has', async () => {
    await booked(1n)
    answers = {}
    expect(await state()).toMatchObject({ state: 'SILENT', networks: [] })
    expect(await overview()).toMatchObject({ answers: false })
    expect(await balances()).toMatchObject([
      { network: 'ERC20', answered: false, coins: [{ coin: 'ETHEREUM', counted: null, difference: null }] },
    ])
  })

  test('one operator stops all sending; a stop without an answer is refused and recorded too', async () => {
    let stoppedBy = ''
    answers.stop = ({ by }) => {
      stoppedBy = by
      return { stopped: true }
    }
    expect((await act('stop')).status).toBe(200)
    expect(stoppedBy).toBe(`operator ${sara.id}`)
    answers.stop = () => SILENCE
    expect(await act('stop')).toMatchObject({ status: 503, body: { code: 'CUSTODY_UNAVAILABLE' } })
    const reason = 'Keys may be stolen'
    expect((await events()).slice(-2)).toEqual([
      { kind: 'CUSTODY_STOPPED', operator: sara.id, details: { reason } },
      { kind: 'CUSTODY_STOP_UNANSWERED', operator: sara.id, details: { reason } },
    ])
  })

  test('after a stop the first page says so, and only the stop that was seen can be ended', async () => {
    const stoppedAt = Date.parse('2026-11-22T10:00:00.000Z')
    answers.status = () => ({ ...STATUS, stopped: true, stoppedAt })
    answers.resume = () => ({ stopped: false })
    expect(await state()).toMatchObject({
      stoppedAt: '2026-11-22T10:00:00.000Z',
      resumeText: `kimia-custody-resume-1\n[${stoppedAt}]`,
    })
    expect(await overview()).toMatchObject({ stoppedAt: '2026-11-22T10:00:00.000Z' })
    const before = await events()
    expect((await act('resume', { stoppedAt: '2026-11-22T09:00:00.000Z', approvals: [] })).body).toMatchObject({
      code: 'SETTING_CHANGED',
    })
    answers.status = () => STATUS
    expect((await act('resume', { stoppedAt: '2026-11-22T10:00:00.000Z', approvals: [] })).body).toMatchObject({
      code: 'NOTHING_TO_CHANGE',
    })
    expect(await events()).toEqual(before)
  })

  test('deposits in nobody’s balance are listed with their cause, newest first and page by page', async () => {
    const small = await seen(3n)
    await ended(small.id, 'TOO_SMALL')
    const unknown = await seen(99n, { symbol: undefined })
    await ended(unknown.id, 'UNKNOWN_COIN')
    const gone = await seen(7n)
    const span = { network: 'ERC20', after: gone.height - 1, upTo: gone.height, names: [] }
    await dropMissing(database, span, server.people.accounts.now())
    const list = async (before = '') =>
      getOddDeposits.response.parse(await read(`custody/odd-deposits?before=${before}`))
    const { content, next } = await list()
    expect(content).toMatchObject([
      { state: 'DROPPED', txid: gone.txid, coin: 'ETHEREUM', amount: '0.000000000000000007' },
      { state: 'UNKNOWN_COIN', coin: null, contract: 'token-of-nobody', amount: '99' },
      { state: 'TOO_SMALL', userId: String(small.userId), network: 'ERC20', amount: '0.000000000000000003' },
    ])
    expect(next).toBeUndefined()
    for (let i = 0; i < 50; i++) await ended((await seen(1n)).id, 'TOO_SMALL')
    const first = await list()
    expect(first.content).toHaveLength(50)
    expect((await list(first.next)).content.map(({ txid }) => txid)).toEqual([gone.txid, unknown.txid, small.txid])
  })

  test('a withdrawal that custody refuses is shown with the input to sign, and its signatures are kept and recorded', async () => {
    const { userId } = await verifiedUser(database)
    await booked(50n * ETHER)
    const gift = { type: 'credit', source: 'hot/ERC20', userId, coinId: coinId('ETHEREUM'), key: 'gift-out' } as const
    await server.exchange.submit({ ...gift, amount: amount(3n * ETHER), reference: 'gift-out', fingerprint: '' })
    const raised = await server.exchange.submit({
      ...{ type: 'withdraw', userId, key: 'raise-out', fingerprint: '', coinId: coinId('ETHEREUM') },
      ...{ amount: amount(2n * ETHER), ...leavingTo({ ...ADDRESS, networkFee: amount(ETHER / 2n) }) },
    })
    const id = raised.kind === 'withdrawal' ? raised.withdrawalId : 0
    const at = server.people.accounts.now()
    await database.transaction((tx) => beginSending(tx, { id, network: 'ERC20', confirmationsNeeded: 3, at }))
    await noteLook(database, { id, at, refusal: 'APPROVALS_NEEDED' })
    const list = async () => getOutgoingCoins.response.parse(await read('custody/outgoing')).content
    const [row] = await list()
    expect(row).toMatchObject({
      id: String(id),
      amount: '1.5',
      state: 'SIGNED',
      refusal: 'APPROVALS_NEEDED',
      signedBy: [],
    })
    const names = { id: `withdrawal-${id}`, network: 'ERC20', coin: 'ETHEREUM', to: ADDRESS.address }
    const intent = { ...names, amount: String((3n * ETHER) / 2n) }
    expect(JSON.parse(row?.signInput ?? '')).toEqual({ intent, chain: 'ERC20', decimals: 18 })
    const sign = async (signature: string, of = id) =>
      server.ask(`/operations/custody/outgoing/${of}/approvals`, {
        json: { reason: 'Checked by phone', approvals: [{ operator: 'leila', signature }] },
        token: await server.logIn(sara),
      })
    expect(await sign('c2lnbmVk')).toMatchObject({ status: 200 })
    expect(await sign('c2lnbmVk')).toMatchObject({ body: { code: 'NOTHING_TO_CHANGE' } })
    // One that custody found invalid is replaced.
    expect(await sign('YW5vdGhlcg==')).toMatchObject({ status: 200 })
    expect(await sign('c2lnbmVk', id + 1)).toMatchObject({ body: { code: 'WITHDRAWAL_NOT_WAITING' } })
    expect((await list())[0]).toMatchObject({ signedBy: ['leila'] })
    const kept = await database.query('select signature from outgoing_signatures where withdrawal_id = $1', [id])
    expect(kept).toEqual([{ signature: 'YW5vdGhlcg==' }])
    const [event] = await database.query(
      `select count(*)::integer as count from audit_log where kind = 'OUTGOING_SIGNED'`,
    )
    expect(event).toEqual({ count: 2 })
  })

  test('a server without custody says so, and stops nothing', async () => {
    Object.assign(server.services, { custody: undefined })
    expect(await state()).toMatchObject({ state: 'NOT_CONNECTED' })
    Object.assign(server.services, { custody })
  })
})
