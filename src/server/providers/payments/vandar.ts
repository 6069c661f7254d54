import { z } from 'zod'
import { tomanToRial } from '#domain/coin.ts'
import { parseDecimal } from '#domain/decimal.ts'
import { localMobileNumber } from '#domain/mobile-number.ts'
import type { Amount } from '#domain/units.ts'
import { callVendor, type Unavailable, unavailable, type VendorReply } from '../call-vendor.ts'
import {
  type CardGateway,
  type InquiryOutcome,
  jsonWithAmount,
  type PaymentRefusal,
  type PaymentRequest,
  type PaymentReturn,
  type PaymentState,
  type RequestOutcome,
  type VerifyOutcome,
} from './payments.ts'
import { createVandarRefunds, type VandarRefundSettings } from './vandar-refunds.ts'

export interface VandarSettings extends VandarRefundSettings {
  /** "https://ipg.vandar.io", or the sandbox's address from this server, without a trailing slash. */
  readonly apiUrl: string
  /** The same address from the payer's browser. */
  readonly payUrl: string
  readonly apiKey: string
}

const TOKEN = /^[A-Za-z0-9]{10,64}$/
const Requested = z.object({ token: z.string().regex(TOKEN) })
/** The card's data is optional: a payment that was made must not stay uncredited because it is missing. */
const Verified = z.object({
  amount: z.string(),
  transId: z.string().min(1),
  cardNumber: z.string().catch(''),
  cid: z.string().catch(''),
})
const Returned = z.object({ token: z.string().regex(TOKEN), payment_status: z.enum(['OK', 'FAILED']) })

/**
 * Vandar v4. Uses Rial with the vendor and the ledger's Toman with us: the factor ten is applied here alone. Its refusals have no codes:
 * their sentences name the parameter, or say what is wrong in Persian.
 */
export function createVandar(settings: VandarSettings): CardGateway {
  return {
    request: (payment) => request(settings, payment),
    verify: (payment) => verify(settings, payment),
    inquire: ({ authority }) => inquire(settings, authority),
    ...createVandarRefunds(settings),
    readReturn,
  }
}

async function request(settings: VandarSettings, payment: PaymentRequest): Promise<RequestOutcome> {
  const rial = tomanToRial(payment.amount)
  if (rial === undefined || rial <= 0n) return { kind: 'refused', code: 'AMOUNT_NOT_ALLOWED' }
  const fields = {
    api_key: settings.apiKey,
    callback_url: payment.callbackUrl,
    mobile_number: localMobileNumber(payment.mobileNumber),
    factorNumber: payment.orderId,
    description: payment.description,
    valid_card_number: payment.cardNumber,
  }
  const reply = await post(settings, 'send', jsonWithAmount(rial, fields))
  if (reply.kind === 'unavailable') return reply
  const answer = readAnswer(reply)
  if (answer === undefined) return unavailable('MALFORMED_REPLY')
  if (answer.status !== '1') return refusalOf(answer.errors)
  const requested = Requested.safeParse(reply.json)
  if (!requested.success) return unavailable('MALFORMED_REPLY')
  const { token: authority } = requested.data
  return { kind: 'requested', authority, redirectUrl: `${settings.payUrl}/v4/${authority}` }
}

const REFUSALS: readonly (readonly [sign: RegExp, code: PaymentRefusal])[] = [
  [/valid_card_number|کارت/, 'CARD_NOT_ALLOWED'],
  [/amount|مبلغ/, 'AMOUNT_NOT_ALLOWED'],
]

function refusalOf(errors: string): RequestOutcome {
  if (isAboutUs(errors)) return unavailable('ACCOUNT_REFUSED')
  const code = REFUSALS.find(([sign]) => sign.test(errors))?.[1] ?? 'REQUEST_REFUSED'
  return { kind: 'refused', code }
}

/** Verified twice, the vendor answers 2 instead of 1. It does not compare the amount, so the reported one is compared here. */
async function verify(
  settings: VandarSettings,
  { authority, amount }: { authority: string; amount: Amount },
): Promise<VerifyOutcome> {
  const reply = await postToken(settings, 'verify', authority)
  if (reply.kind === 'unavailable') return reply
  const answer = readAnswer(reply)
  if (answer === undefined) return unavailable('MALFORMED_REPLY')
  if (answer.status === '1' || answer.status === '2') {
    const verified = Verified.safeParse(reply.json)
    const paid = verified.success ? parseDecimal(verified.data.amount, PARTS_DECIMALS) : undefined
    if (!verified.success || paid === undefined) return unavailable('MALFORMED_REPLY')
    const rial = tomanToRial(amount)
    if (rial === undefined || paid !== rial * PARTS_OF_RIAL) return { kind: 'not-paid', reason: 'AMOUNT_DIFFERS' }
    const { transId: refId, cardNumber: cardPan, cid } = verified.data
    return { kind: 'paid', refId, cardPan, cardHash: cid.toUpperCase(), isRepeat: answer.status === '2' }
  }
  if (isAboutUs(answer.errors)) return unavailable('ACCOUNT_REFUSED')
  return { kind: 'not-paid', reason: isUnknown(answer.errors) ? 'UNKNOWN_AUTHORITY' : 'NOT_PAID' }
}

/** The vendor writes "500000.00". */
const PARTS_DECIMALS = 2
const PARTS_OF_RIAL = 100n

async function inquire(settings: VandarSettings, authority: string): Promise<InquiryOutcome> {
  const reply = await postToken(settings, 'transaction', authority)
  if (reply.kind === 'unavailable') return reply
  const answer = readAnswer(reply)
  if (answer === undefined) return unavailable('MALFORMED_REPLY')
  if (answer.status === '1') return { kind: 'known', state: 'PAID' }
  if (answer.status === '2') return { kind: 'known', state: 'VERIFIED' }
  if (isAboutUs(answer.errors)) return unavailable('ACCOUNT_REFUSED')
  if (isUnknown(answer.errors)) return { kind: 'unknown-authority' }
  return { kind: 'known', state: UNPAID.find(([sign]) => sign.test(answer.errors))?.[1] ?? 'WAITING' }
}

const UNPAID: readonly (readonly [sign: RegExp, state: PaymentState])[] = [
  [/ناموفق|لغو|منقضی/, 'FAILED'],
  [/برگشت/, 'REVERSED'],
]

const postToken = (settings: VandarSettings, call: 'verify' | 'transaction', token: string) =>
  post(settings, call, JSON.stringify({ api_key: settings.apiKey, token }))

/** Every call may be repeated: a second request only opens another payment page, and a second verify answers 2. */
const post = (
  { apiUrl, timeoutMs }: VandarSettings,
  call: 'send' | 'verify' | 'transaction',
  body: string,
): Promise<VendorReply | Unavailable> =>
  callVendor({
    url: `${apiUrl}/api/v4/${call}`,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    timeoutMs,
    retry: 'broken',
  })

function readReturn(query: Readonly<Record<string, unknown>>): PaymentReturn | undefined {
  const returned = Returned.safeParse(query)
  if (!returned.success) return undefined
  return { authority: returned.data.token, claimsPaid: returned.data.payment_status === 'OK' }
}

const Answer = z.object({ status: z.string(), errors: z.unknown().optional() })

/** The status of any reply, and the sentences of a refusal as text to search in; `undefined` if it has no status. */
function readAnswer({ json }: VendorReply): { status: string; errors: string } | undefined {
  const answer = Answer.safeParse(json)
  return answer.success ? { status: answer.data.status, errors: JSON.stringify(answer.data.errors ?? '') } : undefined
}

const isAboutUs = (errors: string): boolean => /api_key|کلید|درگاه|IP\b/.test(errors)
const isUnknown = (errors: string): boolean => /token|توکن/.test(errors)
