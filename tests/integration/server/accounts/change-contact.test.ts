import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#server/store/database.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { accountForm } from './account-form.ts'
import { type AccountServer, startAccountServer } from './account-server.ts'
import { contactSteps, emailAddress, otherMobile, refusalOf } from './contact-steps.ts'
import { changeOtp, noticesOf, sendVerificationCode } from './security-steps.ts'
import { checkCode, logIn, otherThan } from './steps.ts'

const ROOMY = { codesPerAddressMax: 10_000, codeChecksPerAddressMax: 10_000 }
const DAY_MS = 24 * 3_600_000

onDatabase('changing the mobile number or the e-mail address', (open) => {
  let database: Database
  let server: AccountServer
  let steps: ReturnType<typeof contactSteps>
  beforeAll(async () => {
    database = await open()
    server = await startAccountServer(database, { limits: ROOMY })
    steps = contactSteps(server, database)
  })
  afterAll(() => server.close())

  describe('a new number', () => {
    test('is the account’s once the old number and the new one have each proven themselves by a code', async () => {
      const user = await steps.newUser()
      const mobile = otherMobile()
      const begun = await steps.changeMobile(user, mobile)
      expect(begun).toMatchObject({
        status: 200,
        body: {
          baseDTO: {
            contact: 'OLD',
            codeLength: 6,
            expiresInSeconds: 120,
            starTwoStepAuthentication: `${user.mobile.replace('+98', '0').slice(0, 4)}***${user.mobile.slice(-4)}`,
          },
        },
      })
      expect(server.messagesTo(mobile)).toBe(0)
      const first = await steps.mobileOtp(user, server.codeFor(user.mobile))
      expect(first.body.baseDTO).toMatchObject({
        changed: false,
        next: { contact: 'NEW', codeLength: 6, starTwoStepAuthentication: expect.stringContaining(mobile.slice(-4)) },
      })
      expect((await steps.rowOf(user))?.mobile).toBe(user.mobile)
      const second = await steps.mobileOtp(user, server.codeFor(mobile))
      expect(second.body.baseDTO).toEqual({ changed: true, authenticationType: 'UNAUTHORIZED' })
      expect((await steps.rowOf(user))?.mobile).toBe(mobile)
      const account = await server.ask('/users/account', { token: user.token })
      expect(account.body.baseDTO).toMatchObject({ mobileNumber: mobile })
    })

    test('is the one that opens the account from then on, and the old one opens nothing', async () => {
      const user = await steps.newUser()
      const mobile = otherMobile()
      await logIn(server, user.mobile)
      const codeUnderWay = server.codeFor(user.mobile)
      await steps.proveOldMobile(user, mobile)
      await steps.mobileOtp(user, server.codeFor(mobile))
      expect((await checkCode(server, user.mobile, { code: codeUnderWay })).body.code).toBe('INCORRECT_OTP')
      expect((await logIn(server, user.mobile)).body.code).toBe('INCORRECT_CREDENTIALS')
      await logIn(server, mobile)
      expect((await checkCode(server, mobile, { code: server.codeFor(mobile) })).status).toBe(200)
    })

    test('ends the other sessions, holds withdrawals for a day, is told, and is in the audit log', async () => {
      const user = await steps.newUser()
      await logIn(server, user.mobile)
      const other = await checkCode(server, user.mobile, { code: server.codeFor(user.mobile) })
      const mobile = otherMobile()
      await steps.proveOldMobile(user, mobile)
      await steps.mobileOtp(user, server.codeFor(mobile))
      expect((await server.ask('/users/account', { token: other.body.token })).status).toBe(401)
      expect((await server.ask('/users/account', { token: user.token })).status).toBe(200)
      const heldUntil = (await steps.rowOf(user))?.withdrawals_held_until
      expect(heldUntil).toEqual(new Date(server.accounts.now().getTime() + DAY_MS))
      expect(await steps.eventsOf(user, 'MOBILE_CHANGED')).toEqual([
        { before: user.mobile, after: mobile, ended: 1, verification: 'UNAUTHORIZED' },
      ])
      const notices = await database.query('select kind, former_contact from notices where user_id = $1', [user.userId])
      expect(notices).toContainEqual({ kind: 'MOBILE_CHANGED', former_contact: user.mobile })
    })
  })

  describe('an e-mail address', () => {
    test('that is the first is proven by its own code alone, and is the account’s and the form’s', async () => {
      const user = await steps.submittedUser()
      const email = emailAddress()
      const begun = await steps.changeEmail(user, email.toUpperCase())
      expect(begun.body.baseDTO).toMatchObject({ contact: 'NEW', codeLength: 6, expiresInSeconds: 120 })
      expect(begun.body.baseDTO?.starTwoStepAuthentication).toBe('m***@example.com')
      const taken = await steps.emailOtp(user, server.emailCodeFor(email))
      expect(taken.body.baseDTO).toEqual({ changed: true, authenticationType: 'UNIDENTIFIED' })
      expect(await steps.rowOf(user)).toMatchObject({ email, verification: 'UNIDENTIFIED' })
      const account = await server.ask('/users/account', { token: user.token })
      expect(account.body.baseDTO).toMatchObject({ email, emailVerified: true })
      expect(await steps.eventsOf(user, 'EMAIL_ADDED')).toMatchObject([{ before: null, after: email }])
      // A proven address makes the account safer: no withdrawal is held, and no notice reports a change.
      expect((await steps.rowOf(user))?.withdrawals_held_until).toBeNull()
      expect(await noticesOf(server, user.userId)).toEqual(['EMAIL_ADDED'])
    })

    test('that is proven gives way to another one after a code of each', async () => {
      const user = await steps.userWithEmail()
      const email = emailAddress()
      expect(refusalOf(await steps.changeEmail(user, email))).toEqual({
        status: 400,
        code: 'OLD_CONTACT_MISMATCH',
        field: 'oldEmail',
      })
      const begun = await steps.changeEmail(user, email, ` ${user.email.toUpperCase()} `)
      expect(begun.body.baseDTO).toMatchObject({ contact: 'OLD' })
      const first = await steps.emailOtp(user, server.emailCodeFor(user.email))
      expect(first.body.baseDTO).toMatchObject({ changed: false, next: { contact: 'NEW' } })
      await steps.emailOtp(user, server.emailCodeFor(email))
      expect((await steps.rowOf(user))?.email).toBe(email)
    })

    test('that is proven stays, whatever the form says after it', async () => {
      const user = await steps.userWithEmail()
      await server.ask('/users/account', { method: 'POST', form: await accountForm(), token: user.token })
      const account = await server.ask('/users/account', { token: user.token })
      expect(account.body.baseDTO).toMatchObject({ firstName: 'مینا', email: user.email, emailVerified: true })
      const rows = await database.query('select email from identities where user_id = $1', [user.userId])
      expect(rows).toEqual([{ email: user.email }])
    })

    test('that is proven as the second step is the form’s, too', async () => {
      const user = await steps.submittedUser()
      const [email, { token }] = [emailAddress(), user]
      await sendVerificationCode(server, token, 'EMAIL', { email })
      await changeOtp(server, token, 'EMAIL', server.emailCodeFor(email))
      const rows = await database.query(
        'select i.email, u.email as proven from users u join identities i on i.user_id = u.id where u.id = $1',
        [user.userId],
      )
      expect(rows).toEqual([{ email, proven: email }])
    })

    test('of the form alone is shown as not proven', async () => {
      const user = await steps.submittedUser()
      const account = await server.ask('/users/account', { token: user.token })
      expect(account.body.baseDTO).toMatchObject({ email: 'mina@example.com', emailVerified: false })
    })
  })

  describe('a code', () => {
    test('that is wrong five times stops working; resend brings another one', async () => {
      const user = await steps.newUser()
      await steps.changeMobile(user, otherMobile())
      const code = server.codeFor(user.mobile)
      for (let tries = 0; tries < 5; tries += 1)
        expect((await steps.mobileOtp(user, otherThan(code))).body.code).toBe('INCORRECT_OTP')
      const used = await steps.mobileOtp(user, code)
      expect(used).toMatchObject({ status: 429, body: { code: 'TOO_MANY_TRIES' } })
      expect(used.retryAfter).toBeGreaterThan(0)
      server.pass({ seconds: 61 })
      expect((await steps.resendMobile(user)).body.baseDTO).toMatchObject({ contact: 'OLD', expiresInSeconds: 120 })
      expect((await steps.mobileOtp(user, server.codeFor(user.mobile))).body.baseDTO).toMatchObject({ changed: false })
      expect(await database.query('select 1 from refusal_counts where user_id = $1', [user.userId])).not.toEqual([])
    })

    test('expires after 120 seconds; resend restarts the time with another one, and the earlier one works no more', async () => {
      const user = await steps.newUser()
      const email = emailAddress()
      await steps.changeEmail(user, email)
      const code = server.emailCodeFor(email)
      server.pass({ seconds: 119 })
      await steps.resendEmail(user)
      const next = server.emailCodeFor(email)
      if (next !== code) expect((await steps.emailOtp(user, code)).body.code).toBe('INCORRECT_OTP')
      server.pass({ seconds: 121 })
      expect(refusalOf(await steps.emailOtp(user, next))).toEqual({ status: 400, code: 'CODE_EXPIRED' })
      await steps.resendEmail(user)
      expect((await steps.emailOtp(user, server.emailCodeFor(email))).body.baseDTO).toMatchObject({ changed: true })
    })

    test('works once, also where it is sent twice at the same moment', async () => {
      const user = await steps.newUser()
      const mobile = otherMobile()
      await steps.proveOldMobile(user, mobile)
      const code = server.codeFor(mobile)
      const both = await Promise.all([steps.mobileOtp(user, code), steps.mobileOtp(user, code)])
      // The other call finds no change, or its proof used up.
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, expect.toBeOneOf([403, 409])])
      expect(await steps.eventsOf(user, 'MOBILE_CHANGED')).toHaveLength(1)
    })

    test('of a change that was begun before belongs to nothing any more', async () => {
      const user = await steps.newUser()
      const [first, second] = [emailAddress(), emailAddress()]
      await steps.changeEmail(user, first)
      await steps.changeEmail(user, second)
      const [old, present] = [server.emailCodeFor(first), server.emailCodeFor(second)]
      if (old !== present) expect((await steps.emailOtp(user, old)).body.code).toBe('INCORRECT_OTP')
      await steps.emailOtp(user, present)
      expect((await steps.rowOf(user))?.email).toBe(second)
    })
  })

  test('two accounts that prove the same contact at the same moment do not both get it', async () => {
    const users = [await steps.newUser(), await steps.newUser()]
    const email = emailAddress()
    const codes: string[] = []
    for (const user of users) {
      server.pass({ seconds: 1 })
      await steps.changeEmail(user, email)
      codes.push(server.emailCodeFor(email))
    }
    const answers = await Promise.all(users.map((user, index) => steps.emailOtp(user, codes[index] ?? '')))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('EMAIL_TAKEN')
  })

  test('one user has ten codes of changes in a quarter of an hour, to whatever contacts', async () => {
    const user = await steps.newUser()
    for (let count = 0; count < 10; count += 1) expect((await steps.changeEmail(user, emailAddress())).status).toBe(200)
    const refused = await steps.changeEmail(user, emailAddress())
    expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } })
    expect(refused.retryAfter).toBeGreaterThan(0)
  })
})
