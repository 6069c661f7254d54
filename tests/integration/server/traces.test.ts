import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signUp } from '#tests/builders/customer.ts'
import { preparedTraders } from '#tests/builders/prepared-traders.ts'
import type { VerifiedUser } from '#tests/builders/verified-user.ts'
import { freePort } from '#tests/setup/free-port.ts'
import { openRoleProcesses, type RoleProcesses } from '#tests/setup/role-processes.ts'
import type { ServerProcess } from '#tests/setup/server-process.ts'
import { type ReceivedSpan, receiveSpans, type SpanReceiver } from '#tests/setup/span-receiver.ts'

const serverUrl = process.env.TEST_DATABASE_URL
const METRICS_TOKEN = 'a-token-of-the-tests'
const REQUEST_ID = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'
const UNLIKE_ANY_OTHER = { amount: '0.517', unitPrice: '9876100', clientOrderId: 'an-order-of-the-traces' }

// The built-in database admits one process.
describe.skipIf(!serverUrl)('the traces of a writer and of processes that answer', () => {
  let processes: RoleProcesses
  let receiver: SpanReceiver
  let trader: VerifiedUser
  let traced: ServerProcess
  let lonely: ServerProcess
  let unasked: ServerProcess

  beforeAll(async () => {
    processes = await openRoleProcesses(serverUrl ?? '')
    receiver = await receiveSpans()
    const { start, startWriter, owner } = processes
    const [prepared] = await preparedTraders(owner, { count: 1, funds: ['1000000000 TOMAN', '100 GOLD'] })
    if (!prepared) throw new Error('there is no trader')
    trader = prepared
    const to = (endpoint: string) => ({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, METRICS_TOKEN })
    await startWriter(to(receiver.url))
    ;[traced, lonely, unasked] = await Promise.all([
      start({ ROLE: 'api', ...to(receiver.url) }),
      start({ ROLE: 'api', ...to(`http://127.0.0.1:${await freePort()}`) }),
      start({ ROLE: 'api', ...to(receiver.url), OTEL_TRACES_SAMPLER_ARG: '0' }),
    ])
  })
  afterAll(async () => {
    await processes.close()
    await receiver.close()
  })

  const sell = (server: ServerProcess, order: object, requestId?: string) =>
    fetch(`${server.url}/api/orders/sell`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${trader.token}`,
        'content-type': 'application/json',
        ...(requestId !== undefined && { 'x-request-id': requestId }),
      },
      body: JSON.stringify({ marketType: 'GOLD_TOMAN', orderType: 'LIMITED_SELL', ...order }),
    })
  const find = (role: string, name: string, parent?: ReceivedSpan) =>
    receiver.spans.find(
      (span) => span.role === role && span.name === name && (!parent || span.parentSpanId === parent.spanId),
    )

  test("an order is one trace, from the browser's request over both processes to the commit", async () => {
    expect((await fetch(`${traced.url}/api/health`)).status).toBe(200)
    const reply = await sell(traced, UNLIKE_ANY_OTHER, REQUEST_ID)
    expect([reply.status, reply.headers.get('x-request-id')]).toEqual([200, REQUEST_ID])
    await expect.poll(() => find('writer', 'commit')).toBeDefined()
    await expect.poll(() => find('api', 'POST /api/orders/sell')).toBeDefined()
    const request = find('api', 'POST /api/orders/sell')
    const asked = find('api', 'command placeOrder', request)
    const decided = find('writer', 'command placeOrder', asked)
    const committed = find('writer', 'commit', decided)
    expect(request?.attributes).toEqual({
      'http.request.method': 'POST',
      'http.route': '/api/orders/sell',
      'http.response.status_code': '200',
      'kimia.request_id': REQUEST_ID,
    })
    expect(request?.parentSpanId ?? '').toBe('')
    expect(decided?.attributes).toEqual({ 'kimia.answer': 'order' })
    expect(committed?.attributes).toMatchObject({
      'db.system.name': 'postgresql',
      'db.query.text': expect.stringMatching(/^with fence as \(update leader set batch/),
      'kimia.commands': '1',
    })
    expect(find('api', 'POST /commands', asked)).toBeDefined()
    expect(find('api', 'GET /api/health')).toBeUndefined()
    const ids = [request, asked, decided, committed].map((span) => span?.traceId)
    expect(new Set(ids)).toEqual(new Set([request?.traceId]))
  })

  test('the statements of a request are parts of its trace', async () => {
    const headers = { authorization: `Bearer ${trader.token}` }
    expect((await fetch(`${traced.url}/api/users/account`, { headers })).status).toBe(200)
    await expect.poll(() => find('api', 'GET /api/users/account')).toBeDefined()
    const statement = find('api', 'SQL select', find('api', 'GET /api/users/account'))
    expect(statement?.attributes['db.query.text']).toMatch(/^select u\.mobile/)
  })

  test('the call of a vendor is a part of the trace, without whom it was for', async () => {
    const { mobileNumber } = await signUp(traced.url)
    await expect.poll(() => find('api', 'vendor sms sendCode')).toBeDefined()
    const call = find('api', 'vendor sms sendCode')
    const asking = () => receiver.spans.find(({ spanId }) => spanId === call?.parentSpanId)
    await expect.poll(asking).toMatchObject({ name: expect.stringMatching(/^POST \/api\/users\//) })
    expect(receiver.text()).not.toContain(mobileNumber.slice(-10))
  })

  test('nothing that somebody sent is in it, and no secret', async () => {
    expect(receiver.spans.length).toBeGreaterThan(4)
    const { token, mobileNumber, nationalCode, cardNumber, sheba } = trader
    const exported = receiver.text().replaceAll(/"\w+UnixNano":"\d+"/g, '')
    for (const value of [
      ...Object.values(UNLIKE_ANY_OTHER),
      ...[token, mobileNumber.slice(-10), nationalCode, cardNumber, sheba],
      ...[METRICS_TOKEN, 'known to these processes', 'GOLD_TOMAN', 'postgres://'],
    ])
      expect(exported, value).not.toContain(value)
  })

  test('a share of 0 traces nothing, in the writer neither', async () => {
    const before = receiver.spans.filter(({ role }) => role === 'writer').length
    const order = { ...UNLIKE_ANY_OTHER, clientOrderId: 'not-traced' }
    expect((await sell(unasked, order)).status).toBe(200)
    // A traced order after it: whatever the first left behind would have come by then.
    expect((await sell(traced, { ...order, clientOrderId: 'traced-again' })).status).toBe(200)
    const ofWriter = () => receiver.spans.filter(({ role }) => role === 'writer').length
    await expect.poll(ofWriter).toBeGreaterThan(before)
    expect(ofWriter()).toBe(before + 2)
  })

  test('a receiver that is away costs no order, and its spans are counted as lost', async () => {
    const metric = async (beginning: string) => {
      const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
      const text = await (await fetch(`${lonely.url}/metrics`, { headers })).text()
      const line = text.split('\n').find((each) => each.startsWith(beginning))
      return line === undefined ? 0 : Number.parseFloat(line.slice(line.lastIndexOf(' ')))
    }
    for (let i = 0; i < 20; i++)
      expect((await sell(lonely, { ...UNLIKE_ANY_OTHER, clientOrderId: `unseen-${i}` })).status).toBe(200)
    await expect.poll(() => metric('kimia_spans_total{outcome="lost"'), { timeout: 30_000 }).toBeGreaterThan(20)
    expect(await metric('kimia_spans_total{outcome="sent"')).toBe(0)
    // It ends without waiting for the receiver.
    lonely.interrupt()
    expect(await lonely.ended).toBe(0)
  })
})
