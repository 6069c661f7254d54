import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ProofPurpose } from '#domain/proof-purpose.ts'
import { type AddressBook, savedAddressRoutes } from '#server/accounts/saved-address-routes.ts'
import type { Database } from '#server/store/database.ts'
import { readAddress as readChainAddress } from '#server/wallets/chains/read-coin-destination.ts'
import { custodyDouble } from '#tests/builders/custody-double.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { type AccountServer, startAccountServer } from './account-server.ts'
import { newBrowser } from './browser.ts'
import { otherMobile } from './contact-steps.ts'
import { passkeySteps } from './passkey-steps.ts'
import { codeOfLink, loggedInAgain, prove, sendCode, withAuthenticator } from './security-steps.ts'
import { PASSWORD, type SignedUp, signedUp } from './steps.ts'

const ROOMY = { codesPerAddressMax: 1_000, codesPerNumberMax: 1_000, codeChecksPerAddressMax: 1_000 }

/** The calls that grant lasting power, the purpose of the proof that each demands, and its answer here once it is let in. */
const CALLS = [
  ['TWO_STEP', '/users/send-verification-code?twoStepAuthorization=GOOGLE_AUTHENTICATOR', undefined, undefined],
  ['TWO_STEP', '/users/change-otp?twoStepAuthorization=EMAIL', { code: '123456' }, 'CODE_EXPIRED'],
  ['TWO_STEP', '/users/recovery-codes', {}, undefined],
  ['MOBILE', '/users/change-mobile', { newMobileNumber: 'none' }, 'INVALID_MOBILE'],
  ['MOBILE', '/users/resend-mobile-otp', {}, 'CONTACT_CHANGE_NOT_BEGUN'],
  ['MOBILE', '/users/change-mobile-otp', { otp: '123456' }, 'CONTACT_CHANGE_NOT_BEGUN'],
  ['EMAIL', '/users/change-email', { newEmail: 'none' }, 'INVALID_EMAIL'],
  ['EMAIL', '/users/resend-email-otp', {}, 'CONTACT_CHANGE_NOT_BEGUN'],
  ['EMAIL', '/users/change-email-otp', { otp: '123456' }, 'CONTACT_CHANGE_NOT_BEGUN'],
  ['ACCESS', '/users/api-keys', { name: 'bot', rights: ['read'] }, undefined],
  ['ACCESS', '/users/passkeys/begin', undefined, undefined],
  ['ADDRESSES', '/wallets/saved-addresses', { tokenType: 'X', address: 'x', label: 'Mine' }, 'NETWORK_NOT_SUPPORTED'],
] as const
const PASSWORD_CALL = [
  'PASSWORD',
  '/users/change-password',
  { oldPassword: 'Wrong-12', password: 'Another-12' },
  'OLD_PASSWORD_INCORRECT',
] as const
const ALL = [...CALLS, PASSWORD_CALL]

onDatabase('what hands out lasting power', (open) => {
  let database: Database
  let server: AccountServer
  const passkeys = passkeySteps(() => server)
  beforeAll(async () => {
    database = await open()
    const readAddress: AddressBook['readAddress'] = (typed) => readChainAddress({ custody: custodyDouble() }, typed)
    server = await startAccountServer(database, {
      limits: ROOMY,
      more: (accounts) => savedAddressRoutes({ accounts, readAddress }),
    })
  })
  afterAll(() => server.close())

  /** The code in the answer of each call, made by our page with the session in its cookie, or by a program. */
  const answers = async (token: string, calls: readonly (typeof ALL)[number][], by: 'page' | 'program' = 'program') => {
    const codes: (string | undefined)[] = []
    for (const [, path, json] of calls) {
      const as =
        by === 'program' ? { token } : { headers: { 'x-kimia-client': 'web', cookie: `kimia_session=${token}` } }
      codes.push((await server.ask(path, { method: 'POST', json, ...as })).body.code)
    }
    return codes
  }
  const required = (calls: readonly unknown[]) => calls.map(() => 'PROOF_REQUIRED')
  const tooNew = (calls: readonly unknown[]) => calls.map(() => 'DEVICE_TOO_NEW')
  const of = (purpose: ProofPurpose) => ALL.filter(([wanted]) => wanted === purpose)
  const proveNow = async ({ token, mobile }: SignedUp, purpose: ProofPurpose) => {
    await sendCode(server, token, purpose)
    expect((await prove(server, token, server.codeFor(mobile), purpose)).status).toBe(200)
  }

  test.each(['page', 'program'] as const)('asks a %s for a proof beside the login, however new that is', async (by) => {
    const { token } = await signedUp(server)
    expect(await answers(token, ALL, by)).toEqual(required(ALL))
  })

  test('says what the proof is to be for, and one for something else is none', async () => {
    const user = await signedUp(server)
    const refused = await server.ask('/users/change-email', {
      method: 'POST',
      json: { newEmail: 'a@b.example' },
      token: user.token,
    })
    expect(refused).toMatchObject({ status: 403, body: { code: 'PROOF_REQUIRED', baseDTO: { purpose: 'EMAIL' } } })
    await proveNow(user, 'ACCESS')
    const others = ALL.filter(([purpose]) => purpose !== 'ACCESS')
    expect(await answers(user.token, others)).toEqual(required(others))
    expect(await answers(user.token, of('ACCESS'))).toEqual([undefined, undefined])
    server.pass({ seconds: 601 })
    expect(await answers(user.token, of('ACCESS'))).toEqual(required(of('ACCESS')))
  })

  test('a code that was asked for one thing proves for no other', async () => {
    const { token, mobile } = await signedUp(server)
    await sendCode(server, token, 'ACCESS')
    expect((await prove(server, token, server.codeFor(mobile), 'TWO_STEP')).body.code).toBe('CODE_EXPIRED')
    expect((await prove(server, token, server.codeFor(mobile))).body.code).toBe('CODE_EXPIRED')
    expect(await answers(token, of('TWO_STEP'))).toEqual(required(of('TWO_STEP')))
  })

  test.each([
    ['PASSWORD', 'تغییر رمز عبور'],
    ['TWO_STEP', 'تغییر ورود دومرحله‌ای'],
    ['MOBILE', 'تغییر شمارهٔ موبایل'],
    ['EMAIL', 'ثبت یا تغییر ایمیل'],
    ['ACCESS', 'افزودن کلید یا راه ورود'],
    ['ADDRESSES', 'تغییر آدرس‌های برداشت'],
  ] as const)('a code for %s says what it is for', async (purpose, words) => {
    const { token, mobile } = await signedUp(server)
    await sendCode(server, token, purpose)
    expect(server.textsTo(mobile)[0]).toContain(words)
  })

  test('a change of the password, the step or a contact uses its proof up', async () => {
    const user = await signedUp(server)
    await proveNow(user, 'PASSWORD')
    const json = { oldPassword: PASSWORD, password: 'Another-12' }
    const change = () => server.ask('/users/change-password', { method: 'POST', json, token: user.token })
    expect((await change()).status).toBe(200)
    expect((await change()).body.code).toBe('PROOF_REQUIRED')
    await proveNow(user, 'TWO_STEP')
    const renewed = await server.ask('/users/recovery-codes', { method: 'POST', json: {}, token: user.token })
    expect(renewed.status).toBe(200)
    expect(await answers(user.token, of('TWO_STEP'))).toEqual(required(of('TWO_STEP')))
  })

  test('is not opened by the proof of another session', async () => {
    const user = await signedUp(server)
    await proveNow(user, 'ACCESS')
    const other = await loggedInAgain(server, user)
    server.pass({ seconds: 86_400 })
    expect(await answers(other, ALL)).toEqual(required(ALL))
  })

  /** A password and one code by SMS: all that the stranger has coaxed out of the victim. */
  test('one coaxed code opens a session and nothing that lasts, neither for a page nor for a bearer', async () => {
    const victim = await signedUp(server)
    const stranger = await loggedInAgain(server, victim)
    for (const by of ['page', 'program'] as const) {
      expect(await answers(stranger, CALLS, by)).toEqual(tooNew(CALLS))
      expect(await answers(stranger, [PASSWORD_CALL], by)).toEqual(['PROOF_REQUIRED'])
    }
    // Even after a second code each call is refused for a day, in which the owner is notified.
    for (const purpose of ['TWO_STEP', 'MOBILE', 'EMAIL', 'ACCESS', 'ADDRESSES'] as const) {
      await proveNow({ ...victim, token: stranger }, purpose)
      expect(await answers(stranger, of(purpose))).toEqual(tooNew(of(purpose)))
    }
  })

  describe('after a login from a new device', () => {
    test('waits a day, and says until when', async () => {
      const user = await signedUp(server)
      const token = await loggedInAgain(server, user)
      const until = new Date(server.accounts.now().getTime() + 86_400_000).toISOString()
      const refused = await server.ask('/users/api-keys', {
        method: 'POST',
        json: { name: 'bot', rights: ['read'] },
        token,
      })
      expect(refused).toMatchObject({ status: 403, body: { code: 'DEVICE_TOO_NEW', baseDTO: { until } } })
      server.pass({ seconds: 86_400 })
      await proveNow({ ...user, token }, 'ACCESS')
      expect(await answers(token, of('ACCESS'))).toEqual([undefined, undefined])
    })

    test('a browser that has signed in before is not new', async () => {
      const mobile = otherMobile()
      const own = newBrowser(server)
      await own.signUp(mobile)
      await own.check(mobile, server.codeFor(mobile))
      await own.logIn(mobile)
      await own.check(mobile, server.codeFor(mobile))
      const token = own.cookies().get('kimia_session') ?? ''
      expect(await answers(token, of('ACCESS'), 'page')).toEqual(required(of('ACCESS')))
    })

    test('a browser stays new for that day, however often it logs in', async () => {
      const { mobile } = await signedUp(server)
      const stranger = newBrowser(server)
      for (const _ of [1, 2]) {
        await stranger.logIn(mobile)
        await stranger.check(mobile, server.codeFor(mobile))
        const token = stranger.cookies().get('kimia_session') ?? ''
        expect(await answers(token, of('ACCESS'), 'page')).toEqual(tooNew(of('ACCESS')))
        server.pass({ seconds: 3_600 })
      }
    })

    test('an authenticator of before lifts the wait, one of recovery too, and what came later does not', async () => {
      const user = await signedUp(server)
      const { link, recoveryCodes } = await withAuthenticator(server, user.token)
      const open = async (code: string) => {
        const { mobile } = user
        await server.ask('/users/login', {
          method: 'POST',
          json: { mobileNumber: mobile, password: PASSWORD, authenticationType: 'SMS' },
        })
        const json = { mobileNumber: mobile, code }
        return String((await server.ask('/users/check-otp-code', { method: 'POST', json })).body.token)
      }
      server.pass({ seconds: 60 })
      const byCode = await open(codeOfLink(server, link))
      expect(await answers(byCode, of('ACCESS'))).toEqual(required(of('ACCESS')))
      server.pass({ seconds: 60 })
      expect((await prove(server, byCode, codeOfLink(server, link), 'ACCESS')).status).toBe(200)
      expect(await answers(byCode, of('ACCESS'))).toEqual([undefined, undefined])
      server.pass({ seconds: 60 })
      const byRecovery = await open(codeOfLink(server, link))
      expect((await prove(server, byRecovery, recoveryCodes[0] ?? '', 'ACCESS')).status).toBe(200)
      expect(await answers(byRecovery, of('ACCESS'))).toEqual([undefined, undefined])
    })

    test('a passkey of before lifts the wait, and a login by one is trusted at once', async () => {
      const user = await signedUp(server)
      await proveNow(user, 'ACCESS')
      const { device } = await passkeys.add(user)
      server.pass({ seconds: 60 })
      const token = await loggedInAgain(server, user)
      expect(await answers(token, of('ACCESS'))).toEqual(required(of('ACCESS')))
      await proveNow({ ...user, token }, 'ACCESS')
      expect(await answers(token, of('ACCESS'))).toEqual(tooNew(of('ACCESS')))
      const { flowToken, options } = await passkeys.beginProof(token)
      const credential = device.get(options)
      await passkeys.post('/users/passkeys/prove', { flowToken, credential, purpose: 'ACCESS' }, token)
      expect(await answers(token, of('ACCESS'))).toEqual([undefined, undefined])
      const { body } = await passkeys.logIn(device)
      expect(await answers(String(body.token), ALL)).toEqual(required(ALL))
    })
  })

  test('a key whose session was ended meanwhile is not made', async () => {
    const user = await signedUp(server)
    await proveNow(user, 'ACCESS')
    // Another process writes this; this one still caches the session.
    await database.query(
      'update sessions set proven_for = null where user_id = (select id from users where mobile = $1)',
      [user.mobile],
    )
    expect(await answers(user.token, [CALLS[9]])).toEqual(['PROOF_REQUIRED'])
  })
})
