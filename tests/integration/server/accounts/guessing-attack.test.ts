import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Rejected } from '#contract/rejected.ts'
import type { MobileNumber } from '#domain/mobile-number.ts'
import { checkOtpCode } from '#server/accounts/check-otp-code.ts'
import { appendRefusals } from '#server/accounts/count-refusal.ts'
import { forgetExpired } from '#server/accounts/forget-expired.ts'
import { login } from '#server/accounts/login.ts'
import { createSecurityLog } from '#server/accounts/security-log.ts'
import { forgetPassword, resetPassword } from '#server/accounts/sign-in/reset-password.ts'
import type { SignInVisitor } from '#server/accounts/sign-in/tokens.ts'
import { checkAuditLog } from '#server/store/accounts/prove-audit-log.ts'
import type { Database } from '#server/store/database.ts'
import { iranianIdentity } from '#tests/builders/iranian-identity.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { type AccountServer, startAccountServer } from './account-server.ts'
import { type Browser, newBrowser } from './browser.ts'
import { PASSWORD, signedUp } from './steps.ts'

const GUESSES = 10_000
/** Guesses per minute, all sent together. */
const PER_MINUTE = 100
const TIMEOUT_MS = 300_000
const MEGABYTE = 2 ** 20

const anywhere = (guess: number) => `5.${guess % 190}.${Math.floor(guess / 190) % 250}.${guess % 250}`
const ONE_ADDRESS = '5.200.1.1'
const device = {}

const visitorFrom = (ip: string, flowTokens: readonly string[] = []): SignInVisitor => ({
  ...{ ip, language: 'en', userAgent: 'curl', fromOurClient: false },
  ...{ flowTokens, deviceTokens: [], sessionToken: undefined },
})

/** The guesser's result: a refusal's code, or "ENTERED". */
const answerOf = (got: unknown) => (got instanceof Rejected ? got.code : 'ENTERED')

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')
function heapInUse(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

onDatabase('ten thousand guesses', (open) => {
  let database: Database
  let server: AccountServer
  let owner: Browser
  let mobile: MobileNumber
  let others: readonly MobileNumber[]
  let heapBefore: number
  let refused = 0
  /** Numbers of people, most of them without an account. */
  const numbers = Array.from({ length: 2_000 }, () => iranianIdentity().mobileNumber)
  const numberOf = (guess: number) => others[guess % 40] ?? numbers[guess % numbers.length] ?? mobile
  const securityLog = createSecurityLog({ logger: { warn: () => undefined } })

  beforeAll(async () => {
    database = await open()
    server = await startAccountServer(database, {
      limits: { codeGapMs: 60_000, strangersCodesPerDayMax: 10, ownCodesPerDayMax: 30 },
    })
    others = await Promise.all(Array.from({ length: 12 }, async () => (await signedUp(server)).mobile))
    mobile = (await signedUp(server)).mobile
    owner = newBrowser(server)
    server.pass({ seconds: 3_600 })
    await ownerGetsIn()
    heapBefore = heapInUse()
  })
  afterAll(() => server.close())

  const rowsOf = async (table: string) => {
    const [row] = await database.query<{ count: bigint }>(`select count(*) as count from ${table}`)
    return Number.parseInt(String(row?.count), 10)
  }

  async function ownerGetsIn() {
    expect((await owner.logIn(mobile)).status).toBe(200)
    expect((await owner.check(mobile, server.codeFor(mobile))).status).toBe(200)
  }

  /** Sends ten thousand guesses in a hundred minutes. The owner logs in every half hour, and the server's own hourly jobs run. */
  async function attack(guess: (number: number) => Promise<unknown>) {
    const answers: Record<string, number> = {}
    for (let first = 0; first < GUESSES; first += PER_MINUTE) {
      const got = await Promise.all(Array.from({ length: PER_MINUTE }, (_, index) => guess(first + index)))
      for (const [index, answer] of got.map(answerOf).entries()) {
        answers[answer] = (answers[answer] ?? 0) + 1
        securityLog({ event: 'SIGN_IN_REFUSED', ip: anywhere(refused + first + index), code: answer, where: 'a guess' })
      }
      server.pass({ seconds: 60 })
      const minute = first / PER_MINUTE
      if (minute % 30 === 29) await ownerGetsIn()
      if (minute % 60 !== 59) continue
      await appendRefusals(database, { now: server.accounts.now() })
      await forgetExpired(server.accounts)
      // The remaining counters are those of the last quarter of an hour.
      expect(await rowsOf('rate_counters')).toBeLessThan(3 * 15 * PER_MINUTE)
      expect(await rowsOf('refusal_counts')).toBeLessThan(100)
    }
    refused += GUESSES - (answers.ENTERED ?? 0)
    expect(answers.ENTERED).toBeUndefined()
    return answers
  }

  const sameSessions = async (work: () => Promise<void>) => {
    const before = await rowsOf('sessions')
    await work()
    await ownerGetsIn()
    // A browser has one session: each login ends the owner's earlier one.
    expect(await rowsOf('sessions')).toBe(before)
  }

  test(
    'of one account’s password from as many addresses let nobody in, not even with the right one once the account is guarded',
    {
      timeout: TIMEOUT_MS,
    },
    () =>
      sameSessions(async () => {
        const answers = await attack((number) => {
          const password = number % 1_000 === 50 ? PASSWORD : `Guess-${number}`
          return login(server.accounts, { mobileNumber: mobile, password, device }, visitorFrom(anywhere(number)))
        })
        // Ten tries per quarter of an hour are compared; the rest costs no hash.
        expect(answers.INCORRECT_CREDENTIALS).toBeLessThanOrEqual(80)
        expect((answers.INCORRECT_CREDENTIALS ?? 0) + (answers.TOO_MANY_REQUESTS ?? 0)).toBe(GUESSES)
      }),
  )

  test('of passwords from one address against many numbers let nobody in', { timeout: TIMEOUT_MS }, () =>
    sameSessions(async () => {
      const answers = await attack((number) =>
        login(
          server.accounts,
          { mobileNumber: numberOf(number), password: `Guess-${number}`, device },
          visitorFrom(ONE_ADDRESS),
        ),
      )
      expect(answers.INCORRECT_CREDENTIALS).toBeLessThanOrEqual(7 * 50)
    }),
  )

  /** A code that was not sent to the number, so that luck plays no part. */
  const wrongCode = (to: MobileNumber, number: number) => {
    const code = String(number * 499)
      .padStart(6, '0')
      .slice(-6)
    return server.textsTo(to).some((text) => text.includes(code)) ? '000000' : code
  }

  /** Guesses the codes of flows that the guesser began: logins with the right password, and forgotten passwords. */
  function codeGuesser(from: (number: number) => string, target: (number: number) => MobileNumber) {
    const begun = { login: new Map<MobileNumber, string>(), reset: new Map<MobileNumber, string>() }
    const begin = async (number: number) => {
      const mobileNumber = target(number)
      const visitor = visitorFrom(from(number))
      const isLogin = number % 40 < 20
      const got = isLogin
        ? await login(server.accounts, { mobileNumber, password: PASSWORD, device }, visitor)
        : await forgetPassword(server.accounts, { mobileNumber, channel: 'SMS', device }, visitor)
      if ('flowToken' in got && got.flowToken !== undefined)
        begun[isLogin ? 'login' : 'reset'].set(mobileNumber, got.flowToken)
    }
    return async (number: number) => {
      if (number % 20 < 2) await begin(number)
      const to = target(number)
      const code = wrongCode(to, number)
      const isLogin = number % 2 === 0
      const token = begun[isLogin ? 'login' : 'reset'].get(to)
      const visitor = visitorFrom(from(number), token === undefined ? [] : [token])
      return isLogin
        ? checkOtpCode(server.accounts, { mobileNumber: to, email: undefined, code, device }, visitor)
        : resetPassword(server.accounts, { username: to, code, password: 'Another-12' }, visitor)
    }
  }

  test(
    'of one account’s codes, by those who know its password and ask for codes as often as they may, let nobody in',
    {
      timeout: TIMEOUT_MS,
    },
    () =>
      sameSessions(async () => {
        const before = server.messagesTo(mobile)
        const answers = await attack(codeGuesser(anywhere, () => mobile))
        // Thirty codes of logins and ten of forgotten passwords a day, with five tries each, and the owner's own four.
        expect(server.messagesTo(mobile) - before).toBeLessThanOrEqual(30 + 10 + 4)
        expect(answers.TOO_MANY_TRIES).toBeGreaterThan(0)
      }),
  )

  test('of codes from one address against many numbers let nobody in', { timeout: TIMEOUT_MS }, () =>
    sameSessions(async () => {
      const answers = await attack(codeGuesser(() => ONE_ADDRESS, numberOf))
      // A hundred per quarter of an hour are compared, and five for each of the forty codes that the address may request.
      expect(GUESSES - (answers.TOO_MANY_TRIES ?? 0)).toBeLessThanOrEqual(7 * (100 + 5 * 40))
    }),
  )

  describe('afterwards', () => {
    test('the tables are small, and the audit log has counted every refusal in a handful of events an hour', async () => {
      server.pass({ seconds: 24 * 3_600 })
      await appendRefusals(database, { now: server.accounts.now() })
      await forgetExpired(server.accounts)
      for (const table of ['refusal_counts', 'rate_counters', 'sign_in_flows', 'one_time_codes'])
        expect([table, await rowsOf(table)]).toEqual([table, 0])
      expect(await rowsOf('known_devices')).toBeLessThan(50)
      expect(await rowsOf('logins')).toBeLessThan(1_000)
      const events = await database.query<{ details: string }>(
        `select details from audit_log where kind in ('WRONG_PASSWORD', 'WRONG_CODE', 'TOO_MANY_TRIES', 'TOO_MANY_CODES')`,
      )
      expect(events.length).toBeLessThan(600)
      const counted = events.map(({ details }) => Number.parseInt(String(JSON.parse(details).count), 10))
      expect(counted.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(refused)
      expect((await checkAuditLog(database)).faults).toEqual([])
    })

    test('the process holds no more than before', () => {
      expect(heapInUse() - heapBefore).toBeLessThan(12 * MEGABYTE)
    })
  })
})
