import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { amount } from '#domain/units.ts'
import { zarinpalSandbox } from '#sandbox/payments/zarinpal-sandbox.ts'
import type { PaymentRequest } from '#server/providers/payments/payments.ts'
import { createZarinpal } from '#server/providers/payments/zarinpal.ts'
import { CARD, decide, OTHER_CARD, payment, TOMAN } from '#tests/builders/card-payment.ts'
import { listenOnLoopback } from '#tests/setup/loopback-server.ts'
import { BROKEN_VENDORS, breaking } from '../broken-vendors.ts'

const MERCHANT_ID = '1344b5d4-0048-11e8-94db-005056a205be'

let app: FastifyInstance
let url: string
let nowMs: number
let bodies: unknown[]

beforeEach(async () => {
  nowMs = Date.UTC(2026, 10, 20)
  bodies = []
  app = Fastify()
  app.addHook('preHandler', async (request) => {
    bodies.push(request.body)
  })
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

describe('a payment', () => {
  it('asks the vendor for ten times as many Rial as there are Toman', async () => {
    await open()
    expect(bodies).toEqual([
      {
        merchant_id: MERCHANT_ID,
        amount: 500_000,
        currency: 'IRR',
        description: payment.description,
        callback_url: payment.callbackUrl,
        metadata: { mobile: '09123456789', order_id: '7', card_pan: CARD },
      },
    ])
  })

  it('of one odd Rial is asked for to the Rial', async () => {
    await open({ amount: amount(50_000n * TOMAN + TOMAN / 10n) })
    expect(bodies).toMatchObject([{ amount: 500_001 }])
  })

  it.each([
    ['finer than a Rial', 50_000n * TOMAN + 1n],
    ['of nothing', 0n],
    ['below the vendor’s least', 99n * TOMAN],
    ['above the vendor’s most', 200_000_001n * TOMAN],
  ])('%s is refused', async (_what, units) => {
    const outcome = await gatewayWith({}).request({ ...payment, amount: amount(units) })
    expect(outcome).toEqual({ kind: 'refused', code: 'AMOUNT_NOT_ALLOWED' })
  })

  it('is shown on a page that says what is paid, in Toman and Rial, and runs nothing', async () => {
    const { authority, redirectUrl } = await open()
    expect(redirectUrl).toBe(`${url}/sandbox/zarinpal/pg/StartPay/${authority}`)
    expect(authority).toHaveLength(36)
    const reply = await fetch(redirectUrl)
    const page = await reply.text()
    expect(page).toContain('۵۰٬۰۰۰')
    expect(page).toContain('۵۰۰٬۰۰۰')
    expect(page).toContain('6219-8610-3452-9007')
    expect(page).toContain('&lt;کیمیا&gt;')
    expect(page).not.toContain('<script')
    expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  it('made leads back to us, and is verified once and for ever', async () => {
    const { authority, redirectUrl } = await open()
    const reply = await decide(redirectUrl, { decision: 'pay' })
    expect(reply.status).toBe(303)
    const back = new URL(reply.headers.get('location') ?? '')
    expect(back.href).toBe(`${payment.callbackUrl}&Authority=${authority}&Status=OK`)
    const query = Object.fromEntries(back.searchParams)
    expect(gatewayWith({}).readReturn(query)).toEqual({ authority, claimsPaid: true })
    const first = await verify(authority)
    expect(first).toEqual({
      kind: 'paid',
      refId: expect.stringMatching(/^\d+$/),
      cardPan: '621986******9007',
      cardHash: expect.stringMatching(/^[0-9A-F]{64}$/),
      isRepeat: false,
    })
    expect(await verify(authority)).toEqual({ ...first, isRepeat: true })
  })

  it('cancelled leads back to us unpaid', async () => {
    const { authority, redirectUrl } = await open()
    const reply = await decide(redirectUrl, { decision: 'cancel' })
    const back = new URL(reply.headers.get('location') ?? '')
    expect(gatewayWith({}).readReturn(Object.fromEntries(back.searchParams))).toEqual({ authority, claimsPaid: false })
    expect(await verify(authority)).toEqual({ kind: 'not-paid', reason: 'NOT_PAID' })
    expect(await gatewayWith({}).inquire({ authority })).toEqual({ kind: 'known', state: 'FAILED' })
  })

  it('decided cannot be decided again', async () => {
    const { authority, redirectUrl } = await open()
    await decide(redirectUrl, { decision: 'cancel' })
    const again = await decide(redirectUrl, { decision: 'pay' })
    expect(again.headers.get('location')).toContain('Status=NOK')
    expect((await fetch(redirectUrl, { redirect: 'manual' })).headers.get('location')).toContain('Status=NOK')
    expect(await verify(authority)).toEqual({ kind: 'not-paid', reason: 'NOT_PAID' })
  })

  it('whose callback never came is found by inquiry, by the list of unverified ones, and by verify', async () => {
    const { authority, redirectUrl } = await open()
    expect(await gatewayWith({}).inquire({ authority })).toEqual({ kind: 'known', state: 'WAITING' })
    const reply = await decide(redirectUrl, { decision: 'pay-and-leave' })
    expect([reply.status, reply.headers.get('location')]).toEqual([200, null])
    expect(await gatewayWith({}).inquire({ authority })).toEqual({ kind: 'known', state: 'PAID' })
    const list = await fetch(`${url}/sandbox/zarinpal/pg/v4/payment/unVerified.json`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ merchant_id: MERCHANT_ID }),
    })
    expect(await list.json()).toMatchObject({ data: { code: 100, authorities: [{ authority, amount: 500_000 }] } })
    expect(await verify(authority)).toMatchObject({ kind: 'paid', isRepeat: false })
    expect(await gatewayWith({}).inquire({ authority })).toEqual({ kind: 'known', state: 'VERIFIED' })
  })

  it('may be made with the named card only', async () => {
    const { authority, redirectUrl } = await open()
    for (const card of [OTHER_CARD, '1234']) {
      const reply = await decide(redirectUrl, { decision: 'pay', card })
      expect(reply.status).toBe(422)
    }
    expect(await verify(authority)).toEqual({ kind: 'not-paid', reason: 'NOT_PAID' })
    const reply = await decide(redirectUrl, { decision: 'pay', card: '۶۲۱۹-۸۶۱۰-۳۴۵۲-۹۰۰۷' })
    expect(reply.status).toBe(303)
  })

  it('left lying fails after a quarter of an hour', async () => {
    const { authority, redirectUrl } = await open()
    nowMs += 15 * 60_000 + 1
    expect(await gatewayWith({}).inquire({ authority })).toEqual({ kind: 'known', state: 'FAILED' })
    expect((await decide(redirectUrl, { decision: 'pay' })).headers.get('location')).toContain('Status=NOK')
  })
})

describe('verifying', () => {
  it('before anything was paid is no payment', async () => {
    const { authority } = await open()
    expect(await verify(authority)).toEqual({ kind: 'not-paid', reason: 'NOT_PAID' })
  })

  it('another amount than was asked for credits nothing, also after it was paid', async () => {
    const { authority, redirectUrl } = await open()
    await decide(redirectUrl, { decision: 'pay' })
    for (const units of [payment.amount * 10n, payment.amount / 10n, payment.amount + 1n]) {
      const outcome = await gatewayWith({}).verify({ authority, amount: amount(units) })
      expect(outcome).toEqual({ kind: 'not-paid', reason: 'AMOUNT_DIFFERS' })
    }
    expect(await verify(authority)).toMatchObject({ kind: 'paid' })
  })

  it('an authority that the vendor does not know', async () => {
    const authority = 'S'.repeat(36)
    expect(await verify(authority)).toEqual({ kind: 'not-paid', reason: 'UNKNOWN_AUTHORITY' })
    expect(await gatewayWith({}).inquire({ authority })).toEqual({ kind: 'unknown-authority' })
  })

  it.each([
    ['too short', 'short'],
    ['of another shop', '00000000-0000-0000-0000-000000000000'],
  ])('with a merchant id %s is our fault and not a payment that failed', async (_what, merchantId) => {
    const { authority } = await open()
    const gateway = gatewayWith({ merchantId })
    const refused = { kind: 'unavailable', fault: 'ACCOUNT_REFUSED' }
    expect(await gateway.verify({ authority, amount: payment.amount })).toEqual(refused)
    expect(await gateway.request(payment)).toEqual(refused)
    expect(await gateway.inquire({ authority })).toEqual(refused)
  })

  it('a payment of another merchant is our fault and not a payment that failed', async () => {
    const vendor = await listenOnLoopback((_request, response) => {
      const errors = '{"code":-53,"message":"Session is not this merchant_id session","validations":[]}'
      response.writeHead(401, { 'content-type': 'application/json' }).end(`{"data":[],"errors":${errors}}`)
    })
    const outcome = await gatewayWith({ apiUrl: vendor.url }).verify({ authority: 'A', amount: payment.amount })
    await vendor.close()
    expect(outcome).toEqual({ kind: 'unavailable', fault: 'ACCOUNT_REFUSED' })
  })

  it('keeps a reference that no float could hold, and finds a payment paid though its card is not named', async () => {
    const vendor = await listenOnLoopback((_request, response) => {
      const data = '{"code":101,"ref_id":90071992547409931,"card_pan":null,"fee":0}'
      response.writeHead(200, { 'content-type': 'application/json' }).end(`{"data":${data},"errors":[]}`)
    })
    const outcome = await gatewayWith({ apiUrl: vendor.url }).verify({ authority: 'A', amount: payment.amount })
    await vendor.close()
    expect(outcome).toMatchObject({ kind: 'paid', refId: '90071992547409931', isRepeat: true })
  })
})

describe('what the payer’s browser brings back', () => {
  it.each([
    {},
    { Authority: 'A'.repeat(36), Status: 'MAYBE' },
    { Authority: '', Status: 'OK' },
    { Authority: 'A'.repeat(36).replace('A', '\0'), Status: 'OK' },
    { Authority: ['A'.repeat(36), 'B'.repeat(36)], Status: 'OK' },
  ])('is nothing when it is %j', (query) => {
    expect(gatewayWith({}).readReturn(query)).toBeUndefined()
  })
})

describe('a broken card gateway', () => {
  it.each(BROKEN_VENDORS)('with $name is never taken for a failed payment', async ({ answer, fault }) => {
    const { listener } = breaking(answer)
    const vendor = await listenOnLoopback(listener)
    const gateway = gatewayWith({ apiUrl: vendor.url, timeoutMs: 300 })
    const outcomes = await Promise.all([
      gateway.request(payment),
      gateway.verify({ authority: 'A', amount: payment.amount }),
      gateway.inquire({ authority: 'A' }),
    ])
    await vendor.close()
    expect(outcomes).toEqual(Array.from({ length: 3 }, () => ({ kind: 'unavailable', fault })))
  })

  it('that breaks once is asked again, and the payment is found to be verified already', async () => {
    let asked = 0
    const vendor = await listenOnLoopback((_request, response) => {
      asked += 1
      if (asked === 1) return response.destroy()
      const data = { code: 101, ref_id: 5, card_pan: '621986******9007', card_hash: 'AB' }
      return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data, errors: [] }))
    })
    const outcome = await gatewayWith({ apiUrl: vendor.url }).verify({ authority: 'A', amount: payment.amount })
    await vendor.close()
    expect(outcome).toMatchObject({ kind: 'paid', refId: '5', isRepeat: true })
    expect(asked).toBe(2)
  })

  it.each([
    [-12, 'TOO_MANY_REQUESTS'],
    [-15, 'ACCOUNT_REFUSED'],
    [-33, 'ACCOUNT_REFUSED'],
    [-52, 'SERVER_ERROR'],
    [-999, 'MALFORMED_REPLY'],
  ])('answering with code %i', async (code, fault) => {
    const vendor = await listenOnLoopback((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ data: [], errors: { code, message: 'x', validations: [] } }))
    })
    const outcome = await gatewayWith({ apiUrl: vendor.url }).verify({ authority: 'A', amount: payment.amount })
    await vendor.close()
    expect(outcome).toEqual({ kind: 'unavailable', fault })
  })
})
