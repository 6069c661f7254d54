import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parseBankCard } from '#domain/bank-card.ts'
import { parseJalaliDate } from '#domain/jalali.ts'
import { parseMobileNumber } from '#domain/mobile-number.ts'
import { parseNationalCode } from '#domain/national-code.ts'
import { parseSheba } from '#domain/sheba.ts'
import { jibitSandbox } from '#sandbox/identity/jibit-sandbox.ts'
import { exampleOf, MAGIC_CODES, type MagicOutcome } from '#sandbox/identity/magic-codes.ts'
import type { Person } from '#server/providers/identity/identity.ts'
import { createJibit } from '#server/providers/identity/jibit.ts'
import { listenOnLoopback } from '#tests/setup/loopback-server.ts'
import { BROKEN_VENDORS, breaking } from '../broken-vendors.ts'

const ACCESS_LIFETIME_MS = 60_000

/** A value that a parser returned; throws if the test's input is wrong. */
function known<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('the test has a wrong value')
  return value
}

const person: Person = {
  nationalCode: known(parseNationalCode('0013542419')),
  mobileNumber: known(parseMobileNumber('09123456789')),
  birthDate: known(parseJalaliDate('13700512')),
  firstName: 'علي',
  lastName: 'کریمی',
}
const cardNumber = known(parseBankCard('6219861034529007'))
const sheba = known(parseSheba('IR062960000000100324200001'))
const magic = (outcome: MagicOutcome) => exampleOf(known(MAGIC_CODES.find((code) => code.outcome === outcome)))

let app: FastifyInstance
let url: string
let nowMs: number
let tokenCalls: string[]

beforeEach(async () => {
  nowMs = Date.UTC(2026, 10, 20)
  tokenCalls = []
  app = Fastify()
  app.addHook('onRequest', async (request) => {
    if (request.url.includes('/tokens/')) tokenCalls.push(request.url.split('/').at(-1) ?? '')
  })
  const settings = { apiKey: 'key', secretKey: 'secret', accessLifetimeMs: ACCESS_LIFETIME_MS }
  app.register(jibitSandbox({ ...settings, now: () => new Date(nowMs) }), { prefix: '/sandbox/jibit' })
  url = await app.listen({ host: '127.0.0.1', port: 0 })
})

afterEach(() => app.close())

const jibitWith = (changes: Partial<Parameters<typeof createJibit>[0]>) =>
  createJibit({
    apiUrl: `${url}/sandbox/jibit`,
    apiKey: 'key',
    secretKey: 'secret',
    timeoutMs: 10_000,
    ...changes,
  })

describe('a person', () => {
  it('whom the registry knows, with their own number, matches', async () => {
    expect(await jibitWith({}).verifyPerson(person)).toEqual({ kind: 'matched' })
  })

  it.each([
    ['unknown-person', { kind: 'refused', codes: ['NATIONAL_CODE_IS_INCORRECT'] }],
    ['mobile-of-another', { kind: 'refused', codes: ['MOBILE_IS_INCORRECT'] }],
    ['other-birth-date', { kind: 'refused', codes: ['BIRTH_DATE_IS_INCORRECT'] }],
    ['other-name', { kind: 'refused', codes: ['NAME_IS_INCORRECT'] }],
    ['similar-name', { kind: 'doubtful', similarityPercent: 65, names: { first: 65, last: 65 } }],
    ['account-of-another', { kind: 'matched' }],
    ['registry-down', { kind: 'unavailable', fault: 'SERVER_ERROR' }],
    ['server-error', { kind: 'unavailable', fault: 'SERVER_ERROR' }],
  ] as const)('of the magic kind %s', async (ending, outcome) => {
    expect(await jibitWith({}).verifyPerson({ ...person, nationalCode: magic(ending) })).toEqual(outcome)
  })

  it.each([
    [49.9, 100, 'refused'],
    [100, 49, 'refused'],
    [50, 100, 'doubtful'],
    [79.9, 100, 'doubtful'],
    [100, 79, 'doubtful'],
    [80, 80, 'matched'],
  ])('whose names are alike by %d and %d percent is %s', async (first, last, kind) => {
    const vendor = await listenOnLoopback((request, response) => {
      const body = request.url?.includes('tokens')
        ? { accessToken: 'a', refreshToken: 'r' }
        : request.url?.includes('matching')
          ? { matched: true }
          : { firstNameSimilarityPercentage: first, lastNameSimilarityPercentage: last }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
    expect(await jibitWith({ apiUrl: vendor.url }).verifyPerson(person)).toMatchObject({ kind })
    await vendor.close()
  })
})

it('tells of everything that is wrong with a person at once', async () => {
  const vendor = await listenOnLoopback((request, response) => {
    const similarity = request.url?.includes('similarity')
    const body = request.url?.includes('tokens') ? { accessToken: 'a', refreshToken: 'r' } : { matched: false }
    response.writeHead(similarity ? 400 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(similarity ? { code: 'identity_info.not_found', message: '' } : body))
  })
  expect(await jibitWith({ apiUrl: vendor.url }).verifyPerson(person)).toEqual({
    kind: 'refused',
    codes: ['MOBILE_IS_INCORRECT', 'BIRTH_DATE_IS_INCORRECT'],
  })
  await vendor.close()
})

describe('a bank account', () => {
  it.each([{ cardNumber }, { sheba }])('of the person matches: %j', async (account) => {
    expect(await jibitWith({}).verifyBankAccount({ account, ...person })).toEqual({ kind: 'matched' })
  })

  it.each([
    ['account-of-another', { kind: 'refused', code: 'ACCOUNT_OF_ANOTHER' }],
    ['account-not-found', { kind: 'refused', code: 'ACCOUNT_NOT_FOUND' }],
    ['unknown-person', { kind: 'refused', code: 'ACCOUNT_OF_ANOTHER' }],
    ['account-unknown', { kind: 'doubtful' }],
    ['registry-down', { kind: 'unavailable', fault: 'SERVER_ERROR' }],
  ] as const)('of the magic kind %s', async (ending, outcome) => {
    for (const account of [{ cardNumber }, { sheba }]) {
      const owned = { account, ...person, nationalCode: magic(ending) }
      expect(await jibitWith({}).verifyBankAccount(owned)).toEqual(outcome)
    }
  })

  it('behind a card is found by its Sheba', async () => {
    const found = await jibitWith({}).shebaOfCard(cardNumber)
    expect(found.kind === 'found' && parseSheba(found.sheba)).toMatch(/^IR\d{2}0560006219861034529007$/)
  })
})

describe('the token', () => {
  it('is fetched once for questions asked together', async () => {
    const jibit = jibitWith({})
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => jibit.verifyPerson(person)))
    expect(outcomes).toEqual(Array.from({ length: 8 }, () => ({ kind: 'matched' })))
    expect(tokenCalls).toEqual(['generate'])
  })

  it('is refreshed once when it has expired, however many calls notice', async () => {
    const jibit = jibitWith({})
    await jibit.verifyPerson(person)
    nowMs += ACCESS_LIFETIME_MS
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => jibit.verifyPerson(person)))
    expect(outcomes).toEqual(Array.from({ length: 5 }, () => ({ kind: 'matched' })))
    expect(tokenCalls).toEqual(['generate', 'refresh'])
  })

  it('is fetched anew when the vendor has forgotten us', async () => {
    const jibit = jibitWith({})
    await jibit.verifyPerson(person)
    const port = new URL(url).port
    await app.close()
    app = Fastify()
    const settings = { apiKey: 'key', secretKey: 'secret', accessLifetimeMs: ACCESS_LIFETIME_MS }
    app.register(jibitSandbox({ ...settings, now: () => new Date(nowMs) }), { prefix: '/sandbox/jibit' })
    await app.listen({ host: '127.0.0.1', port: Number(port) })
    expect(await jibit.verifyPerson(person)).toEqual({ kind: 'matched' })
  })

  it('that the keys do not open is our fault, and is tried again at the next question', async () => {
    const jibit = jibitWith({ secretKey: 'wrong' })
    expect(await jibit.verifyPerson(person)).toEqual({ kind: 'unavailable', fault: 'ACCOUNT_REFUSED' })
    expect(await jibit.verifyPerson(person)).toEqual({ kind: 'unavailable', fault: 'ACCOUNT_REFUSED' })
    expect(tokenCalls).toEqual(['generate', 'generate'])
  })

  it('is needed for every question', async () => {
    const reply = await fetch(`${url}/sandbox/jibit/v1/ibans?value=${sheba}`)
    expect(reply.status).toBe(401)
  })
})

describe('a broken identity vendor', () => {
  it.each(BROKEN_VENDORS)('with $name gives no answer', async ({ answer, fault }) => {
    const { listener } = breaking(answer)
    const vendor = await listenOnLoopback(listener)
    const outcome = await jibitWith({ apiUrl: vendor.url, timeoutMs: 300 }).verifyPerson(person)
    await vendor.close()
    expect(outcome).toEqual({ kind: 'unavailable', fault })
  })

  it.each([
    ['balance.not_enough', 400, 'ACCOUNT_REFUSED'],
    ['daily_limit.reached', 400, 'TOO_MANY_REQUESTS'],
    ['forbidden', 403, 'ACCOUNT_REFUSED'],
    ['something.new', 400, 'MALFORMED_REPLY'],
    ['constructor', 400, 'MALFORMED_REPLY'],
  ])('refusing with %s is never the person’s fault', async (code, status, fault) => {
    const vendor = await listenOnLoopback((request, response) => {
      const isToken = request.url?.includes('tokens')
      response.writeHead(isToken ? 200 : status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(isToken ? { accessToken: 'a', refreshToken: 'r' } : { code, message: 'x' }))
    })
    const outcome = await jibitWith({ apiUrl: vendor.url }).verifyPerson(person)
    await vendor.close()
    expect(outcome).toEqual({ kind: 'unavailable', fault })
  })
})

it('the page of the sandbox lists every magic national code with an example', async () => {
  const page = await (await fetch(`${url}/sandbox/jibit`)).text()
  for (const code of MAGIC_CODES) expect(page).toContain(exampleOf(code))
})
