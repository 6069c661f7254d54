import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/store/database.ts'
import { iranianIdentity } from '#tests/builders/iranian-identity.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { accountForm } from './account-form.ts'
import { type AccountServer, startAccountServer } from './account-server.ts'
import { signedUp } from './steps.ts'

/** Texts that have broken databases, parsers and encoders before. */
const NASTY = [
  '\u0000',
  '09\u0000123456789',
  '\ud800',
  'ي\u200c\u202e',
  "'; drop table users; --",
  '%_\\',
  '9'.repeat(20),
  '1e9',
  '{"a":1}',
  '𝟘𝟙𝟚𝟛𝟜𝟝𝟞𝟟𝟠𝟡',
  '۰۹۱۲۳۴۵۶۷۸۹',
]
const ENDLESS = 1_000_000

onDatabase('hostile input', (open) => {
  let database: Database
  let server: AccountServer
  let token: string
  beforeAll(async () => {
    database = await open()
    const limits = {
      codesPerNumberMax: ENDLESS,
      codesPerAddressMax: ENDLESS,
      loginsPerNumberMax: ENDLESS,
      loginFailuresPerAddressMax: ENDLESS,
      codeChecksPerAddressMax: ENDLESS,
      submissionsPerUserMax: ENDLESS,
    }
    server = await startAccountServer(database, { limits })
    token = (await signedUp(server)).token
  })
  afterAll(() => server.close())

  const { mobileNumber } = iranianIdentity()
  const device = { osType: 'ANDROID', deviceType: 'MOBILE', browser: 'CHROME' }
  const bodies = {
    '/users/register': {
      ...{ mobileNumber, password: 'Zaferan12', authenticationType: 'SMS', acceptedTerms: true, referralCode: '' },
      ...device,
    },
    '/users/login': { mobileNumber, password: 'Zaferan12', authenticationType: 'SMS', ...device },
    '/users/check-otp-code': { mobileNumber, code: '123456', ...device },
    '/users/resend-otp-code': { username: mobileNumber },
  }

  test.each(Object.entries(bodies))('%s answers, whatever stands in any field', async (path, body) => {
    const statuses: number[] = []
    for (const field of Object.keys(body)) {
      for (const value of [...NASTY, null, 7, [], {}]) {
        const answer = await server.ask(path, { method: 'POST', json: { ...body, [field]: value } })
        statuses.push(answer.status)
      }
    }
    expect(statuses.filter((status) => status >= 500)).toEqual([])
    expect(statuses).toContain(400)
  })

  test('the account form answers, whatever stands in any field', async () => {
    const statuses: number[] = []
    const names = [...(await accountForm()).keys()]
    for (const field of names) {
      for (const value of NASTY) {
        const form = await accountForm({ [field]: value })
        statuses.push((await server.ask('/users/account', { method: 'POST', form, token })).status)
      }
    }
    expect(statuses.filter((status) => status >= 500)).toEqual([])
    expect(statuses).toContain(400)
  })

  test('queries and sessions answer, whatever is asked', async () => {
    for (const nasty of NASTY) {
      const text = encodeURIComponent(nasty.toWellFormed())
      for (const path of [
        `/users/login-history?size=${text}`,
        `/users/login-history?before=${text}`,
        `/fino/otp?otp=${text}`,
        `/fino/send-sms-to-customer?email=${text}`,
        `/users/account?${text}=1`,
      ]) {
        expect((await server.ask(path, { token })).status).toBeLessThan(500)
      }
    }
    const beyond = await server.ask('/users/login-history?page=100000&size=1000', { token })
    expect(beyond).toMatchObject({ status: 400, body: { code: 'PAGE_TOO_FAR' } })
    const oldest = await server.ask(`/users/login-history?before=${'9'.repeat(18)}&size=1000`, { token })
    expect(oldest).toMatchObject({ status: 200, body: { content: expect.any(Array) } })
    expect((await server.ask('/users/account')).status).toBe(401)
  })

  test('an address that is none is counted and written down as unknown', async () => {
    const { token: own, mobile } = await signedUp(server)
    const json = { ...bodies['/users/login'], mobileNumber: mobile, password: 'Wrong1234' }
    const answer = await server.ask('/users/login', { method: 'POST', json, from: 'x'.repeat(5_000) })
    expect(answer.body.code).toBe('INCORRECT_CREDENTIALS')
    const { body } = await server.ask('/users/login-history?size=1', { token: own })
    expect(body.content).toMatchObject([{ ipAddress: 'unknown' }])
  })

  test('an operator and a registry that cannot be reached are named as such', async () => {
    const alone = await startAccountServer(database, { vendorsDown: true })
    const json = { ...bodies['/users/register'], mobileNumber: iranianIdentity().mobileNumber }
    const { status, body } = await alone.ask('/users/register', { method: 'POST', json, from: '10.9.9.9' })
    expect({ status, code: body.code }).toEqual({ status: 503, code: 'SMS_OTP_UNAVAILABLE' })
    const form = await accountForm()
    const { token: own } = await signedUp(server)
    const submitted = await alone.ask('/users/account', { method: 'POST', form, token: own })
    expect(submitted.body.baseDTO).toMatchObject({ authenticationType: 'PENDING' })
    expect(alone.alarms).toEqual([])
    await alone.close()
  })

  test('an operator and a registry that refuse our own account are no fault of the customer, and a person is called', async () => {
    const refused = await startAccountServer(database, { keysRefused: true })
    const json = { ...bodies['/users/register'], mobileNumber: iranianIdentity().mobileNumber }
    const { status, body } = await refused.ask('/users/register', { method: 'POST', json, from: '10.9.9.8' })
    expect({ status, code: body.code }).toEqual({ status: 503, code: 'SMS_OTP_UNAVAILABLE' })
    const { token: own } = await signedUp(server)
    const submitted = await refused.ask('/users/account', { method: 'POST', form: await accountForm(), token: own })
    expect(submitted).toMatchObject({ status: 200, body: { baseDTO: { authenticationType: 'PENDING' } } })
    expect(refused.alarms).toEqual([
      'the SMS operator refuses our account; check its settings and its credit',
      'the identity registry refuses our account; check its settings and its credit',
    ])
    await refused.close()
  })
})
