import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#server/store/database.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { type AccountServer, startAccountServer } from './account-server.ts'
import {
  changeOtp,
  codeOfLink,
  eventsOf,
  hoursHeld,
  loggedInAgain,
  noticesOf,
  securityOf,
  sendVerificationCode,
  userIdOf,
  withAuthenticator,
} from './security-steps.ts'
import { otherThan, signedUp } from './steps.ts'

const ROOMY = { codesPerAddressMax: 1_000, codesPerNumberMax: 1_000, codeChecksPerAddressMax: 1_000 }
let addresses = 0
const newEmail = () => {
  addresses += 1
  return `mina${addresses}@kimia.test`
}

onDatabase('changing the second step', (open) => {
  let database: Database
  let server: AccountServer
  beforeAll(async () => {
    database = await open()
    server = await startAccountServer(database, { limits: ROOMY })
  })
  afterAll(() => server.close())
  const methodOf = async (token: string) => (await securityOf(server, token))?.twoStepAuthenticationType
  const statusOf = async (token: string) => (await server.ask('/users/session', { token })).status

  test('a new account has SMS, and the account says so', async () => {
    const { token, mobile } = await signedUp(server)
    expect(await securityOf(server, token)).toEqual({
      twoStepAuthenticationType: 'SMS',
      mobileNumber: `0${mobile.slice(3, 6)}***${mobile.slice(-4)}`,
      email: null,
      emailForCodes: null,
      recoveryCodesLeft: 0,
      antiPhishingPhrase: null,
      withdrawalsHeldUntil: null,
      passwordResetDateTime: null,
    })
    const account = await server.ask('/users/account', { token })
    expect(account.body.baseDTO?.twoStepAuthenticationType).toBe('SMS')
  })

  describe('to e-mail', () => {
    test('proves the address by the code that went there', async () => {
      const { token } = await signedUp(server)
      const email = newEmail()
      const sent = await sendVerificationCode(server, token, 'EMAIL', { email: ` ${email.toUpperCase()} ` })
      expect(sent).toMatchObject({
        status: 200,
        body: {
          message: 'Verification Code Sent',
          baseDTO: {
            twoStepAuthenticationType: 'EMAIL',
            starTwoStepAuthentication: 'm***@kimia.test',
            expiresInSeconds: 120,
            file: null,
            qrCodeLink: null,
          },
        },
      })
      expect(await methodOf(token)).toBe('SMS')
      const changed = await changeOtp(server, token, 'EMAIL', server.emailCodeFor(email))
      expect(changed).toMatchObject({
        status: 200,
        body: { baseDTO: { twoStepAuthenticationType: 'EMAIL', recoveryCodes: [] } },
      })
      expect(await securityOf(server, token)).toMatchObject({ twoStepAuthenticationType: 'EMAIL', email })
      const account = await server.ask('/users/account', { token })
      expect(account.body.baseDTO?.twoStepAuthenticationType).toBe('EMAIL')
    })

    test('is refused without an address, or with what is none', async () => {
      const { token } = await signedUp(server)
      expect(await sendVerificationCode(server, token, 'EMAIL')).toMatchObject({
        status: 400,
        body: { code: 'EMAIL_REQUIRED', field: 'email' },
      })
      for (const email of ['mina', 'mina@kimia', 'mi na@kimia.test', 'a@b.c', 'a@x.test\nbcc: b@x.test'])
        expect(await sendVerificationCode(server, token, 'EMAIL', { email })).toMatchObject({
          status: 400,
          body: { code: 'INVALID_EMAIL' },
        })
    })

    test('says nothing of an address of another account before its code is right', async () => {
      const email = newEmail()
      const owner = await signedUp(server)
      await sendVerificationCode(server, owner.token, 'EMAIL', { email })
      await changeOtp(server, owner.token, 'EMAIL', server.emailCodeFor(email))

      const other = await signedUp(server)
      const sent = await sendVerificationCode(server, other.token, 'EMAIL', { email })
      expect(sent.status).toBe(200)
      const code = server.emailCodeFor(email)
      expect((await changeOtp(server, other.token, 'EMAIL', otherThan(code))).body.code).toBe('INCORRECT_OTP')
      expect(await changeOtp(server, other.token, 'EMAIL', code)).toMatchObject({
        status: 409,
        body: { code: 'EMAIL_TAKEN' },
      })
      expect(await methodOf(other.token)).toBe('SMS')
    })

    test('of two accounts that prove one address at the same moment one gets it', async () => {
      const email = newEmail()
      const both = [await signedUp(server), await signedUp(server)]
      const codes: string[] = []
      for (const { token } of both) {
        await sendVerificationCode(server, token, 'EMAIL', { email })
        codes.push(server.emailCodeFor(email))
      }
      const answers = await Promise.all(
        both.map(({ token }, index) => changeOtp(server, token, 'EMAIL', codes[index] ?? '')),
      )
      expect(answers.map(({ body }) => body.code ?? 'changed').toSorted()).toEqual(['EMAIL_TAKEN', 'changed'])
    })

    test('goes to the proven address from then on, whatever is asked for', async () => {
      const { token } = await signedUp(server)
      const [email, other] = [newEmail(), newEmail()]
      await sendVerificationCode(server, token, 'EMAIL', { email })
      await changeOtp(server, token, 'EMAIL', server.emailCodeFor(email))
      await sendVerificationCode(server, token, 'EMAIL', { email: other })
      expect(server.textsTo(email)).toHaveLength(2)
      expect(server.textsTo(other)).toHaveLength(0)
    })
  })

  describe('to an authenticator', () => {
    test('gives its secret as a QR code and a link, and recovery codes once', async () => {
      const { token, mobile } = await signedUp(server)
      const { body } = await sendVerificationCode(server, token, 'GOOGLE_AUTHENTICATOR')
      expect(body).toMatchObject({
        message: 'Verification Code Sent',
        baseDTO: { starTwoStepAuthentication: null, expiresInSeconds: null },
      })
      const png = Buffer.from(String(body.baseDTO?.file), 'base64')
      expect(png.subarray(1, 4).toString()).toBe('PNG')
      const link = new URL(String(body.baseDTO?.qrCodeLink))
      expect(link.href).toMatch(/^otpauth:\/\/totp\/Kimia:0\d{10}\?/)
      expect(link.href).toContain(`0${mobile.slice(3)}`)
      expect(link.searchParams.get('issuer')).toBe('Kimia')
      expect(link.searchParams.get('secret')).toMatch(/^[A-Z2-7]{32}$/)
      expect(await methodOf(token)).toBe('SMS')

      const changed = await changeOtp(server, token, 'GOOGLE_AUTHENTICATOR', codeOfLink(server, link))
      expect(changed.body.baseDTO?.recoveryCodes).toHaveLength(10)
      expect(await securityOf(server, token)).toMatchObject({
        twoStepAuthenticationType: 'GOOGLE_AUTHENTICATOR',
        recoveryCodesLeft: 10,
      })
    })

    test('keeps the secret sealed', async () => {
      const { token } = await signedUp(server)
      const { link } = await withAuthenticator(server, token)
      const secret = new URL(String(link)).searchParams.get('secret') ?? ''
      const [row] = await database.query<{ totp_secret: Uint8Array }>('select totp_secret from users where id = $1', [
        await userIdOf(server, token),
      ])
      expect(Buffer.from(row?.totp_secret ?? []).toString('latin1')).not.toContain(secret)
      expect(row?.totp_secret).toHaveLength(20 + 29)
    })

    test('can be left again for SMS: the secret is gone', async () => {
      const { token, mobile } = await signedUp(server)
      await withAuthenticator(server, token)
      await sendVerificationCode(server, token, 'SMS')
      expect((await changeOtp(server, token, 'SMS', server.codeFor(mobile))).status).toBe(200)
      expect(await methodOf(token)).toBe('SMS')
      const [row] = await database.query<{ totp_secret: Uint8Array | null }>(
        'select totp_secret from users where id = $1',
        [await userIdOf(server, token)],
      )
      expect(row?.totp_secret).toBeNull()
    })
  })

  describe('the code', () => {
    test('belongs to the method that it was asked for, works once, and five wrong ones end it', async () => {
      const { token, mobile } = await signedUp(server)
      await sendVerificationCode(server, token, 'SMS')
      const code = server.codeFor(mobile)
      expect((await changeOtp(server, token, 'EMAIL', code)).body.code).toBe('CODE_EXPIRED')
      expect((await changeOtp(server, token, 'SMS', code)).status).toBe(200)
      expect((await changeOtp(server, token, 'SMS', code)).body.code).toBe('CODE_EXPIRED')

      await sendVerificationCode(server, token, 'SMS')
      const next = server.codeFor(mobile)
      for (let tries = 0; tries < 5; tries += 1)
        expect((await changeOtp(server, token, 'SMS', otherThan(next))).body.code).toBe('INCORRECT_OTP')
      expect(await changeOtp(server, token, 'SMS', next)).toMatchObject({
        status: 429,
        body: { code: 'TOO_MANY_TRIES' },
      })
    })

    test('expires after two minutes; an authenticator waits a quarter of an hour', async () => {
      const { token, mobile } = await signedUp(server)
      await sendVerificationCode(server, token, 'SMS')
      server.pass({ seconds: 121 })
      expect((await changeOtp(server, token, 'SMS', server.codeFor(mobile))).body.code).toBe('CODE_EXPIRED')
      const late = await signedUp(server)
      const { body } = await sendVerificationCode(server, late.token, 'GOOGLE_AUTHENTICATOR')
      server.pass({ seconds: 9 * 60 })
      const code = codeOfLink(server, body.baseDTO?.qrCodeLink)
      expect((await changeOtp(server, late.token, 'GOOGLE_AUTHENTICATOR', code)).status).toBe(200)
    })

    test('is asked for in the query or in the body, and somewhere', async () => {
      const { token, mobile } = await signedUp(server)
      await sendVerificationCode(server, token, 'SMS')
      const path = '/users/change-otp?twoStepAuthorization=SMS'
      expect((await server.ask(path, { method: 'POST', json: {}, token })).body).toMatchObject({
        code: 'BAD_REQUEST',
        field: 'code',
      })
      const inBody = { code: server.codeFor(mobile) }
      expect((await server.ask(path, { method: 'POST', json: inBody, token })).status).toBe(200)
    })
  })

  test('needs a fresh proof', async () => {
    const { token } = await signedUp(server)
    server.pass({ seconds: 601 })
    for (const refused of [
      await server.ask('/users/send-verification-code?twoStepAuthorization=SMS', { method: 'POST', token }),
      await server.ask('/users/change-otp?twoStepAuthorization=SMS', {
        method: 'POST',
        json: { code: '123456' },
        token,
      }),
      await server.ask('/users/recovery-codes', { method: 'POST', token }),
    ])
      expect(refused).toMatchObject({ status: 403, body: { code: 'PROOF_REQUIRED' } })
  })

  test('ends the other sessions, tells the user, holds withdrawals for a day and is in the audit log', async () => {
    const user = await signedUp(server)
    const other = await loggedInAgain(server, user)
    const userId = await userIdOf(server, user.token)
    expect(await statusOf(other)).toBe(200)
    await withAuthenticator(server, user.token)
    expect([await statusOf(user.token), await statusOf(other)]).toEqual([200, 401])
    expect(await noticesOf(server, userId)).toContain('TWO_STEP_CHANGED')
    expect(await eventsOf(server, userId)).toContain('TWO_STEP_CHANGED')
    expect(await hoursHeld(server, userId)).toBe(24)
    expect((await securityOf(server, user.token))?.withdrawalsHeldUntil).toEqual(expect.stringMatching(/Z$/))
    server.pass({ seconds: 24 * 3_600 })
    expect((await securityOf(server, user.token))?.withdrawalsHeldUntil).toBeNull()
  })
})
