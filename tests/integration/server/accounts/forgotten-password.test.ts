import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MobileNumber } from '#domain/mobile-number.ts'
import { applyDueResets } from '#server/accounts/sign-in/reset-password.ts'
import type { Database } from '#server/store/database.ts'
import { iranianIdentity } from '#tests/builders/iranian-identity.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { type AccountServer, startAccountServer } from './account-server.ts'
import { newBrowser } from './browser.ts'
import {
  changePassword,
  noticesOf,
  prove,
  securityOf,
  sendCode,
  userIdOf,
  withAuthenticator,
} from './security-steps.ts'
import { checkCode, logIn, otherThan, PASSWORD, signedUp } from './steps.ts'

const NEW = 'Darya-e-nur-88'
const DAY_MS = 24 * 3_600_000
const newMobile = () => iranianIdentity().mobileNumber

onDatabase('a forgotten password', (open) => {
  let database: Database
  let server: AccountServer
  beforeAll(async () => {
    database = await open()
    server = await startAccountServer(database, {
      limits: { codesPerAddressMax: 1_000, codeChecksPerAddressMax: 1_000 },
    })
  })
  afterAll(() => server.close())

  /** The code is sent after the answer. */
  const codeAfter = async (mobile: MobileNumber, messages: number) => {
    await expect.poll(() => server.messagesTo(mobile)).toBe(messages + 1)
    return server.codeFor(mobile)
  }
  const forgotten = async (mobile: MobileNumber) => {
    const browser = newBrowser(server)
    const before = server.messagesTo(mobile)
    await browser.forget(mobile)
    await expect.poll(() => server.messagesTo(mobile)).toBe(before + 1)
    return { browser, code: server.codeFor(mobile) }
  }

  /** A user who logs in with codes by e-mail, not with the SMS of a reset: the new password is valid immediately. */
  const byEmail = async () => {
    const user = await signedUp(server)
    const email = `step.${user.mobile.slice(-9)}@example.com`
    await database.query("update users set email = $2, two_step = 'EMAIL' where mobile = $1", [user.mobile, email])
    return { ...user, email }
  }

  test('is replaced by the code: sessions end, the user is told, withdrawals wait for a day', async () => {
    const { mobile, token, email } = await byEmail()
    const known = newBrowser(server)
    await known.logIn(mobile)
    await known.check(mobile, server.emailCodeFor(email))
    const { browser, code } = await forgotten(mobile)
    expect(await browser.reset(mobile, code, NEW)).toMatchObject({ status: 200 })
    expect((await server.ask('/users/account', { token })).status).toBe(401)
    expect((await server.ask('/users/account', { token: known.cookies().get('kimia_session') })).status).toBe(401)
    expect((await logIn(server, mobile, { password: PASSWORD })).body.code).toBe('INCORRECT_CREDENTIALS')
    expect((await logIn(server, mobile, { password: NEW })).status).toBe(200)
    const [row] = await database.query<{ held: Date; notices: bigint; event: string; devices: bigint }>(
      `select withdrawals_held_until as held, (select count(*) from known_devices where user_id = u.id) as devices,
        (select count(*) from notices where user_id = u.id and kind = 'PASSWORD_CHANGED') as notices,
        (select details from audit_log where user_id = u.id and kind = 'PASSWORD_CHANGED') as event
        from users u where mobile = $1`,
      [mobile],
    )
    expect(row).toMatchObject({ held: new Date(server.accounts.now().getTime() + DAY_MS), notices: 1n, devices: 0n })
    expect(JSON.parse(row?.event ?? '')).toEqual({ by: 'CODE', ended: 2 })
  })

  test('of a number without an account is answered the same, sends nothing, and no code opens it', async () => {
    const { mobile } = await signedUp(server)
    const stranger = newMobile()
    const known = await newBrowser(server).forget(mobile)
    const browser = newBrowser(server)
    const unknown = await browser.forget(stranger)
    expect(known.body).toEqual({ message: 'code sent successfully.', baseDTO: { expiresInSeconds: 120 } })
    expect({ ...unknown, cookies: undefined }).toEqual({ ...known, cookies: undefined })
    const answers: unknown[] = []
    for (let tried = 0; tried < 7; tried += 1) answers.push((await browser.reset(stranger, '123456', NEW)).body.code)
    expect(answers).toEqual([...Array(5).fill('INCORRECT_OTP'), ...Array(2).fill('TOO_MANY_TRIES')])
    expect(server.messagesTo(stranger)).toBe(0)
  })

  test('opens to nobody but its beginner, five tries, once, and while the code lives', async () => {
    const { mobile } = await signedUp(server)
    const { browser, code } = await forgotten(mobile)
    expect((await newBrowser(server).reset(mobile, code, NEW)).body.code).toBe('INCORRECT_OTP')
    expect((await newBrowser(server).check(mobile, code)).body.code).toBe('INCORRECT_OTP')
    expect((await browser.check(mobile, code)).body.code).toBe('INCORRECT_OTP')
    expect((await browser.reset(mobile, otherThan(code), NEW)).body.code).toBe('INCORRECT_OTP')
    expect((await browser.reset(mobile, code, NEW)).status).toBe(200)
    expect((await browser.reset(mobile, code, NEW)).body.code).toBe('INCORRECT_OTP')
    const late = await forgotten(mobile)
    server.pass({ seconds: 120 })
    expect((await late.browser.reset(mobile, late.code, NEW)).body.code).toBe('CODE_EXPIRED')
  })

  test.each([
    ['short', 'Abc-123', 'WEAK_PASSWORD'],
    ['without a digit', 'Abcdefghi', 'WEAK_PASSWORD'],
    ['common', 'Passw0rd1!', 'PASSWORD_TOO_COMMON'],
  ])('is not replaced by one that is %s, and the code stays good', async (_what, password, code) => {
    const { mobile } = await signedUp(server)
    const begun = await forgotten(mobile)
    expect((await begun.browser.reset(mobile, begun.code, password)).body).toMatchObject({ code, field: 'password' })
    const withNumber = `Ab-${mobile.slice(-8)}`
    expect((await begun.browser.reset(mobile, begun.code, withNumber)).body.code).toBe('PASSWORD_HAS_NUMBER')
    expect((await begun.browser.reset(mobile, begun.code, NEW)).status).toBe(200)
  })

  test('is not replaced by itself: its owner is told so, nobody without the code is, and the code stays good', async () => {
    const { mobile } = await signedUp(server)
    const { browser, code } = await forgotten(mobile)
    expect((await browser.reset(mobile, otherThan(code), PASSWORD)).body.code).toBe('INCORRECT_OTP')
    for (const [language, sentence] of [
      ['fa', 'رمز عبور جدید با رمز فعلی یکی است؛ رمز دیگری انتخاب کنید.'],
      ['en', 'The new password is the same as the current one. Choose another one.'],
    ] as const)
      expect(await browser.reset(mobile, code, PASSWORD, language)).toMatchObject({
        status: 400,
        body: { code: 'PASSWORD_UNCHANGED', field: 'password', errors: [sentence] },
      })
    expect((await browser.reset(mobile, code, NEW)).status).toBe(200)
  })

  test('of a frozen account stays as it is, and its owner is told so', async () => {
    const { mobile } = await signedUp(server)
    const { browser, code } = await forgotten(mobile)
    await database.query('update users set blocked_at = now() where mobile = $1', [mobile])
    expect((await browser.reset(mobile, code, NEW)).body.code).toBe('LOGIN_NOT_ALLOWED')
  })

  test('by e-mail goes to the proven address, and to the mobile where there is none', async () => {
    const { mobile } = await signedUp(server)
    const email = `mina.${mobile.slice(-6)}@example.com`
    await database.query('update users set email = $2 where mobile = $1', [mobile, email])
    const json = { mobileNumber: mobile, authenticationType: 'EMAIL' }
    await server.ask('/users/forget-password', { method: 'POST', json })
    await expect.poll(() => server.emailCodeFor(email)).toMatch(/^\d{6}$/)
    const reset = { username: mobile, code: server.emailCodeFor(email), password: NEW }
    expect((await server.ask('/users/reset-password', { method: 'POST', json: reset })).status).toBe(200)
    const other = (await signedUp(server)).mobile
    const before = server.messagesTo(other)
    await server.ask('/users/forget-password', { method: 'POST', json: { ...json, mobileNumber: other } })
    expect(await codeAfter(other, before)).toMatch(/^\d{6}$/)
  })

  test('a program without cookies replaces it by number and code alone', async () => {
    const { mobile } = await signedUp(server)
    const before = server.messagesTo(mobile)
    const asked = await server.ask('/users/forget-password', {
      method: 'POST',
      json: { mobileNumber: mobile, authenticationType: 'SMS' },
    })
    expect(asked.body.flowToken).toMatch(/^[\w-]{43}$/)
    const json = { code: await codeAfter(mobile, before), username: mobile, password: NEW }
    expect((await server.ask('/users/reset-password/', { method: 'POST', json })).status).toBe(200)
    expect((await logIn(server, mobile, { password: NEW })).status).toBe(401)
    await due()
    await logIn(server, mobile, { password: NEW })
    expect((await checkCode(server, mobile, { code: server.codeFor(mobile) })).status).toBe(200)
  })

  /** Passes a day and runs the job. */
  const due = async () => {
    server.pass({ seconds: 86_400 })
    await applyDueResets(server.accounts)
  }

  describe('by the channel that logins use as well', () => {
    test.each(['SMS', 'EMAIL'] as const)('waits for a day, with a warning: by %s', async (channel) => {
      const { mobile, token, email } = await byEmail()
      if (channel === 'SMS') await database.query("update users set two_step = 'SMS' where mobile = $1", [mobile])
      const json = { mobileNumber: mobile, authenticationType: channel }
      const codeOf = () => (channel === 'SMS' ? server.codeFor(mobile) : server.emailCodeFor(email))
      const earlier = codeOf()
      await server.ask('/users/forget-password', { method: 'POST', json })
      await expect.poll(codeOf).not.toBe(earlier)
      const reset = { username: mobile, code: codeOf(), password: NEW }
      const effectiveDateTime = new Date(server.accounts.now().getTime() + DAY_MS).toISOString()
      expect(await server.ask('/users/reset-password', { method: 'POST', json: reset })).toMatchObject({
        status: 200,
        body: { message: 'password will change', baseDTO: { effectiveDateTime } },
      })
      // Nothing that belongs to the owner has ended.
      expect(await securityOf(server, token)).toMatchObject({
        passwordResetDateTime: effectiveDateTime,
        withdrawalsHeldUntil: effectiveDateTime,
      })
      expect((await logIn(server, mobile, { password: NEW })).body.code).toBe('INCORRECT_CREDENTIALS')
      expect(await noticesOf(server, await userIdOf(server, token))).toContain('PASSWORD_RESET_ASKED')
      await due()
      expect((await server.ask('/users/account', { token })).status).toBe(401)
      expect((await logIn(server, mobile, { password: NEW })).status).toBe(200)
    })

    test('of a user with an authenticator is replaced at once: the login asks for that', async () => {
      const { mobile, token } = await signedUp(server)
      await withAuthenticator(server, token)
      const { browser, code } = await forgotten(mobile)
      expect((await browser.reset(mobile, code, NEW)).body.baseDTO).toEqual({ effectiveDateTime: null })
    })

    const cancel = (token: string, oldPassword?: string) =>
      server.ask('/users/cancel-password-reset', { method: 'POST', token, json: { oldPassword } })

    test('is not cancelled by a session alone, but by its password, or by a proof of some minutes ago', async () => {
      const { mobile, token } = await signedUp(server)
      server.pass({ seconds: 601 })
      const { browser, code } = await forgotten(mobile)
      await browser.reset(mobile, code, NEW)
      const waits = async () => (await securityOf(server, token))?.passwordResetDateTime !== null
      expect(await cancel(token)).toMatchObject({ status: 403, body: { code: 'PROOF_REQUIRED' } })
      expect(await cancel(token, NEW)).toMatchObject({ status: 400, body: { code: 'OLD_PASSWORD_INCORRECT' } })
      expect(await waits()).toBe(true)
      await sendCode(server, token)
      expect((await prove(server, token, server.codeFor(mobile))).status).toBe(200)
      expect((await cancel(token)).status).toBe(200)
      expect(await waits()).toBe(false)
    })

    test('that is cancelled is told to its owner by all ways, once', async () => {
      const { mobile, token } = await signedUp(server)
      const { browser, code } = await forgotten(mobile)
      await browser.reset(mobile, code, NEW)
      for (let turn = 0; turn < 2; turn += 1) await cancel(token, PASSWORD)
      const kinds = await noticesOf(server, await userIdOf(server, token))
      expect(kinds.filter((kind) => kind.startsWith('PASSWORD'))).toEqual([
        'PASSWORD_RESET_ASKED',
        'PASSWORD_RESET_CANCELLED',
      ])
    })

    test.each([
      ['is cancelled by its owner', (token: string) => cancel(token, PASSWORD)],
      ['is over with a changed password', (token: string) => changePassword(server, token, PASSWORD, 'Third-pass-9')],
      ['is over with a freeze', (token: string) => server.ask('/users/freeze', { method: 'POST', token })],
    ])('%s', async (_, cancel) => {
      const { mobile, token } = await signedUp(server)
      const { browser, code } = await forgotten(mobile)
      await browser.reset(mobile, code, NEW)
      await cancel(token)
      await due()
      expect(
        await database.query('select 1 from waiting_resets where user_id = (select id from users where mobile = $1)', [
          mobile,
        ]),
      ).toEqual([])
      expect((await logIn(server, mobile, { password: NEW })).body.code).toBe('INCORRECT_CREDENTIALS')
    })
  })
})
