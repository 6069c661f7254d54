import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { getFaq } from '#contract/content.ts'
import { cancelOrder } from '#contract/orders.ts'
import { Rejected } from '#contract/rejected.ts'
import { getLoginHistory } from '#contract/users.ts'
import { route } from '#server/http/route.ts'
import { SharedCounts } from '#server/http/shared-counts.ts'
import { addCalls } from '#server/store/accounts/counters.ts'
import { type Database, DatabaseUnavailable } from '#server/store/database.ts'
import { callerOf } from '#tests/builders/caller.ts'
import { startHttpServer } from '#tests/builders/http-server.ts'
import { onDatabase } from '#tests/setup/databases.ts'

const MAX = 100
/** By so many calls, and those between two exchanges, a process may be behind the others. */
const UNSHARED = MAX / 10
const WAIT = { timeout: 10_000 }
const FROM = '5.160.1.1'
const OWN = { method: 'GET', path: '/users/login-history' }
const PUBLIC = { method: 'GET', path: '/faq' }
const CANCEL = { method: 'DELETE', path: '/orders/7' }

interface As {
  readonly token?: string
  readonly key?: string
  readonly from?: string
}

onDatabase('the limit of calls over three processes', (open) => {
  let database: Database
  let urls: readonly string[] = []
  let isAway = false
  /** The most calls under one name of which each process knows. */
  let known: number[] = []
  const warnings: string[] = []
  const closing: (() => Promise<unknown>)[] = []

  beforeAll(async () => {
    database = await open()
  })
  beforeEach(async () => {
    isAway = false
    known = [0, 0, 0]
    warnings.length = 0
    await database.query('delete from call_counts')
    await untilEarlyInAMinute()
    urls = await Promise.all(known.map((_, process) => startProcess(process)))
  })
  afterEach(async () => {
    for (const close of closing.splice(0)) await close()
  })

  async function startProcess(process: number): Promise<string> {
    const sharedCounts = new SharedCounts({
      add: async (counted) => {
        if (isAway) throw new DatabaseUnavailable('away')
        const all = await addCalls(database, counted)
        known[process] = Math.max(known[process] ?? 0, ...Object.values(all.totals))
        return all
      },
      log: { warn: (_, message) => void warnings.push(message) },
    })
    const server = await startHttpServer(
      [
        route(getLoginHistory, () => ({ content: [], totalPages: 1 })),
        route(getFaq, () => ({ content: [] })),
        route(cancelOrder, () => new Rejected('ORDER_NOT_FOUND')),
      ],
      {
        ...{ requestsPerMinuteMax: MAX, proxyHops: 1, sharedCounts },
        findCaller: async (token) => {
          const userId = /^session-\d+-of-user-(\d+)-$/.exec(token)?.[1]
          return userId === undefined ? undefined : callerOf(Number(userId))
        },
        findSigner: async () => {
          const { userId, charges } = callerOf(7)
          return { kind: 'key', userId, keyId: 1, rights: ['trade'], authorized: true, supervisor: false, charges }
        },
      },
    )
    closing.push(async () => {
      sharedCounts.close()
      await server.close()
    })
    return server.url
  }

  /** So that no window ends within a test. */
  async function untilEarlyInAMinute(): Promise<void> {
    await vi.waitFor(
      async () => {
        const [row] = await database.query<{ second: number }>(
          'select extract(second from clock_timestamp())::integer as second',
        )
        expect(row?.second).toBeLessThan(40)
      },
      { timeout: 30_000, interval: 500 },
    )
  }

  async function statusOf(process: number, { method, path }: typeof OWN, { token, key, from = FROM }: As) {
    const { status } = await fetch(`${urls[process]}/api${path}`, {
      method,
      headers: {
        'x-forwarded-for': from,
        'idempotency-key': 'a-key-of-a-test',
        ...(token && { authorization: `Bearer ${token}` }),
        ...(key && {
          'kimia-key': key,
          'kimia-time': new Date().toISOString(),
          'kimia-nonce': 'n'.repeat(16),
          'kimia-signature': '1'.repeat(64),
        }),
      },
    })
    return status
  }
  /** Makes so many calls one after the other. @returns how many were let through */
  async function letThrough(process: number, count: number, call: typeof OWN, as: As): Promise<number> {
    let passed = 0
    for (let made = 0; made < count; made += 1) if ((await statusOf(process, call, as)) !== 429) passed += 1
    return passed
  }
  const untilKnown = (process: number, calls: number) =>
    vi.waitFor(() => expect(known[process]).toBeGreaterThanOrEqual(calls), WAIT)
  /** Until a process that knew nothing knows what another one has counted, by calls of the same caller of which each may pass. */
  async function catchUp(process: number, call: typeof OWN, { as, used }: { as: As; used: number }) {
    expect(await letThrough(process, UNSHARED, call, as)).toBeLessThanOrEqual(UNSHARED)
    await untilKnown(process, used)
  }

  test('a caller who used it up at one process has a tenth of it at each other, and nothing once they know', async () => {
    expect(await letThrough(0, MAX + 5, PUBLIC, {})).toBe(MAX)
    await untilKnown(0, MAX)
    for (const other of [1, 2]) {
      await catchUp(other, PUBLIC, { as: {}, used: MAX })
      expect(await letThrough(other, 5, PUBLIC, {})).toBe(0)
    }
    expect(await letThrough(1, 1, PUBLIC, { from: '5.160.1.2' })).toBe(1)
  })

  test('calls that are spread over all of them pass so many times as the limit says, and few more', async () => {
    let passed = 0
    for (let round = 0; round < MAX / UNSHARED; round += 1) {
      const counts = await Promise.all(urls.map((_, process) => letThrough(process, UNSHARED, PUBLIC, {})))
      passed += counts.reduce((sum, count) => sum + count, 0)
      await vi.waitFor(() => expect(Math.max(...known)).toBeGreaterThanOrEqual(Math.min(passed, MAX)), WAIT)
    }
    expect(passed).toBeGreaterThanOrEqual(MAX)
    expect(passed).toBeLessThanOrEqual(MAX + (urls.length - 1) * 2 * UNSHARED)
  })

  test('a session that used its half up at one process is spent at the others, and leaves the owner the rest', async () => {
    const [stolen, own] = [{ token: 'session-1-of-user-7-' }, { token: 'session-2-of-user-7-' }]
    expect(await letThrough(0, MAX, OWN, stolen)).toBe(MAX / 2)
    await untilKnown(0, MAX / 2)
    await catchUp(1, OWN, { as: stolen, used: MAX / 2 })
    expect(await letThrough(1, 5, OWN, stolen)).toBe(0)
    expect(await letThrough(1, UNSHARED, OWN, own)).toBe(UNSHARED)
  })

  test('calls that programs sign count for their user at all processes, from any network', async () => {
    const key = `kmk_${'7'.padStart(24, '0')}`
    let passed = 0
    for (let at = 0; at < MAX + 5; at += 1)
      passed += (await statusOf(0, CANCEL, { key, from: `198.51.100.${at}` })) === 429 ? 0 : 1
    expect(passed).toBe(MAX)
    await untilKnown(0, MAX)
    await catchUp(1, CANCEL, { as: { key, from: '203.0.113.1' }, used: MAX })
    expect(await letThrough(1, 5, CANCEL, { key, from: '203.0.113.2' })).toBe(0)
  })

  test('while the database is away each counts alone, refuses nobody below the limit, and says so once', async () => {
    isAway = true
    for (const process of [0, 1, 2]) expect(await letThrough(process, MAX + 5, PUBLIC, {})).toBe(MAX)
    await vi.waitFor(() => expect(warnings).toHaveLength(urls.length), { timeout: 10_000 })
    isAway = false
    // Another caller's calls are shared again.
    const from = '5.160.1.3'
    expect(await letThrough(0, MAX, PUBLIC, { from })).toBe(MAX)
    await untilKnown(0, MAX)
    await catchUp(1, PUBLIC, { as: { from }, used: MAX })
    expect(await letThrough(1, 1, PUBLIC, { from })).toBe(0)
    expect(warnings).toHaveLength(urls.length)
  })

  test('callers far below the limit cost the database nothing, and what past minutes have left is deleted', async () => {
    await database.query("insert into call_counts (minute, name, calls) values (1, 'of-long-ago', 5)")
    for (let caller = 0; caller < 20; caller += 1) await letThrough(0, 3, PUBLIC, { from: `5.160.9.${caller}` })
    await letThrough(0, UNSHARED, PUBLIC, {})
    await untilKnown(0, UNSHARED)
    const names = await database.query<{ name: string; calls: number }>('select name, calls from call_counts')
    expect(names).toHaveLength(1)
    expect(names).not.toMatchObject([{ name: 'of-long-ago' }])
  })
})
