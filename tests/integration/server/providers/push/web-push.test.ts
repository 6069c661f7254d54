import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ArrivedPush, pushSandbox } from '#sandbox/push/push-sandbox.ts'
import type { PushMessage } from '#server/providers/push/push.ts'
import { createWebPush, type WebPushSettings } from '#server/providers/push/web-push.ts'
import { pushBrowser } from '#tests/builders/push-browser.ts'
import { VAPID_KEY } from '#tests/builders/vapid-key.ts'

let nowMs = Date.parse('2026-11-20T08:00:00Z')
const now = () => new Date(nowMs)
let service: FastifyInstance
let url: string
let arrived: ArrivedPush[] = []
beforeAll(async () => {
  service = Fastify()
  service.register(pushSandbox({ now, onArrived: (push) => void arrived.push(push) }), { prefix: '/sandbox/push' })
  url = `${await service.listen({ host: '127.0.0.1', port: 0 })}/sandbox/push/`
})
beforeEach(() => {
  arrived = []
})
afterAll(async () => {
  service.server.closeAllConnections()
  await service.close()
})

const sender = (changes: Partial<WebPushSettings> = {}) =>
  createWebPush({
    privateKey: VAPID_KEY,
    subject: 'mailto:a@kimia.example',
    sandbox: url,
    timeoutMs: 10_000,
    now,
    ...changes,
  })
const place = (name: string) => {
  const browser = pushBrowser(`${url}${name}`)
  return { ...browser, place: { endpoint: browser.endpoint, ...browser.keys } }
}
const MESSAGE: PushMessage = { text: 'سفارش انجام شد', ttlSeconds: 3_600, urgency: 'high', topic: 'abc_DEF-1' }

test('a service takes what is signed and encrypted, and its browser alone reads it', async () => {
  const phone = place('phone')
  expect(await sender().send(phone.place, MESSAGE)).toEqual({ kind: 'sent' })
  expect(arrived).toMatchObject([{ place: 'phone', ttl: '3600', urgency: 'high', topic: 'abc_DEF-1' }])
  const [push] = arrived
  expect(phone.read(push?.body ?? Buffer.alloc(0))).toBe(MESSAGE.text)
  expect(push?.body.includes(Buffer.from('سفارش'))).toBe(false)
})

test('a newer message of a topic replaces one that waits', async () => {
  for (const text of ['10', '20']) await sender().send(place('laptop').place, { ...MESSAGE, text })
  const page = await (await fetch(url)).text()
  expect(page.match(/<td>laptop<\/td>/g)).toHaveLength(1)
})

test.each([
  ['gone-1', { kind: 'gone' }],
  ['missing-1', { kind: 'gone' }],
  ['large-1', { kind: 'refused', status: 413 }],
  ['busy-1', { kind: 'later', afterMs: 600_000 }],
  ['down-1', { kind: 'later', afterMs: undefined }],
  ['elsewhere-1', { kind: 'refused', status: 307 }],
  ['slow-1', { kind: 'unknown' }],
] as const)('%s', async (name, outcome) => {
  expect(await sender({ timeoutMs: name.startsWith('slow') ? 300 : 10_000 }).send(place(name).place, MESSAGE)).toEqual(
    outcome,
  )
  expect(arrived).toEqual([])
})

test('a service that cannot be reached has certainly taken nothing', async () => {
  const closed = Fastify()
  const sandbox = `${await closed.listen({ host: '127.0.0.1', port: 0 })}/sandbox/push/`
  await closed.close()
  const { keys } = pushBrowser('x')
  const outcome = await sender({ sandbox }).send({ endpoint: `${sandbox}x`, ...keys }, MESSAGE)
  expect(outcome).toEqual({ kind: 'later', afterMs: undefined })
})

test('an address that is no service is never called', async () => {
  const { keys } = pushBrowser('x')
  const elsewhere = { endpoint: `${url}phone`, ...keys }
  expect(sender({ sandbox: undefined }).accepts(elsewhere)).toBe(false)
  expect(await sender({ sandbox: undefined }).send(elsewhere, MESSAGE)).toEqual({ kind: 'refused', status: 0 })
  expect(arrived).toEqual([])
})

test('a signature is good for its service and for half a day, and signed anew in time', async () => {
  const push = sender()
  const { place: phone } = place('phone')
  expect(await push.send(phone, MESSAGE)).toEqual({ kind: 'sent' })
  nowMs += 11.5 * 3_600_000
  expect(await push.send(phone, MESSAGE)).toEqual({ kind: 'sent' })
  nowMs += 11.5 * 3_600_000
  expect(await push.send(phone, MESSAGE)).toEqual({ kind: 'sent' })
})
