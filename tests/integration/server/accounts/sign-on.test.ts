import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { REFUSALS } from '#contract/errors.ts'
import { CookieBrowser } from '#tests/builders/cookie-browser.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import type { AccountServer } from './account-server.ts'
import { newMobile, Reply, serveSignOn, somebody, startSignOn } from './sign-on-server.ts'
import { logIn, signedUp } from './steps.ts'

onDatabase('single sign-on', (open) => {
  let server: Awaited<ReturnType<typeof startSignOn>>
  let accountServer: AccountServer
  beforeAll(async () => {
    server = await startSignOn(await open())
    accountServer = server.accountServer
  })
  afterAll(() => server.close())

  describe('a first sign-on', () => {
    test('asks for a mobile number, proves it, and makes an account without a password', async () => {
      const person = somebody()
      const browser = await server.signOn(person)
      expect(await server.post(browser, '/users/sign-on/continue')).toMatchObject({
        status: 200,
        baseDTO: { next: 'SIGN_UP', email: person.email },
      })
      const mobile = newMobile()
      const begun = await server.post(browser, '/users/sign-on/register', { mobileNumber: mobile, acceptedTerms: true })
      expect(begun.baseDTO).toEqual({
        next: 'CODE',
        starTwoStepAuthentication: `0912***${mobile.slice(-4)}`,
        twoStepAuthenticationType: 'SMS',
        expiresInSeconds: 300,
      })
      expect(await server.mobileIn(browser)).toBeUndefined()
      const wrong = await server.post(browser, '/users/check-otp-code', { code: '000000' })
      expect(wrong.code).toBe('INCORRECT_OTP')
      expect(
        (await server.post(browser, '/users/check-otp-code', { code: accountServer.codeFor(mobile) })).status,
      ).toBe(200)
      expect(await server.mobileIn(browser)).toBe(mobile)
      expect(await server.identitiesOf(mobile)).toEqual([{ email: person.email }])
      expect((await logIn(accountServer, mobile)).body.code).toBe('INCORRECT_CREDENTIALS')
    })

    test.each([
      ['a number that is none', { mobileNumber: '02188776655' }, 'INVALID_MOBILE'],
      ['terms that are not accepted', { acceptedTerms: false }, 'TERMS_NOT_ACCEPTED'],
      ['a referral code that nobody has', { referralCode: 'NOBODY22' }, 'REFERRAL_CODE_UNKNOWN'],
    ])('is refused for %s', async (_what, changes, code) => {
      const browser = await server.signOn(somebody())
      const body = { mobileNumber: newMobile(), acceptedTerms: true, ...changes }
      expect(await server.post(browser, '/users/sign-on/register', body)).toMatchObject({ status: 400, code })
    })

    test('with the number of an account joins nothing: the number says so with its code', async () => {
      const { mobile } = await signedUp(accountServer)
      const browser = await server.signOn(somebody())
      await server.post(browser, '/users/sign-on/register', { mobileNumber: mobile, acceptedTerms: true })
      const proven = await server.post(browser, '/users/check-otp-code', { code: accountServer.codeFor(mobile) })
      expect(proven).toMatchObject({ status: 409, code: 'MOBILE_ALREADY_REGISTERED' })
      expect(await server.mobileIn(browser)).toBeUndefined()
      expect(await server.identitiesOf(mobile)).toEqual([])
    })

    test.each(['fa', 'en'] as const)(
      'with the e-mail address of an account joins nothing, and says how (%s)',
      async (language) => {
        const { mobile } = await signedUp(accountServer)
        const person = somebody()
        await server.setUser(mobile, `email = '${person.email}'`)
        const browser = await server.signOn(person)
        const refused = await browser.go(`${server.url}/api/users/sign-on/continue`, {
          json: {},
          headers: { language },
        })
        expect(refused.status).toBe(409)
        expect(Reply.parse(JSON.parse(refused.text))).toMatchObject({
          code: 'SIGN_ON_EMAIL_TAKEN',
          errors: [REFUSALS.SIGN_ON_EMAIL_TAKEN[language]],
        })
        expect(await server.identitiesOf(mobile)).toEqual([])
        // An address that the provider has not proven is ignored.
        const claimed = await server.signOn({ ...person, isProven: false })
        expect((await server.post(claimed, '/users/sign-on/continue')).baseDTO).toEqual({
          next: 'SIGN_UP',
          email: null,
        })
      },
    )
  })

  describe('a later sign-on', () => {
    test("is the first step of a login: the session opens with the user's own second step", async () => {
      const person = somebody()
      const { mobile } = await server.signUp(person)
      const browser = await server.signOn(person)
      const next = await server.post(browser, '/users/sign-on/continue', { browser: 'FIREFOX' })
      expect(next.baseDTO).toMatchObject({ next: 'CODE', twoStepAuthenticationType: 'SMS', expiresInSeconds: 120 })
      expect(await server.mobileIn(browser)).toBeUndefined()
      const again = await server.post(browser, '/users/resend-otp-code')
      expect(again).toMatchObject({ status: 200, baseDTO: { twoStepAuthenticationType: 'SMS' } })
      expect(
        (await server.post(browser, '/users/check-otp-code', { code: accountServer.codeFor(mobile) })).status,
      ).toBe(200)
      expect(await server.mobileIn(browser)).toBe(mobile)
      // The provider's answer is valid once, for this login alone.
      expect((await server.post(browser, '/users/sign-on/continue')).code).toBe('SIGN_ON_EXPIRED')
    })

    test('sends the code by e-mail to those who chose that', async () => {
      const person = somebody()
      const { mobile } = await server.signUp(person)
      const own = `own-${person.email}`
      await server.setUser(mobile, `email = '${own}', two_step = 'EMAIL'`)
      const browser = await server.signOn(person)
      const next = await server.post(browser, '/users/sign-on/continue')
      expect(next.baseDTO).toMatchObject({ next: 'CODE', twoStepAuthenticationType: 'EMAIL' })
      expect(
        (await server.post(browser, '/users/check-otp-code', { code: accountServer.emailCodeFor(own) })).status,
      ).toBe(200)
      expect(await server.mobileIn(browser)).toBe(mobile)
    })

    test('sends the code by SMS where the chosen mailbox is the one that opens the provider, however it is written', async () => {
      const person = { email: `some.body+kimia${somebody().email.replace(/@.*/, '@gmail.com')}` }
      const { mobile } = await server.signUp(person)
      await server.setUser(mobile, "email = 'somebody@gmail.com', two_step = 'EMAIL'")
      const browser = await server.signOn(person)
      const next = await server.post(browser, '/users/sign-on/continue')
      expect(next.baseDTO).toMatchObject({ next: 'CODE', twoStepAuthenticationType: 'SMS' })
      expect((await server.post(browser, '/users/resend-otp-code')).baseDTO).toMatchObject({
        twoStepAuthenticationType: 'SMS',
      })
      expect(
        (await server.post(browser, '/users/check-otp-code', { code: accountServer.codeFor(mobile) })).status,
      ).toBe(200)
    })

    test('of a frozen account opens nothing', async () => {
      const person = somebody()
      const { mobile } = await server.signUp(person)
      await server.setUser(mobile, 'blocked_at = now()')
      const refused = await server.post(await server.signOn(person), '/users/sign-on/continue')
      expect(refused).toMatchObject({ status: 403, code: 'LOGIN_NOT_ALLOWED' })
    })

    test('of an operator opens nothing: the console has a login of its own', async () => {
      const person = somebody()
      const { mobile } = await server.signUp(person)
      await server.setUser(mobile, "role = 'OPERATOR', operator_roles = '{ADMIN}', operator_name = 'Mina'")
      const refused = await server.post(await server.signOn(person), '/users/sign-on/continue')
      expect(refused).toMatchObject({ status: 400, code: 'SIGN_ON_EXPIRED' })
    })

    test('is of the person, whatever address the provider shows meanwhile', async () => {
      const person = somebody()
      const { mobile } = await server.signUp(person)
      const other = await signedUp(accountServer)
      await server.setUser(other.mobile, `email = '${person.email}'`)
      const browser = await server.signOn(person)
      await server.post(browser, '/users/sign-on/continue')
      await server.post(browser, '/users/check-otp-code', { code: accountServer.codeFor(mobile) })
      expect(await server.mobileIn(browser)).toBe(mobile)
    })
  })

  describe('the way back from the provider', () => {
    const silently = async (browser: CookieBrowser, back: URL) => {
      const { status, to } = await browser.go(back)
      expect({ status, to: to?.href }).toEqual({ status: 303, to: `${server.url}/login` })
      expect((await server.post(browser, '/users/sign-on/continue')).code).toBe('SIGN_ON_EXPIRED')
    }

    test('leads to the login, silently, for a person who said no', async () => {
      const browser = new CookieBrowser()
      await silently(browser, await server.comeBack(browser, 'deny'))
    })

    test.each([
      ['state', 'another'],
      ['code', 'made-up'],
      ['iss', 'https://evil.example'],
    ])('leads to the login where the %s is another one', async (name, value) => {
      const browser = new CookieBrowser()
      const back = await server.comeBack(browser, somebody())
      back.searchParams.set(name, value)
      await silently(browser, back)
    })

    test('leads to the login in a browser that was not sent, and in one that was sent for another sign-on', async () => {
      const back = await server.comeBack(new CookieBrowser(), somebody())
      await silently(new CookieBrowser(), back)
      const other = new CookieBrowser()
      await server.comeBack(other, somebody())
      await silently(other, await server.comeBack(new CookieBrowser(), somebody()))
    })

    test('works once, also for a browser that brings its cookie back', async () => {
      const browser = new CookieBrowser()
      const back = await server.comeBack(browser, somebody())
      const kept = browser.cookie('localhost', 'kimia_sign_on') ?? ''
      expect((await browser.go(back)).to?.pathname).toBe('/fromgoogle')
      expect(browser.cookie('localhost', 'kimia_sign_on')).toBeUndefined()
      expect((await browser.go(back)).to?.pathname).toBe('/login')
      browser.setCookie('localhost', 'kimia_sign_on', kept)
      expect((await browser.go(back)).to?.pathname).toBe('/login')
    })

    test('is within ten minutes, and what follows within fifteen', async () => {
      const browser = new CookieBrowser()
      const back = await server.comeBack(browser, somebody())
      accountServer.pass({ seconds: 600 })
      await silently(browser, back)
      const named = await server.signOn(somebody())
      accountServer.pass({ seconds: 900 })
      expect((await server.post(named, '/users/sign-on/continue')).code).toBe('SIGN_ON_EXPIRED')
    })

    test('believes no cookie that is not of our making', async () => {
      const browser = await server.signOn(somebody())
      const sealed = browser.cookie('localhost', 'kimia_signed_on') ?? ''
      const forged = Buffer.from(sealed, 'base64url')
      forged.writeUInt8(forged.readUInt8(40) ^ 1, 40)
      const flow = new CookieBrowser()
      await server.comeBack(flow, somebody())
      for (const value of [forged.toString('base64url'), 'AAAA', flow.cookie('localhost', 'kimia_sign_on') ?? '']) {
        browser.setCookie('localhost', 'kimia_signed_on', value)
        expect((await server.post(browser, '/users/sign-on/continue')).code).toBe('SIGN_ON_EXPIRED')
      }
    })

    test('brings a cookie that is sent with the return and is no session, and no secret is in an address', async () => {
      const browser = new CookieBrowser()
      const { headers, to } = await browser.go(`${server.url}/api/users/google-sso`)
      expect(headers.getSetCookie()).toEqual([
        expect.stringMatching(/^kimia_sign_on=.*; Max-Age=600;.*HttpOnly;.*SameSite=Lax/),
      ])
      expect(headers.get('cache-control')).toBe('no-store')
      expect([...(to?.searchParams.keys() ?? [])].sort()).toEqual(
        [
          'client_id',
          'code_challenge',
          'code_challenge_method',
          'nonce',
          'redirect_uri',
          'response_type',
          'scope',
          'state',
        ].sort(),
      )
    })
  })

  test('that is off offers no provider, and leads back to the login', async () => {
    const off = await serveSignOn(accountServer, { isOff: true })
    const browser = new CookieBrowser()
    const { text } = await browser.go(`${off.url}/api/users/sign-on/providers`)
    expect(JSON.parse(text)).toEqual({ content: [] })
    const { to } = await browser.go(`${off.url}/api/users/google-sso`)
    expect(to?.pathname).toBe('/login')
    await off.server.close()
    expect((await server.ask(browser, '/users/sign-on/providers')).content).toEqual(['GOOGLE'])
  })
})
