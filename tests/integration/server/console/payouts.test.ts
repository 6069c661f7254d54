import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OperatorRole } from '#domain/operator-rights.ts'
import type { Database } from '#server/store/database.ts'
import { closeDueBatch } from '#server/wallets/payouts/close-batch.ts'
import { runPayouts } from '#server/wallets/payouts/send-payouts.ts'
import { openPayouts, type PayoutPlace } from '#tests/builders/payouts.ts'
import { faultsOf } from '#tests/builders/test-exchange.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { type ConsoleServer, startConsoleServer, type TestOperator } from './console-server.ts'

const DAY_SECONDS = 86_400
const HOUR_SECONDS = 3_600

onDatabase('the room of payouts', (open) => {
  let database: Database
  let server: ConsoleServer
  let place: PayoutPlace
  let sara: TestOperator
  let reza: TestOperator

  beforeAll(async () => {
    database = await open()
    server = await startConsoleServer(database)
    place = await openPayouts(database, {
      now: () => server.people.accounts.now().getTime(),
      exchange: server.exchange,
    })
    sara = await server.addOperator('Sara Karimi')
    reza = await server.addOperator('Reza Amini')
  })
  afterAll(async () => {
    await place.close()
    await server.close()
  })

  const ask = async (who: TestOperator, path: string, json?: object) =>
    server.ask(path, {
      ...(json ? { json: { reason: 'Agreed', ...json } } : { method: 'GET' }),
      token: await server.logIn(who),
    })
  const withGateway = async (work: () => Promise<void>) => {
    Object.assign(server.services.payouts, { gateway: place.gateway })
    await work()
    Object.assign(server.services.payouts, { gateway: undefined })
  }
  /** Closes a batch of these amounts. @returns its id, and those of its withdrawals */
  const closed = async (...toman: bigint[]) => {
    const raised = []
    server.people.pass({ seconds: DAY_SECONDS })
    for (const each of toman) raised.push(await place.raise(each))
    while (!(await closeDueBatch(server.services.payouts))) server.people.pass({ seconds: HOUR_SECONDS })
    const { body } = await ask(sara, '/operations/payouts')
    const [batch] = body.content ?? []
    return { id: String(batch?.id), batch, lines: raised.map(({ id }) => id) }
  }
  const sent = async (id: string, way: 'GATEWAY' | 'FILE') => {
    const approved = await ask(sara, `/operations/payouts/${id}/approve`, { way })
    const proposal = String(approved.body.baseDTO?.id)
    expect((await ask(reza, `/operations/proposals/${proposal}/approve`, {})).status).toBe(200)
    return proposal
  }
  const fileOf = async (id: string) => {
    const reply = await fetch(`${server.url}/api/operations/payouts/${id}/file`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await server.logIn(sara)}`, 'content-type': 'application/json' },
      body: JSON.stringify({ reason: 'For the bank' }),
    })
    return { status: reply.status, text: await reply.text() }
  }
  const imported = async (text: string) => {
    const form = new FormData()
    form.set('reason', 'The statement of today')
    form.set('statement', new Blob([text], { type: 'text/csv' }), 'statement.csv')
    return server.ask('/operations/payouts/statements', { form, token: await server.logIn(sara) })
  }
  const statement = (...rows: string[]) => ['تاریخ,مبلغ,پیگیری,شناسه,شرح', ...rows].join('\n')
  const stateOf = async (id: number) =>
    (
      await database.query<object>(
        `select w.state as withdrawal, line.state as line from withdrawals as w join payout_lines as line on withdrawal_id = w.id
          where w.id = $1`,
        [id],
      )
    )[0]

  test('a batch is approved by one operator and sent by a second one, and the bank’s file has what is in it', async () => {
    const { id, batch, lines } = await closed(500_000n, 700_000n)
    expect(batch).toMatchObject({ lines: 2, amount: '1200000', way: null, approval: null })
    const waiting = async () => (await ask(sara, '/operations/overview')).body.baseDTO?.waiting
    expect(await waiting()).toMatchObject({ payouts: { count: 1, oldest: batch?.closedAt } })
    expect((await fileOf(id)).status).toBe(409)
    const approved = await ask(sara, `/operations/payouts/${id}/approve`, { way: 'FILE' })
    const proposal = String(approved.body.baseDTO?.id)
    expect(await ask(reza, `/operations/payouts/${id}/approve`, { way: 'FILE' })).toMatchObject({
      body: { code: 'PROPOSAL_EXISTS' },
    })
    expect((await ask(reza, '/operations/payouts')).body.content?.[0]).toMatchObject({
      approval: { proposalId: proposal, way: 'FILE', by: 'Sara Karimi', isOwn: false },
    })
    expect(await ask(sara, `/operations/proposals/${proposal}/approve`, {})).toMatchObject({
      body: { code: 'FOUR_EYES_REQUIRED' },
    })
    expect((await fileOf(id)).status).toBe(409)
    expect((await ask(reza, `/operations/proposals/${proposal}/approve`, {})).status).toBe(200)
    const { status, text } = await fileOf(id)
    expect(status).toBe(200)
    const rows = text.trim().split('\r\n')
    expect(rows).toHaveLength(3)
    for (const [i, rial] of ['5000000', '7000000'].entries()) {
      expect(rows[i + 1]).toContain(`,${rial},`)
      expect(rows[i + 1]?.endsWith(`,${lines[i]}`)).toBe(true)
    }
    const events = await database.query<{ kind: string; operator: bigint }>(
      `select kind, operator_id as operator from audit_log where kind like '%PAYOUT%' order by id`,
    )
    expect(events.map(({ kind, operator }) => [kind, Number(operator)])).toEqual([
      ['SEND_PAYOUTS_PROPOSED', sara.id],
      ['PAYOUTS_SENT', reza.id],
      ['PAYOUT_FILE_EXPORTED', sara.id],
    ])
    const shown = await ask(sara, `/operations/payouts/${id}/lines`)
    expect(shown.body.content).toHaveLength(2)
    expect(shown.body.content?.[0]).toMatchObject({ state: 'ORDERED', sheba: expect.stringMatching(/^IR…\d{4}$/) })
  })

  test('a statement ends each line that it names as paid, lists the others for a person, and adds nothing twice', async () => {
    const { id, lines } = await closed(500_000n, 700_000n)
    await sent(id, 'FILE')
    expect((await ask(sara, `/operations/payouts/${id}/handed-in`, {})).status).toBe(200)
    expect(await ask(sara, `/operations/payouts/${id}/handed-in`, {})).toMatchObject({
      body: { code: 'NOTHING_TO_CHANGE' },
    })
    const [first = 0, second = 0] = lines
    expect(await stateOf(first)).toEqual({ withdrawal: 'SENT', line: 'ORDERED' })
    const text = statement(
      `1405/09/08,"۵,۰۰۰,۰۰۰",REF-${first},${first},برداشت`,
      // Another amount than the withdrawal's.
      `1405/09/08,6999990,REF-${second},${second},برداشت`,
      '1405/09/08,120000,REF-rent,,اجاره',
      'not a day,1,x,,',
    )
    expect((await imported(text)).body.baseDTO).toEqual({ matched: 1, unmatched: 2, duplicates: 0, badRows: [4] })
    expect(await stateOf(first)).toEqual({ withdrawal: 'CONFIRMED', line: 'PAID' })
    expect(await stateOf(second)).toEqual({ withdrawal: 'SENT', line: 'ORDERED' })
    expect((await imported(text)).body.baseDTO).toEqual({ matched: 0, unmatched: 0, duplicates: 3, badRows: [4] })
    // The same withdrawal under another reference is no payment of it.
    const again = await imported(statement(`1405/09/09,5000000,REF-again-${first},${first},برداشت`))
    expect(again.body.baseDTO).toMatchObject({ matched: 0, unmatched: 1 })
    const seen = await ask(sara, '/operations/payouts/statements')
    const unmatched = (seen.body.baseDTO?.unmatched ?? []) as { reference: string }[]
    expect(unmatched.map(({ reference }) => reference)).toEqual(
      expect.arrayContaining([`REF-again-${first}`, 'REF-rent', `REF-${second}`]),
    )
    // The exchange's own account has lost exactly what the bank has paid.
    const [bank] = await database.query<{ lost: bigint; paid: bigint }>(
      `select (select available from balances where owner_id = -501) as lost, sum(amount) as paid from withdrawals
        where state = 'CONFIRMED' and id in (select withdrawal_id from bank_statement_lines)`,
    )
    expect(bank?.lost).toBe(bank?.paid)
    expect(await faultsOf(database)).toEqual([])
  })

  test('a file that is no statement is refused', async () => {
    expect(await imported('"')).toMatchObject({ status: 400, body: { code: 'STATEMENT_UNREADABLE' } })
    expect(await imported('')).toMatchObject({ body: { code: 'STATEMENT_UNREADABLE' } })
    // Of this one no row is a transfer.
    expect(await imported('a,b\n1,2\n3,4')).toMatchObject({ body: { code: 'STATEMENT_UNREADABLE' } })
  })

  test('a line that the bank did not pay is given back by two, once, and no statement pays it afterwards', async () => {
    const { id, lines } = await closed(600_000n)
    const [line = 0] = lines
    const path = `/operations/payouts/lines/${line}/return`
    expect(await ask(sara, path, {})).toMatchObject({ body: { code: 'NOTHING_TO_CHANGE' } })
    await sent(id, 'FILE')
    const proposed = await ask(sara, path, {})
    const proposal = String(proposed.body.baseDTO?.id)
    expect((await ask(sara, `/operations/payouts/${id}/lines`)).body.content?.[0]).toMatchObject({
      returnProposed: true,
    })
    expect(await ask(sara, `/operations/proposals/${proposal}/approve`, {})).toMatchObject({
      body: { code: 'FOUR_EYES_REQUIRED' },
    })
    expect((await ask(reza, `/operations/proposals/${proposal}/approve`, {})).status).toBe(200)
    expect(await stateOf(line)).toEqual({ withdrawal: 'FAILED', line: 'RETURNED' })
    const late = await imported(statement(`1405/09/10,6000000,REF-${line},${line},برداشت`))
    expect(late.body.baseDTO).toMatchObject({ matched: 0, unmatched: 1 })
    expect(await faultsOf(database)).toEqual([])
  })

  test('without a gateway only the file can be chosen, and with one it pays', async () => {
    const { id, lines } = await closed(800_000n)
    expect((await ask(sara, '/operations/payouts')).body).toMatchObject({ ways: ['FILE'] })
    const closedWay = await ask(sara, `/operations/payouts/${id}/approve`, { way: 'GATEWAY' })
    expect(closedWay).toMatchObject({ status: 409, body: { code: 'PAYOUT_WAY_CLOSED' } })
    await withGateway(async () => {
      await sent(id, 'GATEWAY')
      await runPayouts(server.services.payouts)
      expect(await stateOf(lines[0] ?? 0)).toEqual({ withdrawal: 'SENT', line: 'ORDERED' })
      server.people.pass({ seconds: 60 })
      await runPayouts(server.services.payouts)
      expect(await stateOf(lines[0] ?? 0)).toEqual({ withdrawal: 'CONFIRMED', line: 'PAID' })
    })
    expect(await ask(sara, `/operations/payouts/${id}/approve`, { way: 'FILE' })).toMatchObject({
      body: { code: 'NOTHING_TO_CHANGE' },
    })
    expect((await fileOf(id)).status).toBe(409)
  })

  test('what a bank has moved between accounts of the exchange is booked by two operators, once for its reference', async () => {
    const held = async () =>
      Object.fromEntries(
        ((await ask(sara, '/operations/payouts/accounts')).body.content ?? []).map((row) => [row.account, row.amount]),
      )
    const before = await held()
    const transfer = {
      ...{
        fromAccount: 'gateway/ZARINPAL',
        toAccount: 'bank/2',
        transferAmount: '2000000.5',
        transferReference: 'SHP-77',
      },
    }
    const propose = (change: object) => ask(sara, '/operations/payouts/transfers', { ...transfer, ...change })
    for (const wrong of [{ toAccount: 'gateway/ZARINPAL' }, { transferAmount: '0' }])
      expect(await propose(wrong)).toMatchObject({ status: 400, body: { code: 'SETTING_INVALID' } })
    for (const wrong of [{ toAccount: 'hot/TRC20' }, { transferAmount: '-5' }, { transferReference: 'a b' }])
      expect((await propose(wrong)).status).toBe(400)
    const { body } = await propose({})
    expect(await propose({})).toMatchObject({ body: { code: 'PROPOSAL_EXISTS' } })
    const proposal = `/operations/proposals/${body.baseDTO?.id}/approve`
    expect(await ask(sara, proposal, {})).toMatchObject({ body: { code: 'FOUR_EYES_REQUIRED' } })
    expect(await held()).toEqual(before)
    expect((await ask(reza, proposal, {})).status).toBe(200)
    const after = await held()
    const moved = (account: string) => Math.round((Number(after[account]) - Number(before[account])) * 10)
    expect([moved('gateway/ZARINPAL'), moved('bank/2'), moved('bank/1')]).toEqual([-20_000_005, 20_000_005, 0])
    expect(await propose({ transferAmount: '1' })).toMatchObject({ body: { code: 'NOTHING_TO_CHANGE' } })
    expect(await faultsOf(database)).toEqual([])
  })

  test('what does not exist is not found', async () => {
    for (const path of [
      '/operations/payouts/999/approve',
      '/operations/payouts/999/handed-in',
      '/operations/payouts/lines/999/return',
    ])
      expect(await ask(sara, path, path.endsWith('approve') ? { way: 'FILE' } : {})).toMatchObject({
        ...{ status: 404, body: { code: 'PAYOUT_NOT_FOUND' } },
      })
    expect(await ask(sara, '/operations/payouts/999/lines')).toMatchObject({ body: { code: 'PAYOUT_NOT_FOUND' } })
    expect((await fileOf('999')).status).toBe(404)
  })

  test('an operator without the right neither sees the room nor sends', async () => {
    const roles: OperatorRole[] = ['SUPPORT']
    await database.query('update users set operator_roles = $2 where id = $1', [reza.id, roles])
    const refused = { status: 403, body: { code: 'OPERATOR_RIGHT_MISSING' } }
    expect(await ask(reza, '/operations/payouts')).toMatchObject(refused)
    expect(await ask(reza, '/operations/payouts/1/approve', { way: 'FILE' })).toMatchObject(refused)
    await database.query(`update users set operator_roles = '{ADMIN}' where id = $1`, [reza.id])
  })
})
