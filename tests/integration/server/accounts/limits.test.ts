import { afterEach, beforeAll, expect, test } from 'vitest'
import { ACCOUNT_SETTINGS } from '#server/accounts/accounts.ts'
import { forgetExpired } from '#server/accounts/forget-expired.ts'
import { watchSpending } from '#server/accounts/watch-spending.ts'
import type { Database } from '#server/store/database.ts'
import { iranianIdentity } from '#tests/builders/iranian-identity.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { type AccountServer, type Answer, startAccountServer } from './account-server.ts'
import { checkCode, logIn, otherThan, resend, signedUp, signUp } from './steps.ts'

const newMobile = () => iranianIdentity().mobileNumber
const QUARTER = { seconds: 15 * 60 }
let addresses = 0
/** An address that no other test uses. */
const newAddress = () => {
  addresses += 1
  return `10.0.${Math.floor(addresses / 250)}.${addresses % 250}`
}

onDatabase('limits of signing in', (open) => {
  let database: Database
  let server: AccountServer
  const started: AccountServer[] = []
  const start = async (limits: Parameters<typeof startAccountServer>[1]) => {
    server = await startAccountServer(database, limits)
    started.push(server)
    return server
  }
  beforeAll(async () => {
    database = await open()
  })
  afterEach(async () => {
    await Promise.all(started.splice(0).map((each) => each.close()))
  })

  test('a number gets five sign-up codes in a quarter of an hour, from whatever address, and a restart forgets none', async () => {
    const mobile = newMobile()
    await start({})
    const tokens: (string | undefined)[] = []
    for (let sent = 0; sent < 4; sent += 1) {
      const { status, body } = await signUp(server, mobile, { from: newAddress() })
      expect(status).toBe(200)
      tokens.push(body.flowToken)
    }
    const flowToken = tokens.at(-1)
    expect((await resend(server, mobile, { flowToken })).status).toBe(200)
    expect((await signUp(server, mobile, { from: newAddress() })).body.code).toBe('TOO_MANY_REQUESTS')
    await start({})
    expect((await signUp(server, mobile, { from: newAddress() })).body.code).toBe('TOO_MANY_REQUESTS')
    expect((await resend(server, mobile, { flowToken })).body.code).toBe('TOO_MANY_REQUESTS')
    server.pass(QUARTER)
    expect((await signUp(server, mobile, { from: newAddress() })).status).toBe(200)
  })

  test('sign-ups that others begin with a number leave its user the codes of logins', async () => {
    await start({})
    const { mobile } = await signedUp(server)
    for (let sent = 0; sent < 6; sent += 1) await signUp(server, mobile, { from: newAddress() })
    expect((await logIn(server, mobile, { from: newAddress() })).status).toBe(200)
  })

  test('an address gets so many codes, whatever the numbers, and IPv6 counts by its network', async () => {
    await start({ limits: { codesPerAddressMax: 3 } })
    for (const from of ['2001:db8:0:7::1', '2001:db8:0:7:1::2', '2001:0db8:0000:0007:ffff::3']) {
      expect((await signUp(server, newMobile(), { from })).status).toBe(200)
    }
    const used = await signUp(server, newMobile(), { from: '2001:db8:0:7::4' })
    expect(used).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } })
    expect((await signUp(server, newMobile(), { from: '2001:db8:0:8::1' })).status).toBe(200)
  })

  test('a number gets a code of one purpose each minute, and is told how long to wait', async () => {
    await start({ limits: { codeGapMs: 60_000 } })
    const mobile = newMobile()
    await signUp(server, mobile)
    server.pass({ seconds: 13 })
    const early = { status: 429, retryAfter: 47, body: { code: 'TOO_MANY_REQUESTS' } }
    expect(await signUp(server, mobile, { from: newAddress() })).toMatchObject(early)
    expect(await resend(server, mobile)).toMatchObject(early)
    expect((await signUp(server, newMobile())).status).toBe(200)
    server.pass({ seconds: 47 })
    expect((await resend(server, mobile)).status).toBe(200)
    expect(server.messagesTo(mobile)).toBe(2)
  })

  test('strangers who know a number bother it five times a day, and its user still logs in', async () => {
    const { codeGapMs, strangersCodesPerDayMax, ownCodesPerDayMax } = ACCOUNT_SETTINGS.limits
    await start({ limits: { codeGapMs, strangersCodesPerDayMax, ownCodesPerDayMax } })
    const { mobile } = await signedUp(server)
    const answers: Answer[] = []
    for (let minute = 0; minute < 23 * 60; minute += 10) {
      server.pass({ seconds: 600 })
      answers.push(await signUp(server, mobile, { from: newAddress() }))
    }
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(strangersCodesPerDayMax)
    // The code of the number's own sign-up was typed back, so no limit counts it.
    expect(server.messagesTo(mobile)).toBe(1 + strangersCodesPerDayMax)
    const last = answers.at(-1)
    expect(last).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } })
    expect(last?.retryAfter).toBeGreaterThan(1_800)
    expect((await logIn(server, mobile, { from: newAddress() })).status).toBe(200)
    server.pass({ seconds: 3_600 })
    expect((await signUp(server, mobile, { from: newAddress() })).status).toBe(200)
  })

  test('codes that are refused are counted for the audit log', async () => {
    await start({ limits: { codesPerNumberMax: 1 } })
    const mobile = newMobile()
    const from = newAddress()
    for (let asked = 0; asked < 4; asked += 1) await signUp(server, mobile, { from })
    const counted = await database.query('select kind, count from refusal_counts where network = $1', [from])
    expect(counted).toEqual([{ kind: 'TOO_MANY_CODES', count: 3 }])
  })

  test('what is spent on SMS in a day raises an alarm, once at each multiple, and stops nobody', async () => {
    await start({})
    const alarms: string[] = []
    const log = { error: (details: object) => void alarms.push(JSON.stringify(details)) }
    const watch = { database, now: server.accounts.now, log, alarmAt: 3 }
    const [one, other] = [watchSpending(server.accounts.sms, watch), watchSpending(server.accounts.sms, watch)]
    const to = newMobile()
    const send = () =>
      Promise.all([
        one.sendCode({ to, code: '123456', purpose: 'login', language: 'fa' }),
        other.sendText({ to, text: 'x' }),
      ])
    for (let round = 0; round < 4; round += 1) await send()
    expect(server.messagesTo(to)).toBe(8)
    expect(alarms).toEqual(['{"smsToday":3,"alarmAt":3}', '{"smsToday":6,"alarmAt":3}'])
    server.pass({ seconds: 86_400 })
    await send()
    expect(alarms).toHaveLength(2)
  })

  test('guesses at a password stop after ten, also when all come at once, and known and unknown numbers look alike', async () => {
    await start({})
    const { mobile } = await signedUp(server)
    const guess = async (number: string) => {
      const from = newAddress()
      const answers = await Promise.all(
        Array.from({ length: 13 }, () => logIn(server, number, { password: 'Guess1234', from })),
      )
      return answers.map(({ body }) => body.code).sort()
    }
    const known = await guess(mobile)
    expect(known).toEqual([...Array(10).fill('INCORRECT_CREDENTIALS'), ...Array(3).fill('TOO_MANY_REQUESTS')])
    expect(await guess(newMobile())).toEqual(known)
    expect((await logIn(server, mobile)).body.code).toBe('TOO_MANY_REQUESTS')
    server.pass(QUARTER)
    expect((await logIn(server, mobile)).status).toBe(200)
  })

  test('a right password clears the count of wrong ones', async () => {
    await start({ limits: { loginsPerNumberMax: 3 } })
    const { mobile } = await signedUp(server)
    for (let round = 0; round < 3; round += 1) {
      await logIn(server, mobile, { password: 'Guess1234' })
      await logIn(server, mobile, { password: 'Guess1234' })
      expect((await logIn(server, mobile)).status).toBe(200)
    }
  })

  test('an address that fails at many numbers is stopped', async () => {
    await start({ limits: { loginFailuresPerAddressMax: 4 } })
    const from = newAddress()
    for (let failed = 0; failed < 4; failed += 1) {
      expect((await logIn(server, newMobile(), { from })).body.code).toBe('INCORRECT_CREDENTIALS')
    }
    expect((await logIn(server, newMobile(), { from })).body.code).toBe('TOO_MANY_REQUESTS')
    expect((await logIn(server, newMobile(), { from: newAddress() })).body.code).toBe('INCORRECT_CREDENTIALS')
  })

  test('an address that tries codes at many numbers is stopped', async () => {
    await start({ limits: { codeChecksPerAddressMax: 2 } })
    const from = newAddress()
    const mobile = newMobile()
    const { flowToken } = (await signUp(server, mobile, { from: newAddress() })).body
    const code = server.codeFor(mobile)
    await checkCode(server, mobile, { code: otherThan(code), from })
    await checkCode(server, mobile, { code: otherThan(code), from })
    expect((await checkCode(server, mobile, { code, from })).body.code).toBe('TOO_MANY_TRIES')
    expect((await checkCode(server, mobile, { code, from: newAddress(), flowToken })).status).toBe(200)
  })

  test('a person who has a code of their own is not stopped by what others at the same address try', async () => {
    await start({ limits: { codeChecksPerAddressMax: 2 } })
    const from = newAddress()
    const user = await signedUp(server)
    for (let tried = 0; tried < 3; tried += 1) await checkCode(server, newMobile(), { code: '123456', from })
    expect((await checkCode(server, newMobile(), { code: '123456', from })).body.code).toBe('TOO_MANY_TRIES')
    await signUp(server, newMobile(), { from })
    await logIn(server, user.mobile, { from })
    expect((await checkCode(server, user.mobile, { code: server.codeFor(user.mobile), from })).status).toBe(200)
    const json = { mobileNumber: user.mobile, authenticationType: 'SMS' }
    const sent = server.messagesTo(user.mobile)
    await server.ask('/users/forget-password', { method: 'POST', json, from })
    await expect.poll(() => server.messagesTo(user.mobile)).toBe(sent + 1)
    const reset = { username: user.mobile, code: server.codeFor(user.mobile), password: 'Darya-e-nur-88' }
    expect((await server.ask('/users/reset-password', { method: 'POST', json: reset, from })).status).toBe(200)
  })

  test('every refusal says how many seconds are left', async () => {
    await start({ limits: { loginFailuresPerAddressMax: 1, codeChecksPerAddressMax: 1, codesPerNumberMax: 1 } })
    const mobile = newMobile()
    const [failing, checking] = [newAddress(), newAddress()]
    await signUp(server, mobile)
    await logIn(server, newMobile(), { password: 'Guess1234', from: failing })
    await checkCode(server, mobile, { code: otherThan(server.codeFor(mobile)), from: checking })
    server.pass({ seconds: 600 })
    const late = { status: 429, retryAfter: 300 }
    expect(await signUp(server, mobile)).toMatchObject({ ...late, body: { code: 'TOO_MANY_REQUESTS' } })
    expect(await resend(server, mobile)).toMatchObject({ ...late, body: { code: 'TOO_MANY_REQUESTS' } })
    expect(await logIn(server, newMobile(), { from: failing })).toMatchObject({
      ...late,
      body: { code: 'TOO_MANY_REQUESTS' },
    })
    expect(await checkCode(server, mobile, { code: '000000', from: checking })).toMatchObject({
      ...late,
      body: { code: 'TOO_MANY_TRIES' },
    })
  })

  test('what has ended leaves the store', async () => {
    await start({})
    const { token } = await signedUp(server)
    await signUp(server, newMobile())
    server.pass({ seconds: 4 * 24 * 3_600 })
    await forgetExpired(server.accounts)
    const [left] = await database.query<Record<string, bigint>>(
      `select (select count(*) from sessions) as sessions, (select count(*) from sign_in_flows) as flows,
        (select count(*) from rate_counters) as counters`,
    )
    expect(left).toEqual({ sessions: 0n, flows: 0n, counters: 0n })
    expect((await server.ask('/users/account', { token })).status).toBe(401)
  })
})
