import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { turnstileSandbox } from '#sandbox/captcha/turnstile-sandbox.ts'
import type { CaptchaAction } from '#server/providers/captcha/captcha.ts'
import { createTurnstile } from '#server/providers/captcha/turnstile.ts'

const KEYS = { siteKey: 'sandbox-site-key', secretKey: 'sandbox-secret-key' }
let nowMs = Date.parse('2026-11-20T08:00:00Z')
let vendor: FastifyInstance
let url: string
beforeAll(async () => {
  vendor = Fastify()
  vendor.register(turnstileSandbox({ ...KEYS, now: () => new Date(nowMs) }), { prefix: '/turnstile' })
  url = await vendor.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => vendor.close())

const captcha = (changes: { secretKey?: string; apiUrl?: string; ours?: string } = {}) =>
  createTurnstile(
    { provider: 'sandbox', ...KEYS, apiUrl: `${url}/turnstile/v0`, timeoutMs: 10_000, ...changes },
    { isOurHost: (hostname) => hostname === (changes.ours ?? '127.0.0.1') },
  )
const press = async (action: CaptchaAction) => {
  const answer = await fetch(`${url}/turnstile/v0/challenge`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sitekey: KEYS.siteKey, action }),
  })
  return z.object({ response: z.string() }).parse(await answer.json()).response
}
const ip = '5.160.1.1'

test('a press of the widget passes once', async () => {
  const response = await press('login')
  expect(await captcha().check({ response, action: 'login', ip })).toBe('passed')
  expect(await captcha().check({ response, action: 'login', ip })).toBe('refused')
})

test('a response of another action, of another site, too late, or made up is refused', async () => {
  expect(await captcha().check({ response: await press('login'), action: 'sign-up', ip })).toBe('refused')
  const elsewhere = captcha({ ours: 'kimia.example' })
  expect(await elsewhere.check({ response: await press('login'), action: 'login', ip })).toBe('refused')
  expect(await captcha().check({ response: 'made-up', action: 'login', ip })).toBe('refused')
  const late = await press('login')
  nowMs += 301_000
  expect(await captcha().check({ response: late, action: 'login', ip })).toBe('refused')
})

test('a vendor that cannot be reached gives no answer', async () => {
  const away = captcha({ apiUrl: 'http://127.0.0.1:1' })
  expect(await away.check({ response: await press('login'), action: 'login', ip })).toBe('unavailable')
})
