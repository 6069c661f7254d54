import { generateSync } from 'otplib/functional'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseMobileNumber } from '#domain/mobile-number.ts'
import { addOperator } from '#server/accounts/operators/add-operator.ts'
import type { Database } from '#server/store/database.ts'
import { iranianIdentity } from '#tests/builders/iranian-identity.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { signedUp } from '../accounts/steps.ts'
import { type ConsoleServer, startConsoleServer, type TestOperator } from './console-server.ts'
import { readEvents } from './read-events.ts'

onDatabase('a third operator', (open) => {
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

  const propose = async (mobileNumber: string) =>
    server.ask('/operations/propose-operator', {
      json: { mobileNumber, name: 'Mina Rad', roles: ['SUPPORT'], reason: 'Night shift' },
      token: await server.logIn(sara),
    })
  const approve = async (who: TestOperator, id: unknown) =>
    server.ask(`/operations/proposals/${id}/approve`, {
      json: { reason: 'We know her' },
      token: await server.logIn(who),
    })
  const begin = (mobileNumber: string) => server.ask('/operations/set-up/begin', { json: { mobileNumber } })
  const finish = (mobileNumber: string, code: string) =>
    server.ask('/operations/set-up/finish', { json: { mobileNumber, code } })
  const codeFor = async (text: string) => {
    const mobile = parseMobileNumber(text)
    if (!mobile) throw new Error(text)
    // The message goes out behind the answer.
    await expect.poll(() => server.people.codeFor(mobile)).not.toBe('none')
    return server.people.codeFor(mobile)
  }
  /** Proposed and approved. */
  const added = async () => {
    const mobile = iranianIdentity().mobileNumber
    const proposed = await propose(mobile)
    expect((await approve(reza, proposed.body.baseDTO?.id)).status).toBe(200)
    return mobile
  }

  test('is proposed by one, approved by another, and gets the keys by a code to the own mobile', async () => {
    const mobile = iranianIdentity().mobileNumber
    const proposed = await propose(mobile)
    expect(await propose(mobile)).toMatchObject({ body: { code: 'PROPOSAL_EXISTS' } })
    const id = proposed.body.baseDTO?.id
    expect(await approve(sara, id)).toMatchObject({ status: 403, body: { code: 'FOUR_EYES_REQUIRED' } })
    expect((await approve(reza, id)).status).toBe(200)

    expect(await begin(mobile)).toMatchObject({ status: 200, body: {} })
    const code = await codeFor(mobile)
    expect(await finish(mobile, code.startsWith('1') ? '200000' : '100000')).toMatchObject({
      status: 401,
      body: { code: 'SET_UP_REFUSED' },
    })
    const { body } = await finish(mobile, code)
    const { password, secret, qrCodeLink } = body.baseDTO ?? {}
    expect(qrCodeLink).toMatch(/^otpauth:\/\/totp\/Kimia/)
    expect(await finish(mobile, code)).toMatchObject({ body: { code: 'SET_UP_REFUSED' } })
    const epoch = Math.floor(server.people.accounts.now().getTime() / 1_000)
    const entered = await server.ask('/operations/login', {
      json: { mobileNumber: mobile, password, code: generateSync({ secret: String(secret), epoch }) },
    })
    expect(entered.status).toBe(200)
    const [row] = await database.query<{ id: bigint }>('select id from users where mobile = $1', [mobile])
    expect((await readEvents(database, Number(row?.id))).map(({ kind, operator }) => [kind, operator])).toEqual([
      ['OPERATOR_ADDED', BigInt(reza.id)],
      ['OPERATOR_SET_UP', row?.id],
      ['OPERATOR_LOGGED_IN', row?.id],
    ])
  })

  test('sets up within a day, or not at all', async () => {
    const mobile = await added()
    server.people.pass({ seconds: 24 * 3_600 })
    expect((await begin(mobile)).status).toBe(200)
    expect(server.people.messagesTo(mobile)).toBe(0)
    expect(await finish(mobile, '123456')).toMatchObject({ body: { code: 'SET_UP_REFUSED' } })
  })

  test('nobody else gets a code, and the answer does not tell', async () => {
    server.people.pass({ seconds: 24 * 3_600 })
    const customer = await signedUp(server.people)
    const before = server.people.messagesTo(customer.mobile)
    const answers = [await begin(customer.mobile), await begin(sara.mobile), await begin('09129998877')]
    expect(new Set(answers.map(({ status, body }) => JSON.stringify({ status, body })))).toEqual(
      new Set(['{"status":200,"body":{}}']),
    )
    expect(server.people.messagesTo(customer.mobile)).toBe(before)
  })

  test('a number with an account is refused, and the command line adds no third one but renews keys', async () => {
    const customer = await signedUp(server.people)
    expect(await propose(customer.mobile)).toMatchObject({ status: 409, body: { code: 'NUMBER_HAS_ACCOUNT' } })
    const { accounts } = server.services
    const at = accounts.now()
    const mobile = iranianIdentity().mobileNumber
    expect(await addOperator(accounts, { mobile, name: 'Ali', roles: ['READ'], at })).toEqual({ kind: 'four-eyes' })
    const token = await server.logIn(reza)
    const known = parseMobileNumber(reza.mobile)
    if (!known) throw new Error(reza.mobile)
    const renewed = await addOperator(accounts, { mobile: known, name: 'Reza Amini', roles: ['READ'], at })
    expect(renewed).toMatchObject({ kind: 'renewed', operatorId: reza.id })
    expect((await server.ask('/operations/me', { method: 'GET', token })).status).toBe(401)
  })
})
