import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { preparedTraders } from '#tests/builders/prepared-traders.ts'
import type { VerifiedUser } from '#tests/builders/verified-user.ts'
import { alertExpressions, metricsIn, readDashboard } from '#tests/builders/watched-metrics.ts'
import { openRoleProcesses, type RoleProcesses } from '#tests/setup/role-processes.ts'
import type { ServerProcess } from '#tests/setup/server-process.ts'

const serverUrl = process.env.TEST_DATABASE_URL
const METRICS_TOKEN = 'a-token-of-the-tests'
const ORDERS = 5

/** The metrics of one process as they were read at a time. */
class Reading {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  get lines(): string[] {
    return this.#text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  }

  /** The names that this process exports, also those that have no series yet, such as a vendor's before its first call. */
  get names(): string[] {
    return [...this.#text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    )
  }

  /** The value of the one series of this name with these labels; NaN where there is none. */
  value(name: string, ...labels: readonly string[]): number {
    const found = this.lines.filter(
      (line) => line.startsWith(`${name}{`) && labels.every((label) => line.includes(label)),
    )
    expect(found.length, `${name} ${labels.join()}`).toBeLessThanOrEqual(1)
    return Number.parseFloat(found[0]?.slice(found[0].lastIndexOf(' ')) ?? 'NaN')
  }
}

// The built-in database admits one process.
describe.skipIf(!serverUrl)('the metrics of a writer, of a process that answers, and of one with the jobs', () => {
  let processes: RoleProcesses
  let trader: VerifiedUser
  let writer: ServerProcess
  let api: ServerProcess
  let jobs: ServerProcess

  const read = async ({ url }: ServerProcess) => {
    const reply = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
    expect(reply.status).toBe(200)
    return new Reading(await reply.text())
  }

  beforeAll(async () => {
    processes = await openRoleProcesses(serverUrl ?? '')
    const { start, startWriter, owner } = processes
    const [prepared] = await preparedTraders(owner, { count: 1, funds: ['1000000000 TOMAN', '100 GOLD'] })
    if (!prepared) throw new Error('there is no trader')
    trader = prepared
    writer = await startWriter({ METRICS_TOKEN })
    ;[api, jobs] = await Promise.all([
      start({ ROLE: 'api', METRICS_TOKEN }),
      // Nobody listens at this socket.
      start({
        ...{ ROLE: 'jobs', METRICS_TOKEN, CUSTODY_SOCKET: '/nonexistent/custody.sock' },
        CUSTODY_SENDING_TOKEN: 'a token of the jobs alone, which nobody asks for',
      }),
    ])
    for (let i = 0; i < ORDERS; i++) {
      const body = { marketType: 'GOLD_TOMAN', orderType: 'LIMITED_SELL', amount: '0.5', unitPrice: '9876000' }
      const reply = await fetch(`${api.url}/api/orders/sell`, {
        method: 'POST',
        headers: { authorization: `Bearer ${trader.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ ...body, clientOrderId: `watched-${i}` }),
      })
      expect(reply.status).toBe(200)
    }
  })
  afterAll(() => processes.close())

  test('every metric that an alert or a panel names is exported by one of them', async () => {
    const exported = new Set((await Promise.all([writer, api, jobs].map(read))).flatMap(({ names }) => names))
    const { panels } = await readDashboard()
    const shown = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
    const named = [...(await alertExpressions()), ...shown].flatMap(metricsIn)
    expect(new Set(named).size).toBeGreaterThan(40)
    expect([...new Set(named)].filter((name) => !exported.has(name))).toEqual([])
  })

  test('every series has its role, and none a person: they stay few', async () => {
    for (const [role, server] of Object.entries({ writer, api, jobs })) {
      const { lines } = await read(server)
      expect(lines.filter((line) => !line.includes(`role="${role}"`))).toEqual([])
      expect(lines.length, role).toBeLessThan(1_000)
      expect(
        lines.filter((line) => new RegExp(`${trader.mobileNumber.slice(-10)}|${trader.token}|watched-`).test(line)),
      ).toEqual([])
    }
  })

  test('the writer shows its lease, its commits and who follows it', async () => {
    await expect.poll(async () => (await read(writer)).value('kimia_feed_followers')).toBe(2)
    const reading = await read(writer)
    expect(reading.value('kimia_writer_lease_held')).toBe(1)
    expect(reading.value('kimia_writer_lease_age_seconds')).toBeLessThan(2)
    expect(reading.value('kimia_follower_behind_seconds')).toBeLessThan(2)
    expect(reading.value('kimia_commit_seconds_count')).toBe(reading.value('kimia_commits_total'))
    expect(reading.value('kimia_commit_commands_sum')).toBeGreaterThanOrEqual(ORDERS)
    expect(reading.value('kimia_commands_total', 'outcome="done"')).toBeGreaterThanOrEqual(ORDERS)
    expect(reading.value('kimia_commands_answered_total')).toBeGreaterThanOrEqual(ORDERS)
    expect(reading.value('kimia_commands_waiting')).toBe(0)
    expect(reading.value('kimia_epoch')).toBeGreaterThan(0)
    expect(reading.value('kimia_synchronous_standbys')).toBe(0)
    expect(reading.value('kimia_job_lease_held', 'name="prove the ledger and the audit log"')).toBe(1)
  })

  test('a process that answers shows the age of its feed, how far it is, and its calls of the writer', async () => {
    const reading = await read(api)
    expect(reading.value('kimia_feed_age_seconds')).toBeLessThan(5)
    expect(reading.value('kimia_commands_total', 'outcome="done"')).toBeGreaterThanOrEqual(ORDERS)
    const calls = ['call="commands"', 'outcome="answered"']
    expect(reading.value('kimia_writer_call_seconds_count', ...calls)).toBeGreaterThan(0)
    expect(reading.value('kimia_writer_lease_held')).toBeNaN()
    expect(reading.value('kimia_job_lease_held', 'name="read the halts of markets"')).toBe(1)
    expect(reading.value('kimia_job_lease_held', 'name="prune history"')).toBeNaN()
    const number = async (server: ServerProcess) => (await read(server)).value('kimia_commit_number')
    await expect.poll(async () => (await number(api)) === (await number(writer))).toBe(true)
  })

  test('the process with the jobs shows each with its lease, interval and last success, and custody', async () => {
    const job = 'name="prune history"'
    const success = 'kimia_job_last_success_timestamp_seconds'
    await expect.poll(async () => (await read(jobs)).value(success, job)).toBeGreaterThan(0)
    const reading = await read(jobs)
    expect(Date.now() / 1_000 - reading.value(success, job)).toBeLessThan(600)
    expect(reading.value('kimia_job_interval_seconds', job)).toBe(3_600)
    expect(reading.value('kimia_job_lease_held', job)).toBe(1)
    expect(reading.value('kimia_job_failures_total', job)).toBe(0)
    await expect.poll(async () => (await read(jobs)).value('kimia_custody_reachable')).toBe(0)
    expect(reading.value('kimia_custody_differences')).toBeNaN()
    expect(reading.value('kimia_last_back_up_timestamp_seconds')).toBe(0)
    expect(reading.value('kimia_data_disk_free_bytes')).toBeGreaterThan(0)
  })

  test('without a writer a process says that it cannot commit, and how old what it shows is', async () => {
    await writer.kill()
    await expect.poll(async () => (await read(api)).value('kimia_exchange_serving')).toBe(0)
    await expect.poll(async () => (await read(api)).value('kimia_feed_age_seconds')).toBeGreaterThan(3)
    expect((await read(api)).value('kimia_feed_losses_total')).toBeGreaterThan(0)
  })
})
