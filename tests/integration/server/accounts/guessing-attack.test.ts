import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Rejected } from '#contract/rejected.ts'
import type { MobileNumber } from '#domain/mobile-number.ts'
import { checkOtpCode } from '#server/accounts/check-otp-code.ts'
import { appendRefusals } from '#server/accounts/count-refusal.ts'
import { forgetExpired } from '#server/accounts/forget-expired.ts'
import { login } from '#server/accounts/login.ts'
import type { SignInVisitor } from '#server/accounts/sign-in/tokens.ts'
import { checkAuditLog } from '#server/store/accounts/prove-audit-log.ts'
import type { Database } from '#server/store/database.ts'
import { iranianIdentity } from '#tests/builders/iranian-identity.ts'
import { eachDatabase } from '#tests/setup/databases.ts'
import { type AccountServer, startAccountServer } from './account-server.ts'
import { type Browser, newBrowser } from './browser.ts'
import { signedUp } from './steps.ts'

const MINUTE = { seconds: 60 }
/** Guesses of one minute, many at a time; the machine of the test hashes a few of them. */
const PER_MINUTE = 50
const TIMEOUT_MS = 300_000

const visitorFrom = (ip: string): SignInVisitor => ({
  ...{ ip, language: 'en', userAgent: 'curl', fromOurClient: false },
  ...{ flowTokens: [], deviceTokens: [], sessionToken: undefined },
})
const anywhere = (guess: number) => `5.${guess % 190}.${Math.floor(guess / 190) % 250}.${guess % 250}`

eachDatabase('ten thousand guesses', (open) => {
  let database: Database
  let server: AccountServer
  let owner: Browser
  let mobile: MobileNumber

  beforeAll(async () => {
    database = await open()
    server = await startAccountServer(database)
    mobile = (await signedUp(server)).mobile
    owner = newBrowser(server)
    await owner.logIn(mobile)
    await owner.check(mobile, server.codeFor(mobile))
    server.pass({ seconds: 3_600 })
  })
  afterAll(() => server.close())

  const rowsOf = async (table: string) => {
    const [row] = await database.query<{ count: bigint }>(`select count(*) as count from ${table}`)
    return Number.parseInt(String(row?.count), 10)
  }
  const sessions = () => rowsOf('sessions')

  /** `guesses` of them, some dozens a minute. @returns how many were let in */
  async function attack(guesses: number, guess: (number: number) => Promise<unknown>, eachHour = async () => {}) {
    let entries = 0
    for (let first = 0; first < guesses; first += PER_MINUTE) {
      const answers = await Promise.all(Array.from({ length: PER_MINUTE }, (_, index) => guess(first + index)))
      entries += answers.filter((answer) => !(answer instanceof Rejected)).length
      server.pass(MINUTE)
      if ((first / PER_MINUTE) % 60 !== 59) continue
      await appendRefusals(database, { now: server.accounts.now() })
      await forgetExpired(server.accounts)
      await eachHour()
    }
    return entries
  }

  const ownerGetsIn = async () => {
    expect((await owner.logIn(mobile)).status).toBe(200)
    expect((await owner.check(mobile, server.codeFor(mobile))).status).toBe(200)
  }

  test('of a password from everywhere let nobody in, and never bar the owner’s own browser', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const before = await sessions()
    const guess = (number: number) =>
      login(
        server.accounts,
        { mobileNumber: mobile, password: `Guess-${number}`, device: {} },
        visitorFrom(anywhere(number)),
      )
    expect(await attack(6_000, guess, ownerGetsIn)).toBe(0)
    await ownerGetsIn()
    // A browser has one session: the owner's earlier one ends with each login.
    expect(await sessions()).toBe(before)
  })

  test('of passwords from one address against many numbers let nobody in', { timeout: TIMEOUT_MS }, async () => {
    const known = await Promise.all(Array.from({ length: 12 }, () => signedUp(server)))
    const before = await sessions()
    const guess = (number: number) => {
      const mobileNumber = known[number % 40]?.mobile ?? iranianIdentity().mobileNumber
      return login(server.accounts, { mobileNumber, password: `Guess-${number}`, device: {} }, visitorFrom('5.200.1.1'))
    }
    expect(await attack(2_000, guess)).toBe(0)
    expect(await sessions()).toBe(before)
    await ownerGetsIn()
  })

  test('of the code of a login under way let nobody in', { timeout: TIMEOUT_MS }, async () => {
    const before = await sessions()
    const body = { mobileNumber: mobile, email: undefined, device: {} }
    await owner.logIn(mobile)
    const guess = (number: number) => {
      const code = String(number * 499)
        .padStart(6, '0')
        .slice(-6)
      return checkOtpCode(server.accounts, { ...body, code }, visitorFrom(anywhere(number)))
    }
    expect(await attack(2_000, guess)).toBe(0)
    expect(await sessions()).toBe(before)
    await ownerGetsIn()
  })

  describe('afterwards', () => {
    test('the tables are small, and the audit log has counted every refusal in a handful of events an hour', async () => {
      server.pass({ seconds: 3_600 })
      await appendRefusals(database, { now: server.accounts.now() })
      await forgetExpired(server.accounts)
      expect(await rowsOf('refusal_counts')).toBe(0)
      expect(await rowsOf('rate_counters')).toBeLessThan(100)
      expect(await rowsOf('sign_in_flows')).toBeLessThan(20)
      const events = await database.query<{ details: string }>(
        `select details from audit_log where kind in ('WRONG_PASSWORD', 'WRONG_CODE', 'TOO_MANY_TRIES')`,
      )
      expect(events.length).toBeLessThan(200)
      const counted = events.map(({ details }) => Number.parseInt(String(JSON.parse(details).count), 10))
      expect(counted.reduce((sum, count) => sum + count, 0)).toBe(10_000)
      expect((await checkAuditLog(database)).faults).toEqual([])
    })
  })
})
