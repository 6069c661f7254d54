import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { amount } from '#domain/units.ts'
import { vandarSandbox } from '#sandbox/payments/vandar-sandbox.ts'
import type { PaymentRequest } from '#server/providers/payments/payments.ts'
import { createVandar } from '#server/providers/payments/vandar.ts'
import { CARD, decide, OTHER_CARD, payment, TOMAN } from '#tests/builders/card-payment.ts'
import { listenOnLoopback } from '#tests/setup/loopback-server.ts'
import { BROKEN_VENDORS, breaking } from '../broken-vendors.ts'

const KEYS = { apiKey: 'a-vandar-api-key', business: 'kimia', mobile: '09120000000', password: 'a-password' }

let app: FastifyInstance
let url: string
let nowMs: number
let asked: { path: string; body: unknown }[]
/** Paths whose next answer is lost after the sandbox has done what was asked. */
let lost: Set<string>

beforeEach(async () => {
  nowMs = Date.UTC(2026, 10, 20)
  asked = []
  lost = new Set()
  app = Fastify()
  app.addHook('preHandler', async (request) => {
    asked.push({ path: request.url, body: request.body })
  })
  app.addHook('onSend', async (request, reply) => {
    for (const end of lost)
      if (request.url.endsWith(end)) {
        lost.delete(end)
        reply.raw.destroy()
      }
  })
  app.register(vandarSandbox({ ...KEYS, now: () => new Date(nowMs) }), { prefix: '/sandbox/vandar' })
  url = await app.listen({ host: '127.0.0.1', port: 0 })
})

afterEach(() => app.close())

const gatewayWith = (changes: Partial<Parameters<typeof createVandar>[0]>) => {
  const sandbox = `${url}/sandbox/vandar`
  const urls = { apiUrl: sandbox, payUrl: sandbox, businessUrl: sandbox }
  return createVandar({ ...KEYS, ...urls, timeoutMs: 10_000, ...changes })
}

async function open(changes: Partial<PaymentRequest> = {}) {
  const outcome = await gatewayWith({}).request({ ...payment, ...changes })
  if (outcome.kind !== 'requested') throw new Error(`the payment was not opened: ${JSON.stringify(outcome)}`)
  return outcome
}

const verify = (authority: string, units: bigint = payment.amount) =>
  gatewayWith({}).verify({ authority, amount: amount(units) })

async function paid(fields: Record<string, string> = { decision: 'pay' }) {
  const { authority, redirectUrl } = await open()
  await decide(redirectUrl, fields)
  const receipt = await verify(authority)
  if (receipt.kind !== 'paid') throw new Error('the payment was not made')
  return { authority, ...receipt }
}

const ordersOf = () => asked.filter(({ path }) => path.endsWith('/refund'))

describe('a payment', () => {
  it('asks the vendor for ten times as many Rial as there are Toman', async () => {
    await open()
    expect(asked).toEqual([
      {
        path: '/sandbox/vandar/api/v4/send',
        body: {
          amount: 500_000,
          api_key: KEYS.apiKey,
          callback_url: payment.callbackUrl,
          mobile_number: '09123456789',
          factorNumber: '7',
          description: payment.description,
          valid_card_number: CARD,
        },
      },
    ])
  })

  it('of one odd Rial is asked for to the Rial', async () => {
    await open({ amount: amount(50_000n * TOMAN + TOMAN / 10n) })
    expect(asked).toMatchObject([{ body: { amount: 500_001 } }])
  })

  it.each([
    ['finer than a Rial', 50_000n * TOMAN + 1n],
    ['of nothing', 0n],
    ['below the vendor’s least', 999n * TOMAN],
    ['above the vendor’s most', 200_000_001n * TOMAN],
  ])('%s is refused', async (_what, units) => {
    const outcome = await gatewayWith({}).request({ ...payment, amount: amount(units) })
    expect(outcome).toEqual({ kind: 'refused', code: 'AMOUNT_NOT_ALLOWED' })
  })

  it('is shown on a page that says what is paid, in Toman and Rial, and runs nothing', async () => {
    const { authority, redirectUrl } = await open()
    expect(redirectUrl).toBe(`${url}/sandbox/vandar/v4/${authority}`)
    const reply = await fetch(redirectUrl)
    const page = await reply.text()
    for (const shown of ['۵۰٬۰۰۰', '۵۰۰٬۰۰۰', '6219-8610-3452-9007', '&lt;کیمیا&gt;']) expect(page).toContain(shown)
    expect(page).not.toContain('<script')
  })

  it('made leads back to us, and is verified once and for ever', async () => {
    const { authority, redirectUrl } = await open()
    const reply = await decide(redirectUrl, { decision: 'pay' })
    const back = new URL(reply.headers.get('location') ?? '')
    expect(back.href).toBe(`${payment.callbackUrl}&token=${authority}&payment_status=OK`)
    expect(gatewayWith({}).readReturn(Object.fromEntries(back.searchParams))).toEqual({ authority, claimsPaid: true })
    expect(await gatewayWith({}).inquire({ authority })).toEqual({ kind: 'known', state: 'PAID' })
    const first = await verify(authority)
    expect(first).toEqual({
      kind: 'paid',
      refId: expect.stringMatching(/^\d+$/),
      cardPan: '621986******9007',
      cardHash: expect.stringMatching(/^[0-9A-F]{64}$/),
      isRepeat: false,
    })
    expect(await verify(authority)).toEqual({ ...first, isRepeat: true })
    expect(await gatewayWith({}).inquire({ authority })).toEqual({ kind: 'known', state: 'VERIFIED' })
  })

  it('cancelled leads back to us unpaid, and one left lying fails', async () => {
    const { authority, redirectUrl } = await open()
    const back = new URL((await decide(redirectUrl, { decision: 'cancel' })).headers.get('location') ?? '')
    expect(gatewayWith({}).readReturn(Object.fromEntries(back.searchParams))).toEqual({ authority, claimsPaid: false })
    expect(await verify(authority)).toEqual({ kind: 'not-paid', reason: 'NOT_PAID' })
    expect(await gatewayWith({}).inquire({ authority })).toEqual({ kind: 'known', state: 'FAILED' })
    const { authority: left } = await open()
    expect(await gatewayWith({}).inquire({ authority: left })).toEqual({ kind: 'known', state: 'WAITING' })
    nowMs += 15 * 60_000 + 1
    expect(await gatewayWith({}).inquire({ authority: left })).toEqual({ kind: 'known', state: 'FAILED' })
  })

  it('may be made with the named card only, and says by its hash when the vendor let another pay', async () => {
    const { authority, redirectUrl } = await open()
    expect((await decide(redirectUrl, { decision: 'pay', card: OTHER_CARD })).status).toBe(422)
    expect(await verify(authority)).toEqual({ kind: 'not-paid', reason: 'NOT_PAID' })
    expect((await decide(redirectUrl, { decision: 'pay-by-another' })).status).toBe(303)
    const { cardHash: own } = await paid()
    const outcome = await verify(authority)
    expect(outcome).toMatchObject({ kind: 'paid', cardPan: '502229******0008' })
    expect(outcome.kind === 'paid' && outcome.cardHash).not.toBe(own)
  })
})

describe('verifying', () => {
  it('another amount than was asked for credits nothing: ten times, a tenth, and a unit more', async () => {
    const { authority } = await paid()
    for (const units of [payment.amount * 10n, payment.amount / 10n, payment.amount + 1n])
      expect(await verify(authority, units)).toEqual({ kind: 'not-paid', reason: 'AMOUNT_DIFFERS' })
    expect(await verify(authority)).toMatchObject({ kind: 'paid' })
  })

  it('a token that the vendor does not know', async () => {
    const authority = 'S'.repeat(20)
    expect(await verify(authority)).toEqual({ kind: 'not-paid', reason: 'UNKNOWN_AUTHORITY' })
    expect(await gatewayWith({}).inquire({ authority })).toEqual({ kind: 'unknown-authority' })
  })

  it('with a key of nobody is our fault and not a payment that failed', async () => {
    const { authority } = await open()
    const gateway = gatewayWith({ apiKey: 'a-wrong-key' })
    const refused = { kind: 'unavailable', fault: 'ACCOUNT_REFUSED' }
    expect(await gateway.verify({ authority, amount: payment.amount })).toEqual(refused)
    expect(await gateway.request(payment)).toEqual(refused)
    expect(await gateway.inquire({ authority })).toEqual(refused)
  })

  it('keeps a reference that no float could hold, and finds a payment paid though its card is not named', async () => {
    const vendor = await listenOnLoopback((_request, response) => {
      const body = '{"status":2,"amount":"500000.00","transId":90071992547409931,"cardNumber":null,"cid":null}'
      response.writeHead(200, { 'content-type': 'application/json' }).end(body)
    })
    const outcome = await gatewayWith({ apiUrl: vendor.url }).verify({ authority: 'A', amount: payment.amount })
    await vendor.close()
    expect(outcome).toMatchObject({ kind: 'paid', refId: '90071992547409931', cardHash: '', isRepeat: true })
  })
})

describe('paying back', () => {
  it('returns a verified payment whole, once, and under its own number', async () => {
    const receipt = await paid()
    const gateway = gatewayWith({})
    expect(await gateway.findPayBack(receipt)).toEqual({ kind: 'known', state: 'NOT_PAID_BACK' })
    expect(await gateway.payBack(receipt)).toEqual({ kind: 'known', state: 'PAID_BACK' })
    expect(ordersOf()).toEqual([
      {
        path: `/sandbox/vandar/v3/business/kimia/transaction/${receipt.refId}/refund`,
        body: { payment_number: receipt.authority, description: 'Kimia' },
      },
    ])
    expect(await gateway.findPayBack(receipt)).toEqual({ kind: 'known', state: 'PAID_BACK' })
    expect(await gateway.payBack(receipt)).toEqual({ kind: 'known', state: 'REFUSED' })
    expect(await gateway.inquire(receipt)).toEqual({ kind: 'known', state: 'REVERSED' })
  })

  it('whose answer is lost is not ordered again by itself, and is found', async () => {
    const receipt = await paid()
    lost.add('/refund')
    expect(await gatewayWith({}).payBack(receipt)).toMatchObject({ kind: 'unavailable', fault: 'NETWORK' })
    expect(ordersOf()).toHaveLength(1)
    expect(await gatewayWith({}).findPayBack(receipt)).toEqual({ kind: 'known', state: 'PAID_BACK' })
  })

  it('without a session was surely not ordered', async () => {
    const receipt = await paid()
    const refused = { kind: 'unavailable', fault: 'ACCOUNT_REFUSED' }
    expect(await gatewayWith({ password: 'wrong' }).payBack(receipt)).toEqual(refused)
    expect(await gatewayWith({ business: 'another' }).payBack(receipt)).toEqual(refused)
    lost.add('/login')
    lost.add('/v3/login')
    expect(await gatewayWith({ businessUrl: 'http://127.0.0.1:9' }).payBack(receipt)).toMatchObject({
      fault: 'UNREACHABLE',
    })
    expect(await gatewayWith({}).findPayBack(receipt)).toEqual({ kind: 'known', state: 'NOT_PAID_BACK' })
  })

  it.each([
    ['PENDING', 'PENDING'],
    ['INIT', 'PENDING'],
    ['FAILED', 'REFUSED'],
  ])('that the vendor calls %s is %s', async (status, state) => {
    const vendor = await listenOnLoopback((request, response) => {
      const body = request.url?.endsWith('/login')
        ? { access_token: 'T' }
        : { status: 1, data: { payment_number: 'A', status } }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
    const outcome = await gatewayWith({ businessUrl: vendor.url }).payBack({ authority: 'A', refId: '1' })
    await vendor.close()
    expect(outcome).toEqual({ kind: 'known', state })
  })
})

describe('what the payer’s browser brings back', () => {
  it.each([
    {},
    { token: 'A'.repeat(20), payment_status: 'MAYBE' },
    { token: '', payment_status: 'OK' },
    { token: 'A'.repeat(20).replace('A', '\0'), payment_status: 'OK' },
    { token: ['A'.repeat(20), 'B'.repeat(20)], payment_status: 'OK' },
    { Authority: 'A'.repeat(36), Status: 'OK' },
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
})
