import { afterAll, beforeAll, expect, test } from 'vitest'
import { amount } from '#domain/units.ts'
import type { Database } from '#server/store/database.ts'
import { checkLedger } from '#server/store/prove-ledger.ts'
import { advanceWithdrawal } from '#server/store/wallets/withdrawals.ts'
import { leavingTo, MAY_WITHDRAW } from '#tests/builders/commands.ts'
import { verifiedUser } from '#tests/builders/verified-user.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { type ConsoleServer, startConsoleServer } from './console-server.ts'
import { readEvents } from './read-events.ts'

onDatabase('withdrawals that wait for operators', (open) => {
  let database: Database
  let server: ConsoleServer
  let sara: string
  let reza: string
  let reader: string

  beforeAll(async () => {
    database = await open()
    server = await startConsoleServer(database)
    sara = await server.logIn(await server.addOperator('Sara Karimi', ['FINANCE']))
    reza = await server.logIn(await server.addOperator('Reza Amini', ['RISK']))
    reader = await server.logIn(await server.addOperator('Mina Azad', ['READ']))
  })
  afterAll(() => server.close())

  const REASON = { reason: 'Checked by telephone.' }
  const act = (id: string | number, what: string, token = sara) =>
    server.ask(`/operations/withdrawals/${id}/${what}`, { json: REASON, token })
  const list = async (token = sara) => (await server.ask('/operations/withdrawals', { method: 'GET', token })).body

  let keys = 0
  /** A withdrawal of five million Toman that needs so many operators. */
  async function raised(operators: 1 | 2) {
    const { userId, sheba } = await verifiedUser(database)
    const coinId = server.services.catalogue.coinBySymbol.get('TOMAN')?.id ?? 0
    const common = { userId, coinId, fingerprint: '', amount: amount(5_000_000_000_000n) }
    const reference = `gift/${userId}`
    await server.exchange.submit({ type: 'credit', source: 'gateway/ZARINPAL', ...common, key: reference, reference })
    const limits = {
      ...MAY_WITHDRAW.limits,
      oneOperatorFrom: amount(1n),
      twoOperatorsFrom: amount(operators === 2 ? 2n : 9n),
    }
    const result = await server.exchange.submit({
      ...{ type: 'withdraw', ...common, key: `out-${++keys}` },
      ...leavingTo(
        { tokenType: 'BANK', address: sheba, networkFee: amount(0n) },
        { withdrawer: { ...MAY_WITHDRAW, limits }, worth: amount(5n) },
      ),
    })
    if (result.kind !== 'withdrawal') throw new Error(`no withdrawal: ${result.kind}`)
    return { id: result.withdrawalId, userId, sheba }
  }

  const stateOf = async (id: number) => {
    const [row] = await database.query<{ state: string; hold: string }>(
      `select state, holds.status as hold from withdrawals join holds on reference = hold_reference where id = $1`,
      [id],
    )
    return `${row?.state} ${row?.hold}`
  }

  test('are listed with the facts for the decision, and the destination masked', async () => {
    const { id, userId, sheba } = await raised(2)
    const { content } = await list(reader)
    expect(content?.find((row) => row.id === String(id))).toMatchObject({
      ...{
        userId: String(userId),
        amount: '5000000',
        coin: 'TOMAN',
        userName: expect.stringMatching(/^\S+ \S+/),
        destination: `IR…${sheba.slice(-4)}`,
      },
      ...{ approvalsNeeded: 2, approvedBy: [], isApprovedByMe: false, paidBefore: 0, paidThereBefore: 0 },
    })
    expect(JSON.stringify(content)).not.toContain(sheba)
  })

  test('one for two operators goes on with the second one alone, and each counts once', async () => {
    const { id, userId } = await raised(2)
    expect((await act(id, 'approve')).body.baseDTO).toEqual({ approvals: 1, approvalsNeeded: 2 })
    expect((await act(id, 'approve')).body).toMatchObject({ code: 'NOTHING_TO_CHANGE' })
    expect(await stateOf(id)).toBe('RAISED_BY_USER HELD')
    expect((await list()).content?.find((row) => row.id === String(id))).toMatchObject({
      approvedBy: ['Sara Karimi'],
      isApprovedByMe: true,
    })
    expect((await act(id, 'approve', reza)).status).toBe(200)
    expect(await stateOf(id)).toBe('APPROVED HELD')
    expect((await act(id, 'approve', reza)).body).toMatchObject({ code: 'WITHDRAWAL_NOT_WAITING' })
    const kinds = await database.query('select kind from notices where user_id = $1', [userId])
    expect(kinds).toEqual([{ kind: 'WITHDRAWAL_APPROVED' }])
    const events = await readEvents(database, userId)
    expect(events.slice(-2).map(({ details }) => details)).toMatchObject([{ approvals: 1 }, { approvals: 2 }])
  })

  test('one that is refused goes back to its user, who reads why', async () => {
    const { id, userId } = await raised(1)
    expect((await act(id, 'refuse')).status).toBe(200)
    expect(await stateOf(id)).toBe('REFUSED RELEASED')
    expect((await act(id, 'approve')).body).toMatchObject({ code: 'WITHDRAWAL_NOT_WAITING' })
    const { body } = await server.ask(`/operations/users/${userId}/withdrawals`, { method: 'GET', token: reader })
    expect(body.content).toMatchObject([
      { state: 'REFUSED', endReason: REASON.reason, transactionStatus: 'UNCONFIRMED' },
    ])
    expect((await checkLedger(database)).faults).toEqual([])
  })

  test('of an approval and a refusal at once the refusal holds: also what is approved can be refused until it is sent', async () => {
    const { id } = await raised(1)
    const answers = await Promise.all([act(id, 'approve'), act(id, 'refuse', reza)])
    expect([200, 409]).toContain(answers[0].status)
    expect(answers[1].status).toBe(200)
    expect(await stateOf(id)).toBe('REFUSED RELEASED')
    const signed = await raised(1)
    await act(signed.id, 'approve')
    await advanceWithdrawal(database, { id: signed.id, to: 'SIGNED', at: new Date() })
    expect((await act(signed.id, 'refuse', reza)).body).toMatchObject({ code: 'WITHDRAWAL_NOT_WAITING' })
    expect(await stateOf(signed.id)).toBe('SIGNED HELD')
  })

  test('somebody who only reads decides nothing, and stops nothing', async () => {
    const { id } = await raised(1)
    for (const what of [`${id}/approve`, `${id}/refuse`, 'stop'])
      expect((await server.ask(`/operations/withdrawals/${what}`, { json: REASON, token: reader })).body).toMatchObject(
        {
          code: 'OPERATOR_RIGHT_MISSING',
        },
      )
    expect(await stateOf(id)).toBe('RAISED_BY_USER HELD')
  })

  test('all are stopped by one operator, and opened again by two', async () => {
    const stop = () => server.ask('/operations/withdrawals/stop', { json: REASON, token: sara })
    expect((await stop()).status).toBe(200)
    expect((await stop()).body).toMatchObject({ code: 'NOTHING_TO_CHANGE' })
    const { baseDTO: rules } = await list()
    expect(rules).toMatchObject({ withdrawalsOpen: false })

    const propose = (differences: object, token = sara) =>
      server.ask('/operations/withdrawals/propose-rules', { json: { ...rules, ...differences, ...REASON }, token })
    const { body } = await propose({ withdrawalsOpen: true, twoOperatorsFrom: '900000000' })
    const approve = (token: string) =>
      server.ask(`/operations/proposals/${body.baseDTO?.id}/approve`, { json: REASON, token })
    expect((await approve(sara)).body).toMatchObject({ code: 'FOUR_EYES_REQUIRED' })
    expect(await list()).toMatchObject({ baseDTO: { withdrawalsOpen: false } })
    expect((await approve(reza)).status).toBe(200)
    expect(await list()).toMatchObject({ baseDTO: { ...rules, withdrawalsOpen: true, twoOperatorsFrom: '900000000' } })
    expect((await propose({ twoOperatorsFrom: '1' })).body).toMatchObject({
      code: 'SETTING_INVALID',
      field: 'twoOperatorsFrom',
    })
  })
})
