import { afterAll, beforeAll, expect, test } from 'vitest'
import { amount } from '#domain/units.ts'
import { mayWithdraw } from '#domain/withdrawal.ts'
import { readWithdrawer } from '#server/store/accounts/protection.ts'
import type { Database } from '#server/store/database.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { accountForm } from '../accounts/account-form.ts'
import { logIn, type SignedUp, signedUp } from '../accounts/steps.ts'
import { type ConsoleServer, startConsoleServer, type TestOperator } from './console-server.ts'
import { readEvents } from './read-events.ts'

onDatabase("an operator in a customer's account", (open) => {
  let database: Database
  let server: ConsoleServer
  let sara: TestOperator
  let reza: TestOperator
  let token: string
  let support: string
  let risks: string
  let busy: string

  beforeAll(async () => {
    database = await open()
    server = await startConsoleServer(database)
    const [mina, risk] = [
      await server.addOperator('Mina Azad', ['SUPPORT']),
      await server.addOperator('Omid Rad', ['RISK']),
    ]
    const hasty = await server.addOperator('Omid Azad', ['RISK'])
    sara = await server.addOperator('Sara Karimi')
    reza = await server.addOperator('Reza Amini')
    support = await server.logIn(mina)
    risks = await server.logIn(risk)
    busy = await server.logIn(hasty)
    token = await server.logIn(sara)
  })
  afterAll(() => server.close())

  const idOf = async ({ mobile }: SignedUp) => {
    const { body } = await server.ask('/operations/users/search', { json: { search: mobile }, token })
    return String(body.content?.[0]?.id)
  }
  const act = (id: string, what: string, json: object, as = token) =>
    server.ask(`/operations/users/${id}/${what}`, { json, token: as })
  const page = async (id: string) =>
    (await server.ask(`/operations/users/${id}`, { method: 'GET', token })).body.baseDTO ?? {}
  const isIn = async (who: SignedUp) => (await server.people.ask('/users/account', { token: who.token })).status === 200

  test('sees facts, logins and sessions, and no password or hash', async () => {
    const ali = await signedUp(server.people)
    const seen = await page(await idOf(ali))
    expect(seen).toMatchObject({
      mobileNumber: ali.mobile,
      authenticationType: 'UNAUTHORIZED',
      userAccountLevel: 'VIP_1',
      frozen: false,
      balances: [],
      logins: [{ isSuccessful: true, ipAddress: '5.160.1.1' }],
      sessions: [{ ipAddress: '5.160.1.1' }],
    })
    expect(JSON.stringify(seen)).not.toMatch(/argon2|hash|secret/i)
  })

  test('freezes with a reason: the sessions end at once and the login is refused with its own sentence', async () => {
    const ali = await signedUp(server.people)
    const id = await idOf(ali)
    expect(await act(id, 'freeze', { reason: 'ab' })).toMatchObject({ status: 400, body: { field: 'reason' } })
    expect(await act(id, 'freeze', {})).toMatchObject({ status: 400 })
    expect(await isIn(ali)).toBe(true)
    expect((await act(id, 'freeze', { reason: 'A stolen phone' })).status).toBe(200)
    expect(await isIn(ali)).toBe(false)
    expect(await logIn(server.people, ali.mobile)).toMatchObject({ status: 403, body: { code: 'LOGIN_NOT_ALLOWED' } })
    expect(await page(id)).toMatchObject({ frozen: true, frozenBy: 'OPERATOR', sessions: [] })
    expect(await act(id, 'freeze', { reason: 'Once more' })).toMatchObject({ body: { code: 'NOTHING_TO_CHANGE' } })
    expect((await act(id, 'unfreeze', { reason: 'The phone is back' })).status).toBe(200)
    // The account may have been frozen because somebody knew the old password.
    expect((await logIn(server.people, ali.mobile)).body.code).toBe('INCORRECT_CREDENTIALS')
    const events = (await readEvents(database, Number(id))).filter(({ operator }) => operator !== null)
    expect(events).toMatchObject([
      { kind: 'ACCOUNT_FROZEN', operator: BigInt(sara.id), details: { reason: 'A stolen phone', ended: 1 } },
      { kind: 'ACCOUNT_UNFROZEN', operator: BigInt(sara.id), details: { reason: 'The phone is back' } },
    ])
  })

  test('lets in a customer who was frozen by the own hand', async () => {
    const ali = await signedUp(server.people)
    const id = await idOf(ali)
    await database.query(`update users set blocked_at = now(), blocked_by = 'USER' where id = $1`, [id])
    expect(await page(id)).toMatchObject({ frozen: true, frozenBy: 'USER' })
    const unfreeze = { reason: 'Identity was proven by phone' }
    expect(await act(id, 'unfreeze', unfreeze)).toMatchObject({
      status: 400,
      body: { code: 'OWNER_CHECK_REQUIRED', field: 'check' },
    })
    expect((await act(id, 'unfreeze', { ...unfreeze, check: 'CALL_BACK' })).status).toBe(200)
    expect((await readEvents(database, Number(id))).at(-1)).toMatchObject({
      ...{ kind: 'ACCOUNT_UNFROZEN', details: { before: 'OWN', check: 'CALL_BACK' } },
    })
    expect(await page(id)).toMatchObject({ frozen: false, frozenBy: null })
  })

  test('the freeze of risk is ended by risk alone, and says who and why; that of support is taken over by risk', async () => {
    const id = await idOf(await signedUp(server.people))
    expect((await act(id, 'freeze', { reason: 'A call of the owner' }, support)).status).toBe(200)
    expect(await page(id)).toMatchObject({
      freeze: { kind: 'SUPPORT', by: 'Mina Azad', reason: 'A call of the owner' },
    })
    expect((await act(id, 'freeze', { reason: 'Under investigation' }, risks)).status).toBe(200)
    expect(await page(id)).toMatchObject({ freeze: { kind: 'RISK', by: 'Omid Rad', reason: 'Under investigation' } })
    expect(await act(id, 'freeze', { reason: 'Once more' }, support)).toMatchObject({
      body: { code: 'NOTHING_TO_CHANGE' },
    })
    expect(await act(id, 'unfreeze', { reason: 'The customer asked' }, support)).toMatchObject({
      ...{ status: 403, body: { code: 'OPERATOR_RIGHT_MISSING' } },
    })
    expect(await page(id)).toMatchObject({ frozen: true })
    expect((await act(id, 'unfreeze', { reason: 'It was nothing' }, risks)).status).toBe(200)
    expect(await page(id)).toMatchObject({ frozen: false, freeze: null })
    await act(id, 'freeze', { reason: 'A call of the owner' }, support)
    expect((await act(id, 'unfreeze', { reason: 'The owner is back' }, support)).status).toBe(200)
  })

  test('holds withdrawals for a day from the moment an account is unfrozen, and shortens no longer hold', async () => {
    const heldUntil = async (id: string) => {
      const [row] = await database.query<{ until: Date | null }>(
        'select withdrawals_held_until as until from users where id = $1',
        [id],
      )
      return row?.until?.getTime() ?? 0
    }
    const day = 24 * 3_600_000
    const at = server.people.accounts.now().getTime()
    const ali = await signedUp(server.people)
    const id = await idOf(ali)
    await act(id, 'freeze', { reason: 'A stolen phone' })
    await act(id, 'unfreeze', { reason: 'The phone is back' })
    expect(await heldUntil(id)).toBe(at + day)
    const withdrawer = await readWithdrawer(database, { userId: Number(id), at })
    const withdrawn = { hour: 0n, day: 0n, allHour: 0n }
    expect(mayWithdraw({ ...withdrawer, authorized: true }, { at, worth: amount(1n), withdrawn })).toBe(
      'WITHDRAWALS_HELD',
    )
    await database.query('update users set withdrawals_held_until = $2 where id = $1', [id, new Date(at + 3 * day)])
    await act(id, 'freeze', { reason: 'A stolen phone' })
    await act(id, 'unfreeze', { reason: 'The phone is back' })
    expect(await heldUntil(id)).toBe(at + 3 * day)
  })

  test('ends one session, or all', async () => {
    const ali = await signedUp(server.people)
    const id = await idOf(ali)
    const [session] = (await page(id)).sessions as { id: string }[]
    const other = await signedUp(server.people)
    const strange = { sessionId: session?.id, reason: 'Not of this user' }
    expect(await act(await idOf(other), 'end-sessions', strange)).toMatchObject({ body: { code: 'NOTHING_TO_CHANGE' } })
    expect(await isIn(ali)).toBe(true)
    expect((await act(id, 'end-sessions', { sessionId: session?.id, reason: 'Asked for it' })).status).toBe(200)
    expect(await isIn(ali)).toBe(false)
    expect((await act(await idOf(other), 'end-sessions', { reason: 'Asked for it' })).status).toBe(200)
    expect(await isIn(other)).toBe(false)
  })

  test('freezes no more than twenty within an hour alone', async () => {
    const id = await idOf(await signedUp(server.people))
    const answers = []
    for (let at = 0; at < 21; at += 1) {
      answers.push((await act(id, 'freeze', { reason: 'A stolen phone' }, busy)).status)
      await database.query('update users set blocked_at = null, blocked_by = null, freeze_kind = null where id = $1', [
        id,
      ])
    }
    expect(answers).toEqual([...Array.from({ length: 20 }, () => 200), 429])
  })

  test('deletes the photos of documents, and what was proven stays proven', async () => {
    const ali = await signedUp(server.people)
    const id = await idOf(ali)
    expect(await act(id, 'delete-documents', { reason: 'There are none' })).toMatchObject({
      body: { code: 'NOTHING_TO_CHANGE' },
    })
    await server.people.ask('/users/account', { method: 'POST', form: await accountForm(), token: ali.token })
    expect(await page(id)).toMatchObject({ photos: 3, authenticationType: 'UNIDENTIFIED' })
    expect(await act(id, 'delete-documents', {})).toMatchObject({ status: 400, body: { field: 'reason' } })
    expect((await act(id, 'delete-documents', { reason: 'Asked for by letter' })).status).toBe(200)
    expect(await page(id)).toMatchObject({ photos: 0, authenticationType: 'UNIDENTIFIED' })
    const events = await readEvents(database, Number(id))
    expect(events).toContainEqual(
      expect.objectContaining({
        kind: 'DOCUMENTS_DELETED',
        operator: BigInt(sara.id),
        details: { reason: 'Asked for by letter', photos: 3 },
      }),
    )
    expect(await act('999999', 'delete-documents', { reason: 'Nobody' })).toMatchObject({
      body: { code: 'USER_NOT_FOUND' },
    })
  })

  test('sets a level that stays against the volume, until it is given back', async () => {
    const ali = await signedUp(server.people)
    const id = await idOf(ali)
    const approved = async (level: string, reason: string) => {
      const { body } = await act(id, 'level', { level, reason })
      const approval = `/operations/proposals/${body.baseDTO?.id}/approve`
      expect(await server.ask(approval, { json: { reason }, token })).toMatchObject({
        body: { code: 'FOUR_EYES_REQUIRED' },
      })
      return (await server.ask(approval, { json: { reason }, token: await server.logIn(reza) })).status
    }
    expect(await approved('VIP_3', 'A partner')).toBe(200)
    expect(await page(id)).toMatchObject({ userAccountLevel: 'VIP_3', levelSetByHand: true })
    const { adjustLevels } = await import('#server/store/accounts/levels.ts')
    expect(await adjustLevels(database, { userIds: [Number(id)], since: '2026-01-01' })).toEqual([])
    expect(await act(id, 'level', { level: 'SUPERVISOR', reason: 'Alone' })).toMatchObject({ status: 400 })
    expect(await approved('BY_VOLUME', 'No partner any more')).toBe(200)
    expect(await page(id)).toMatchObject({ userAccountLevel: 'VIP_1', levelSetByHand: false })
  })

  test('finds nobody under the id of an operator or of no user', async () => {
    for (const id of [String(sara.id), '999999', '999999999999999999'])
      expect(await act(id, 'freeze', { reason: 'No such user' })).toMatchObject({
        status: 404,
        body: { code: 'USER_NOT_FOUND' },
      })
  })
})
