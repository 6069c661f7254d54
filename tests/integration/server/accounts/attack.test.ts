import { afterAll, beforeAll, expect, test } from 'vitest'
import { forgetExpired } from '#server/accounts/forget-expired.ts'
import { login } from '#server/accounts/login.ts'
import type { SignInVisitor } from '#server/accounts/sign-in/tokens.ts'
import type { Database } from '#server/store/database.ts'
import { iranianIdentity } from '#tests/builders/iranian-identity.ts'
import { eachDatabase } from '#tests/setup/databases.ts'
import { type AccountServer, startAccountServer } from './account-server.ts'
import { newBrowser } from './browser.ts'
import { PASSWORD, signedUp } from './steps.ts'

const GUESSES = 10_000
const AT_ONCE = 50
const addressOf = (index: number) => `10.${20 + (index >> 16)}.${(index >> 8) & 255}.${index & 255}`

eachDatabase('ten thousand guesses', (open) => {
  let database: Database
  let server: AccountServer
  beforeAll(async () => {
    database = await open()
    server = await startAccountServer(database, { limits: { codesPerAddressMax: 1_000, codesPerNumberMax: 1_000 } })
  })
  afterAll(() => server.close())

  const stranger = (ip: string): SignInVisitor => ({
    ip,
    language: 'fa',
    userAgent: 'guesser',
    fromOurClient: false,
    flowTokens: [],
    deviceTokens: [],
    sessionToken: undefined,
  })
  const countOf = async (table: string) => {
    const [row] = await database.query<{ rows: bigint }>(`select count(*) as rows from ${table}`)
    return row?.rows
  }
  /** Calls so many times, some at once, and tells how often each answer came. */
  const tally = async (call: (index: number) => Promise<string>) => {
    const answers = new Map<string, number>()
    for (let from = 0; from < GUESSES; from += AT_ONCE)
      for (const answer of await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => call(from + index))))
        answers.set(answer, (answers.get(answer) ?? 0) + 1)
    return Object.fromEntries(answers)
  }
  const guess = async (mobileNumber: string, password: string, ip: string) => {
    const begun = await login(server.accounts, { mobileNumber, password, device: {} }, stranger(ip))
    return 'code' in begun ? begun.code : 'ENTERED'
  }

  test('of one account’s password, from as many addresses, open nothing, and its owner’s browser gets in meanwhile', {
    timeout: 300_000,
  }, async () => {
    const { mobile } = await signedUp(server)
    const browser = newBrowser(server)
    await browser.logIn(mobile)
    await browser.check(mobile, server.codeFor(mobile))
    const answers = await tally(async (index) => {
      if (index % 1_000 === 999) {
        expect((await browser.logIn(mobile)).status).toBe(200)
        server.pass({ seconds: 200 })
      }
      // The right one is among them, once nothing is tried any more.
      return guess(mobile, index === 900 ? PASSWORD : `Guess-${index}`, addressOf(index))
    })
    expect(answers.ENTERED).toBeUndefined()
    expect(answers.INCORRECT_CREDENTIALS).toBeLessThanOrEqual(50)
    expect((answers.INCORRECT_CREDENTIALS ?? 0) + (answers.TOO_MANY_REQUESTS ?? 0)).toBe(GUESSES)
    expect((await browser.logIn(mobile)).status).toBe(200)
    expect((await browser.check(mobile, server.codeFor(mobile))).status).toBe(200)
  })

  test('from one address at as many accounts are stopped, and leave nothing behind once their time is over', {
    timeout: 300_000,
  }, async () => {
    const ip = '10.99.0.1'
    const answers = await tally(() => guess(iranianIdentity().mobileNumber, 'Password-12', ip))
    expect(answers.INCORRECT_CREDENTIALS).toBeLessThanOrEqual(50)
    expect(answers.ENTERED).toBeUndefined()
    server.pass({ seconds: 24 * 3_600 })
    await forgetExpired(server.accounts)
    expect([await countOf('rate_counters'), await countOf('sign_in_flows')]).toEqual([0n, 0n])
  })

  test('of codes, by strangers who have begun nothing, open nothing and end no login under way', async () => {
    const { mobile } = await signedUp(server)
    const browser = newBrowser(server)
    await browser.logIn(mobile)
    const code = server.codeFor(mobile)
    const answers = new Map<string, number>()
    for (let index = 0; index < 300; index += 1) {
      const json = { mobileNumber: mobile, code: index === 7 ? code : String(100_000 + index) }
      const { body } = await server.ask('/users/check-otp-code', { method: 'POST', json, from: addressOf(index) })
      answers.set(body.code ?? 'ENTERED', (answers.get(body.code ?? 'ENTERED') ?? 0) + 1)
    }
    expect(Object.fromEntries(answers)).toEqual({ INCORRECT_OTP: 300 })
    expect((await browser.check(mobile, code)).status).toBe(200)
  })
})
