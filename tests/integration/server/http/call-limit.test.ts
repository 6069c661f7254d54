import { afterEach, describe, expect, test } from 'vitest'
import { getFaq } from '#contract/content.ts'
import { cancelOrder } from '#contract/orders.ts'
import { Rejected } from '#contract/rejected.ts'
import { endOtherSessions, freezeAccount } from '#contract/security.ts'
import { getLoginHistory, logout } from '#contract/users.ts'
import { route } from '#server/http/route.ts'
import { callerOf } from '#tests/builders/caller.ts'
import { startHttpServer } from '#tests/builders/http-server.ts'

const MAX = 10
const SHARED = '5.160.1.1'
const tokenOf = (userId: number, session = 1) => `session-${session}-of-user-${userId}-`

/** A read of the caller's own list, a public call, and a cancellation. */
const OWN = { method: 'GET', path: '/users/login-history' }
const PUBLIC = { method: 'GET', path: '/faq' }
const CANCEL = { method: 'DELETE', path: '/orders/7' }
/** The calls with which an owner locks a thief out. */
const PROTECTIVE = [
  { method: 'POST', path: '/users/freeze' },
  { method: 'DELETE', path: '/users/sessions' },
  { method: 'GET', path: '/users/logout' },
]

interface Ask {
  readonly signed?: { readonly userId: number; readonly right: boolean }
  readonly token?: string
  readonly from?: string
}

let lookUps = 0
let server: Awaited<ReturnType<typeof startHttpServer>>
afterEach(() => server.close())

async function start(max = MAX) {
  lookUps = 0
  server = await startHttpServer(
    [
      route(getLoginHistory, () => ({ content: [], totalPages: 1 })),
      route(getFaq, () => ({ content: [] })),
      route(cancelOrder, () => new Rejected('ORDER_NOT_FOUND')),
      route(freezeAccount, () => ({})),
      route(endOtherSessions, () => ({ baseDTO: { ended: 1 } })),
      route(logout, () => ({})),
    ],
    {
      requestsPerMinuteMax: max,
      proxyHops: 1,
      // The key "kmk_000…7" belongs to user 7; a signature of all ones is right.
      findSigner: async ({ key, signature }) => {
        if (!/^1+$/.test(signature)) return new Rejected('API_KEY_REFUSED')
        const { userId, charges } = callerOf(Number(key.slice(4)))
        return { kind: 'key', userId, keyId: 1, rights: ['trade'], authorized: true, supervisor: false, charges }
      },
      findCaller: async (token) => {
        lookUps += 1
        const userId = /^session-\d+-of-user-(\d+)-$/.exec(token)?.[1]
        return userId === undefined ? undefined : callerOf(Number(userId))
      },
    },
  )
}

async function ask({ method, path }: typeof OWN, { token, from = SHARED, signed }: Ask = {}) {
  const answer = await fetch(`${server.url}/api${path}`, {
    method,
    headers: {
      'x-forwarded-for': from,
      'idempotency-key': 'a-key-of-a-test',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(signed ? signing(signed) : {}),
    },
  })
  const { code } = await answer.json()
  return { status: answer.status, code, retryAfter: answer.headers.get('retry-after') }
}

const signing = ({ userId, right }: NonNullable<Ask['signed']>) => ({
  'kimia-key': `kmk_${String(userId).padStart(24, '0')}`,
  'kimia-time': new Date().toISOString(),
  'kimia-nonce': 'n'.repeat(16),
  'kimia-signature': (right ? '1' : '0').repeat(64),
})

/** The statuses of this many calls, made one after the other. */
async function statuses(count: number, call: typeof OWN, as?: Ask): Promise<number[]> {
  const found: number[] = []
  for (let made = 0; made < count; made++) found.push((await ask(call, as)).status)
  return found
}

const times = (count: number, status: number) => Array.from({ length: count }, () => status)

describe('the limit of calls', () => {
  test('counts the calls that programs sign for their user once the signature held, wherever they come from', async () => {
    await start()
    const signed = { userId: 7, right: true }
    for (let at = 1; at <= MAX; at += 1)
      expect([at, (await ask(CANCEL, { signed, from: `198.51.100.${at}` })).status]).toEqual([at, 404])
    expect(await ask(CANCEL, { signed, from: '203.0.113.1' })).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' })
    expect((await ask(CANCEL, { token: tokenOf(7), from: '203.0.113.1' })).status).toBe(404)
    expect((await ask(CANCEL, { signed: { userId: 8, right: true } })).status).toBe(404)
  })

  test('counts wrong signatures for their network, and never for the user whose key they name', async () => {
    await start()
    const owner = { signed: { userId: 9, right: true }, from: '203.0.113.3' }
    expect((await ask(CANCEL, owner)).status).toBe(404)
    for (let at = 1; at <= 3; at += 1) {
      const guess = { signed: { userId: 9, right: false }, from: `198.51.100.${at}` }
      expect(await statuses(MAX, CANCEL, guess)).toEqual(times(MAX, 401))
      expect((await ask(CANCEL, guess)).status).toBe(429)
    }
    expect((await ask(CANCEL, owner)).status).toBe(404)
    expect((await ask(CANCEL, { token: tokenOf(9) })).status).toBe(404)
    expect((await ask(OWN, { token: tokenOf(9) })).status).toBe(200)
  })

  test('leaves the owner half of it, and all that stops a thief, when another session uses up what it may', async () => {
    await start()
    const [stolen, own] = [{ token: tokenOf(7, 1) }, { token: tokenOf(7, 2) }]
    for (const call of PROTECTIVE) await statuses(MAX + 1, call, stolen)
    expect(await statuses(2 * MAX, OWN, stolen)).toEqual([...times(MAX / 2, 200), ...times(1.5 * MAX, 429)])
    expect(await statuses(MAX / 2, OWN, own)).toEqual(times(MAX / 2, 200))
    expect((await ask(OWN, own)).status).toBe(429)
    for (const call of PROTECTIVE) expect([call.path, (await ask(call, own)).status]).toEqual([call.path, 200])
  })

  test('counts twelve users behind one address each by themselves, in what is their own and in what is public', async () => {
    await start()
    for (let userId = 1; userId <= 12; userId++) {
      const as = { token: tokenOf(userId) }
      expect(await statuses(2, OWN, as)).toEqual(times(2, 200))
      expect(await statuses(MAX / 2 - 2, PUBLIC, as)).toEqual(times(MAX / 2 - 2, 200))
      expect((await ask(PUBLIC, as)).status).toBe(429)
    }
    expect((await ask(PUBLIC)).status).toBe(200)
  })

  test('counts one user once, from however many addresses and sessions', async () => {
    await start()
    const answers = []
    for (let i = 0; i < MAX + 3; i++)
      answers.push((await ask(OWN, { token: tokenOf(7, i), from: `5.160.2.${i}` })).status)
    expect(answers).toEqual([...times(MAX, 200), ...times(3, 429)])
    expect((await ask(OWN, { token: tokenOf(8), from: '5.160.2.1' })).status).toBe(200)
  })

  test('leaves a trader who used everything up the cancelling, which has a limit too', async () => {
    await start()
    const as = { token: tokenOf(7) }
    await statuses(MAX, OWN, as)
    expect((await ask(OWN, as)).status).toBe(429)
    expect(await statuses(MAX, CANCEL, as)).toEqual(times(MAX, 404))
    expect(await ask(CANCEL, as)).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' })
  })

  test('bars no trader at work behind an address that visitors and made-up tokens used up', async () => {
    await start()
    await statuses(MAX + 1, PUBLIC)
    for (let i = 0; i < MAX + 1; i++) await ask(CANCEL, { token: `made-up-token-number-${i}` })
    expect((await ask(PUBLIC)).status).toBe(429)
    const trader = { token: tokenOf(7), from: '5.160.1.2' }
    await ask(OWN, trader)
    expect((await ask(CANCEL, { token: tokenOf(7) })).status).toBe(404)
    expect((await ask(OWN, { token: tokenOf(7) })).status).toBe(200)
  })

  test('counts a token that opens nothing by its address, and looks a bounded number of them up', async () => {
    await start()
    const answers = []
    for (let i = 0; i < 3 * MAX; i++) answers.push((await ask(OWN, { token: `made-up-token-number-${i}` })).status)
    expect(answers).toEqual([...times(MAX, 401), ...times(2 * MAX, 429)])
    expect(lookUps).toBeLessThanOrEqual(2 * MAX)
    expect((await ask(PUBLIC)).status).toBe(429)
    expect((await ask(PUBLIC, { from: '5.160.1.9' })).status).toBe(200)
  })

  test.each([
    ['an IPv4 address', '5.160.7.1', '5.160.7.2'],
    ['the same one inside an IPv6 one', '::ffff:5.160.7.1', '5.160.7.2'],
    ['a network of IPv6', '2a01:5ec0:1:2::', '2a01:5ec0:1:3::1'],
  ])('counts visitors by %s', async (_what, one, other) => {
    await start()
    const within = one.endsWith('::') ? (i: number) => `${one}${i + 1}` : () => one
    for (let i = 0; i < MAX; i++) expect((await ask(PUBLIC, { from: within(i) })).status).toBe(200)
    expect((await ask(PUBLIC, { from: within(MAX) })).status).toBe(429)
    expect((await ask(PUBLIC, { from: other })).status).toBe(200)
  })

  test('says with every refusal when to come back', async () => {
    await start()
    await statuses(MAX, PUBLIC)
    const { retryAfter } = await ask(PUBLIC)
    expect(Number(retryAfter)).toBeGreaterThanOrEqual(1)
    expect(Number(retryAfter)).toBeLessThanOrEqual(60)
  })

  test('is none where there is none', async () => {
    await start(0)
    expect(await statuses(5 * MAX, PUBLIC)).toEqual(times(5 * MAX, 200))
  })
})

describe('a public endpoint', () => {
  test.each([
    ['without a limit', 0],
    ['with one', 1_000],
  ])('looks no session up, %s', async (_limit, max) => {
    await start(max)
    expect(await statuses(11, PUBLIC, { token: tokenOf(7) })).toEqual(times(11, 200))
    expect(await statuses(11, PUBLIC, { token: 'made-up-token-number-1' })).toEqual(times(11, 200))
    expect(lookUps).toBe(0)
    await ask(OWN, { token: tokenOf(7) })
    expect(lookUps).toBeGreaterThan(0)
  })
})
