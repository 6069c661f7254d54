import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/store/database.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { type AccountServer, startAccountServer } from './account-server.ts'
import {
  changeOtp,
  codeOfLink,
  eventsOf,
  loggedInAgain,
  noticesOf,
  prove,
  securityOf,
  sendCode,
  sendVerificationCode,
  userIdOf,
  withAuthenticator,
} from './security-steps.ts'
import { otherThan, signedUp } from './steps.ts'

const ROOMY = { codesPerAddressMax: 1_000, codesPerNumberMax: 1_000, codeChecksPerAddressMax: 1_000 }

onDatabase('proving anew', (open) => {
  let database: Database
  let server: AccountServer
  beforeAll(async () => {
    database = await open()
    server = await startAccountServer(database, { limits: ROOMY })
  })
  afterAll(() => server.close())
  /** Calls an endpoint that demands a recent proof. */
  const isFresh = async (token: string) =>
    (await server.ask('/users/api-keys/1', { method: 'DELETE', token })).body.code === 'API_KEY_NOT_FOUND'
  const grownOld = async () => {
    const user = await signedUp(server)
    server.pass({ seconds: 601 })
    expect(await isFresh(user.token)).toBe(false)
    return user
  }

  test('by SMS: the code makes this session fresh for ten minutes, and no other', async () => {
    const user = await grownOld()
    const other = await loggedInAgain(server, user)
    server.pass({ seconds: 601 })
    const sent = await sendCode(server, user.token)
    expect(sent).toMatchObject({
      status: 200,
      body: {
        message: 'Verification Code Sent',
        baseDTO: {
          twoStepAuthenticationType: 'SMS',
          starTwoStepAuthentication: expect.stringContaining('***'),
          expiresInSeconds: 120,
        },
      },
    })
    expect((await prove(server, user.token, server.codeFor(user.mobile))).status).toBe(200)
    expect([await isFresh(user.token), await isFresh(other)]).toEqual([true, false])
    server.pass({ seconds: 599 })
    expect(await isFresh(user.token)).toBe(true)
    server.pass({ seconds: 2 })
    expect(await isFresh(user.token)).toBe(false)
    expect(await eventsOf(server, await userIdOf(server, user.token))).toContain('PROVEN_ANEW')
  })

  test('by e-mail, where that is the second step', async () => {
    const { token } = await signedUp(server)
    const email = 'proof@kimia.test'
    await sendVerificationCode(server, token, 'EMAIL', { email })
    await changeOtp(server, token, 'EMAIL', server.emailCodeFor(email))
    server.pass({ seconds: 601 })
    expect((await sendCode(server, token)).body.baseDTO).toEqual({
      twoStepAuthenticationType: 'EMAIL',
      starTwoStepAuthentication: 'p***@kimia.test',
      expiresInSeconds: 120,
    })
    expect((await prove(server, token, server.emailCodeFor(email))).status).toBe(200)
    expect(await isFresh(token)).toBe(true)
  })

  test('by an authenticator, to which nothing is sent; each of its codes once', async () => {
    const user = await signedUp(server)
    const { link } = await withAuthenticator(server, user.token)
    const messages = server.messagesTo(user.mobile)
    server.pass({ seconds: 601 })
    expect((await sendCode(server, user.token)).body.baseDTO).toEqual({
      twoStepAuthenticationType: 'GOOGLE_AUTHENTICATOR',
      starTwoStepAuthentication: null,
      expiresInSeconds: null,
    })
    expect(server.messagesTo(user.mobile)).toBe(messages)
    const code = codeOfLink(server, link)
    expect((await prove(server, user.token, otherThan(code))).body.code).toBe('INCORRECT_OTP')
    expect((await prove(server, user.token, code)).status).toBe(200)
    expect(await isFresh(user.token)).toBe(true)
    expect((await prove(server, user.token, code)).body.code).toBe('INCORRECT_OTP')
  })

  test('by a recovery code, each once, and the user is told', async () => {
    const { token } = await signedUp(server)
    const { recoveryCodes } = await withAuthenticator(server, token)
    const [first = ''] = recoveryCodes
    server.pass({ seconds: 601 })
    expect((await prove(server, token, first.toLowerCase())).status).toBe(200)
    expect(await isFresh(token)).toBe(true)
    expect(await noticesOf(server, await userIdOf(server, token))).toContain('RECOVERY_CODE_USED')
    expect((await prove(server, token, first)).body.code).toBe('INCORRECT_OTP')
  })

  test('not by a recovery code of an authenticator that is gone', async () => {
    const { token, mobile } = await signedUp(server)
    const { recoveryCodes } = await withAuthenticator(server, token)
    await sendVerificationCode(server, token, 'SMS')
    expect((await changeOtp(server, token, 'SMS', server.codeFor(mobile))).status).toBe(200)
    expect((await prove(server, token, recoveryCodes[0] ?? '')).body.code).toBe('INCORRECT_OTP')
    expect((await securityOf(server, token))?.recoveryCodesLeft).toBe(0)
  })

  test('needs the code of this session: that of another one is none', async () => {
    const user = await grownOld()
    const other = await loggedInAgain(server, user)
    await sendCode(server, other)
    expect((await prove(server, user.token, server.codeFor(user.mobile))).body.code).toBe('CODE_EXPIRED')
  })

  test('a code works once, for two minutes and five tries, and a new one ends it', async () => {
    const user = await grownOld()
    expect((await prove(server, user.token, '123456')).body.code).toBe('CODE_EXPIRED')
    await sendCode(server, user.token)
    const first = server.codeFor(user.mobile)
    await sendCode(server, user.token)
    const second = server.codeFor(user.mobile)
    if (first !== second) expect((await prove(server, user.token, first)).body.code).toBe('INCORRECT_OTP')
    for (let tries = 1; tries < 5; tries += 1)
      expect((await prove(server, user.token, otherThan(second))).body.code).toBe('INCORRECT_OTP')
    expect(await prove(server, user.token, second)).toMatchObject({ status: 429, body: { code: 'TOO_MANY_TRIES' } })
    await sendCode(server, user.token)
    server.pass({ seconds: 121 })
    expect((await prove(server, user.token, server.codeFor(user.mobile))).body.code).toBe('CODE_EXPIRED')
    expect(await isFresh(user.token)).toBe(false)
  })

  test('ten tries in a quarter of an hour, many at once or one after the other; a right code clears the count', async () => {
    const user = await signedUp(server)
    const { recoveryCodes } = await withAuthenticator(server, user.token)
    const [first = '', second = ''] = recoveryCodes
    for (let tries = 0; tries < 9; tries += 1) await prove(server, user.token, '000000')
    expect((await prove(server, user.token, first)).status).toBe(200)
    const guesses = await Promise.all(Array.from({ length: 20 }, () => prove(server, user.token, '000000')))
    const refusals = guesses.map(({ body }) => body.code)
    expect(refusals.filter((code) => code === 'INCORRECT_OTP')).toHaveLength(10)
    expect(refusals.filter((code) => code === 'TOO_MANY_REQUESTS')).toHaveLength(10)
    const barred = await prove(server, user.token, second)
    expect(barred).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' }, retryAfter: 900 })
    server.pass({ seconds: 900 })
    expect((await prove(server, user.token, second)).status).toBe(200)
  })

  test('of one session is not stopped by what another tries in the same quarter of an hour', async () => {
    const user = await grownOld()
    const other = await loggedInAgain(server, user)
    const guesses = await Promise.all(Array.from({ length: 40 }, () => prove(server, user.token, '000000')))
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(30)
    await sendCode(server, other)
    expect((await prove(server, other, server.codeFor(user.mobile))).status).toBe(200)
  })

  test('is tried twenty times a day by one session, whoever has it, and the user’s others go on', async () => {
    const user = await grownOld()
    const other = await loggedInAgain(server, user)
    const answers: (string | undefined)[] = []
    for (let quarter = 0; quarter < 8; quarter += 1) {
      server.pass({ seconds: 15 * 60 })
      for (let turn = 0; turn < 5; turn += 1) answers.push((await prove(server, user.token, 'ABCDE-FGHIJ')).body.code)
    }
    expect(answers.filter((code) => code === 'INCORRECT_OTP')).toHaveLength(20)
    expect(answers.filter((code) => code === 'TOO_MANY_REQUESTS')).toHaveLength(20)
    await sendCode(server, other)
    expect((await prove(server, other, server.codeFor(user.mobile))).status).toBe(200)
    server.pass({ seconds: 24 * 3_600 })
    await sendCode(server, user.token)
    expect((await prove(server, user.token, server.codeFor(user.mobile))).status).toBe(200)
  })
})
