import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OperatorRole } from '#domain/operator-rights.ts'
import { addOperator } from '#server/accounts/operators/add-operator.ts'
import type { Database } from '#server/store/database.ts'
import { iranianIdentity } from '#tests/builders/iranian-identity.ts'
import { verifiedUser } from '#tests/builders/verified-user.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { type ConsoleServer, startConsoleServer, type TestOperator } from './console-server.ts'
import { readEvents } from './read-events.ts'

onDatabase('roles of operators', (open) => {
  let database: Database
  let server: ConsoleServer
  let sara: TestOperator
  let reza: TestOperator

  beforeAll(async () => {
    database = await open()
    server = await startConsoleServer(database)
    sara = await server.addOperator('Sara Karimi')
    reza = await server.addOperator('Reza Amini')
  })
  afterAll(() => server.close())

  /** Adds a third operator to the two admins, as the two would. */
  async function operatorWith(roles: readonly OperatorRole[]): Promise<TestOperator> {
    await database.query(`update users set operator_roles = '{READ}' where id = $1`, [reza.id])
    const added = await server.addOperator('Mina Rad', roles)
    await database.query(`update users set operator_roles = '{ADMIN}' where id = $1`, [reza.id])
    return added
  }
  const propose = async (who: TestOperator, id: number, roles: readonly string[]) =>
    server.ask(`/operations/operators/${id}/propose-roles`, {
      json: { roles, reason: 'New duties' },
      token: await server.logIn(who),
    })
  const approve = async (who: TestOperator, id: unknown) =>
    server.ask(`/operations/proposals/${id}/approve`, {
      json: { reason: 'Agreed' },
      token: await server.logIn(who),
    })
  const rolesOf = async (id: number) =>
    (await database.query<{ roles: string[] }>('select operator_roles as roles from users where id = $1', [id]))[0]
      ?.roles

  test('change by two admins, hold from the next call of an open session, and the log has before and after', async () => {
    const mina = await operatorWith(['READ'])
    const { userId } = await verifiedUser(database)
    const proposed = await propose(sara, mina.id, ['SUPPORT', 'READ'])
    expect(proposed.status).toBe(200)
    const token = await server.logIn(mina)
    const freeze = () => server.ask(`/operations/users/${userId}/freeze`, { json: { reason: 'A report' }, token })
    expect(await freeze()).toMatchObject({ status: 403, body: { code: 'OPERATOR_RIGHT_MISSING' } })
    const id = proposed.body.baseDTO?.id
    expect(await approve(sara, id)).toMatchObject({ body: { code: 'FOUR_EYES_REQUIRED' } })
    expect((await approve(reza, id)).status).toBe(200)
    expect(await rolesOf(mina.id)).toEqual(['READ', 'SUPPORT'])
    expect((await freeze()).status).toBe(200)
    expect(
      (await readEvents(database, mina.id)).map(({ kind, details }) => [kind, details.before, details.after]),
    ).toEqual([
      ['OPERATOR_ADDED', undefined, undefined],
      ['OPERATOR_ROLES_PROPOSED', 'READ', 'READ, SUPPORT'],
      ['OPERATOR_LOGGED_IN', undefined, undefined],
      ['OPERATOR_ROLES_CHANGED', 'READ', 'READ, SUPPORT'],
    ])
    expect(await approve(reza, id)).toMatchObject({ body: { code: 'PROPOSAL_CLOSED' } })
  })

  test('nobody approves roles of their own, nor what their role could not propose', async () => {
    const mina = await operatorWith(['FINANCE'])
    const own = (await propose(sara, reza.id, ['ADMIN', 'FINANCE'])).body.baseDTO?.id
    expect(await approve(reza, own)).toMatchObject({ status: 403, body: { code: 'FOUR_EYES_REQUIRED' } })
    const refusal = { json: { reason: 'I stay' }, token: await server.logIn(reza) }
    expect(await server.ask(`/operations/proposals/${own}/refuse`, refusal)).toMatchObject({
      status: 403,
      body: { code: 'FOUR_EYES_REQUIRED' },
    })
    const grab = (await propose(sara, mina.id, ['ADMIN'])).body.baseDTO?.id
    const mayDecide = async (who: TestOperator) => {
      const seen = await server.ask('/operations/proposals', { method: 'GET', token: await server.logIn(who) })
      return [own, grab].map((asked) => seen.body.content?.find(({ id }) => id === asked)?.mayDecide)
    }
    expect([await mayDecide(sara), await mayDecide(reza), await mayDecide(mina)]).toEqual([
      [false, false],
      [false, true],
      [false, false],
    ])
    expect(await approve(mina, grab)).toMatchObject({ status: 403, body: { code: 'OPERATOR_RIGHT_MISSING' } })
    const refused = await server.ask(`/operations/proposals/${grab}/refuse`, {
      json: { reason: 'Not mine to say' },
      token: await server.logIn(mina),
    })
    expect(refused).toMatchObject({ status: 403, body: { code: 'OPERATOR_RIGHT_MISSING' } })
    expect(await rolesOf(mina.id)).toEqual(['FINANCE'])
  })

  test('two admins are always left, also where two changes are approved one after the other', async () => {
    expect(await propose(sara, reza.id, ['READ'])).toMatchObject({ status: 409, body: { code: 'TWO_ADMINS_NEEDED' } })
    const third = await operatorWith(['ADMIN'])
    const first = (await propose(sara, third.id, ['READ'])).body.baseDTO?.id
    const second = (await propose(third, sara.id, ['READ'])).body.baseDTO?.id
    expect((await approve(reza, first)).status).toBe(200)
    expect(await approve(reza, second)).toMatchObject({ status: 409, body: { code: 'TWO_ADMINS_NEEDED' } })
    expect(await rolesOf(sara.id)).toEqual(['ADMIN'])
  })

  test('what changes nothing, nobody or to no role is refused', async () => {
    expect(await propose(sara, reza.id, ['ADMIN'])).toMatchObject({ status: 409, body: { code: 'NOTHING_TO_CHANGE' } })
    const { userId } = await verifiedUser(database)
    expect(await propose(sara, userId, ['READ'])).toMatchObject({ status: 404, body: { code: 'OPERATOR_NOT_FOUND' } })
    expect(await propose(sara, reza.id, [])).toMatchObject({ status: 400 })
    expect(await propose(sara, reza.id, ['KING'])).toMatchObject({ status: 400 })
  })

  test('the command line gives the roles that are named, and new keys change none', async () => {
    const mina = await operatorWith(['RISK', 'FINANCE', 'RISK'])
    expect(await rolesOf(mina.id)).toEqual(['FINANCE', 'RISK'])
    const { accounts } = server.services
    const at = accounts.now()
    const mobile = mina.mobile as Parameters<typeof addOperator>[1]['mobile']
    expect((await addOperator(accounts, { mobile, name: 'Mina Rad', roles: ['ADMIN'], at })).kind).toBe('renewed')
    expect(await rolesOf(mina.id)).toEqual(['FINANCE', 'RISK'])
    const other = iranianIdentity().mobileNumber
    expect((await addOperator(accounts, { mobile: other, name: 'Ali', roles: ['READ'], at })).kind).toBe('four-eyes')
  })

  test('the list names every operator with the roles', async () => {
    const { body } = await server.ask('/operations/operators', { method: 'GET', token: await server.logIn(sara) })
    expect(body.content?.[0]).toMatchObject({ name: 'Sara Karimi', roles: ['ADMIN'], hasKeys: true, isOwn: true })
    expect(body.content?.length).toBeGreaterThanOrEqual(6)
  })

  test('the database holds no operator without a role', async () => {
    const bare = database.query(`update users set operator_roles = '{}' where id = $1`, [sara.id])
    await expect(bare).rejects.toThrow()
    const made = database.query(`update users set operator_roles = '{KING}' where id = $1`, [sara.id])
    await expect(made).rejects.toThrow()
  })
})
