import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type ErrorCode, REFUSALS } from '#contract/errors.ts'
import { OPERATOR_ROLES } from '#domain/operator-rights.ts'
import { PROOF_PURPOSES } from '#domain/proof-purpose.ts'
import { openWholeServer, type WholeServer } from '#tests/builders/whole-server.ts'
import { type Caller, everyCaller, newOperator } from './callers.ts'
import { addressOf, LINES, type Line } from './who-may-call-lines.ts'

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

/** The refusals before anything of the call is read. */
const AT_THE_DOOR = [
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'OPERATOR_RIGHT_MISSING',
  'API_KEY_NOT_ALLOWED',
  'API_KEY_REFUSED',
  'API_KEY_RIGHT_MISSING',
  'ACCOUNT_NOT_AUTHORIZED',
  'PROOF_REQUIRED',
  'ORIGIN_REFUSED',
] as const satisfies readonly ErrorCode[]

const EXAMPLES: Readonly<Record<string, string>> = {
  market: 'GOLD_TOMAN',
  name: 'image',
  language: 'fa',
  kind: 'FAQ',
  level: 'VIP_1',
  key: 'key-of-nobody',
}

const Refusal = z.object({ code: z.string() })
const ChartRefusal = z.object({ s: z.literal('error'), errmsg: z.string() })

/** Returns "in", or the code of the refusal at the door. The unknown query key keeps an admitted call from doing anything. */
async function outcomeOf(url: string, line: Line, caller: Caller): Promise<string> {
  const { method } = line
  const example = addressOf(line).replace(/:(\w+)/g, (_, name: string) => EXAMPLES[name] ?? '999999999')
  const asked = `${example}?nobodyKnows=1`
  const answer = await fetch(`${url}${asked}`, {
    method,
    headers: { 'idempotency-key': randomUUID(), ...(await caller({ method, path: asked })) },
    redirect: 'manual',
  })
  if (answer.status >= 500) return `${answer.status} ${await answer.text()}`
  if (line.path.startsWith('/udf/')) return chartOutcomeOf(await answer.json())
  if (answer.status < 400) {
    await answer.body?.cancel()
    return 'in'
  }
  const { code } = Refusal.parse(await answer.json())
  return AT_THE_DOOR.find((each) => each === code) ?? 'in'
}

/** The chart feed refuses with a sentence; the status of its answer says nothing. */
function chartOutcomeOf(answer: unknown): string {
  const refusal = ChartRefusal.safeParse(answer)
  return AT_THE_DOOR.find((code) => refusal.success && refusal.data.errmsg.startsWith(REFUSALS[code].en)) ?? 'in'
}

const PROVEN = PROOF_PURPOSES.map((purpose) => `proven ${purpose}`)
const CUSTOMERS = ['unverified', 'verified', 'supervisor', 'long ago', 'just now', ...PROVEN]
const NOBODY = ['visitor', 'wrong token', 'frozen', 'removed operator']

/** The outcome that the line promises this caller. */
function promised({ lets, key }: Line, name: string): string {
  const isOperators = /^[A-Z]/.test(lets)
  if (name.startsWith('key ')) return promisedToKey({ lets, key }, name.slice('key '.length))
  if (lets === 'all') return 'in'
  if (NOBODY.includes(name)) return 'UNAUTHENTICATED'
  if (isOperators) {
    if (CUSTOMERS.includes(name)) return 'FORBIDDEN'
    return lets.split(' ').includes(name) ? 'in' : 'OPERATOR_RIGHT_MISSING'
  }
  return CUSTOMERS.includes(name) ? promisedToCustomer(lets, name) : 'UNAUTHENTICATED'
}

function promisedToKey({ lets, key }: Pick<Line, 'lets' | 'key'>, right: string): string {
  if (lets === 'all' && key === undefined) return 'in'
  if (key === undefined || key === 'no key') return 'API_KEY_NOT_ALLOWED'
  return key === right ? 'in' : 'API_KEY_RIGHT_MISSING'
}

function promisedToCustomer(lets: string, name: string): string {
  if (lets === 'verified') return name === 'unverified' ? 'ACCOUNT_NOT_AUTHORIZED' : 'in'
  if (lets === 'fresh') return name === 'long ago' ? 'PROOF_REQUIRED' : 'in'
  if (lets.startsWith('proven ')) return name === lets ? 'in' : 'PROOF_REQUIRED'
  return 'in'
}

describe('who may call', () => {
  let server: WholeServer
  let callers: ReadonlyMap<string, Caller>
  beforeAll(async () => {
    server = await openWholeServer()
    callers = await everyCaller(server)
  })
  afterAll(() => server?.close())

  test('there is no operator without a role', async () => {
    await expect(newOperator(server.database, [])).rejects.toThrow('users_operators_have_roles')
  })

  test('every call that the server answers has its line, and every line is such a call', () => {
    // The sandboxes replace vendors and do not exist in production.
    const answered = server.routes().filter((route) => !/^\w+ \/sandbox/.test(route))
    expect(answered.length).toBeGreaterThan(200)
    expect(LINES.map((line) => `${line.method} ${addressOf(line)}`).sort()).toEqual(answered.sort())
  })

  const NAMES = [...NOBODY, ...CUSTOMERS, 'key read', 'key trade', 'key withdraw', ...OPERATOR_ROLES]
  test.each(NAMES)('%s: let in or refused as the line says', async (name) => {
    const caller = callers.get(name)
    if (!caller) throw new Error(`nobody is ${name}`)
    const answered: Record<string, string> = {}
    // A frozen account can make no more calls, so this call is the last.
    const order = [...LINES].sort((a, b) => Number(a.path === '/users/freeze') - Number(b.path === '/users/freeze'))
    for (const line of order) answered[nameOf(line)] = await outcomeOf(server.url, line, caller)
    expect(answered).toEqual(Object.fromEntries(LINES.map((line) => [nameOf(line), promised(line, name)])))
  })
})
