import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { zarinpalSandbox } from '#sandbox/payments/zarinpal-sandbox.ts'
import type { PaymentRequest } from '#server/providers/payments/payments.ts'
import { createZarinpal } from '#server/providers/payments/zarinpal.ts'
import { decide, payment } from '#tests/builders/card-payment.ts'
import { listenOnLoopback } from '#tests/setup/loopback-server.ts'
import { breaking } from '../broken-vendors.ts'

const MERCHANT_ID = '1344b5d4-0048-11e8-94db-005056a205be'

let app: FastifyInstance
let url: string
let nowMs: number

beforeEach(async () => {
  nowMs = Date.UTC(2026, 10, 20)
  app = Fastify()
  app.register(zarinpalSandbox({ merchantId: MERCHANT_ID, now: () => new Date(nowMs) }), {
    prefix: '/sandbox/zarinpal',
  })
  url = await app.listen({ host: '127.0.0.1', port: 0 })
})

afterEach(() => app.close())

const gatewayWith = (changes: Partial<Parameters<typeof createZarinpal>[0]>) =>
  createZarinpal({
    apiUrl: `${url}/sandbox/zarinpal`,
    payUrl: `${url}/sandbox/zarinpal`,
    merchantId: MERCHANT_ID,
    timeoutMs: 10_000,
    ...changes,
  })

async function open(changes: Partial<PaymentRequest> = {}) {
  const outcome = await gatewayWith({}).request({ ...payment, ...changes })
  if (outcome.kind !== 'requested') throw new Error(`the payment was not opened: ${JSON.stringify(outcome)}`)
  return outcome
}

const verify = (authority: string) => gatewayWith({}).verify({ authority, amount: payment.amount })

describe('paying back', () => {
  async function paid() {
    const { authority, redirectUrl } = await open()
    await decide(redirectUrl, { decision: 'pay' })
    expect(await verify(authority)).toMatchObject({ kind: 'paid' })
    return { authority, refId: '1' }
  }

  it('reverses a payment once; one that is reversed already counts as paid back', async () => {
    const payment = await paid()
    const gateway = gatewayWith({})
    expect(await gateway.findPayBack(payment)).toEqual({ kind: 'known', state: 'NOT_PAID_BACK' })
    for (let again = 0; again < 2; again++)
      expect(await gateway.payBack(payment)).toEqual({ kind: 'known', state: 'PAID_BACK' })
    expect(await gateway.findPayBack(payment)).toEqual({ kind: 'known', state: 'PAID_BACK' })
    expect(await gateway.inquire(payment)).toEqual({ kind: 'known', state: 'REVERSED' })
    expect(await verify(payment.authority)).toEqual({ kind: 'not-paid', reason: 'NOT_PAID' })
  })

  it('is refused half an hour after the payment, and of one that was not made', async () => {
    const payment = await paid()
    nowMs += 30 * 60_000 + 1
    expect(await gatewayWith({}).payBack(payment)).toEqual({ kind: 'known', state: 'REFUSED' })
    const { authority } = await open()
    expect(await gatewayWith({}).payBack({ authority, refId: '1' })).toEqual({ kind: 'known', state: 'REFUSED' })
  })

  it('is not asked for again by itself after a broken connection', async () => {
    const { listener, asked } = breaking((response) => response.destroy())
    const vendor = await listenOnLoopback(listener)
    const outcome = await gatewayWith({ apiUrl: vendor.url }).payBack({ authority: 'A', refId: '1' })
    await vendor.close()
    expect([outcome, asked()]).toEqual([{ kind: 'unavailable', fault: 'NETWORK' }, 1])
  })
})
