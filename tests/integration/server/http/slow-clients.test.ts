import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { getStream } from '#contract/stream.ts'
import { STREAM_LIMITS } from '#server/http/live-streams.ts'
import { EventStream, route, type StreamListener } from '#server/http/route.ts'
import { createServer } from '#server/http/server.ts'
import { callerOf } from '#tests/builders/caller.ts'

const WAITING_BYTES_MAX = 128 * 1024
const FRAME = Buffer.from(`event: heartbeat\ndata: ${JSON.stringify({ at: 'x'.repeat(16 * 1024) })}\n\n`)
/** The token of a session. */
const CUSTOMER = 'session-of-a-customer'.padEnd(43, 'x')

let server: Awaited<ReturnType<typeof createServer>>
let address: { host: string; port: number }
const listening = new Set<StreamListener>()
const sockets: Socket[] = []

beforeEach(async () => {
  listening.clear()
  server = await createServer({
    routes: [
      route(
        getStream,
        () =>
          new EventStream((listener) => {
            listening.add(listener)
            return () => listening.delete(listener)
          }),
      ),
    ],
    logger: pino({ level: 'silent' }),
    clientDir: undefined,
    sandboxes: [],
    requestsPerMinuteMax: 0,
    proxyHops: 1,
    streamLimits: {
      ...STREAM_LIMITS,
      waitingBytesMax: WAITING_BYTES_MAX,
      perNetworkMax: 3,
      perSiteMax: 5,
      visitorsMax: 6,
    },
    requestMsMax: 1_500,
    findCaller: async (token) => (token === CUSTOMER ? callerOf(1) : undefined),
    publicOrigin: undefined,
    secureCookies: false,
    codeOfFailure: () => undefined,
    now: () => new Date(),
    checkReplies: true,
  })
  const { hostname, port } = new URL(await server.listen({ host: '127.0.0.1', port: 0 }))
  address = { host: hostname, port: Number(port) }
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await server.close()
})

/** A client that the stream has registered before this resolves. */
async function join({ reads }: { reads: boolean }) {
  const before = listening.size
  const client = { bytes: 0, closed: false }
  const socket = connect(address)
  sockets.push(socket)
  socket.on('close', () => {
    client.closed = true
  })
  socket.on('error', () => undefined)
  if (reads) {
    socket.on('data', (chunk) => {
      client.bytes += chunk.length
    })
  }
  socket.write('GET /api/stream?market=GOLD_TOMAN HTTP/1.1\r\nhost: kimia\r\n\r\n')
  await expect.poll(() => listening.size).toBe(before + 1)
  return client
}

test('a client that does not read is disconnected, and the others get every event', async () => {
  const reader = await join({ reads: true })
  await join({ reads: false })
  let sent = 0
  // The buffers of both operating systems hold some megabytes that the server cannot count.
  for (; listening.size === 2 && sent < 4_000; sent++) {
    for (const { send } of listening) send(FRAME)
    if (sent % 4 === 0) await sleep(1)
  }
  expect(listening.size).toBe(1)
  expect(sent).toBeLessThan(4_000)
  const held = process.memoryUsage().external
  for (let i = 0; i < 200; i++) {
    for (const { send } of listening) send(FRAME)
    await sleep(1)
  }
  expect(process.memoryUsage().external - held).toBeLessThan(8 * 1024 * 1024)
  await expect.poll(() => reader.bytes).toBeGreaterThan((sent + 200) * FRAME.length)
  expect(reader.closed).toBe(false)
})

test('an address may have so many streams', async () => {
  for (let i = 0; i < 3; i++) await join({ reads: true })
  const url = `http://${address.host}:${address.port}/api/stream?market=GOLD_TOMAN`
  const answer = await fetch(url)
  expect(answer.status).toBe(429)
  expect(answer.headers.get('retry-after')).toBe('30')
  expect(await answer.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  sockets.pop()?.destroy()
  await expect.poll(() => listening.size).toBe(2)
  const again = await fetch(url)
  expect(again.status).toBe(200)
  await again.body?.cancel()
})

test('an IPv6 network may have no more streams than one address, whichever of its addresses ask', async () => {
  const url = `http://${address.host}:${address.port}/api/stream?market=GOLD_TOMAN`
  const ask = (ip: string) => fetch(url, { headers: { 'x-forwarded-for': ip } })
  const first = await Promise.all([1, 2, 3].map((host) => ask(`2001:db8:1:2::${host}`)))
  expect(first.map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await ask('2001:db8:1:2:ffff::4')).status).toBe(429)
  const neighbour = await ask('2001:db8:1:3::1')
  expect(neighbour.status).toBe(200)
  await Promise.all([...first, neighbour].map(({ body }) => body?.cancel()))
})

test('one with all networks of an IPv6 site has a part of the streams, and all visitors leave some to customers', async () => {
  const url = `http://${address.host}:${address.port}/api/stream?market=GOLD_TOMAN`
  const ask = (ip: string, headers = {}) => fetch(url, { headers: { 'x-forwarded-for': ip, ...headers } })
  const site = await Promise.all([1, 2, 3, 4, 5].map((network) => ask(`2001:db8:1:${network}::1`)))
  expect(site.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect((await ask('2001:db8:1:6::1')).status).toBe(429)
  const other = await ask('2001:db8:2::1')
  expect(other.status).toBe(200)
  expect((await ask('5.160.1.1')).status).toBe(429)
  const customer = await ask('5.160.1.1', { authorization: `Bearer ${CUSTOMER}` })
  expect(customer.status).toBe(200)
  await Promise.all([...site, other, customer].map(({ body }) => body?.cancel()))
})

test.each([
  ['headers', 'POST /api/stream HTTP/1.1\r\nhost: kimia\r\nx-slow: '],
  ['a body', 'POST /api/stream HTTP/1.1\r\nhost: kimia\r\ncontent-length: 100\r\n\r\n{'],
])(
  'a client that never finishes %s is disconnected, and a stream that was opened in time goes on',
  async (_what, begun) => {
    const reader = await join({ reads: true })
    const socket = connect(address)
    sockets.push(socket)
    socket.on('error', () => undefined)
    socket.write(begun)
    socket.resume()
    const drip = setInterval(() => socket.write('x'), 50)
    // A reset connection is closed as well.
    await new Promise((resolve) => socket.once('close', resolve))
    clearInterval(drip)
    await sleep(3_000)
    expect(reader.closed).toBe(false)
    for (const { send } of listening) send(FRAME)
    await expect.poll(() => reader.bytes).toBeGreaterThan(FRAME.length)
  },
)

test('a server that stops says so and does not wait for its listeners', async () => {
  const url = `http://${address.host}:${address.port}/api/stream?market=GOLD_TOMAN`
  const answer = await fetch(url)
  await expect.poll(() => listening.size).toBe(1)
  const began = performance.now()
  const words = answer.text()
  // A connection opened ahead, as browsers do, without a request.
  const idle = connect(address)
  sockets.push(idle)
  await once(idle, 'connect')
  await server.close()
  // Otherwise it would wait for them for more than a minute.
  expect(performance.now() - began).toBeLessThan(20_000)
  expect(await words).toContain('event: end\ndata: {"reason":"SERVER_STOPS"}')
  expect(listening.size).toBe(0)
})
