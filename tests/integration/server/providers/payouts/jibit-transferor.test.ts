import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parseSheba, type Sheba } from '#domain/sheba.ts'
import { amount } from '#domain/units.ts'
import { transferorSandbox } from '#sandbox/payouts/transferor-sandbox.ts'
import { MAGIC_AMOUNTS, type MagicEnding } from '#sandbox/payouts/transfers.ts'
import { createJibitTransferor } from '#server/providers/payouts/jibit-transferor.ts'
import type { Payout } from '#server/providers/payouts/payouts.ts'
import { listenOnLoopback } from '#tests/setup/loopback-server.ts'
import { BROKEN_VENDORS, breaking } from '../broken-vendors.ts'

const ACCESS_LIFETIME_MS = 60_000
const PAYS_AFTER_MS = 5_000
const PAYS_LATE_AFTER_MS = 30_000
/** Units of the ledger in one Rial. */
const RIAL = 100_000n

function known<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('the test has a wrong value')
  return value
}

const sheba: Sheba = known(parseSheba('IR062960000000100324200001'))
const payout: Payout = {
  transferId: 'kimia-1042',
  sheba,
  firstName: 'علي',
  lastName: 'کریمی',
  amount: amount(500_000n * RIAL),
  description: 'برداشت ۱۰۴۲',
}
const magic = (ending: MagicEnding): Payout => ({
  ...payout,
  transferId: `kimia-${ending}`,
  amount: amount((500_000n + known(MAGIC_AMOUNTS.find((each) => each.ending === ending)).rial) * RIAL),
})

let app: FastifyInstance
let url: string
let nowMs: number
let bodies: unknown[]
let tokenCalls: string[]

beforeEach(async () => {
  nowMs = Date.UTC(2026, 10, 28)
  bodies = []
  tokenCalls = []
  app = Fastify()
  app.addHook('preHandler', async (request) => {
    if (request.url.includes('/tokens/')) tokenCalls.push(request.url.split('/').at(-1) ?? '')
    else if (request.method === 'POST') bodies.push(request.body)
  })
  const settings = {
    ...{ apiKey: 'key', secretKey: 'secret', accessLifetimeMs: ACCESS_LIFETIME_MS, paysAfterMs: PAYS_AFTER_MS },
    ...{ paysLateAfterMs: PAYS_LATE_AFTER_MS, now: () => new Date(nowMs) },
  }
  app.register(transferorSandbox(settings), { prefix: '/sandbox/transferor' })
  url = await app.listen({ host: '127.0.0.1', port: 0 })
})

afterEach(async () => {
  app.server.closeAllConnections()
  await app.close()
})

const gatewayWith = (changes: Partial<Parameters<typeof createJibitTransferor>[0]> = {}) =>
  createJibitTransferor({
    ...{ apiUrl: `${url}/sandbox/transferor`, apiKey: 'key', secretKey: 'secret', timeoutMs: 10_000 },
    ...changes,
  })

const submit = (...payouts: readonly Payout[]) => gatewayWith().submit({ batchId: 'batch-1', payouts })
const find = (transfer: Payout) => gatewayWith().find(transfer)

describe('a batch of payouts', () => {
  it('asks the vendor for ten times as many Rial as there are Toman', async () => {
    expect(await submit(payout)).toEqual({ kind: 'accepted' })
    expect(bodies).toEqual([
      {
        batchID: 'batch-1',
        submissionMode: 'BATCH',
        transfers: [
          {
            transferID: 'kimia-1042',
            destination: sheba,
            destinationFirstName: 'علی',
            destinationLastName: 'کریمی',
            amount: 500_000,
            currency: 'RIALS',
            transferMode: 'ACH',
            description: 'برداشت ۱۰۴۲',
            cancellable: false,
          },
        ],
      },
    ])
  })

  it('with an amount finer than a Rial never leaves', async () => {
    const fine = { ...payout, amount: amount(500_000n * RIAL + 1n) }
    expect(await submit(payout, fine)).toEqual({ kind: 'refused', code: 'AMOUNT_NOT_ALLOWED' })
    expect(bodies).toEqual([])
  })

  it('that the vendor has had before is known, and is taken once', async () => {
    await submit(payout)
    expect(await submit({ ...payout, transferId: 'kimia-1043' }, payout)).toEqual({ kind: 'known' })
    expect(await find({ ...payout, transferId: 'kimia-1043' })).toEqual({ kind: 'not-found' })
  })

  it('of which one is refused is refused whole', async () => {
    expect(await submit(payout, magic('is-refused'))).toEqual({ kind: 'refused', code: 'ACCOUNT_NOT_ALLOWED' })
    expect(await find(payout)).toEqual({ kind: 'not-found' })
  })

  it('below the vendor’s least is refused for its amount', async () => {
    const small = { ...payout, amount: amount(9_999n * RIAL) }
    expect(await submit(small)).toEqual({ kind: 'refused', code: 'AMOUNT_NOT_ALLOWED' })
  })

  it('without an answer is unknown, whether the vendor has it or not: only a look-up tells', async () => {
    const patient = gatewayWith({ timeoutMs: 200 })
    const timesOut = magic('times-out')
    const isLost = magic('is-lost')
    const unknown = { kind: 'unavailable', fault: 'TIMEOUT' }
    expect(await patient.submit({ batchId: 'a', payouts: [timesOut] })).toEqual(unknown)
    expect(await patient.submit({ batchId: 'b', payouts: [isLost] })).toEqual(unknown)
    expect(await submit(magic('breaks'))).toEqual({ kind: 'unavailable', fault: 'SERVER_ERROR' })
    expect(await find(timesOut)).toMatchObject({ kind: 'found', state: 'UNDER_WAY' })
    expect(await find(magic('breaks'))).toMatchObject({ kind: 'found', state: 'UNDER_WAY' })
    expect(await find(isLost)).toEqual({ kind: 'not-found' })
  })

  it.each(BROKEN_VENDORS)('answered by $name is unknown and sent once', async ({ answer, fault }) => {
    const vendor = breaking(answer)
    const tokens = JSON.stringify({ accessToken: 'a', refreshToken: 'r' })
    const { url: apiUrl, close } = await listenOnLoopback((request, response) => {
      if (request.url?.includes('tokens')) response.writeHead(200, { 'content-type': 'application/json' }).end(tokens)
      else vendor.listener(request, response)
    })
    const outcome = await gatewayWith({ apiUrl, timeoutMs: 300 }).submit({ batchId: 'x', payouts: [payout] })
    await close()
    expect(outcome).toEqual({ kind: 'unavailable', fault })
    expect(vendor.asked()).toBe(1)
  })

  it('refused by a code that nobody has documented is unknown', async () => {
    const { url: apiUrl, close } = await listenOnLoopback((request, response) => {
      const isTokens = request.url?.includes('tokens')
      const body = isTokens ? { accessToken: 'a', refreshToken: 'r' } : { errors: [{ code: 'moon.is_full' }] }
      response.writeHead(isTokens ? 200 : 400, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
    const outcome = await gatewayWith({ apiUrl }).submit({ batchId: 'x', payouts: [payout] })
    await close()
    expect(outcome).toEqual({ kind: 'unavailable', fault: 'MALFORMED_REPLY' })
  })
})

describe('a payout', () => {
  it('is under way for some seconds, and then paid with the bank’s reference', async () => {
    await submit(payout)
    expect(await find(payout)).toEqual({
      ...{ kind: 'found', state: 'UNDER_WAY', reference: undefined, reason: undefined },
    })
    nowMs += PAYS_AFTER_MS
    expect(await find(payout)).toMatchObject({ state: 'PAID', reference: expect.stringMatching(/^\d+$/) })
  })

  it.each([
    ['fails', ['UNDER_WAY', 'FAILED', 'FAILED']],
    ['is-cancelled', ['UNDER_WAY', 'CANCELLED', 'CANCELLED']],
    ['fails-and-pays', ['UNDER_WAY', 'FAILED', 'PAID']],
    ['comes-back', ['UNDER_WAY', 'PAID', 'FAILED']],
  ] as const)('of the magic kind %s', async (ending, states) => {
    const ordered = magic(ending)
    await submit(ordered)
    for (const state of states) {
      expect(await find(ordered)).toMatchObject({ kind: 'found', state })
      nowMs += state === 'UNDER_WAY' ? PAYS_AFTER_MS : PAYS_LATE_AFTER_MS
    }
  })

  it('that the vendor never had is not found', async () => {
    expect(await find({ ...payout, transferId: 'kimia-9' })).toEqual({ kind: 'not-found' })
  })

  it('of another name, Sheba or amount, or in a state that nobody has documented, settles nothing', async () => {
    const shown = { transferID: 'kimia-1042', state: 'TRANSFERRED', destination: sheba, amount: 500_000 }
    for (const transfer of [
      { ...shown, transferID: 'kimia-9' },
      { ...shown, state: 'PERHAPS' },
      { ...shown, destination: 'IR062960000000100324200002' },
      { ...shown, amount: 499_999 },
      { ...shown, amount: 500_000, currency: 'TOMAN' },
    ]) {
      const { url: apiUrl, close } = await listenOnLoopback((request, response) => {
        const body = request.url?.includes('tokens')
          ? { accessToken: 'a', refreshToken: 'r' }
          : { transfers: [transfer] }
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      })
      expect(await gatewayWith({ apiUrl }).find(payout)).toEqual({
        kind: 'unavailable',
        fault: 'MALFORMED_REPLY',
      })
      await close()
    }
  })
})

describe('the keys', () => {
  it('are sent once for many calls, and a token that has ended is renewed', async () => {
    const gateway = gatewayWith()
    await gateway.find(payout)
    await gateway.find(payout)
    expect(tokenCalls).toEqual(['generate'])
    nowMs += ACCESS_LIFETIME_MS
    expect(await gateway.find(payout)).toEqual({ kind: 'not-found' })
    expect(tokenCalls).toEqual(['generate', 'refresh'])
  })

  it('that are wrong are the fault of our account', async () => {
    const outcome = await gatewayWith({ secretKey: 'wrong' }).submit({ batchId: 'x', payouts: [payout] })
    expect(outcome).toEqual({ kind: 'unavailable', fault: 'ACCOUNT_REFUSED' })
    expect(bodies).toEqual([])
  })
})

it('the page of the sandbox lists its transfers and its magic amounts', async () => {
  await submit(payout)
  const page = await (await fetch(`${url}/sandbox/transferor/`)).text()
  expect(page).toContain(sheba)
  expect(page).toContain('۲۲۲')
})
