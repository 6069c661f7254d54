import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parseBankCard } from '#domain/bank-card.ts'
import { parseJalaliDate } from '#domain/jalali.ts'
import { parseMobileNumber } from '#domain/mobile-number.ts'
import { parseNationalCode } from '#domain/national-code.ts'
import { parseSheba } from '#domain/sheba.ts'
import { finnotechSandbox } from '#sandbox/identity/finnotech-sandbox.ts'
import { exampleOf, MAGIC_CODES, type MagicOutcome } from '#sandbox/identity/magic-codes.ts'
import { createFinnotech } from '#server/providers/identity/finnotech.ts'
import type { Person } from '#server/providers/identity/identity.ts'
import { listenOnLoopback } from '#tests/setup/loopback-server.ts'
import { BROKEN_VENDORS, breaking } from '../broken-vendors.ts'

const KEYS = { clientId: 'kimia', clientSecret: 'secret', ownerNationalCode: '0013542419' }
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
/** Ends in four zeros. */
const blocked = known(parseSheba(`IR${shebaCheck('0170000000000000000000')}0170000000000000000000`))
const magic = (outcome: MagicOutcome) => exampleOf(known(MAGIC_CODES.find((code) => code.outcome === outcome)))

function shebaCheck(account: string): string {
  return String(98n - (BigInt(`${account}182700`) % 97n)).padStart(2, '0')
}

let app: FastifyInstance
let url: string
let nowMs: number
let asked: URL[]

beforeEach(async () => {
  nowMs = Date.UTC(2026, 10, 20)
  asked = []
  app = Fastify()
  app.addHook('onRequest', async (request) => void asked.push(new URL(request.url, 'http://sandbox')))
  const settings = { ...KEYS, accessLifetimeMs: ACCESS_LIFETIME_MS, now: () => new Date(nowMs) }
  app.register(finnotechSandbox(settings), { prefix: '/sandbox/finnotech' })
  url = await app.listen({ host: '127.0.0.1', port: 0 })
})

afterEach(() => app.close())

const finnotechWith = (changes: Partial<Parameters<typeof createFinnotech>[0]> = {}) =>
  createFinnotech({ apiUrl: `${url}/sandbox/finnotech`, ...KEYS, timeoutMs: 10_000, ...changes })

/** A vendor that issues a token and answers everything else as the test says. */
const vendorWith = (answerOf: (path: string) => { status?: number; body: unknown }) =>
  listenOnLoopback((request, response) => {
    const path = request.url ?? ''
    const token = { body: { status: 'DONE', result: { value: 'token' } }, status: 200 }
    const { status = 200, body } = path.includes('/oauth2/token') ? token : answerOf(path)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })

describe('a person', () => {
  it('whom the registry knows, with their own number, matches', async () => {
    expect(await finnotechWith().verifyPerson(person)).toEqual({ kind: 'matched' })
    const [, shahkar, names] = asked
    expect(shahkar?.pathname).toBe('/sandbox/finnotech/facility/v2/clients/kimia/shahkar/verify')
    expect(shahkar?.searchParams.get('mobile')).toBe('09123456789')
    expect(names?.searchParams.get('birthDate')).toBe('1370/05/12')
    expect(names?.searchParams.get('firstName')).toBe('علی')
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
    expect(await finnotechWith().verifyPerson({ ...person, nationalCode: magic(ending) })).toEqual(outcome)
  })

  it('is told of everything that is wrong at once', async () => {
    const vendor = await vendorWith((path) =>
      path.includes('shahkar')
        ? { body: { status: 'DONE', result: { isValid: false } } }
        : { status: 404, body: { status: 'FAILED', error: { code: 'NOT_FOUND', message: '' } } },
    )
    expect(await finnotechWith({ apiUrl: vendor.url }).verifyPerson(person)).toEqual({
      kind: 'refused',
      codes: ['MOBILE_IS_INCORRECT', 'BIRTH_DATE_IS_INCORRECT'],
    })
    await vendor.close()
  })
})

describe('a bank account', () => {
  it.each([{ cardNumber }, { sheba }])('whose owner the registry knows as the person matches: %j', async (account) => {
    expect(await finnotechWith().verifyBankAccount({ account, ...person })).toEqual({ kind: 'matched' })
  })

  it.each([
    ['account-of-another', { kind: 'refused', code: 'ACCOUNT_OF_ANOTHER' }],
    ['account-unknown', { kind: 'doubtful' }],
    ['registry-down', { kind: 'unavailable', fault: 'SERVER_ERROR' }],
  ] as const)('of the magic kind %s', async (ending, outcome) => {
    for (const account of [{ cardNumber }, { sheba }]) {
      const owned = { account, ...person, nationalCode: magic(ending) }
      expect(await finnotechWith().verifyBankAccount(owned)).toEqual(outcome)
    }
  })

  it('that is blocked does not work', async () => {
    const outcome = { kind: 'refused', code: 'ACCOUNT_NOT_FOUND' }
    expect(await finnotechWith().verifyBankAccount({ account: { sheba: blocked }, ...person })).toEqual(outcome)
  })

  const owner = (firstName: string) => ({ firstName, lastName: 'کریمی' })
  it.each([
    ['whose owners the bank does not name', { depositStatus: '02', depositOwners: [] }, 'doubtful'],
    ['whose bank cannot be asked', { depositStatus: '06', depositOwners: [owner('علی')] }, 'doubtful'],
    [
      'of two owners, one of them the person',
      { depositStatus: '02', depositOwners: [owner('سارا'), owner('علی')] },
      'matched',
    ],
    ['of two others', { depositStatus: '02', depositOwners: [owner('سارا'), owner('مینا')] }, 'refused'],
  ])('%s', async (_what, deposit, kind) => {
    const vendor = await vendorWith((path) => {
      if (path.includes('ibanInquiry')) return { body: { status: 'DONE', result: { IBAN: sheba, ...deposit } } }
      const percent = path.includes(encodeURIComponent('علی')) ? 100 : 20
      return { body: { status: 'DONE', result: { firstNameSimilarity: percent, lastNameSimilarity: percent } } }
    })
    const outcome = await finnotechWith({ apiUrl: vendor.url }).verifyBankAccount({ account: { sheba }, ...person })
    expect(outcome.kind).toBe(kind)
    await vendor.close()
  })

  it('behind a card is found by its Sheba', async () => {
    const found = await finnotechWith().shebaOfCard(cardNumber)
    expect(found.kind === 'found' && parseSheba(found.sheba)).toMatch(/^IR\d{2}0560006219861034529007$/)
  })
})

describe('the token', () => {
  const tokensAsked = () => asked.filter(({ pathname }) => pathname.endsWith('/oauth2/token')).length

  it('is fetched once for questions asked together, and each question has a name of its own', async () => {
    const finnotech = finnotechWith()
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => finnotech.verifyPerson(person)))
    expect(outcomes).toEqual(Array.from({ length: 8 }, () => ({ kind: 'matched' })))
    expect(tokensAsked()).toBe(1)
    const names = asked.flatMap(({ searchParams }) => searchParams.getAll('trackId'))
    expect(new Set(names).size).toBe(16)
  })

  it('is fetched anew once when it has expired, however many calls notice', async () => {
    const finnotech = finnotechWith()
    await finnotech.verifyPerson(person)
    nowMs += ACCESS_LIFETIME_MS
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => finnotech.verifyPerson(person)))
    expect(outcomes).toEqual(Array.from({ length: 5 }, () => ({ kind: 'matched' })))
    expect(tokensAsked()).toBe(2)
  })

  it.each([{ clientSecret: 'not-ours' }, { ownerNationalCode: '1111111111' }])(
    'that is not given to %j is our own account’s fault',
    async (changes) => {
      expect(await finnotechWith(changes).verifyPerson(person)).toEqual({
        kind: 'unavailable',
        fault: 'ACCOUNT_REFUSED',
      })
    },
  )
})

describe('a vendor that is broken', () => {
  it.each(BROKEN_VENDORS)('with $name gives no answer', async ({ answer, fault }) => {
    const vendor = await listenOnLoopback(breaking(answer).listener)
    const outcome = await finnotechWith({ apiUrl: vendor.url, timeoutMs: 300 }).verifyPerson(person)
    expect(outcome).toEqual({ kind: 'unavailable', fault })
    await vendor.close()
  })

  it.each([
    [402, 'ACCOUNT_REFUSED'],
    [403, 'ACCOUNT_REFUSED'],
    [400, 'SERVER_ERROR'],
  ])('that answers %d is %s', async (status, fault) => {
    const vendor = await vendorWith(() => ({
      status,
      body: { status: 'FAILED', error: { code: 'OUT_OF_HOURS', message: '' } },
    }))
    expect(await finnotechWith({ apiUrl: vendor.url }).verifyPerson(person)).toEqual({ kind: 'unavailable', fault })
    await vendor.close()
  })
})

it('the page of the sandbox lists every magic national code with an example', async () => {
  const page = await (await fetch(`${url}/sandbox/finnotech`)).text()
  for (const code of MAGIC_CODES) expect(page).toContain(exampleOf(code))
})
