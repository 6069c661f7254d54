import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type ErrorCode, REFUSALS } from '#contract/errors.ts'
import { forgetExpired } from '#server/accounts/forget-expired.ts'
import type { Database } from '#server/store/database.ts'
import { provenWith } from '#tests/builders/proven-anew.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { type AccountServer, startAccountServer } from './account-server.ts'
import { contactSteps, emailAddress, otherMobile, refusalOf } from './contact-steps.ts'
import { otherThan } from './steps.ts'

const Refusal = z.object({
  code: z.custom<ErrorCode>((code) => typeof code === 'string' && Object.hasOwn(REFUSALS, code)),
  errors: z.array(z.string()),
})

onDatabase('a change of the mobile number or the e-mail address is refused', (open) => {
  let database: Database
  let server: AccountServer
  let steps: ReturnType<typeof contactSteps>
  beforeAll(async () => {
    database = await open()
    server = await startAccountServer(database, {
      limits: { codesPerAddressMax: 10_000, codeChecksPerAddressMax: 10_000 },
    })
    steps = contactSteps(server, database)
  })
  afterAll(() => server.close())

  test('where the old one is not the account’s, the new one is none, or both are the same', async () => {
    const user = await steps.newUser()
    const mismatch = { status: 400, code: 'OLD_CONTACT_MISMATCH', field: 'oldMobileNumber' }
    expect(refusalOf(await steps.changeMobile(user, otherMobile(), otherMobile()))).toEqual(mismatch)
    expect(refusalOf(await steps.changeMobile(user, otherMobile(), ''))).toEqual(mismatch)
    const invalid = { status: 400, code: 'INVALID_MOBILE', field: 'newMobileNumber' }
    expect(refusalOf(await steps.changeMobile(user, '0912345'))).toEqual(invalid)
    const same = { status: 400, code: 'CONTACT_UNCHANGED', field: 'newMobileNumber' }
    expect(refusalOf(await steps.changeMobile(user, user.mobile.replace('+98', '۰')))).toEqual(same)
    const email = { status: 400, code: 'INVALID_EMAIL', field: 'newEmail' }
    expect(refusalOf(await steps.changeEmail(user, 'mina@example'))).toEqual(email)
    const known = await steps.userWithEmail()
    expect(refusalOf(await steps.changeEmail(known, known.email, known.email))).toMatchObject({
      code: 'CONTACT_UNCHANGED',
    })
    expect(server.messagesTo(user.mobile)).toBe(1)
  })

  test.each(['fa', 'en'] as const)(
    'with the sentence of its code in the language of the call (%s)',
    async (language) => {
      const [user, owner] = [await steps.newUser(), await steps.userWithEmail()]
      const say = async (path: string, json: object) => {
        await provenWith(server.accounts, user.token, path.includes('mobile') ? 'MOBILE' : 'EMAIL')
        const reply = await fetch(`${server.url}/api/users/${path}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json', language },
          body: JSON.stringify(json),
        })
        const { code, errors } = Refusal.parse(await reply.json())
        expect(errors).toEqual([REFUSALS[code][language]])
        return code
      }
      const [old, other] = [user.mobile, otherMobile()]
      expect(await say('change-mobile', { oldMobileNumber: other, newMobileNumber: other })).toBe(
        'OLD_CONTACT_MISMATCH',
      )
      expect(await say('change-mobile', { oldMobileNumber: old, newMobileNumber: old })).toBe('CONTACT_UNCHANGED')
      expect(await say('change-mobile', { oldMobileNumber: old, newMobileNumber: '1' })).toBe('INVALID_MOBILE')
      expect(await say('change-email', { newEmail: 'mina' })).toBe('INVALID_EMAIL')
      expect(await say('change-email-otp', { otp: '123456' })).toBe('CONTACT_CHANGE_NOT_BEGUN')
      await steps.changeEmail(user, owner.email)
      const code = server.emailCodeFor(owner.email)
      expect(await say('change-email-otp', { otp: otherThan(code) })).toBe('INCORRECT_OTP')
      expect(await say('change-email-otp', { otp: code })).toBe('EMAIL_TAKEN')
      await steps.proveOldMobile(user, owner.mobile)
      expect(await say('change-mobile-otp', { otp: server.codeFor(owner.mobile) })).toBe('MOBILE_TAKEN')
      await database.query(`update users set verification = 'PENDING' where id = $1`, [user.userId])
      expect(await say('change-mobile', { oldMobileNumber: old, newMobileNumber: other })).toBe('CONTACT_LOCKED')
    },
  )

  test('without a session and without a proof of the last ten minutes, at each of the six calls', async () => {
    const user = await steps.newUser()
    server.pass({ seconds: 601 })
    const calls = (token: string | undefined) =>
      [
        ['change-mobile', { oldMobileNumber: user.mobile, newMobileNumber: otherMobile() }] as const,
        ['change-email', { newEmail: emailAddress() }] as const,
        ['resend-mobile-otp', {}] as const,
        ['resend-email-otp', {}] as const,
        ['change-mobile-otp', { otp: '123456' }] as const,
        ['change-email-otp', { otp: '123456' }] as const,
      ].map(([path, json]) => server.ask(`/users/${path}`, { method: 'POST', json, token }))
    for (const answer of await Promise.all(calls(user.token))) expect(answer.body.code).toBe('PROOF_REQUIRED')
    for (const answer of await Promise.all(calls(undefined))) expect(answer.body.code).toBe('UNAUTHENTICATED')
  })

  test('where the new contact belongs to another account, which is said only when its code is right', async () => {
    const [user, owner] = [await steps.newUser(), await steps.userWithEmail()]
    const [takenBegin, freeBegin] = [
      await steps.changeMobile(user, owner.mobile),
      await steps.changeMobile(user, otherMobile()),
    ]
    expect(takenBegin).toEqual(freeBegin)
    const first = await steps.proveOldMobile(user, owner.mobile)
    expect(first.body.baseDTO).toMatchObject({ changed: false })
    const wrong = otherThan(server.codeFor(owner.mobile))
    expect(refusalOf(await steps.mobileOtp(user, wrong))).toEqual({ status: 400, code: 'INCORRECT_OTP' })
    const code = server.codeFor(owner.mobile)
    expect(refusalOf(await steps.mobileOtp(user, code))).toEqual({ status: 409, code: 'MOBILE_TAKEN' })
    expect(refusalOf(await steps.mobileOtp(user, code))).toEqual({ status: 409, code: 'CONTACT_CHANGE_NOT_BEGUN' })
    await steps.changeEmail(user, owner.email)
    const taken = await steps.emailOtp(user, server.emailCodeFor(owner.email))
    expect(refusalOf(taken)).toEqual({ status: 409, code: 'EMAIL_TAKEN' })
    expect(await steps.rowOf(user)).toMatchObject({ mobile: user.mobile, email: null })
  })

  test('where none was begun, by another user’s code, and half an hour after it began', async () => {
    const [user, other] = [await steps.newUser(), await steps.newUser()]
    const notBegun = { status: 409, code: 'CONTACT_CHANGE_NOT_BEGUN' }
    expect(refusalOf(await steps.resendMobile(user))).toEqual(notBegun)
    expect(refusalOf(await steps.resendEmail(user))).toEqual(notBegun)
    expect(refusalOf(await steps.emailOtp(user, '123456'))).toEqual(notBegun)
    const email = emailAddress()
    await steps.changeEmail(user, email)
    expect(refusalOf(await steps.emailOtp(other, server.emailCodeFor(email)))).toEqual(notBegun)
    expect(refusalOf(await steps.mobileOtp(user, server.emailCodeFor(email)))).toEqual(notBegun)
    server.pass({ seconds: 30 * 60 + 1 })
    await database.query('update sessions set proven_at = $2 where user_id = $1', [user.userId, server.accounts.now()])
    server.accounts.sessions.refresh(user.userId)
    expect(refusalOf(await steps.resendEmail(user))).toEqual(notBegun)
    await forgetExpired(server.accounts)
    expect(await database.query('select 1 from contact_changes where user_id = $1', [user.userId])).toEqual([])
  })
})
