import { generateSync } from 'otplib/functional'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type MobileNumber, parseMobileNumber } from '#domain/mobile-number.ts'
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
    server = await startConsoleServer(database, { limits: { codeGapMs: 60_000 } })
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
  const begin = (mobileNumber: string, handoverCode: unknown, from = '5.160.1.1') =>
    server.ask('/operations/set-up/begin', {
      json: { mobileNumber, handoverCode },
      headers: { 'x-forwarded-for': from },
    })
  const finish = (given: { setUpToken: unknown; code: string }) =>
    server.ask('/operations/set-up/finish', { json: given })
  const confirm = (setUpToken: unknown, code: string) =>
    server.ask('/operations/set-up/confirm', { json: { setUpToken, code } })
  /** Has the same form as an approval's code. */
  const WRONG = 'K7QM-2XRD'
  const refused = { status: 401, body: { code: 'SET_UP_REFUSED' } }
  const otherThan = (code: string) => (code.startsWith('1') ? '200000' : '100000')
  const codeOf = (secret: unknown) => {
    const epoch = Math.floor(server.people.accounts.now().getTime() / 1_000)
    return generateSync({ secret: String(secret), epoch })
  }
  const codeFor = async (text: string) => {
    const mobile = parseMobileNumber(text)
    if (!mobile) throw new Error(text)
    // The message is sent after the answer.
    await expect.poll(() => server.people.codeFor(mobile)).not.toBe('none')
    return server.people.codeFor(mobile)
  }
  /** An operator, proposed and approved. */
  const added = async () => {
    const mobile = iranianIdentity().mobileNumber
    const proposed = await propose(mobile)
    const { status, body } = await approve(reza, proposed.body.baseDTO?.id)
    expect(status).toBe(200)
    return { mobile, handoverCode: String(body.handoverCode) }
  }
  /** Begins a set-up. @returns the next code sent to the number */
  const begun = async (mobile: MobileNumber, handoverCode: unknown) => {
    const before = server.people.messagesTo(mobile)
    const { setUpToken } = (await begin(mobile, handoverCode)).body
    await expect.poll(() => server.people.messagesTo(mobile)).toBe(before + 1)
    return { setUpToken, code: await codeFor(mobile) }
  }
  const hashes = () => vi.spyOn(server.people.accounts.passwords, 'hash')
  afterEach(() => vi.restoreAllMocks())

  test('is proposed by one, approved by another, and gets the keys by a code to the own mobile and one that was handed over', async () => {
    const mobile = iranianIdentity().mobileNumber
    const proposed = await propose(mobile)
    expect(await propose(mobile)).toMatchObject({ body: { code: 'PROPOSAL_EXISTS' } })
    const id = proposed.body.baseDTO?.id
    expect(await approve(sara, id)).toMatchObject({ status: 403, body: { code: 'FOUR_EYES_REQUIRED' } })
    const approved = await approve(reza, id)
    const { handoverCode } = approved.body
    expect(handoverCode).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/)

    const { setUpToken, code } = await begun(mobile, String(handoverCode).toLowerCase())
    const { body } = await finish({ setUpToken, code })
    const { password, secret, qrCodeLink } = body.baseDTO ?? {}
    expect(qrCodeLink).toMatch(/^otpauth:\/\/totp\/Kimia/)
    // The keys become valid once a code of the authenticator is confirmed.
    const enter = (text: string) =>
      server.ask('/operations/login', { json: { mobileNumber: mobile, password, code: text } })
    expect(await enter(codeOf(secret))).toMatchObject({ status: 401 })
    expect(await confirm(setUpToken, otherThan(codeOf(secret)))).toMatchObject({ body: { code: 'INCORRECT_OTP' } })
    expect(await confirm(setUpToken, codeOf(secret))).toMatchObject({ status: 200 })
    expect(await confirm(setUpToken, codeOf(secret))).toMatchObject(refused)
    server.people.pass({ seconds: 60 })
    expect((await enter(codeOf(secret))).status).toBe(200)
    const [row] = await database.query<{ id: bigint }>('select id from users where mobile = $1', [mobile])
    expect((await readEvents(database, Number(row?.id))).map(({ kind, operator }) => [kind, operator])).toEqual([
      ['OPERATOR_ADDED', BigInt(reza.id)],
      ['OPERATOR_SET_UP', row?.id],
      ['OPERATOR_LOGGED_IN', row?.id],
    ])
  })

  test('needs the code of the message and that of the approval, and no password is hashed for a wrong one', async () => {
    const { mobile, handoverCode } = await added()
    const hashed = hashes()
    expect(await begin(mobile, WRONG)).toMatchObject(refused)
    const { setUpToken, code } = await begun(mobile, handoverCode)
    expect(await finish({ setUpToken, code: otherThan(code) })).toMatchObject(refused)
    expect(await finish({ setUpToken: 'of-nobody', code })).toMatchObject(refused)
    expect(hashed).not.toHaveBeenCalled()
    expect((await finish({ setUpToken, code })).status).toBe(200)
    expect(hashed).toHaveBeenCalledTimes(1)
  })

  test('belongs to the one who began it: a second one ends nothing, and the code of one opens nothing for the other', async () => {
    const { mobile, handoverCode } = await added()
    const { setUpToken, code } = await begun(mobile, handoverCode)
    server.people.pass({ seconds: 61 })
    const second = await begun(mobile, handoverCode)
    expect(await finish({ setUpToken: second.setUpToken, code })).toMatchObject(refused)
    expect((await finish({ setUpToken, code })).status).toBe(200)
  })

  test('strangers who know the number alone send and count nothing, from however many networks', async () => {
    const { mobile, handoverCode } = await added()
    const before = server.people.messagesTo(mobile)
    for (let host = 1; host <= 30; host++)
      expect(await begin(mobile, WRONG, `203.0.113.${host}`)).toMatchObject(refused)
    const own = await begun(mobile, handoverCode)
    expect(server.people.messagesTo(mobile)).toBe(before + 1)
    expect((await finish(own)).status).toBe(200)
  })

  test('says how long to wait where a code was sent just now, and five wrong ones end a set-up', async () => {
    server.people.pass({ seconds: 901 })
    const { mobile, handoverCode } = await added()
    const first = await begun(mobile, handoverCode)
    expect(await begin(mobile, handoverCode)).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } })
    for (let i = 0; i < 5; i++) expect(await finish({ ...first, code: otherThan(first.code) })).toMatchObject(refused)
    expect(await finish(first)).toMatchObject(refused)
    server.people.pass({ seconds: 61 })
    expect((await finish(await begun(mobile, handoverCode))).status).toBe(200)
  })

  test('can be begun again until it is confirmed, and the keys of before open nothing', async () => {
    const { mobile, handoverCode } = await added()
    const closed = await begun(mobile, handoverCode)
    const lost = (await finish(closed)).body.baseDTO
    server.people.pass({ seconds: 61 })
    const again = await begun(mobile, handoverCode)
    const kept = (await finish(again)).body.baseDTO
    expect((await confirm(again.setUpToken, codeOf(kept?.secret))).status).toBe(200)
    expect(await confirm(closed.setUpToken, codeOf(lost?.secret))).toMatchObject(refused)
  })

  test('has a message of its own', async () => {
    const { mobile, handoverCode } = await added()
    await begun(mobile, handoverCode)
    expect(server.people.textsTo(mobile)[0]).toMatch(/راه‌اندازی حساب همکار/)
  })

  test('sets up within a day, or not at all; two operators can then give new keys', async () => {
    const { mobile, handoverCode } = await added()
    const { setUpToken, code } = await begun(mobile, handoverCode)
    const { body } = await finish({ setUpToken, code })
    server.people.pass({ seconds: 24 * 3_600 })
    const sent = server.people.messagesTo(mobile)
    expect(await begin(mobile, handoverCode)).toMatchObject(refused)
    expect(server.people.messagesTo(mobile)).toBe(sent)
    expect(await confirm(setUpToken, codeOf(body.baseDTO?.secret))).toMatchObject(refused)
    const [row] = await database.query<{ id: bigint }>('select id from users where mobile = $1', [mobile])
    const proposed = await server.ask(`/operations/operators/${row?.id}/propose-keys`, {
      json: { reason: 'The day has passed' },
      token: await server.logIn(sara),
    })
    const renewed = await approve(reza, proposed.body.baseDTO?.id)
    expect(await begin(mobile, handoverCode)).toMatchObject(refused)
    expect((await finish(await begun(mobile, renewed.body.handoverCode))).status).toBe(200)
  })

  test('nobody else gets a code, and the answer does not tell', async () => {
    server.people.pass({ seconds: 24 * 3_600 })
    const customer = await signedUp(server.people)
    const before = server.people.messagesTo(customer.mobile)
    const awaited = (await added()).mobile
    const numbers = [customer.mobile, sara.mobile, '09129998877', awaited]
    const answers = await Promise.all(numbers.map((number) => begin(number, WRONG)))
    expect(answers).toMatchObject(numbers.map(() => refused))
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
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
