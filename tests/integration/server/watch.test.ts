import { afterAll, beforeAll, expect, test } from 'vitest'
import { cancelAllOrders } from '#contract/orders.ts'
import { signUp } from '#tests/builders/customer.ts'
import { type FreshDatabase, freshFolder } from '#tests/setup/fresh-folder.ts'
import { type ServerProcess, startServerProcess } from '#tests/setup/server-process.ts'

const TOKEN = 'a-token-of-the-tests'
const ID = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'

let fresh: FreshDatabase
let server: ServerProcess
beforeAll(async () => {
  fresh = await freshFolder()
  server = await startServerProcess(fresh.settings, { METRICS_TOKEN: TOKEN })
})
afterAll(async () => {
  await server.stop()
  await fresh.remove()
})

const readMetrics = (authorization?: string) =>
  fetch(`${server.url}/metrics`, { headers: authorization === undefined ? {} : { authorization } })

/** The value of the first line with this beginning. */
async function metric(beginning: string): Promise<number> {
  const text = await (await readMetrics(`Bearer ${TOKEN}`)).text()
  const line = text.split('\n').find((each) => each.startsWith(beginning))
  return line === undefined ? Number.NaN : Number.parseFloat(line.slice(line.lastIndexOf(' ')))
}

test('the metrics are for those who know the token, and for nobody else', async () => {
  expect((await readMetrics()).status).toBe(401)
  expect((await readMetrics('Bearer another-token')).status).toBe(401)
  const reply = await readMetrics(`Bearer ${TOKEN}`)
  expect(reply.status).toBe(200)
  expect(reply.headers.get('content-type')).toContain('text/plain')
  expect(reply.headers.get('cache-control')).toBe('no-store')
})

test('answers are counted by route, method and class of status, and no label names a person', async () => {
  for (let asked = 0; asked < 11; asked++) await fetch(`${server.url}/api/markets/NOTHING_${asked}`)
  const { mobileNumber } = await signUp(server.url)
  const text = await (await readMetrics(`Bearer ${TOKEN}`)).text()
  expect(text).toMatch(
    /kimia_http_answer_seconds_count\{role="all",method="POST",route="\/api\/users\/register",status="2xx"\} 1/,
  )
  expect(text).not.toContain(mobileNumber.slice(-10))
  expect(text).toMatch(
    /kimia_http_answer_seconds_count\{role="all",method="GET",route="\/api\/markets\/:[a-zA-Z]+",status="4xx"\} 11/,
  )
  expect(text).not.toContain('NOTHING_')
})

test('the exchange, its database and its prices are among them', async () => {
  expect(await metric('kimia_exchange_serving')).toBe(1)
  expect(await metric('kimia_commands_waiting')).toBe(0)
  expect(await metric('kimia_epoch')).toBeGreaterThan(0)
  expect(await metric('kimia_statement_seconds_count')).toBeGreaterThan(0)
  expect(await metric('kimia_price_age_seconds')).toBeGreaterThanOrEqual(0)
  expect(await metric('process_resident_memory_bytes')).toBeGreaterThan(1_000_000)
})

test('what the first page of the operators shows is among them, from the same measure', async () => {
  const before = await metric('kimia_commands_answered_total')
  const [sms, faults] = ['kimia_vendor_answers_total{vendor="sms"', 'kimia_vendor_faults_total{vendor="sms"']
  const asked = Number.isNaN(await metric(sms)) ? 0 : await metric(sms)
  const user = await signUp(server.url)
  expect(await metric(sms)).toBeGreaterThan(asked)
  expect(await metric(faults)).toBe(0)
  await user.ask(cancelAllOrders, {})
  expect(await metric('kimia_commands_answered_total')).toBeGreaterThan(before)
  expect(await metric('kimia_command_p99_seconds')).toBeGreaterThan(0)
})

test('a request keeps the id that a browser of ours gave it; any other text is no id', async () => {
  const idOf = async (id?: string) => {
    const reply = await fetch(`${server.url}/api/health`, { headers: id === undefined ? {} : { 'x-request-id': id } })
    return reply.headers.get('x-request-id')
  }
  expect(await idOf(ID)).toBe(ID)
  expect(await idOf('<script>alert(1)</script>')).toMatch(/^[a-z0-9]+-[a-z0-9]+$/)
  expect(await idOf()).not.toBe(await idOf())
})

test('it is ready while database and exchange are', async () => {
  const reply = await fetch(`${server.url}/api/ready`)
  expect(reply.status).toBe(200)
  expect(await reply.json()).toEqual({ message: 'OK', missing: [] })
})

test('without a token there are no metrics', async () => {
  const { settings, remove } = await freshFolder()
  const other = await startServerProcess(settings)
  const reply = await fetch(`${other.url}/metrics`)
  expect(await reply.text()).not.toContain('kimia_')
  await other.stop()
  await remove()
})
