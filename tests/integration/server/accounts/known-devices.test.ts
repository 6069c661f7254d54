import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/store/database.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { type AccountServer, startAccountServer } from './account-server.ts'
import { newBrowser } from './browser.ts'
import { logIn, PASSWORD, signedUp } from './steps.ts'

onDatabase('browsers that are known', (open) => {
  let database: Database
  let server: AccountServer
  beforeAll(async () => {
    database = await open()
    server = await startAccountServer(database, { limits: { codesPerAddressMax: 1_000, codesPerNumberMax: 1_000 } })
  })
  afterAll(() => server.close())

  const noticesOf = async (mobile: string, kind = 'NEW_DEVICE') => {
    const rows = await database.query<{ params: string }>(
      `select params from notices where kind = $2 and user_id = (select id from users where mobile = $1)`,
      [mobile, kind],
    )
    return rows.map(({ params }) => JSON.parse(params))
  }
  const knownBrowser = async (mobile: Parameters<AccountServer['codeFor']>[0]) => {
    const browser = newBrowser(server)
    await browser.logIn(mobile)
    await browser.check(mobile, server.codeFor(mobile))
    return browser
  }

  test('a login from a new browser is told to the user, and one from a known browser is not', async () => {
    const { mobile } = await signedUp(server)
    expect(await noticesOf(mobile)).toEqual([])
    const browser = await knownBrowser(mobile)
    expect(await noticesOf(mobile)).toHaveLength(1)
    await browser.logIn(mobile)
    await browser.check(mobile, server.codeFor(mobile))
    expect(await noticesOf(mobile)).toHaveLength(1)
  })

  test('a program that keeps no cookie is told once in thirty days of each network and name, and uses up no place of a browser', async () => {
    const { mobile } = await signedUp(server)
    const browser = await knownBrowser(mobile)
    const logInAs = async (name: string, from: string) => {
      const headers = { 'user-agent': name }
      const json = { mobileNumber: mobile, password: PASSWORD, authenticationType: 'SMS' }
      const { body } = await server.ask('/users/login', { method: 'POST', json, from, headers })
      const code = { mobileNumber: mobile, code: server.codeFor(mobile), flowToken: body.flowToken }
      expect((await server.ask('/users/check-otp-code', { method: 'POST', json: code, from, headers })).status).toBe(
        200,
      )
      return (await noticesOf(mobile)).length - 1
    }
    for (let turn = 0; turn < 12; turn += 1) {
      expect(await logInAs('bot/1', '10.8.0.1')).toBe(1)
      server.pass({ seconds: 24 * 3_600 })
    }
    expect(await logInAs('bot/2', '10.8.0.1')).toBe(2)
    expect(await logInAs('bot/1', '10.8.0.2')).toBe(3)
    expect(await logInAs('bot/1', '10.8.0.1')).toBe(3)
    expect(await logInAs('bot/1', '10.8.0.1')).toBe(3)
    // The program's other logins are reported once a day, never by SMS.
    expect(await noticesOf(mobile, 'PROGRAM_LOGIN')).toHaveLength(12)
    server.pass({ seconds: 30 * 24 * 3_600 })
    expect(await logInAs('bot/1', '10.8.0.1')).toBe(4)
    await browser.logIn(mobile)
    await browser.check(mobile, server.codeFor(mobile))
    expect(await noticesOf(mobile)).toHaveLength(5)
  })

  test('the owner gets in from a known browser while strangers guess, and has an allowance of ten', async () => {
    const { mobile } = await signedUp(server)
    const browser = await knownBrowser(mobile)
    for (let guess = 0; guess < 12; guess += 1)
      await logIn(server, mobile, { password: `Guess-123${guess}`, from: `10.7.0.${guess}` })
    expect((await logIn(server, mobile, { from: '10.7.1.1' })).status).toBe(429)
    expect((await browser.logIn(mobile)).status).toBe(200)
    const own: unknown[] = []
    for (let guess = 0; guess < 11; guess += 1) own.push((await browser.logIn(mobile, 'Wrong-12345')).body.code)
    expect(own).toEqual([...Array(10).fill('INCORRECT_CREDENTIALS'), 'TOO_MANY_REQUESTS'])
  })

  test('a browser that is known for one user is a stranger for another, and two users can share it', async () => {
    const [mina, ali] = [(await signedUp(server)).mobile, (await signedUp(server)).mobile]
    const browser = await knownBrowser(mina)
    for (let guess = 0; guess < 10; guess += 1) await logIn(server, ali, { password: 'Guess-1234', from: '10.7.2.1' })
    expect((await browser.logIn(ali)).status).toBe(429)
    server.pass({ seconds: 900 })
    await browser.logIn(ali)
    await browser.check(ali, server.codeFor(ali))
    await browser.logIn(mina)
    await browser.check(mina, server.codeFor(mina))
    expect([(await noticesOf(mina)).length, (await noticesOf(ali)).length]).toEqual([1, 1])
  })

  test('a right password from a shared network takes its count back', async () => {
    const { mobile } = await signedUp(server)
    const alone = await startAccountServer(database, { limits: { loginFailuresPerAddressMax: 2 } })
    for (let turn = 0; turn < 5; turn += 1) expect((await logIn(alone, mobile, { from: '10.7.3.1' })).status).toBe(200)
    await logIn(alone, mobile, { password: 'Guess-1234', from: '10.7.3.1' })
    await logIn(alone, mobile, { password: 'Guess-1234', from: '10.7.3.1' })
    expect(await logIn(alone, mobile, { from: '10.7.3.1' })).toMatchObject({ status: 429, retryAfter: 900 })
    await alone.close()
  })

  test('of one user ten are known, and the store has hashes alone', async () => {
    const { mobile } = await signedUp(server)
    const browsers = []
    for (let turn = 0; turn < 12; turn += 1) browsers.push(await knownBrowser(mobile))
    const rows = await database.query<{ token_hash: Uint8Array }>(
      'select token_hash from known_devices where user_id = (select id from users where mobile = $1)',
      [mobile],
    )
    expect(rows).toHaveLength(10)
    const tokens = browsers.map((browser) => browser.cookies().get('kimia_device'))
    expect(rows.map((row) => Buffer.from(row.token_hash).toString('base64url'))).not.toContain(tokens.at(-1))
  })
})
