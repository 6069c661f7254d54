import { z } from 'zod'
import { tomanToRial } from '#domain/coin.ts'
import { localMobileNumber } from '#domain/mobile-number.ts'
import type { Amount, Rial } from '#domain/units.ts'
import { callVendor, type Unavailable, unavailable, type VendorFault, type VendorReply } from '../call-vendor.ts'
import {
  type CardGateway,
  type InquiryOutcome,
  jsonWithAmount,
  type NotPaidReason,
  type PayBackOutcome,
  type PayBackState,
  type PaymentRequest,
  type PaymentReturn,
  type PaymentState,
  type RequestOutcome,
  type VerifyOutcome,
} from './payments.ts'

export interface ZarinpalSettings {
  /** "https://payment.zarinpal.com", or the sandbox's address from this server, without a trailing slash. */
  readonly apiUrl: string
  /** The same address from the payer's browser. */
  readonly payUrl: string
  /** 36 characters. */
  readonly merchantId: string
  readonly timeoutMs: number
}

const Requested = z.object({ data: z.object({ authority: z.string().regex(/^[A-Za-z0-9]{30,40}$/) }) })
/** The card's data is optional: a payment that was made must not stay uncredited because it is missing. */
const Verified = z.object({
  data: z.object({ ref_id: z.string().min(1), card_pan: z.string().catch(''), card_hash: z.string().catch('') }),
})
const Inquired = z.object({ data: z.object({ status: z.string() }) })
const Returned = z.object({ Authority: z.string().regex(/^[A-Za-z0-9]{10,64}$/), Status: z.enum(['OK', 'NOK']) })

const NOT_PAID: Readonly<Record<string, NotPaidReason>> = {
  '-50': 'AMOUNT_DIFFERS',
  '-51': 'NOT_PAID',
  '-54': 'UNKNOWN_AUTHORITY',
  '-55': 'UNKNOWN_AUTHORITY',
}

const STATES: Readonly<Record<string, PaymentState>> = {
  IN_BANK: 'WAITING',
  PAID: 'PAID',
  VERIFIED: 'VERIFIED',
  FAILED: 'FAILED',
  REVERSED: 'REVERSED',
}

/** Zarinpal v4. Uses Rial with the vendor ("IRR") and the ledger's Toman with us: the factor ten is applied here alone. */
export function createZarinpal(settings: ZarinpalSettings): CardGateway {
  return {
    request: (payment) => request(settings, payment),
    verify: (payment) => verify(settings, payment),
    inquire: ({ authority }) => inquire(settings, authority),
    payBack: ({ authority }) => payBack(settings, authority),
    findPayBack: ({ authority }) => findPayBack(settings, authority),
    readReturn,
  }
}

async function request(settings: ZarinpalSettings, payment: PaymentRequest): Promise<RequestOutcome> {
  const rial = tomanToRial(payment.amount)
  if (rial === undefined || rial <= 0n) return { kind: 'refused', code: 'AMOUNT_NOT_ALLOWED' }
  const reply = await post(settings, 'request', {
    amount: rial,
    rest: {
      currency: 'IRR',
      description: payment.description,
      callback_url: payment.callbackUrl,
      metadata: {
        mobile: localMobileNumber(payment.mobileNumber),
        order_id: payment.orderId,
        card_pan: payment.cardNumber,
      },
    },
  })
  if (reply.kind === 'unavailable') return reply
  const answer = readZarinpalCode(reply.json)
  if (answer === undefined) return unavailable('MALFORMED_REPLY')
  if (answer.code === '100') {
    const requested = Requested.safeParse(reply.json)
    if (!requested.success) return unavailable('MALFORMED_REPLY')
    const { authority } = requested.data.data
    return { kind: 'requested', authority, redirectUrl: `${settings.payUrl}/pg/StartPay/${authority}` }
  }
  if (answer.code === '-9') return validationRefusal(answer.validations)
  return answer.code === '-40' ? { kind: 'refused', code: 'REQUEST_REFUSED' } : zarinpalFault(answer.code)
}

function validationRefusal(validations: string): RequestOutcome {
  if (validations.includes('merchant_id')) return unavailable('ACCOUNT_REFUSED')
  if (validations.includes('card_pan')) return { kind: 'refused', code: 'CARD_NOT_ALLOWED' }
  return { kind: 'refused', code: validations.includes('amount') ? 'AMOUNT_NOT_ALLOWED' : 'REQUEST_REFUSED' }
}

async function verify(
  settings: ZarinpalSettings,
  { authority, amount }: { authority: string; amount: Amount },
): Promise<VerifyOutcome> {
  const rial = tomanToRial(amount)
  if (rial === undefined) return { kind: 'not-paid', reason: 'AMOUNT_DIFFERS' }
  const reply = await post(settings, 'verify', { amount: rial, rest: { authority } })
  if (reply.kind === 'unavailable') return reply
  const answer = readZarinpalCode(reply.json)
  if (answer === undefined) return unavailable('MALFORMED_REPLY')
  if (answer.code === '100' || answer.code === '101') {
    const verified = Verified.safeParse(reply.json)
    if (!verified.success) return unavailable('MALFORMED_REPLY')
    const { ref_id: refId, card_pan: cardPan, card_hash: cardHash } = verified.data.data
    return { kind: 'paid', refId, cardPan, cardHash, isRepeat: answer.code === '101' }
  }
  const reason = Object.hasOwn(NOT_PAID, answer.code) ? NOT_PAID[answer.code] : undefined
  return reason === undefined ? zarinpalFault(answer.code) : { kind: 'not-paid', reason }
}

async function inquire(settings: ZarinpalSettings, authority: string): Promise<InquiryOutcome> {
  const reply = await post(settings, 'inquiry', { rest: { authority } })
  if (reply.kind === 'unavailable') return reply
  const answer = readZarinpalCode(reply.json)
  if (answer === undefined) return unavailable('MALFORMED_REPLY')
  if (answer.code === '100') {
    const status = Inquired.safeParse(reply.json).data?.data.status ?? ''
    const state = Object.hasOwn(STATES, status) ? STATES[status] : undefined
    return state === undefined ? unavailable('MALFORMED_REPLY') : { kind: 'known', state }
  }
  const isUnknown = Object.hasOwn(NOT_PAID, answer.code) && NOT_PAID[answer.code] === 'UNKNOWN_AUTHORITY'
  return isUnknown ? { kind: 'unknown-authority' } : zarinpalFault(answer.code)
}

/** The bank, the state of the payment, the terminal or the half hour after the payment forbid it. */
const NOT_REVERSIBLE: ReadonlySet<string> = new Set(['-60', '-61', '-62', '-63'])

async function payBack(settings: ZarinpalSettings, authority: string): Promise<PayBackOutcome> {
  const reply = await post(settings, 'reverse', { rest: { authority } })
  if (reply.kind === 'unavailable') return reply
  const answer = readZarinpalCode(reply.json)
  if (answer === undefined) return unavailable('MALFORMED_REPLY')
  if (answer.code === '100') return { kind: 'known', state: 'PAID_BACK' }
  if (!NOT_REVERSIBLE.has(answer.code)) return zarinpalFault(answer.code)
  // A payment that somebody has reversed in the vendor's panel is refused too.
  const found = await findPayBack(settings, authority)
  return found.kind === 'known' && found.state === 'NOT_PAID_BACK' ? { kind: 'known', state: 'REFUSED' } : found
}

async function findPayBack(settings: ZarinpalSettings, authority: string): Promise<PayBackOutcome> {
  const inquiry = await inquire(settings, authority)
  if (inquiry.kind === 'unavailable') return inquiry
  const isReversed = inquiry.kind === 'known' && inquiry.state === 'REVERSED'
  const state: PayBackState = isReversed ? 'PAID_BACK' : 'NOT_PAID_BACK'
  return { kind: 'known', state }
}

/**
 * Every call but `reverse` may be repeated: a second request only opens another payment page, and a second verify answers 101.
 */
function post(
  { apiUrl, merchantId, timeoutMs }: ZarinpalSettings,
  call: 'request' | 'verify' | 'inquiry' | 'reverse',
  { amount, rest }: { amount?: Rial; rest: Readonly<Record<string, unknown>> },
): Promise<VendorReply | Unavailable> {
  const body = { merchant_id: merchantId, ...rest }
  return callVendor({
    url: `${apiUrl}/pg/v4/payment/${call}.json`,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: amount === undefined ? JSON.stringify(body) : jsonWithAmount(amount, body),
    timeoutMs,
    retry: call === 'reverse' ? 'unreached' : 'broken',
  })
}

function readReturn(query: Readonly<Record<string, unknown>>): PaymentReturn | undefined {
  const returned = Returned.safeParse(query)
  if (!returned.success) return undefined
  return { authority: returned.data.Authority, claimsPaid: returned.data.Status === 'OK' }
}

/** A success has its code in `data`, a refusal in `errors`; the other of the two is then an empty list. */
const Success = z.object({ data: z.object({ code: z.string() }) })
const Refusal = z.object({ errors: z.object({ code: z.string(), validations: z.unknown().optional() }) })

export interface ZarinpalCode {
  readonly code: string
  /** The fields that a validation error (-9) names, as text to search in. */
  readonly validations: string
}

/** The code of any reply, or `undefined` if it has none. */
export function readZarinpalCode(json: unknown): ZarinpalCode | undefined {
  const refusal = Refusal.safeParse(json)
  if (refusal.success) {
    const { code, validations } = refusal.data.errors
    return { code, validations: JSON.stringify(validations ?? '') }
  }
  const success = Success.safeParse(json)
  return success.success ? { code: success.data.data.code, validations: '' } : undefined
}

/** Codes with the same meaning for every call: our terminal, its limits, the vendor's own trouble. */
const FAULTS: Readonly<Record<string, VendorFault>> = {
  '-9': 'ACCOUNT_REFUSED',
  '-10': 'ACCOUNT_REFUSED',
  '-11': 'ACCOUNT_REFUSED',
  '-12': 'TOO_MANY_REQUESTS',
  '-15': 'ACCOUNT_REFUSED',
  '-16': 'ACCOUNT_REFUSED',
  '-17': 'ACCOUNT_REFUSED',
  '-18': 'ACCOUNT_REFUSED',
  '-19': 'ACCOUNT_REFUSED',
  '-30': 'ACCOUNT_REFUSED',
  '-31': 'ACCOUNT_REFUSED',
  '-32': 'ACCOUNT_REFUSED',
  '-33': 'ACCOUNT_REFUSED',
  '-34': 'ACCOUNT_REFUSED',
  '-35': 'ACCOUNT_REFUSED',
  '-39': 'ACCOUNT_REFUSED',
  '-52': 'SERVER_ERROR',
  // The payment belongs to another merchant: our merchant id is wrong, whatever the payment's state.
  '-53': 'ACCOUNT_REFUSED',
}

/** The meaning of a code outside a call's own table; an undocumented code is a malformed reply. */
export function zarinpalFault(code: string): Unavailable {
  const fault = Object.hasOwn(FAULTS, code) ? FAULTS[code] : undefined
  return unavailable(fault ?? 'MALFORMED_REPLY')
}
