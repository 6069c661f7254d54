import { z } from 'zod'
import type { SandboxPayments } from './sandbox-payments.ts'
import type { VandarAnswer } from './vandar-answers.ts'

export interface VandarBusiness {
  readonly business: string
  readonly mobile: string
  readonly password: string
  readonly payments: SandboxPayments
  /** The session's token, which every login answers. */
  readonly accessToken: string
  /** By the number that the merchant gives each. */
  readonly refunds: Map<string, { readonly amount: string }>
}

interface Asked {
  readonly business: string
  readonly authorization: string | undefined
}

const Login = z.object({ mobile: z.string(), password: z.string() })
const Refund = z.object({ payment_number: z.string().min(1), description: z.string().optional() })

const refuse = (status: number, error: string): VandarAnswer => ({ status, body: { status: 0, error } })

export function answerLogin({ mobile, password, accessToken }: VandarBusiness, body: unknown): VandarAnswer {
  const login = Login.safeParse(body).data
  if (login?.mobile !== mobile || login.password !== password) return refuse(422, 'موبایل یا رمز عبور اشتباه است')
  const tokens = { token_type: 'Bearer', expires_in: 432_000, access_token: accessToken, refresh_token: accessToken }
  return { status: 200, body: tokens }
}

/** `undefined` for a session that may act for this business. */
function refuseStranger({ business, accessToken }: VandarBusiness, asked: Asked): VandarAnswer | undefined {
  if (asked.authorization !== `Bearer ${accessToken}`) return refuse(401, 'Unauthenticated.')
  return asked.business === business ? undefined : refuse(403, 'دسترسی به این کسب‌وکار ندارید')
}

/** Pays a verified payment back, whole, and once under one number. */
export function answerRefund(
  business: VandarBusiness,
  { transId, body, ...asked }: Asked & { readonly transId: string; readonly body: unknown },
): VandarAnswer {
  const stranger = refuseStranger(business, asked)
  if (stranger) return stranger
  const number = Refund.safeParse(body).data?.payment_number
  if (number === undefined) return refuse(422, 'payment_number الزامی است')
  const payment = business.payments.findByRefId(transId)
  if (payment?.state !== 'VERIFIED') return refuse(422, 'این تراکنش قابل بازگشت نیست')
  if (business.refunds.has(number)) return refuse(422, 'payment_number تکراری است')
  business.payments.reverse(payment)
  const amount = `${payment.amountRial}.00`
  business.refunds.set(number, { amount })
  return { status: 200, body: { status: 1, data: describe(number, amount) } }
}

export function answerTransactions(
  business: VandarBusiness,
  { q, ...asked }: Asked & { readonly q?: string },
): VandarAnswer {
  const stranger = refuseStranger(business, asked)
  if (stranger) return stranger
  const found = [...business.refunds].filter(([number]) => q === undefined || number.includes(q))
  return { status: 200, body: { status: 1, data: found.map(([number, { amount }]) => describe(number, amount)) } }
}

const describe = (number: string, amount: string) => ({
  type: 'REFUND',
  payment_number: number,
  amount,
  status: 'SUCCEED',
})
