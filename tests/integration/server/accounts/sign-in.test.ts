import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#server/store/database.ts'
import { iranianIdentity } from '#tests/builders/iranian-identity.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { type AccountServer, startAccountServer } from './account-server.ts'
import { checkCode, logIn, otherThan, resend, type SignUpChanges, signedUp, signUp } from './steps.ts'

const newMobile = () => iranianIdentity().mobileNumber
/** Limits per address that are too high to affect these tests. */
const ROOMY = { codesPerAddressMax: 1_000, loginFailuresPerAddressMax: 1_000, codeChecksPerAddressMax: 1_000 }

onDatabase('signing in', (open) => {
  let database: Database
  let server: AccountServer
  beforeAll(async () => {
    database = await open()
    server = await startAccountServer(database, { limits: ROOMY })
  })
  afterAll(() => server.close())

  const usersOf = (mobile: string) => database.query('select id from users where mobile = $1', [mobile])

  describe('a sign-up', () => {
    test('becomes a user, with a session, when the code is given', async () => {
      const mobile = newMobile()
      const begun = await signUp(server, mobile.replace('+98', '۰'))
      expect(begun).toMatchObject({
        status: 200,
        body: {
          message: 'Verification Code Sent',
          token: null,
          flowToken: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
          baseDTO: {
            starTwoStepAuthentication: `0912***${mobile.slice(-4)}`,
            twoStepAuthenticationType: 'SMS',
            expiresInSeconds: 300,
          },
        },
      })
      expect(await usersOf(mobile)).toHaveLength(0)
      const { body } = await checkCode(server, mobile, { code: server.codeFor(mobile) })
      const account = await server.ask('/users/account', { token: body.token })
      expect(account.body.baseDTO).toMatchObject({
        mobileNumber: mobile,
        authenticationType: 'UNAUTHORIZED',
        authorized: false,
        userAccountLevel: 'VIP_1',
        fee: '0.4',
        totalTradesVolume: '0',
      })
      expect(await usersOf(mobile)).toEqual([{ id: expect.any(BigInt) }])
    })

    test.each([
      ['a number that is none', { mobileNumber: '02188776655' }, 'INVALID_MOBILE'],
      ['a short password', { password: 'Abcdef1' }, 'WEAK_PASSWORD'],
      ['a password without a capital', { password: 'abcdefg1' }, 'WEAK_PASSWORD'],
      ['a password without a small letter', { password: 'ABCDEFG1' }, 'WEAK_PASSWORD'],
      ['a password without a digit', { password: 'Abcdefgh' }, 'WEAK_PASSWORD'],
      ['terms that are not accepted', { acceptedTerms: false }, 'TERMS_NOT_ACCEPTED'],
      ['a referral code that nobody has', { referralCode: 'NOBODY22' }, 'REFERRAL_CODE_UNKNOWN'],
      ['a referral code that cannot be one', { referralCode: "'\u0007;--" }, 'REFERRAL_CODE_UNKNOWN'],
    ])('is refused for %s', async (_what, changes: SignUpChanges & { mobileNumber?: string }, code) => {
      const refused = await signUp(server, changes.mobileNumber ?? newMobile(), changes)
      expect(refused.body.code).toBe(code)
      expect(refused.status).toBe(400)
    })

    test('remembers who invited', async () => {
      const inviter = await signedUp(server)
      const account = await server.ask('/users/account', { token: inviter.token })
      const referralCode = String(account.body.baseDTO?.referralCode)
      const mobile = newMobile()
      await signUp(server, mobile, { referralCode: ` ${referralCode.toLowerCase()}` })
      await checkCode(server, mobile, { code: server.codeFor(mobile) })
      const [row] = await database.query<{ mobile: string }>(
        'select i.mobile from users u join users i on i.id = u.invited_by where u.mobile = $1',
        [mobile],
      )
      expect(row?.mobile).toBe(inviter.mobile)
    })

    test('of a number with an account looks the same, and reveals it only with the code', async () => {
      const { mobile } = await signedUp(server)
      const stranger = newMobile()
      const known = await signUp(server, mobile, { password: 'Another12' })
      const unknown = await signUp(server, stranger, { password: 'Another12' })
      expect(known.status).toBe(unknown.status)
      const shape = (answer: typeof known, number: string) =>
        JSON.stringify({ ...answer.body, flowToken: typeof answer.body.flowToken }).replace(number.slice(-4), '')
      expect(shape(known, mobile)).toBe(shape(unknown, stranger))
      const proven = await checkCode(server, mobile, { code: server.codeFor(mobile) })
      expect(proven.body).toMatchObject({ code: 'MOBILE_ALREADY_REGISTERED' })
      expect(proven.body.token).toBeUndefined()
      expect((await logIn(server, mobile, { password: 'Another12' })).body.code).toBe('INCORRECT_CREDENTIALS')
    })

    test('confirmed twice at once makes one user and one session', async () => {
      const mobile = newMobile()
      await signUp(server, mobile)
      const code = server.codeFor(mobile)
      const answers = await Promise.all(Array.from({ length: 6 }, () => checkCode(server, mobile, { code })))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(answers.filter(({ body }) => body.code === 'INCORRECT_OTP')).toHaveLength(5)
      expect(await usersOf(mobile)).toHaveLength(1)
    })
  })

  describe('a code', () => {
    test('works once', async () => {
      const mobile = newMobile()
      await signUp(server, mobile)
      const code = server.codeFor(mobile)
      expect((await checkCode(server, mobile, { code })).status).toBe(200)
      expect((await checkCode(server, mobile, { code })).body.code).toBe('INCORRECT_OTP')
    })

    test.each([
      ['a sign-up', 300, async () => newMobile(), (mobile: string) => signUp(server, mobile)],
      ['a login', 120, async () => (await signedUp(server)).mobile, (mobile: string) => logIn(server, mobile)],
    ])('of %s ends after %i seconds, and says so', async (_what, seconds, somebody, begin) => {
      const mobile = await somebody()
      expect((await begin(mobile)).body.baseDTO?.expiresInSeconds).toBe(seconds)
      server.pass({ seconds })
      expect((await checkCode(server, mobile, { code: server.codeFor(mobile) })).body.code).toBe('CODE_EXPIRED')
      expect((await resend(server, mobile)).body.baseDTO?.expiresInSeconds).toBe(seconds)
      server.pass({ seconds: seconds - 1 })
      expect((await checkCode(server, mobile, { code: server.codeFor(mobile) })).status).toBe(200)
    })

    test('is closed by five wrong tries, even when all come at once', async () => {
      const mobile = newMobile()
      await signUp(server, mobile)
      const code = server.codeFor(mobile)
      const tries = await Promise.all(
        Array.from({ length: 8 }, () => checkCode(server, mobile, { code: otherThan(code) })),
      )
      expect(tries.map(({ body }) => body.code).sort()).toEqual([
        ...Array(5).fill('INCORRECT_OTP'),
        ...Array(3).fill('TOO_MANY_TRIES'),
      ])
      server.pass({ seconds: 100 })
      expect(await checkCode(server, mobile, { code })).toMatchObject({ status: 429, retryAfter: 200 })
      expect((await checkCode(server, mobile, { code })).body.code).toBe('TOO_MANY_TRIES')
    })

    test('stops working when another is asked for', async () => {
      const mobile = newMobile()
      await signUp(server, mobile)
      const first = server.codeFor(mobile)
      await resend(server, mobile)
      const second = server.codeFor(mobile)
      if (first !== second) expect((await checkCode(server, mobile, { code: first })).body.code).toBe('INCORRECT_OTP')
      expect((await checkCode(server, mobile, { code: second })).status).toBe(200)
    })

    test('is not in the store as it was sent', async () => {
      const mobile = newMobile()
      await signUp(server, mobile)
      const rows = await database.query(
        `select * from sign_in_flows join one_time_codes on purpose = 'sign-in' and subject = id where mobile = $1`,
        [mobile],
      )
      expect(rows).toHaveLength(1)
      expect(JSON.stringify(rows, (_key, value) => (typeof value === 'bigint' ? `${value}` : value))).not.toContain(
        `"${server.codeFor(mobile)}"`,
      )
    })

    test('of a sign-up that a stranger begins does not end a login under way', async () => {
      const { mobile } = await signedUp(server)
      await logIn(server, mobile)
      const code = server.codeFor(mobile)
      await signUp(server, mobile, { password: 'Unbekannt-71', from: '5.160.9.9' })
      expect((await checkCode(server, mobile, { code })).status).toBe(200)
    })

    test('asked again with nothing under way is answered the same, and nothing is sent', async () => {
      const mobile = newMobile()
      const answer = await resend(server, mobile)
      expect(answer.status).toBe(200)
      expect(answer.body.baseDTO?.expiresInSeconds).toBe(120)
      expect(server.messagesTo(mobile)).toBe(0)
    })

    test('that the operator does not take is reported', async () => {
      expect((await signUp(server, '+989990000000')).body.code).toBe('SMS_OTP_UNAVAILABLE')
    })
  })

  describe('a login', () => {
    test('needs the password and then the code', async () => {
      const { mobile } = await signedUp(server)
      expect((await logIn(server, mobile)).status).toBe(200)
      const { body } = await checkCode(server, mobile, { code: server.codeFor(mobile) })
      expect((await server.ask('/users/account', { token: body.token })).status).toBe(200)
    })

    test('answers the same to a wrong password and to a number that nobody has', async () => {
      const { mobile } = await signedUp(server)
      const wrong = await logIn(server, mobile, { password: 'Wrong1234' })
      expect(wrong.body.code).toBe('INCORRECT_CREDENTIALS')
      expect(await logIn(server, newMobile(), { password: 'Wrong1234' })).toEqual(wrong)
      expect(await logIn(server, 'not a number', { password: 'Wrong1234' })).toEqual(wrong)
    })

    test('of a blocked user is refused, and the user’s sessions end', async () => {
      const { mobile, token } = await signedUp(server)
      await logIn(server, mobile)
      const code = server.codeFor(mobile)
      await database.query('update users set blocked_at = now() where mobile = $1', [mobile])
      server.pass({ seconds: 6 })
      expect((await server.ask('/users/account', { token })).body.code).toBe('UNAUTHENTICATED')
      expect((await checkCode(server, mobile, { code })).body.code).toBe('LOGIN_NOT_ALLOWED')
      expect((await logIn(server, mobile)).body.code).toBe('LOGIN_NOT_ALLOWED')
      expect((await logIn(server, mobile, { password: 'Wrong1234' })).body.code).toBe('INCORRECT_CREDENTIALS')
    })

    test('is written down, successful or not, newest first', async () => {
      const { mobile, token } = await signedUp(server)
      await logIn(server, mobile, { password: 'Wrong1234', from: '5.160.7.7' })
      const { body } = await server.ask('/users/login-history?size=1&page=1', { token })
      expect(body.totalPages).toBe(2)
      expect(body.content).toEqual([
        {
          loginRequestedDateTime: expect.stringMatching(/Z$/),
          ipAddress: '5.160.7.7',
          deviceType: 'UNKNOWN',
          osType: 'UNKNOWN',
          browser: 'FIREFOX',
          isSuccessful: false,
        },
      ])
      const second = await server.ask('/users/login-history?size=1&page=2', { token })
      expect(second.body.content).toMatchObject([{ isSuccessful: true, ipAddress: '5.160.1.1' }])
    })
  })
})
