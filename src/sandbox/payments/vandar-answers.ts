import { z } from 'zod'
import { maskBankCard, parseBankCard } from '#domain/bank-card.ts'
import { fromCount, toCount } from '#domain/counts.ts'
import { hashOfCard, type SandboxPayment, type SandboxPayments } from './sandbox-payments.ts'

export const VANDAR_CALLS = ['send', 'transaction', 'verify'] as const
type VandarCall = (typeof VANDAR_CALLS)[number]

interface VandarBook {
  readonly apiKey: string
  readonly payments: SandboxPayments
  readonly now: () => Date
}

export interface VandarAnswer {
  readonly status: number
  readonly body: unknown
}

const AMOUNT_RIAL_MIN = 10_000
const AMOUNT_RIAL_MAX = 2_000_000_000

const NewPayment = z.object({
  amount: z
    .int('وارد کردن amount الزامی است')
    .min(AMOUNT_RIAL_MIN, 'مبلغ کمتر از حد مجاز است')
    .max(AMOUNT_RIAL_MAX, 'مبلغ بیشتر از حد مجاز است'),
  callback_url: z.url({ protocol: /^https?$/, error: 'callback_url معتبر نیست' }),
  mobile_number: z
    .string()
    .regex(/^09\d{9}$/, 'mobile_number معتبر نیست')
    .optional(),
  factorNumber: z.string().optional(),
  description: z.string().max(255, 'description بلند است').default(''),
  valid_card_number: z
    .string()
    .refine((text) => parseBankCard(text) !== undefined, 'valid_card_number معتبر نیست')
    .transform(parseBankCard)
    .optional(),
})
const Named = z.object({ token: z.string() })

const refuse = (status: number, ...errors: readonly string[]): VandarAnswer => ({ status, body: { status: 0, errors } })
const NO_SUCH_TOKEN = refuse(422, 'token معتبر نیست')

/** The vendor's answer to one call: it checks the key first, then the fields, then the payment. */
export function answerVandarCall(book: VandarBook, call: VandarCall, body: unknown): VandarAnswer {
  const key = z.object({ api_key: z.string() }).safeParse(body).data?.api_key
  if (key !== book.apiKey) return refuse(401, 'api_key معتبر نیست')
  if (call === 'send') return answerSend(book, body)
  const token = Named.safeParse(body).data?.token
  const payment = token === undefined ? undefined : book.payments.find(token)
  if (payment === undefined) return NO_SUCH_TOKEN
  if (payment.state === 'IN_BANK') return refuse(422, 'تراکنش هنوز پرداخت نشده است')
  if (payment.paidBy === undefined) return refuse(422, 'تراکنش ناموفق است')
  if (payment.state === 'REVERSED') return refuse(422, 'تراکنش برگشت خورده است')
  const isVerified = payment.state !== 'PAID'
  const shown = call === 'verify' && !isVerified ? book.payments.verify(payment) : payment
  const cardHash = { [call === 'verify' ? 'cid' : 'CID']: hashOfCard(payment.paidBy) }
  return { status: 200, body: { status: isVerified ? 2 : 1, ...describe(shown, book.now()), ...cardHash } }
}

function answerSend({ payments, now }: VandarBook, body: unknown): VandarAnswer {
  const parsed = NewPayment.safeParse(body)
  if (!parsed.success) return refuse(422, ...parsed.error.issues.map(({ message }) => message))
  const {
    amount,
    callback_url: callbackUrl,
    description,
    mobile_number: mobile,
    valid_card_number: cardPan,
  } = parsed.data
  const { authority } = payments.open({
    amountRial: fromCount(amount),
    callbackUrl,
    description,
    mobile,
    cardPan,
    at: now(),
  })
  return { status: 200, body: { status: 1, token: authority } }
}

/** The number of a transaction before and after it is verified is the same at the vendor; here it exists from then on. */
function describe({ amountRial, paidBy, refId, mobile, description }: SandboxPayment, now: Date) {
  return {
    amount: `${amountRial}.00`,
    realAmount: toCount(amountRial),
    wage: '0.00',
    transId: refId === undefined ? 0 : toCount(refId),
    factorNumber: null,
    mobile: mobile ?? null,
    description,
    cardNumber: paidBy && maskBankCard(paidBy),
    paymentDate: now.toISOString().slice(0, 19).replace('T', ' '),
    message: 'ok',
  }
}
