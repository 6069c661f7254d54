import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { EndpointShape } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { REFUSALS } from '#contract/errors.ts'
import { VERIFICATION_STAGES } from '#domain/verification.ts'
import { setVerification } from '#server/store/accounts/identities.ts'
import { openDatabase } from '#server/store/open-database.ts'
import { preparedTraders } from '#tests/builders/prepared-traders.ts'
import { type FreshDatabase, freshFolder } from '#tests/setup/fresh-folder.ts'
import { type ServerProcess, startServerProcess } from '#tests/setup/server-process.ts'
import { addressOf } from './attacks.ts'
import { sampleOf } from './sample-input.ts'

const named = (some: readonly EndpointShape[]) =>
  some.map((endpoint) => ({ name: `${endpoint.method} ${endpoint.path}`, endpoint }))
const FOR_THE_VERIFIED = named(endpoints.filter(({ access }) => access === 'authorized'))
/** The lists of the user's own orders and money; none of these users has an order. */
const FOR_THE_SIGNED_IN = named(
  endpoints.filter(
    ({ access, method, path }) =>
      access === 'user' && method === 'GET' && /^\/(orders|trades|wallets)\b/.test(path) && !path.includes(':'),
  ),
)
const STAGES = ['UNAUTHORIZED', 'NOT_COMPLETE', 'UNIDENTIFIED', 'PENDING', 'INFORMATION_CHANGED'] as const
const Said = z.object({ code: z.optional(z.string()), errors: z.optional(z.array(z.string())) })

let fresh: FreshDatabase
let server: ServerProcess
/** One user for each stage; all of them could pay. */
const people: { stage: string; token: string }[] = []
let asked = 0

beforeAll(async () => {
  fresh = await freshFolder()
  const traders = await preparedTraders(fresh.settings, {
    count: STAGES.length,
    funds: ['1000000000 TOMAN', '10 GOLD'],
  })
  const database = await openDatabase(fresh.settings)
  for (const [i, verification] of STAGES.entries()) {
    const { userId = 0, token = '' } = traders[i] ?? {}
    await database.transaction((tx) => setVerification(tx, { userId, verification }))
    people.push({ stage: verification, token })
  }
  await database.close()
  server = await startServerProcess(fresh.settings, { PRICE_POLL_MS: '1000' })
})
afterAll(async () => {
  await server?.kill()
  await fresh?.remove()
})

async function ask(endpoint: EndpointShape, { token, ...more }: { token?: string; language?: string; body?: string }) {
  asked += 1
  const sample = endpoint.body && JSON.stringify(sampleOf(endpoint.body))
  const body = endpoint.method === 'GET' ? undefined : (more.body ?? sample)
  const answer = await fetch(`${server.url}/api${addressOf(endpoint)}`, {
    method: endpoint.method,
    headers: {
      'idempotency-key': `unverified-key-${asked}`,
      language: more.language ?? 'fa',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body }),
  })
  // A file is no JSON; a refusal always is.
  const isJson = answer.headers.get('content-type')?.startsWith('application/json')
  const { code, errors } = Said.parse(isJson ? await answer.json() : {})
  return { status: answer.status, code, sentence: errors?.[0] }
}

test('every stage but those that may trade is tried, and every endpoint that trades is for the verified', () => {
  const notYet = Object.entries(VERIFICATION_STAGES).filter(([, { authorized }]) => !authorized)
  expect(notYet.map(([name]) => name).sort()).toEqual([...STAGES].sort())
  expect(FOR_THE_VERIFIED.map(({ name }) => name)).toEqual(
    expect.arrayContaining(
      [
        '/exchange/buy',
        '/exchange/quote',
        '/exchange/sell',
        '/orders/buy',
        '/orders/sell',
        '/orders/oco',
        '/orders/batch',
      ].map((path) => `POST ${path}`),
    ),
  )
})

describe.each(FOR_THE_VERIFIED)('$name', ({ endpoint }) => {
  test('is refused by name to an unverified user, in the user’s language, whatever is sent', async () => {
    for (const { stage, token } of people) {
      const { status, fa, en } = REFUSALS.ACCOUNT_NOT_AUTHORIZED
      const refused = { status, code: 'ACCOUNT_NOT_AUTHORIZED' }
      expect(await ask(endpoint, { token }), stage).toEqual({ ...refused, sentence: fa })
      expect(await ask(endpoint, { token, language: 'en' }), stage).toEqual({ ...refused, sentence: en })
      expect(await ask(endpoint, { token, body: '{"amount":-1}' }), stage).toEqual({ ...refused, sentence: fa })
    }
  })

  test('is refused to a visitor', async () => {
    expect(await ask(endpoint, {})).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' })
    expect(await ask(endpoint, { token: 'A'.repeat(43) })).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' })
  })
})

test.each(FOR_THE_SIGNED_IN)('$name shows every user the own data', async ({ endpoint }) => {
  for (const { stage, token } of people) expect((await ask(endpoint, { token })).status, stage).toBe(200)
})

test('after all of it nothing was placed and nothing has moved', async () => {
  await server.stop()
  const database = await openDatabase(fresh.settings)
  expect(await database.query(`select kind from ledger_entries where kind <> 'credit'`)).toEqual([])
  expect(await database.query('select id from orders')).toEqual([])
  expect(await database.query('select id from toman_deposits')).toEqual([])
  await database.close()
})
