import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { EndpointShape } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { ACCOUNT_SETTINGS } from '#server/accounts/accounts.ts'
import type { CaptchaCheck } from '#server/providers/captcha/captcha.ts'
import type { Database } from '#server/store/database.ts'
import { iranianIdentity } from '#tests/builders/iranian-identity.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { type Browser, newBrowser } from '../accounts/browser.ts'
import { contactSteps } from '../accounts/contact-steps.ts'
import { prove, sendCode } from '../accounts/security-steps.ts'
import { checkCode, PASSWORD, signedUp } from '../accounts/steps.ts'
import { type ConsoleServer, startConsoleServer, type TestOperator } from './console-server.ts'

/** Fields that identify a person. */
const NAMES = ['mobileNumber', 'username', 'email']
const NETWORKS = ['5.170.1.1', '5.171.1.1', '5.172.1.1', '5.173.1.1', '2a01:5ec0:7::1']

interface JsonSchema {
  readonly properties?: Readonly<Record<string, { readonly enum?: readonly unknown[]; readonly const?: unknown }>>
  readonly required?: readonly string[]
}
/** Converts to JSON text and back, to a plain object that the test can inspect. */
const schemaOf = ({ body }: EndpointShape): JsonSchema =>
  body ? JSON.parse(JSON.stringify(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }))) : {}

/**
 * The calls that need no session and can name a person. A sign-up after another provider's sign-on is not among them: it needs the sealed cookie
 * of a person whom that provider has named.
 */
const REACHABLE = endpoints
  .filter(({ access, path }) => access === 'public' && !path.startsWith('/users/sign-on/'))
  .map((endpoint) => ({ endpoint, schema: schemaOf(endpoint) }))
  .filter(({ schema }) => NAMES.some((name) => name in (schema.properties ?? {})))

interface Guess {
  readonly mobile: string
  readonly captchaResponse: string | undefined
}

/** A body that passes the contract, with a guess in every field. */
function bodyOf({ properties = {}, required = [] }: JsonSchema, { mobile, captchaResponse }: Guess): object {
  const guesses: Record<string, unknown> = {
    ...{ mobileNumber: mobile, username: mobile, password: 'Guess-1234', code: '000000', captchaResponse },
    handoverCode: 'K7QM-2XRD',
  }
  const filled = Object.entries(properties)
    .filter(([name]) => name !== 'email' && (required.includes(name) || name in guesses))
    .map(([name, property]) => [name, guesses[name] ?? property.const ?? property.enum?.[0]])
  return Object.fromEntries(filled)
}

const captcha: CaptchaCheck = {
  widget: { provider: 'sandbox', siteKey: 'sandbox-site-key' },
  check: async ({ response }) => (response === 'person' ? 'passed' : 'refused'),
}

onDatabase('what strangers call with the number of a customer', (open) => {
  let database: Database
  let server: ConsoleServer
  let operator: TestOperator
  let known: Browser
  let mobile: Awaited<ReturnType<typeof signedUp>>['mobile']
  let token: string
  const answered = new Map<string, Set<string | undefined>>()

  beforeAll(async () => {
    database = await open()
    server = await startConsoleServer(database, { captcha, limits: ACCOUNT_SETTINGS.limits })
    operator = await server.addOperator('Sara Karimi')
    ;({ mobile, token } = await signedUp(server.people))
    server.people.pass({ seconds: 60 })
    known = newBrowser(server.people, { from: '5.180.1.1' })
    await known.logIn(mobile)
    await known.check(mobile, server.people.codeFor(mobile))
  })
  afterAll(() => server.close())

  const call = async (
    { endpoint: { method, path }, schema }: (typeof REACHABLE)[number],
    from: string,
    guess: Guess,
  ) => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': from }
    const url = path.startsWith('/operations/') ? server.url : server.people.url
    const reply = await fetch(`${url}/api${path}`, { method, headers, body: JSON.stringify(bodyOf(schema, guess)) })
    const { code }: { code?: string } = await reply.json()
    answered.set(path, (answered.get(path) ?? new Set()).add(code))
  }

  /** Calls each endpoint every minute from each network, with the numbers of a customer and of an operator. */
  async function attack({ minutes, captchaResponse }: { minutes: number; captchaResponse: string | undefined }) {
    const aims = NETWORKS.flatMap((from) => [mobile, operator.mobile].map((aim) => ({ from, aim })))
    for (let minute = 0; minute < minutes; minute += 1) {
      for (const each of REACHABLE)
        await Promise.all(aims.map(({ from, aim }) => call(each, from, { mobile: aim, captchaResponse })))
      server.people.pass({ seconds: 61 })
    }
  }

  const ask = (path: string, json: object) => server.people.ask(path, { method: 'POST', json, from: '5.181.1.1' })

  /** The owner signs in on a new device and passes the captcha. */
  async function ownerGetsIn() {
    const owner = { mobileNumber: mobile, authenticationType: 'SMS', password: PASSWORD }
    const sent = await ask('/users/login', { ...owner, captchaResponse: 'person' })
    expect(sent).toMatchObject({ status: 200 })
    const { flowToken } = sent.body
    const code = server.people.codeFor(mobile)
    expect((await checkCode(server.people, mobile, { code, from: '5.181.1.1', flowToken })).status).toBe(200)
    // The owner's existing session gets its codes, too.
    server.people.pass({ seconds: 61 })
    expect((await sendCode(server.people, token)).status).toBe(200)
    expect((await prove(server.people, token, server.people.codeFor(mobile))).status).toBe(200)
    expect((await known.forget(mobile)).status).toBe(200)
  }

  test('is all that the contract lets anybody call, as the contract wants it', () => {
    const paths = REACHABLE.map(({ endpoint }) => endpoint.path)
    expect(paths).toEqual(expect.arrayContaining(['/operations/set-up/begin', '/users/login', '/users/reset-password']))
    expect(paths.length).toBeGreaterThanOrEqual(8)
  })

  test('bars its owner from nothing, nor an operator', { timeout: 120_000 }, async () => {
    await attack({ minutes: 16, captchaResponse: undefined })
    // Every body passed the contract.
    expect([...answered].filter(([, codes]) => codes.has('BAD_REQUEST') || codes.has('NOT_FOUND'))).toEqual([])
    await ownerGetsIn()
    // A customer gets the code for a forgotten password, and a newcomer the code of a sign-up.
    const forgotten = { mobileNumber: mobile, authenticationType: 'SMS' }
    expect(await ask('/users/forget-password', forgotten)).toMatchObject({ body: { code: 'CAPTCHA_REQUIRED' } })
    expect((await ask('/users/forget-password', { ...forgotten, captchaResponse: 'person' })).status).toBe(200)
    expect(await server.logIn(operator)).toBeDefined()
  })

  test('bars its owner from no login and no code, also where the strangers pass captchas', {
    timeout: 120_000,
  }, async () => {
    server.people.pass({ seconds: 16 * 60 })
    await attack({ minutes: 13, captchaResponse: 'person' })
    await ownerGetsIn()
    expect(await server.logIn(operator)).toBeDefined()
  })

  test('nor do those who name it as their own new number', async () => {
    const { people } = server
    const steps = contactSteps(people, database)
    const stranger = await steps.newUser()
    people.pass({ seconds: 24 * 3_600 })
    const before = people.messagesTo(mobile)
    for (let round = 0; round < 7; round += 1) {
      await steps.proveOldMobile(stranger, mobile)
      for (let minute = 0; minute < 4; minute += 1) {
        people.pass({ seconds: 61 })
        await steps.resendMobile(stranger)
      }
      people.pass({ seconds: 16 * 60 })
    }
    expect(people.messagesTo(mobile) - before).toBeLessThanOrEqual(ACCOUNT_SETTINGS.limits.strangersCodesPerDayMax)
    await ownerGetsIn()
  })

  test('a number that is no new operator’s is counted by no call of an operator', async () => {
    const other = iranianIdentity().mobileNumber
    for (let turn = 0; turn < 8; turn += 1) {
      const json = { mobileNumber: other, handoverCode: 'K7QM-2XRD' }
      expect(
        (await server.ask('/operations/set-up/begin', { json, headers: { 'x-forwarded-for': `5.190.1.${turn}` } }))
          .status,
      ).toBe(401)
    }
    expect(await database.query('select kind from rate_counters where subject = $1', [other])).toEqual([])
  })
})
