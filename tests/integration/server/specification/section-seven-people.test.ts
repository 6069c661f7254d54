import { generateSync } from 'otplib/functional'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { newestCode } from '#tests/builders/customer.ts'
import { iranianIdentity } from '#tests/builders/iranian-identity.ts'
import { accountForm } from '../accounts/account-form.ts'
import { type SpecifiedRequest, send } from './calls.ts'
import { dto, get, openSpecifiedServer, rows, type SpecifiedServer } from './specified-server.ts'

const PASSWORD = 'Kimia-1405'
const NEW_PASSWORD = 'Kimia-1406-x'
const DEVICE = { osType: 'ANDROID', deviceType: 'MOBILE', browser: 'CHROME' }

/** A user who signs up in the course of the test. */
const newcomer = { ...iranianIdentity(), token: '' }

const accountOf = ({ body }: { body: unknown }) =>
  z.object({ baseDTO: z.record(z.string(), z.unknown()) }).parse(body).baseDTO

let server: SpecifiedServer
beforeAll(async () => {
  server = await openSpecifiedServer()
})
afterAll(() => server?.close())

describe('authentication', () => {
  const CODE_SENT = ['message', 'token', ...dto('starTwoStepAuthentication', 'twoStepAuthenticationType')]
  /** The payload that register and login share. */
  const payload = (more: object = {}) => ({
    mobileNumber: newcomer.mobileNumber,
    password: PASSWORD,
    authenticationType: 'SMS',
    ...DEVICE,
    referralCode: '',
    ...more,
  })
  const post = (path: string, body: Record<string, unknown>): SpecifiedRequest => ({ method: 'POST', path, body })
  const code = () => newestCode(server.url, newcomer.mobileNumber)

  test('a sign-up, which says nothing of the terms that its form made the person accept', async () => {
    await server.expectAnswer(post('/users/register', payload()), CODE_SENT)
    const refused = await send(server.url, post('/users/register', payload({ acceptedTerms: false })))
    expect(refused).toMatchObject({ status: 400, body: { code: 'TERMS_NOT_ACCEPTED' } })
  })

  test('another code, and the code by mobile', async () => {
    await server.expectAnswer(post('/users/resend-otp-code', { username: newcomer.mobileNumber }), CODE_SENT)
    const check = { code: await code(), mobileNumber: newcomer.mobileNumber }
    const opened = await server.expectAnswer(post('/users/check-otp-code', check), ['token'])
    newcomer.token = z.object({ token: z.string() }).parse(opened).token
  })

  test('a login, with the referral code that the payload has', async () => {
    await server.expectAnswer(post('/users/login', payload({ referralCode: 'ABCD1234' })), CODE_SENT)
    const check = { code: await code(), mobileNumber: newcomer.mobileNumber }
    expect((await send(server.url, post('/users/check-otp-code', check))).status).toBe(200)
    const history = await server.expectAnswer(
      { ...get('/users/login-history', { size: '10', page: '1' }), token: newcomer.token },
      ['totalPages', ...rows('loginRequestedDateTime', 'ipAddress', 'deviceType', 'osType', 'browser', 'isSuccessful')],
    )
    expect(history).toMatchObject({ content: [DEVICE, DEVICE] })
  })

  test('the way to single sign-on, by which a browser is sent to the provider', async () => {
    const answer = await fetch(`${server.url}/api/users/google-sso`, { redirect: 'manual' })
    expect(answer.status).toBe(303)
    const provider = new URL(answer.headers.get('location') ?? '')
    expect(provider.pathname).toBe('/sandbox/oidc/auth')
    expect(provider.searchParams.get('response_type')).toBe('code')
  })

  test('a forgotten password, and a new one by its code', async () => {
    const { mobileNumber } = newcomer
    const forgotten = post('/users/forget-password', { mobileNumber, authenticationType: 'SMS' })
    const before = await code()
    const asked = await server.expectAnswer(forgotten, ['message'])
    expect(asked).toMatchObject({ message: 'code sent successfully.' })
    await expect.poll(code).not.toBe(before)
    const reset = { code: await code(), username: mobileNumber, password: NEW_PASSWORD }
    // The code came by the channel of this user's logins: the new password is valid a day later.
    await server.expectAnswer(post('/users/reset-password/', reset), dto('effectiveDateTime'))
    expect((await send(server.url, post('/users/login', payload({ password: NEW_PASSWORD })))).status).toBe(401)
  })

  test('the code by e-mail, another one by e-mail, and one contact, not both', async () => {
    const again = { method: 'POST', path: '/users/resend-otp-code', query: { email: 'mina@example.com' } } as const
    await server.expectAnswer(again, CODE_SENT)
    const check = post('/users/check-otp-code', { code: '123456', email: 'mina@example.com' })
    expect(await send(server.url, check)).toMatchObject({ status: 400, body: { code: 'INCORRECT_OTP' } })
    await server.expectStrict(check)
    for (const contact of [{}, { email: 'mina@example.com', mobileNumber: newcomer.mobileNumber }])
      expect(await send(server.url, post('/users/check-otp-code', { code: '123456', ...contact }))).toMatchObject({
        status: 400,
        body: { code: 'BAD_REQUEST' },
      })
  })
})

describe('the account', () => {
  test('is shown', async () => {
    const names =
      'firstName lastName email nationalCode birthDay mobileNumber telephone countryName state city postalCode address image backImage documentImage idFormatType authenticationType twoStepAuthenticationType userAccountLevel totalTradesVolume supervisor authorized pending fee bankAccounts'
    const account = { ...get('/users/account', { imageNeeded: 'true' }), token: newcomer.token }
    await server.expectAnswer(account, dto(...names.split(' ')))
  })

  test('has kinds of documents and a country, one of those listed', async () => {
    const { token } = newcomer
    const kinds = await server.expectAnswer({ ...get('/users/id-format-type'), token }, ['content'])
    expect(kinds).toMatchObject({ content: ['ID_CARD', 'PASSPORT', 'DRIVER_LICENSE'] })
    await server.expectAnswer(get('/country'), rows('countryName', 'countryPhoneCode'))
    const body = { countryName: 'Iran' }
    await server.expectAnswer({ method: 'POST', path: '/users/set-country', body, token }, dto('authenticationType'))
    const unknown = { method: 'POST', path: '/users/set-country', body: { countryName: 'Atlantis' }, token } as const
    expect(await send(server.url, unknown)).toMatchObject({ status: 400, body: { code: 'COUNTRY_UNKNOWN' } })
  })

  test('is submitted with the mobile of its owner, and no other', async () => {
    const form = (mobileNumber: string) => accountForm({ mobileNumber }, newcomer)
    const submit = async (mobileNumber: string): Promise<SpecifiedRequest> => ({
      method: 'POST',
      path: '/users/account',
      form: await form(mobileNumber),
      token: newcomer.token,
    })
    const refused = await send(server.url, await submit(server.trader.mobileNumber))
    expect(refused).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST', field: 'mobileNumber' } })
    await server.expectAnswer(await submit(newcomer.mobileNumber), dto('authenticationType'))
    const location = dto('location.countryName', 'location.countryPhoneCode')
    await server.expectAnswer({ ...get('/users/account'), token: newcomer.token }, location)
  })

  test('is updated without files', async () => {
    const { firstName, lastName, nationalCode, birthDay, ...account } = accountOf(
      await send(server.url, { ...get('/users/account'), token: newcomer.token }),
    )
    const body = {
      ...{ firstName, lastName, nationalCode, birthDay },
      email: account.email,
      telephone: account.telephone,
      state: account.state,
      city: account.city,
      postalCode: account.postalCode,
      address: account.address,
      idFormatType: account.idFormatType,
      mobileNumber: newcomer.mobileNumber,
      bankAccountsString: JSON.stringify(account.bankAccounts),
    }
    const update = { method: 'PUT', path: '/users/account', body, token: newcomer.token } as const
    await server.expectAnswer(update, dto('authenticationType'))
  })

  test('is proven by the code of the identity service', async () => {
    const email = 'mina@example.com'
    const { token } = newcomer
    await server.expectAnswer({ ...get('/fino/send-sms-to-customer', { email }), token }, dto('expiresInSeconds'))
    const otp = await newestCode(server.url, newcomer.mobileNumber)
    const proof = { ...get('/fino/otp', { otp, email }), token }
    await server.expectStrict(proof)
    expect(await send(server.url, proof)).toMatchObject({ body: { baseDTO: { authenticationType: 'AUTHORIZED' } } })
  })

  /** Gives the proof by the present second step that the calls demand which change the account's protection. */
  const proven = async (purpose: string, codeOf: () => Promise<string>) => {
    const { token } = newcomer
    await send(server.url, { method: 'POST', path: '/users/send-code', body: { purpose }, token })
    const body = { purpose, code: await codeOf() }
    expect(await send(server.url, { method: 'POST', path: '/users/prove', body, token })).toMatchObject({ status: 200 })
  }

  test('has a second step of the own choice', async () => {
    const { token, mobileNumber } = newcomer
    const bySms = () => newestCode(server.url, mobileNumber)
    const byEmail = () => newestCode(server.url, 'mina@example.com')
    const change = async (twoStepAuthorization: string, codeOf: (dto: Record<string, unknown>) => Promise<string>) => {
      const query = { twoStepAuthorization }
      const sent = await server.expectAnswer(
        { method: 'POST', path: '/users/send-verification-code', query, body: {}, token },
        ['message', ...dto('starTwoStepAuthentication', 'file', 'qrCodeLink')],
      )
      expect(sent).toMatchObject({ message: 'Verification Code Sent' })
      const code = await codeOf(z.object({ baseDTO: z.record(z.string(), z.unknown()) }).parse(sent).baseDTO)
      const confirm: SpecifiedRequest = {
        method: 'POST',
        path: '/users/change-otp',
        query: { ...query, code },
        body: {},
        token,
      }
      // Runs before the change, which uses the proof up.
      await server.expectStrict(confirm)
      expect(await send(server.url, confirm)).toMatchObject({
        status: 200,
        body: { baseDTO: { twoStepAuthenticationType: twoStepAuthorization } },
      })
    }
    // Uses the stored address of the account form.
    await proven('TWO_STEP', bySms)
    await change('EMAIL', byEmail)
    await proven('TWO_STEP', byEmail)
    let secret = ''
    await change('GOOGLE_AUTHENTICATOR', async ({ qrCodeLink }) => {
      secret = new URL(String(qrCodeLink)).searchParams.get('secret') ?? ''
      return generateSync({ secret })
    })
    // Each code of an authenticator works once; the next code is valid already.
    await proven('TWO_STEP', async () => generateSync({ secret, epoch: Math.floor(Date.now() / 1_000) + 30 }))
    await server.expectAnswer(
      { method: 'POST', path: '/users/send-code', body: {}, token },
      dto('twoStepAuthenticationType'),
    )
    await change('SMS', bySms)
  })

  test('has a password that is changed by the present one', async () => {
    const change: SpecifiedRequest = {
      method: 'POST',
      path: '/users/change-password',
      body: { oldPassword: PASSWORD, password: 'Kimia-1406' },
      token: newcomer.token,
    }
    await proven('PASSWORD', () => newestCode(server.url, newcomer.mobileNumber))
    await server.expectStrict(change)
    expect(await send(server.url, change)).toMatchObject({ body: { message: 'password changed successfully' } })
    expect(await send(server.url, change)).toMatchObject({ status: 403, body: { code: 'PROOF_REQUIRED' } })
  })

  test('changes its address and its number, each by the codes of the old and the new contact', async () => {
    const post = (path: string, body: Record<string, unknown>): SpecifiedRequest => ({
      ...{ method: 'POST', path, body, token: newcomer.token },
    })
    const awaited = ['message', ...dto('contact', 'codeLength', 'starTwoStepAuthentication', 'expiresInSeconds')]
    const otp = async (contact: string) => ({ otp: await newestCode(server.url, contact) })
    const emails = { oldEmail: 'mina@example.com', newEmail: 'karimi@example.com' }
    const bySms = () => newestCode(server.url, newcomer.mobileNumber)
    await proven('EMAIL', bySms)
    await server.expectAnswer(post('/users/change-email', emails), awaited)
    await server.expectAnswer(post('/users/resend-email-otp', {}), awaited)
    await server.expectStrict(post('/users/change-email-otp', { otp: '123456' }))
    for (const [contact, changed] of [
      [emails.oldEmail, false],
      [emails.newEmail, true],
    ] as const)
      expect(await send(server.url, post('/users/change-email-otp', await otp(contact)))).toMatchObject({
        body: { baseDTO: { changed } },
      })
    const { mobileNumber } = iranianIdentity()
    const numbers = { oldMobileNumber: newcomer.mobileNumber, newMobileNumber: mobileNumber }
    await proven('MOBILE', bySms)
    await server.expectAnswer(post('/users/change-mobile', numbers), awaited)
    await server.expectAnswer(post('/users/resend-mobile-otp', {}), awaited)
    const first = await send(server.url, post('/users/change-mobile-otp', await otp(newcomer.mobileNumber)))
    expect(first).toMatchObject({ status: 200, body: { baseDTO: { changed: false, next: { contact: 'NEW' } } } })
    const second = await send(server.url, post('/users/change-mobile-otp', await otp(mobileNumber)))
    expect(second).toMatchObject({ status: 200, body: { baseDTO: { changed: true } } })
  })

  test('has cards and invited friends, and is left', async () => {
    const { token } = newcomer
    await server.expectAnswer({ ...get('/users/verified-bank-accounts'), token }, rows('cardNumber'))
    await server.expectAnswer({ ...get('/users/invites'), token }, dto('referralCode', 'countInvitees', 'profit'))
    await server.expectAnswer({ ...get('/users/logout'), token }, [])
    expect((await send(server.url, { ...get('/users/account'), token })).status).toBe(401)
  })
})
