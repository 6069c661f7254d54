import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, expect, test } from 'vitest'
import { openTracing, type Tracing } from '#server/compose/tracing.ts'
import { ExchangeUnavailable } from '#server/exchange/exchange.ts'
import { freePort } from '#tests/setup/free-port.ts'
import { receiveSpans, type SpanReceiver } from '#tests/setup/span-receiver.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function open(endpoint: string, share = 1): Promise<Tracing> {
  const tracing = openTracing({ endpoint, share, role: 'api', onExport: () => undefined })
  closing.push(tracing.close)
  return tracing
}

async function receive(): Promise<SpanReceiver> {
  const receiver = await receiveSpans()
  closing.push(receiver.close)
  return receiver
}

const ASKED = { id: 'a-request', method: 'POST', route: '/api/orders/:id' }
const inRequest = (tracing: Tracing, work: () => Promise<void>) =>
  new Promise<(status: number) => void>((resolve, reject) => {
    const end = tracing.request(ASKED, () => void work().then(() => resolve(end), reject))
  })

test('a command shows the name of its fault alone, and carries its own span to the writer', async () => {
  const receiver = await receive()
  const tracing = await open(receiver.url)
  let sent: string | undefined
  const end = await inRequest(tracing, async () => {
    const submit = async ({ traceparent }: { traceparent?: string }) => {
      sent = traceparent
      throw new ExchangeUnavailable('no writer for 0.517 GOLD')
    }
    await expect(tracing.command('placeOrder', {}, submit)).rejects.toThrow(ExchangeUnavailable)
  })
  end(503)
  await tracing.close()
  const command = receiver.spans.find(({ name }) => name === 'command placeOrder')
  expect(command?.attributes).toEqual({ 'error.type': 'ExchangeUnavailable' })
  expect(sent).toBe(`00-${command?.traceId}-${command?.spanId}-01`)
  expect(receiver.text()).not.toContain('0.517')
})

test('nothing is recorded outside of a request, or for a text that is no span', async () => {
  const receiver = await receive()
  const tracing = await open(receiver.url)
  const part = { name: 'SQL select', began: performance.now(), isOutside: true }
  tracing.record(part)
  tracing.record({ ...part, traceparents: ['nonsense', '00-00-00-01', `00-${'1'.repeat(32)}-${'2'.repeat(16)}-00`] })
  expect(await tracing.command('placeOrder', {}, async (options) => ({ kind: 'order', options }))).toEqual({
    kind: 'order',
    options: {},
  })
  tracing.record({ ...part, traceparents: [`00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`] })
  await tracing.close()
  expect(receiver.spans.map(({ name, traceId }) => [name, traceId])).toEqual([['SQL select', '1'.repeat(32)]])
})

test('a receiver that is away costs a bounded part of memory, and no time', async () => {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const heapUsed = () => {
    collect()
    return process.memoryUsage().heapUsed
  }
  const tracing = await open(`http://127.0.0.1:${await freePort()}`)
  const record = (count: number) => {
    for (let i = 0; i < count; i++)
      tracing.record({
        ...{ name: 'commit', began: performance.now(), isOutside: true },
        facts: { 'db.query.text': `a statement of some length ${i}`.repeat(10) },
        traceparents: [`00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`],
      })
  }
  record(3_000)
  const before = heapUsed()
  record(100_000)
  // Kept, each would have some 2 KB.
  expect(heapUsed() - before).toBeLessThan(20_000_000)
})

test('a server without traces loads nothing of OpenTelemetry but the interface, which the metrics load', async () => {
  const loadedBy = async (file: string) => {
    const program = `
      import { registerHooks } from 'node:module'
      const loaded = []
      registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context) } })
      await import('./src/server/compose/${file}')
      console.log(loaded.filter((url) => /@opentelemetry.(?!api.)/.test(url)).length, loaded.length)`
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program])
    return stdout.trim().split(' ').map(Number)
  }
  const [ofApp, all] = await loadedBy('app.ts')
  expect([ofApp, (all ?? 0) > 100]).toEqual([0, true])
  expect((await loadedBy('tracing.ts'))[0]).toBeGreaterThan(0)
})
