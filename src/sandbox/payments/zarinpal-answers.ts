import { z } from 'zod'
import { maskBankCard, parseBankCard } from '#domain/bank-card.ts'
import { fromCount, toCount } from '#domain/counts.ts'
import { MINUTE_MS } from '#domain/durations.ts'
import { hashOfCard, type SandboxPayments } from './sandbox-payments.ts'

export const ZARINPAL_CALLS = ['request', 'verify', 'inquiry', 'unVerified', 'reverse'] as const
export type ZarinpalCall = (typeof ZARINPAL_CALLS)[number]

export interface ZarinpalBook {
  readonly merchantId: string
  readonly payments: SandboxPayments
  readonly now: () => Date
}

export interface ZarinpalAnswer {
  readonly status: number
  readonly body: unknown
}

const AMOUNT_RIAL_MIN = 1_000
const AMOUNT_RIAL_MAX = 2_000_000_000
const MERCHANT_ID_LENGTH = 36
const REVERSED_WITHIN_MS = 30 * MINUTE_MS

const webAddress = z.url({ protocol: /^https?$/ })
const cardPan = z.string().transform((text, context) => parseBankCard(text) ?? invalid(context))
const Terminal = z.object({ merchant_id: z.string().length(MERCHANT_ID_LENGTH) })
const NewPayment = Terminal.extend({
  amount: z.int().min(AMOUNT_RIAL_MIN).max(AMOUNT_RIAL_MAX),
  currency: z.enum(['IRR', 'IRT']).default('IRR'),
  description: z.string().min(1).max(500),
  callback_url: webAddress,
  metadata: z
    .object({
      mobile: z
        .string()
        .regex(/^09\d{9}$/)
        .optional(),
      email: z.string().optional(),
      order_id: z.string().optional(),
      card_pan: cardPan.optional(),
    })
    .optional(),
})
const Verify = Terminal.extend({ amount: z.int(), authority: z.string().length(36) })
const Inquiry = Terminal.extend({ authority: z.string().length(36) })

function invalid(context: z.RefinementCtx): never {
  context.addIssue({ code: 'custom', message: 'invalid card' })
  return z.NEVER
}

const ok = (data: unknown): ZarinpalAnswer => ({ status: 200, body: { data, errors: [] } })

function refuse(code: number, message: string, validations: readonly unknown[] = []): ZarinpalAnswer {
  const status = code === -9 ? 422 : code === -10 ? 401 : 400
  return { status, body: { data: [], errors: { code, message, validations } } }
}

/** The vendor's answer to one call: it checks the terminal first, then the fields, then the payment. */
export function answerZarinpalCall(book: ZarinpalBook, call: ZarinpalCall, body: unknown): ZarinpalAnswer {
  const terminal = Terminal.safeParse(body)
  if (!terminal.success) return invalidInput(terminal.error)
  if (terminal.data.merchant_id !== book.merchantId) {
    return refuse(-10, 'Terminal is not valid, please check merchant_id or ip address.')
  }
  return ANSWERS[call](book, body)
}

const ANSWERS: Readonly<Record<ZarinpalCall, (book: ZarinpalBook, body: unknown) => ZarinpalAnswer>> = {
  request: answerRequest,
  verify: answerVerify,
  inquiry: answerInquiry,
  unVerified: answerUnverified,
  reverse: answerReverse,
}

function invalidInput(error: z.ZodError): ZarinpalAnswer {
  const validations = error.issues.map(({ path, message }) => ({ [path.join('.')]: message }))
  return refuse(-9, 'The input params invalid, validation error.', validations)
}

function answerRequest({ payments, now }: ZarinpalBook, body: unknown): ZarinpalAnswer {
  const parsed = NewPayment.safeParse(body)
  if (!parsed.success) return invalidInput(parsed.error)
  const { amount, currency, description, callback_url: callbackUrl, metadata } = parsed.data
  const { authority } = payments.open({
    amountRial: fromCount(amount) * (currency === 'IRT' ? 10n : 1n),
    callbackUrl,
    description,
    mobile: metadata?.mobile,
    cardPan: metadata?.card_pan,
    at: now(),
  })
  return ok({ code: 100, message: 'Success', authority, fee_type: 'Merchant', fee: 0 })
}

function answerVerify({ payments }: ZarinpalBook, body: unknown): ZarinpalAnswer {
  const parsed = Verify.safeParse(body)
  if (!parsed.success) return invalidInput(parsed.error)
  const payment = payments.find(parsed.data.authority)
  if (payment === undefined) return refuse(-54, 'Invalid authority.')
  if (payment.amountRial !== fromCount(parsed.data.amount)) {
    return refuse(-50, 'Session is not valid, amounts values is not the same.')
  }
  if (payment.paidBy === undefined || payment.state === 'REVERSED')
    return refuse(-51, 'Session is not valid, session is not active paid try.')
  const isRepeat = payment.state === 'VERIFIED'
  const { refId } = isRepeat ? payment : payments.verify(payment)
  return ok({
    code: isRepeat ? 101 : 100,
    message: isRepeat ? 'Verified' : 'Paid',
    card_pan: maskBankCard(payment.paidBy),
    card_hash: hashOfCard(payment.paidBy),
    ref_id: refId === undefined ? 0 : toCount(refId),
    fee_type: 'Merchant',
    fee: 0,
  })
}

function answerInquiry({ payments }: ZarinpalBook, body: unknown): ZarinpalAnswer {
  const parsed = Inquiry.safeParse(body)
  if (!parsed.success) return invalidInput(parsed.error)
  const payment = payments.find(parsed.data.authority)
  if (payment === undefined) return refuse(-54, 'Invalid authority.')
  return ok({ code: 100, message: 'Success', status: payment.state })
}

function answerReverse({ payments, now }: ZarinpalBook, body: unknown): ZarinpalAnswer {
  const parsed = Inquiry.safeParse(body)
  if (!parsed.success) return invalidInput(parsed.error)
  const payment = payments.find(parsed.data.authority)
  if (payment === undefined) return refuse(-54, 'Invalid authority.')
  if (payment.state !== 'PAID' && payment.state !== 'VERIFIED') return refuse(-61, 'Session is not in success status.')
  if (now().getTime() - payment.at.getTime() > REVERSED_WITHIN_MS)
    return refuse(-63, 'Maximum time for reverse this session is expired.')
  payments.reverse(payment)
  return ok({ code: 100, message: 'Reversed' })
}

function answerUnverified({ payments }: ZarinpalBook): ZarinpalAnswer {
  const authorities = payments.unverified().map(({ authority, amountRial, callbackUrl, at }) => ({
    authority,
    amount: toCount(amountRial),
    callback_url: callbackUrl,
    referer: callbackUrl,
    date: at.toISOString().slice(0, 19).replace('T', ' '),
  }))
  return ok({ code: 100, message: 'Success', authorities })
}
