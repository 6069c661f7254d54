import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CaptchaCheck, CaptchaOutcome } from '#server/providers/captcha/captcha.ts'
import type { Database } from '#server/store/database.ts'
import { iranianIdentity } from '#tests/builders/iranian-identity.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { type AccountServer, startAccountServer } from './account-server.ts'
import { newBrowser } from './browser.ts'
import { logIn, PASSWORD, signedUp } from './steps.ts'

const WIDGET = { provider: 'sandbox', siteKey: 'sandbox-site-key' } as const
const OUTCOMES: Readonly<Record<string, CaptchaOutcome>> = {
  person: 'passed',
  robot: 'refused',
  silence: 'unavailable',
}

/** The response itself names its outcome. */
const captcha: CaptchaCheck = { widget: WIDGET, check: async ({ response }) => OUTCOMES[response] ?? 'refused' }

onDatabase('a captcha', (open) => {
  let database: Database
  let server: AccountServer
  beforeAll(async () => {
    database = await open()
    server = await startAccountServer(database, { captcha, limits: { codesPerAddressMax: 8 } })
  })
  afterAll(() => server.close())

  const enter = (mobileNumber: string, captchaResponse: string | undefined, password = PASSWORD, from = '10.8.0.1') => {
    const json = { mobileNumber, password, authenticationType: 'SMS', captchaResponse }
    return server.ask('/users/login', { method: 'POST', json, from })
  }
  const guess = async (mobile: string, times: number) => {
    for (let turn = 0; turn < times; turn += 1)
      await logIn(server, mobile, { password: 'Guess-1234', from: `10.8.1.${turn}` })
  }

  test('is asked for only once half of the tries at a number have gone wrong, with what shows its widget', async () => {
    const { mobile } = await signedUp(server)
    await guess(mobile, 4)
    expect((await enter(mobile, undefined, 'Guess-1234')).body.code).toBe('INCORRECT_CREDENTIALS')
    const asked = await enter(mobile, undefined)
    expect(asked).toMatchObject({
      status: 403,
      body: { code: 'CAPTCHA_REQUIRED', field: 'captchaResponse', baseDTO: { captcha: false, ...WIDGET } },
    })
    expect((await enter(mobile, 'robot')).body.code).toBe('CAPTCHA_REFUSED')
    expect((await enter(mobile, 'person')).status).toBe(200)
  })

  test('leaves a person five times as many tries, and a known browser is never asked', async () => {
    const { mobile } = await signedUp(server)
    const browser = newBrowser(server, { from: '10.8.0.9' })
    await browser.logIn(mobile)
    await browser.check(mobile, server.codeFor(mobile))
    await guess(mobile, 5)
    for (let turn = 0; turn < 20; turn += 1)
      expect((await enter(mobile, 'person', 'Guess-1234', `10.8.2.${turn}`)).body.code).toBe('INCORRECT_CREDENTIALS')
    expect((await browser.logIn(mobile)).status).toBe(200)
  })

  test('whose vendor is silent bars nobody, and the limits alone hold', async () => {
    const { mobile } = await signedUp(server)
    await guess(mobile, 5)
    expect((await enter(mobile, 'silence')).status).toBe(200)
    expect(server.alarms).toContain('the captcha gives no answer; the limits of tries alone hold')
  })

  test('is asked of sign-ups and forgotten passwords once a network has asked for many codes', async () => {
    const from = '10.8.3.1'
    const ask = (path: string, more: object = {}) => {
      const json = { mobileNumber: iranianIdentity().mobileNumber, authenticationType: 'SMS', ...more }
      return server.ask(path, { method: 'POST', json, from })
    }
    for (let turn = 0; turn < 4; turn += 1)
      expect((await ask('/users/register', { password: PASSWORD })).status).toBe(200)
    expect((await ask('/users/register', { password: PASSWORD })).body.code).toBe('CAPTCHA_REQUIRED')
    expect((await ask('/users/forget-password')).body.code).toBe('CAPTCHA_REQUIRED')
    expect((await ask('/users/register', { password: PASSWORD, captchaResponse: 'person' })).status).toBe(200)
    expect((await ask('/users/forget-password', { captchaResponse: 'person' })).status).toBe(200)
  })

  test('leaves a person a code of their own where many others of the network have passed it', async () => {
    const forget = async () => {
      const json = {
        mobileNumber: iranianIdentity().mobileNumber,
        authenticationType: 'SMS',
        captchaResponse: 'person',
      }
      return (await server.ask('/users/forget-password', { method: 'POST', json, from: '10.8.6.1' })).status
    }
    const answers = []
    for (let turn = 0; turn < 41; turn += 1) answers.push(await forget())
    // A network can cost five times as many messages at most.
    expect(answers).toEqual([...Array(40).fill(200), 429])
  })

  test('leaves the owner of a number a code, however many others pass it, and a number gets ten of such codes a day and one an hour', async () => {
    const { mobile } = await signedUp(server)
    const before = server.messagesTo(mobile)
    const forget = async (from: string) => {
      const json = { mobileNumber: mobile, authenticationType: 'SMS', captchaResponse: 'person' }
      return (await server.ask('/users/forget-password', { method: 'POST', json, from })).status
    }
    for (let turn = 0; turn < 5; turn += 1) {
      server.pass({ seconds: 16 * 60 })
      expect(await forget('10.8.4.1')).toBe(200)
    }
    expect([await forget('10.8.4.1'), await forget('10.8.4.2'), await forget('10.8.4.2')]).toEqual([429, 200, 429])
    const others = []
    for (let network = 0; network < 9; network += 1) others.push(await forget(`10.8.5.${network}`))
    // Four codes of the reserve and the one of the hour.
    expect(others.filter((status) => status === 200)).toHaveLength(5)
    await expect.poll(() => server.messagesTo(mobile) - before).toBe(11)
    server.pass({ seconds: 3_600 })
    expect([await forget('10.8.6.2'), await forget('10.8.6.3')]).toEqual([200, 429])
    // The network of the sign-up has its own codes, whatever other networks request.
    const home = []
    for (let turn = 0; turn < 6; turn += 1) home.push(await forget('5.160.1.1'))
    expect(home).toEqual([200, 200, 200, 200, 200, 429])
  })
})
