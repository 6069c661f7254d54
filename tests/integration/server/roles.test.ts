import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { openDatabase } from '#server/store/open-database.ts'
import { checkLedger } from '#server/store/prove-ledger.ts'
import { type EventReader, readEvents } from '#tests/builders/event-reader.ts'
import { OrderLoad, send } from '#tests/builders/order-load.ts'
import { preparedTraders } from '#tests/builders/prepared-traders.ts'
import type { VerifiedUser } from '#tests/builders/verified-user.ts'
import { openRoleProcesses, type RoleProcesses } from '#tests/setup/role-processes.ts'
import type { ServerProcess } from '#tests/setup/server-process.ts'

const TomanPrices = z.object({ content: z.array(z.object({ destCoinSymbol: z.string(), buyPrice: z.string() })) })
const serverUrl = process.env.TEST_DATABASE_URL

// The built-in database admits one process.
describe.skipIf(!serverUrl)('a writer, two processes that answer, and one for the jobs', () => {
  let processes: RoleProcesses
  let traders: readonly VerifiedUser[]
  let writer: ServerProcess
  let first: ServerProcess
  let second: ServerProcess

  beforeAll(async () => {
    processes = await openRoleProcesses(serverUrl ?? '')
    const { start, startWriter, owner } = processes
    traders = await preparedTraders(owner, { count: 5, funds: ['1000000000 TOMAN', '100 GOLD'] })
    writer = await startWriter()
    ;[first, second] = await Promise.all([start({ ROLE: 'api' }), start({ ROLE: 'api' }), start({ ROLE: 'jobs' })])
  })
  afterAll(() => processes.close())

  test('a stream goes on at a process that has just started, although nobody followed its market there', async () => {
    const [ali] = traders
    if (!ali) throw new Error('there are no traders')
    const url = (server: ServerProcess) => `${server.url}/api/stream?market=GOLD_TOMAN`
    const broken = await readEvents(url(first))
    await broken.until('its start', ({ all }) => all('reset').length === 1)
    broken.close()
    const body = { marketType: 'GOLD_TOMAN', amount: '0.5', unitPrice: '9000000', orderType: 'LIMITED_BUY' }
    const placed = { ...body, clientOrderId: 'before-anybody-follows' }
    await send(first.url, { trader: ali, key: 'before-anybody-follows', side: 'buy', body: placed, answer: undefined })
    const resumed = await readEvents(url(second), { lastEventId: broken.lastId() })
    await resumed.until('what it has missed', ({ all }) => all('book').length > 0)
    expect(resumed.all('reset')).toEqual([])
    resumed.close()
  })

  const refused = expect.objectContaining({ code: '42501' })

  test.each(['api', 'jobs'] as const)('the role %s cannot write by SQL what the writer alone decides', async (role) => {
    const database = await openDatabase(processes.withLeastRights(role))
    for (const table of [
      ...['leader', 'orders', 'trades', 'holds', 'ledger_entries', 'balances', 'referral_rewards', 'outcomes'],
      ...['ledger_proofs', 'proven_balances', 'proven_orders', 'proven_fees', 'audit_proofs', 'schema_migrations'],
    ]) {
      await expect(database.query(`delete from ${table}`), table).rejects.toEqual(refused)
      await expect(database.query(`insert into ${table} default values`), table).rejects.toEqual(refused)
      await expect(database.query(`truncate ${table}`), table).rejects.toEqual(refused)
    }
    await expect(database.query('update balances set available = available + 1')).rejects.toEqual(refused)
    await expect(database.query("update leader set holder = 'me'")).rejects.toEqual(refused)
    await expect(database.query('insert into withdrawals default values')).rejects.toEqual(refused)
    for (const column of ['address', 'tag', 'network_fee', 'approvals_needed', 'worth'])
      await expect(database.query(`update withdrawals set ${column} = null`), column).rejects.toEqual(refused)
    await expect(database.query("update audit_proofs set fault = 'mine'")).rejects.toEqual(refused)
    await expect(database.query('update restores set withdrawals_after = 0')).rejects.toEqual(refused)
    await expect(database.query('create table mine (id int)')).rejects.toEqual(refused)
    await database.close()
  })

  test('the one with the jobs analyses what it has copied, which the owner of a table alone may do', async () => {
    const database = await openDatabase(processes.withLeastRights('jobs'))
    await database.query('select analyze_liability_balances()')
    expect(
      await database.query(
        "select 1 from pg_stat_user_tables where relname = 'liability_balances' and analyze_count > 0",
      ),
    ).toHaveLength(1)
    await database.close()
  })

  test('those that answer cannot write what the jobs alone write', async () => {
    const database = await openDatabase(processes.withLeastRights('api'))
    for (const sql of [
      "insert into job_leases (name, holder, until, fence) values ('send payouts', 'me', now(), 1)",
      'update job_leases set fence = fence + 1',
      'update outgoing_transfers set sent_at = now()',
      'update incoming_transfers set amount = amount + 1',
      'update chain_cursors set height = height + 1',
      'insert into sweeps default values',
      'insert into payout_lines default values',
      'update payout_lines set attempts = 0',
      'update withdrawals set announced_at = now()',
      'update liability_statements set statement = null',
      'delete from audit_anchors',
      "update price_quotes set quotes = '[]'",
      ...['logins', 'notices', 'outbox', 'used_nonces', 'refusal_counts'].map((table) => `delete from ${table}`),
    ])
      await expect(database.query(sql), sql).rejects.toEqual(refused)
    await database.close()
  })

  test('the one with the jobs lets nobody in, and decides nothing in the place of operators', async () => {
    const database = await openDatabase(processes.withLeastRights('jobs'))
    for (const sql of [
      ...['sessions', 'operator_sessions', 'operator_set_ups', 'api_keys', 'passkeys', 'recovery_codes'].map(
        (table) => `insert into ${table} default values`,
      ),
      'update sessions set user_id = 1',
      "update operator_sessions set expires_at = 'infinity'",
      "update api_keys set rights = '{}'",
      "insert into users (mobile, role) values ('09120000000', 'OPERATOR')",
      ...[
        "role = 'OPERATOR'",
        "operator_roles = '{ADMIN}'",
        "mobile = ''",
        "two_step = 'SMS'",
        'blocked_at = null',
      ].map((column) => `update users set ${column}`),
      'insert into proposals default values',
      "update proposals set decision = 'APPROVED'",
      'insert into withdrawal_approvals default values',
      'update withdrawal_rules set stopped = false',
      'insert into outgoing_signatures default values',
      'update payout_batches set ordered_at = now()',
      'update bank_accounts set sheba = null',
      "update deposit_addresses set address = 'mine'",
    ])
      await expect(database.query(sql), sql).rejects.toEqual(refused)
    await database.close()
  })

  test('one that answers without custody leaves waiting withdrawals to the one that has coins sent', async () => {
    const database = await openDatabase(processes.owner)
    await database.query(
      `insert into withdrawals (id, user_id, coin_id, token_type, address, amount, network_fee, hold_reference, created_at)
       values (1, 1, 1, 'BITCOIN', 'bc1q', 1000, 10, 'none', now())`,
    )
    const another = await processes.start({ ROLE: 'api' })
    const rows = await database.query('select state, given_up_as is null as waits from withdrawals')
    await another.kill()
    await database.query('delete from withdrawals')
    await database.close()
    expect(rows).toEqual([{ state: 'RAISED_BY_USER', waits: true }])
  })

  const bookOf = async ({ url }: ServerProcess) =>
    (await fetch(`${url}/api/orders/order-book?marketType=GOLD_TOMAN`)).text()

  test('an order at one meets an order at the other, and both show the same book', async () => {
    const [ali, sara] = traders
    if (!ali || !sara) throw new Error('there are no traders')
    const body = { marketType: 'GOLD_TOMAN', amount: '0.5', unitPrice: '9876000' }
    const sale = { ...body, orderType: 'LIMITED_SELL', clientOrderId: 'sale-of-ali' }
    const purchase = { ...body, orderType: 'LIMITED_BUY', clientOrderId: 'purchase-of-sara' }
    const sold = await send(first.url, { trader: ali, key: 'sale-of-ali', side: 'sell', body: sale, answer: undefined })
    const bought = await send(second.url, {
      trader: sara,
      key: 'purchase-of-sara',
      side: 'buy',
      body: purchase,
      answer: undefined,
    })
    expect(sold).toMatchObject({ status: 200, text: expect.stringContaining('IS_OPEN') })
    expect(bought).toMatchObject({ status: 200, text: expect.stringContaining('FINISHED_WITH_TRANSACTION') })
    // The same key at the other process is the same order.
    const again = await send(second.url, {
      trader: ali,
      key: 'sale-of-ali',
      side: 'sell',
      body: sale,
      answer: undefined,
    })
    expect(again).toEqual(sold)
    await expect.poll(async () => (await bookOf(first)) === (await bookOf(second))).toBe(true)
  })

  test('one process asks the vendor for prices, and a price that one shows is bought at by another', async () => {
    const [, , reza] = traders
    const headers = { authorization: `Bearer ${reza?.token}`, 'content-type': 'application/json' }
    const goldPrice = async ({ url }: ServerProcess) => {
      const prices = TomanPrices.parse(await (await fetch(`${url}/api/coins/exchange-price/usd`)).json())
      return prices.content.find(({ destCoinSymbol }) => destCoinSymbol === 'GOLD')?.buyPrice
    }
    await expect.poll(() => goldPrice(first)).toMatch(/^\d+$/)
    const unitPrice = (await goldPrice(first)) ?? ''
    await expect.poll(() => goldPrice(second)).toBe(unitPrice)
    const body = { marketType: 'GOLD_TOMAN', amount: '1', orderType: 'EXCHANGE_BUY', unitPrice, totalPrice: unitPrice }
    const bought = await fetch(`${second.url}/api/exchange/buy`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    expect([bought.status, await bought.text()]).toEqual([200, expect.stringContaining('baseDTO')])
  })

  test('a stream that breaks at one goes on at the other, with what it has missed', async () => {
    const [ali] = traders
    if (!ali) throw new Error('there are no traders')
    const open = ({ url }: ServerProcess, lastEventId?: string) =>
      readEvents(`${url}/api/stream?market=GOLD_TOMAN`, { lastEventId })
    const hasBook = ({ all }: EventReader) => all('book').length > 0
    const [broken, others] = [await open(first), await open(second)]
    for (const each of [broken, others]) await each.until('its start', ({ all }) => all('reset').length === 1)
    broken.close()
    const body = { marketType: 'GOLD_TOMAN', amount: '0.5', unitPrice: '9000000', orderType: 'LIMITED_BUY' }
    const placed = { ...body, clientOrderId: 'missed-by-a-stream' }
    await send(first.url, { trader: ali, key: 'missed-by-a-stream', side: 'buy', body: placed, answer: undefined })
    await others.until('the order', hasBook)
    const resumed = await open(second, broken.lastId())
    await resumed.until('what it has missed', hasBook)
    expect(resumed.all('reset')).toEqual([])
    expect(resumed.all('book')[0]?.data.previous).toBe(broken.all('reset')[0]?.data.sequence)
    for (const each of [others, resumed]) each.close()
  })

  test('a session that ends at one is refused at the other, too, and its stream there ends', async () => {
    const [, , , mina] = traders
    const headers = { authorization: `Bearer ${mina?.token}` }
    const statusAt = async ({ url }: ServerProcess) => (await fetch(`${url}/api/users/account`, { headers })).status
    expect([await statusAt(first), await statusAt(second)]).toEqual([200, 200])
    const stream = await readEvents(`${second.url}/api/stream?market=GOLD_TOMAN`, { token: mina?.token })
    await stream.until('its start', ({ all }) => all('reset').length === 1)
    const ended = await fetch(`${first.url}/api/users/logout`, { headers })
    expect(ended.status).toBe(200)
    // A second is promised; a busy machine is given three. Without a word of the other process the stream would last until its heartbeat.
    await expect.poll(() => statusAt(second), { timeout: 3_000, interval: 50 }).toBe(401)
    await expect
      .poll(() => stream.all('end').map(({ data }) => data.reason), { timeout: 3_000 })
      .toEqual(['SESSION_ENDED'])
    stream.close()
  })

  test('while the writer is killed under load nothing is refused, lost or doubled', async () => {
    const standby = processes.startWriter()
    const loads = [first, second].map(({ url }, i) => {
      const load = new OrderLoad()
      return { load, loading: load.run(url, traders.slice(0, 3), { name: `load-${i}`, lanes: 6 }) }
    })
    const answered = () => loads.flatMap(({ load }) => load.intentions).filter(({ answer }) => answer !== undefined)
    await Promise.all(loads.map(({ load }) => load.answered(30)))
    await writer.kill()
    const killedAt = performance.now()
    // Answers of before may still be on their way.
    await sleep(200)
    const before = answered().length
    await expect.poll(() => answered().length, { timeout: 10_000, interval: 20 }).toBeGreaterThan(before)
    const stood = performance.now() - killedAt
    await sleep(500)
    for (const { load } of loads) load.stop()
    await Promise.all(loads.map(({ loading }) => loading))
    process.stdout.write(`the next writer answered ${Math.round(stood)} ms after the death of the first\n`)
    await standby
    expect(loads.flatMap(({ load }) => load.oddities)).toEqual([])
    for (const intention of answered().slice(-60))
      expect(await send(second.url, intention)).toEqual({ status: 200, text: intention.answer })
    const database = await openDatabase(processes.owner)
    const keys = answered().map(({ key }) => key)
    const [row] = await database.query<{ count: bigint }>(
      'select count(*) as count from orders where client_order_id = any($1)',
      [keys],
    )
    expect(row?.count).toBe(BigInt(keys.length))
    expect((await checkLedger(database)).faults).toEqual([])
    await database.close()
  })

  test('one that is asked to end says so to the balancer, goes on answering meanwhile, and ends well', async () => {
    const statusOf = async (path: string) => (await fetch(`${first.url}${path}`)).status
    expect(await statusOf('/api/health')).toBe(200)
    first.interrupt()
    await expect.poll(() => statusOf('/api/health'), { interval: 50 }).toBe(404)
    const answer = await fetch(`${first.url}/api/coins`)
    const { status, headers } = answer
    expect([status, headers.get('connection'), headers.get('x-ends')]).toEqual([200, 'close', 'yes'])
    expect(await first.ended).toBe(0)
  })
})
