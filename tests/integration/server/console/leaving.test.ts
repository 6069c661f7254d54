import { generateSync } from 'otplib/functional'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getOverview } from '#contract/operations-overview.ts'
import { SYSTEM_ACCOUNT } from '#domain/ledger.ts'
import { type MobileNumber, parseMobileNumber } from '#domain/mobile-number.ts'
import { addOperator } from '#server/accounts/operators/add-operator.ts'
import { executeProposals } from '#server/console/proposals/decide-proposal.ts'
import type { Database } from '#server/store/database.ts'
import { faultsOf } from '#tests/builders/test-exchange.ts'
import { verifiedUser } from '#tests/builders/verified-user.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { type ConsoleServer, startConsoleServer, type TestOperator } from './console-server.ts'
import { readEvents } from './read-events.ts'

function mobileOf({ mobile }: TestOperator): MobileNumber {
  const number = parseMobileNumber(mobile)
  if (number === undefined) throw new Error(`${mobile} is no number`)
  return number
}

onDatabase('leaving', (open) => {
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

  const ask = async (who: TestOperator, path: string) =>
    server.ask(`/operations/${path}`, { json: { reason: 'The contract is over' }, token: await server.logIn(who) })
  const approve = (who: TestOperator, id: unknown) => ask(who, `proposals/${id}/approve`)

  describe('an operator', () => {
    const proposeRemoval = (who: TestOperator, operator: TestOperator) =>
      ask(who, `operators/${operator.id}/propose-removal`)
    const namesIn = async (token: string) =>
      (await server.ask('/operations/operators', { method: 'GET', token })).body.content?.map(({ name }) => name)

    test('is removed by two others: the sessions end at once, no key opens anything, and what was proposed is withdrawn', async () => {
      await database.query(`update users set operator_roles = '{READ}' where id = $1`, [reza.id])
      const mina = await server.addOperator('Mina Rad', ['ADMIN'])
      await database.query(`update users set operator_roles = '{ADMIN}' where id = $1`, [reza.id])
      const { userId } = await verifiedUser(database)
      const credit = { credit: [{ coin: 'TOMAN', amount: '10' }], reason: 'Makes the market of gold' }
      const own = await server.ask(`/operations/users/${userId}/propose-supervisor`, {
        json: credit,
        token: await server.logIn(mina),
      })
      const token = await server.logIn(mina)
      const isIn = async () => (await server.ask('/operations/me', { method: 'GET', token })).status

      const id = (await proposeRemoval(sara, mina)).body.baseDTO?.id
      expect(await isIn()).toBe(200)
      expect(await approve(sara, id)).toMatchObject({ body: { code: 'FOUR_EYES_REQUIRED' } })
      expect((await approve(reza, id)).status).toBe(200)
      expect(await isIn()).toBe(401)
      await expect(server.logIn(mina)).rejects.toThrow()
      expect(await namesIn(await server.logIn(sara))).toEqual(['Sara Karimi', 'Reza Amini'])
      expect(await approve(reza, own.body.baseDTO?.id)).toMatchObject({ body: { code: 'PROPOSAL_CLOSED' } })
      expect(await proposeRemoval(sara, mina)).toMatchObject({ status: 404, body: { code: 'OPERATOR_NOT_FOUND' } })
      const { sealer } = server.people.accounts
      const renewed = addOperator(
        { database, sealer },
        { mobile: mobileOf(mina), name: 'Mina Rad', roles: ['ADMIN'], at: server.people.accounts.now() },
      )
      expect(await renewed).toEqual({ kind: 'removed' })
      expect((await readEvents(database, mina.id)).map(({ kind, operator }) => [kind, operator]).slice(-2)).toEqual([
        ['OPERATOR_REMOVAL_PROPOSED', BigInt(sara.id)],
        ['OPERATOR_REMOVED', BigInt(reza.id)],
      ])
    })

    test('of two admins is not removed: nobody would be left to approve the next', async () => {
      expect(await proposeRemoval(sara, reza)).toMatchObject({ status: 409, body: { code: 'TWO_ADMINS_NEEDED' } })
    })
  })

  describe('an operator who may be a thief', () => {
    let mina: TestOperator
    const noticesOf = async (kind: string) =>
      (
        await database.query<{ name: string }>(
          `select u.operator_name as name from notices n join users u on u.id = n.user_id where n.kind = $1 order by 1`,
          [kind],
        )
      ).map(({ name }) => name)

    test('is stopped at once by one of risk, stays out whatever the machine does, and is let in again by two', async () => {
      await database.query(`update users set operator_roles = '{READ}' where id = $1`, [reza.id])
      const nima = await server.addOperator('Nima Rad', ['ADMIN'])
      await database.query(`update users set operator_roles = '{READ}' where id = $1`, [nima.id])
      const omid = await server.addOperator('Omid Nik', ['RISK'])
      await database.query(`update users set operator_roles = '{ADMIN}' where id = any($1)`, [[reza.id, nima.id]])
      const { userId } = await verifiedUser(database)
      const own = await server.ask(`/operations/users/${userId}/propose-supervisor`, {
        json: { credit: [{ coin: 'TOMAN', amount: '10' }], reason: 'Makes the market of gold' },
        token: await server.logIn(nima),
      })
      const token = await server.logIn(nima)
      expect((await ask(omid, `operators/${nima.id}/stop`)).status).toBe(200)
      expect(await ask(omid, `operators/${nima.id}/stop`)).toMatchObject({ body: { code: 'NOTHING_TO_CHANGE' } })
      expect((await server.ask('/operations/me', { method: 'GET', token })).status).toBe(401)
      await expect(server.logIn(nima)).rejects.toThrow()
      expect(await approve(reza, own.body.baseDTO?.id)).toMatchObject({ body: { code: 'PROPOSAL_CLOSED' } })
      expect(await noticesOf('OPERATOR_STOPPED')).toEqual(['Nima Rad', 'Reza Amini', 'Sara Karimi'])
      const { sealer, now } = server.people.accounts
      const again = { mobile: mobileOf(nima), name: 'Nima Rad', roles: ['ADMIN'], at: now() } as const
      expect(await addOperator({ database, sealer }, again)).toEqual({ kind: 'stopped' })
      expect(await ask(omid, `operators/${nima.id}/propose-letting-in`)).toMatchObject({ status: 403 })
      const id = (await ask(sara, `operators/${nima.id}/propose-letting-in`)).body.baseDTO?.id
      expect(await approve(sara, id)).toMatchObject({ body: { code: 'FOUR_EYES_REQUIRED' } })
      expect((await approve(reza, id)).status).toBe(200)
      await server.logIn(nima)
      expect((await readEvents(database, nima.id)).map(({ kind }) => kind).slice(-4)).toEqual([
        ...['OPERATOR_STOPPED', 'LET_OPERATOR_IN_PROPOSED', 'OPERATOR_LET_IN', 'OPERATOR_LOGGED_IN'],
      ])
      await ask(sara, `operators/${nima.id}/stop`)
    })

    test('is not stopped as the last admin, nor is a fourth within an hour, nor anybody without a code of late', async () => {
      await database.query(`update users set operator_roles = '{READ}' where id = $1`, [reza.id])
      const risk = await server.addOperator('Omid Azad', ['RISK'])
      const token = await server.logIn(risk)
      const stop = (who: TestOperator) =>
        server.ask(`/operations/operators/${who.id}/stop`, { json: { reason: 'May be a thief' }, token })
      const others = await Promise.all(
        ['A', 'B', 'C', 'D'].map((letter) => server.addOperator(`Mina ${letter}`, ['READ'])),
      )
      expect(await stop(sara)).toMatchObject({ status: 409, body: { code: 'TWO_ADMINS_NEEDED' } })
      await database.query(`update users set operator_roles = '{ADMIN}' where id = $1`, [reza.id])
      const answers = []
      for (const other of others) answers.push((await stop(other)).status)
      expect(answers).toEqual([200, 200, 200, 429])
      await database.query(
        `update operator_sessions set proven_at = proven_at - interval '1 hour' where user_id = $1`,
        [risk.id],
      )
      expect(await stop(reza)).toMatchObject({ body: { code: 'PROOF_REQUIRED' } })
    })

    test('of two admins is stopped by the other, and the machine then adds one to approve with', async () => {
      const access = async () => {
        const { body } = await server.ask('/operations/overview', { method: 'GET', token: await server.logIn(sara) })
        return getOverview.response.parse(body).baseDTO.access
      }
      const before = await access()
      expect((await ask(sara, `operators/${reza.id}/stop`)).status).toBe(200)
      // The first page tells every operator, and warns that no second admin is left to approve.
      const { admins, stopped } = await access()
      expect([before.admins, admins]).toEqual([2, 1])
      expect(stopped[0]).toMatchObject({ name: 'Reza Amini', by: 'Sara Karimi' })
      mina = await server.addOperator('Mina Nik', ['ADMIN'])
      const id = (await ask(sara, `operators/${reza.id}/propose-letting-in`)).body.baseDTO?.id
      expect((await approve(mina, id)).status).toBe(200)
      await server.logIn(reza)
      expect((await access()).stopped.map(({ name }) => name)).not.toContain('Reza Amini')
    })

    test('gets new keys by two, and the first sign-in with them is told to all admins', async () => {
      const lost = reza
      const id = (await ask(sara, `operators/${lost.id}/propose-keys`)).body.baseDTO?.id
      expect(await approve(lost, id)).toMatchObject({ body: { code: 'FOUR_EYES_REQUIRED' } })
      const { handoverCode } = (await approve(mina, id)).body
      await expect(server.logIn(lost)).rejects.toThrow()
      expect(await noticesOf('OPERATOR_KEYS_RENEWED')).toEqual(
        expect.arrayContaining(['Mina Nik', 'Reza Amini', 'Sara Karimi']),
      )
      const mobileNumber = lost.mobile
      const begun = { mobileNumber, handoverCode }
      const { setUpToken } = (await server.ask('/operations/set-up/begin', { json: begun })).body
      await expect.poll(() => server.people.codeFor(mobileOf(lost))).not.toBe('none')
      const code = server.people.codeFor(mobileOf(lost))
      const codes = { setUpToken, code }
      const keys = (await server.ask('/operations/set-up/finish', { json: codes })).body.baseDTO ?? {}
      const epoch = () => Math.floor(server.people.accounts.now().getTime() / 1_000)
      const renewed = {
        ...{ ...lost, password: String(keys.password) },
        code: () => generateSync({ secret: String(keys.secret), epoch: epoch() }),
      }
      const confirmed = { setUpToken, code: renewed.code() }
      expect((await server.ask('/operations/set-up/confirm', { json: confirmed })).status).toBe(200)
      await database.query(`delete from notices where kind = 'OPERATOR_FIRST_SIGN_IN'`)
      await server.logIn(renewed)
      await server.logIn(renewed)
      reza = renewed
      expect(await noticesOf('OPERATOR_FIRST_SIGN_IN')).toEqual(['Mina Nik', 'Nima Rad', 'Reza Amini', 'Sara Karimi'])
    })
  })

  describe('a supervisor', () => {
    const appointed = async (credit: readonly object[]) => {
      const { userId } = await verifiedUser(database)
      const json = { credit, reason: 'Makes the market of gold' }
      const path = `/operations/users/${userId}/propose-supervisor`
      const { body } = await server.ask(path, { json, token: await server.logIn(sara) })
      expect((await approve(reza, body.baseDTO?.id)).status).toBe(200)
      return userId
    }
    const levelOf = async (userId: number) =>
      (await database.query<{ level: string }>('select level from users where id = $1', [userId]))[0]?.level
    const wallets = (ownerId: number) =>
      database.query<{ symbol: string; available: string; blocked: string }>(
        `select c.symbol, b.available::text, b.blocked::text from balances b join coins c on c.id = b.coin_id
          where b.owner_id = $1 and (b.available <> 0 or b.blocked <> 0) order by 1`,
        [ownerId],
      )

    test('is ended by two operators: the unused credit goes back once, and what orders hold stays with them', async () => {
      const line = await wallets(SYSTEM_ACCOUNT.creditLine)
      const userId = await appointed([
        { coin: 'TOMAN', amount: '5000000' },
        { coin: 'GOLD', amount: '2.50' },
      ])
      // Part of the gold is held, as by an open order.
      const [gold] = await database.query<{ id: number }>(`select id from coins where symbol = 'GOLD'`)
      const held = { userId, coinId: gold?.id ?? 0, amount: 100n as never, reference: `test:${userId}` }
      await server.exchange.submit({ type: 'hold', key: held.reference, fingerprint: held.reference, ...held })
      const before = await wallets(userId)

      const proposed = await ask(sara, `users/${userId}/propose-end-supervisor`)
      // The liquidity provider has guessed the keys of the credit's return and used them up.
      const returned = `capital:returned:${proposed.body.baseDTO?.id}:TOMAN`
      for (const key of [`${returned}:hold`, `${returned}:settle`])
        await server.exchange.submit({
          type: 'cancelAllOrders',
          userId,
          key,
          fingerprint: 'own',
          marketId: undefined,
          most: 9,
        })
      expect(await ask(reza, `users/${userId}/propose-end-supervisor`)).toMatchObject({
        body: { code: 'PROPOSAL_EXISTS' },
      })
      expect(await levelOf(userId)).toBe('SUPERVISOR')
      expect(await approve(sara, proposed.body.baseDTO?.id)).toMatchObject({ body: { code: 'FOUR_EYES_REQUIRED' } })
      expect((await approve(reza, proposed.body.baseDTO?.id)).status).toBe(200)
      expect(await levelOf(userId)).toBe('VIP_1')
      const after = await wallets(userId)
      expect(before).toHaveLength(2)
      expect(after).toEqual([{ symbol: 'GOLD', available: '0', blocked: '100' }])

      // The job resumes an execution that a stop interrupted, and returns nothing twice.
      await database.query('update proposals set executed_at = null where id = $1', [String(proposed.body.baseDTO?.id)])
      await executeProposals(server.services)
      expect(await wallets(userId)).toEqual(after)
      const debt = (await wallets(SYSTEM_ACCOUNT.creditLine)).find(({ symbol }) => symbol === 'GOLD')
      const debtBefore = line.find(({ symbol }) => symbol === 'GOLD')
      expect(BigInt(debt?.available ?? 0)).toBe(BigInt(debtBefore?.available ?? 0) - 100n)
      expect(await faultsOf(database)).toEqual([])
      expect((await readEvents(database, userId)).map(({ kind }) => kind).slice(-2)).toEqual([
        'SUPERVISOR_END_PROPOSED',
        'SUPERVISOR_ENDED',
      ])
      expect(await ask(sara, `users/${userId}/propose-end-supervisor`)).toMatchObject({
        status: 409,
        body: { code: 'NOTHING_TO_CHANGE' },
      })
    })
  })
})
