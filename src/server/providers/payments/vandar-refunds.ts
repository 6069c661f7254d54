import { z } from 'zod'
import { callsWithToken, callVendor, type Unavailable, unavailable, type VendorReply } from '../call-vendor.ts'
import type { CardGateway, PaidPayment, PayBackOutcome, PayBackState } from './payments.ts'

export interface VandarRefundSettings {
  /** "https://api.vandar.io", without a trailing slash. */
  readonly businessUrl: string
  /** The English name of the business at the vendor. */
  readonly business: string
  /** The user that may pay back. */
  readonly mobile: string
  readonly password: string
  readonly timeoutMs: number
}

const LoggedIn = z.object({ access_token: z.string().min(1) })
const Refund = z.object({ payment_number: z.string(), status: z.string() })
const Ordered = z.object({ status: z.literal('1'), data: Refund })
const Listed = z.object({ data: z.array(z.unknown()) })

const STATES: Readonly<Record<string, PayBackState>> = {
  SUCCEED: 'PAID_BACK',
  PENDING: 'PENDING',
  FAILED: 'REFUSED',
  CANCELED: 'REFUSED',
}

/**
 * Paying back by Vandar's business service, which has its own address and its own session. A payment's token is the number of its refund,
 * which the vendor takes once.
 */
export function createVandarRefunds(settings: VandarRefundSettings): Pick<CardGateway, 'payBack' | 'findPayBack'> {
  const ask = callsWithToken({ obtain: () => logIn(settings), renew: () => logIn(settings) })
  const call = ({ path, body }: { path: string; body?: Readonly<Record<string, string>> }) =>
    ask(({ token }) =>
      callVendor({
        url: `${settings.businessUrl}/v3/business/${encodeURIComponent(settings.business)}${path}`,
        method: body ? 'POST' : 'GET',
        headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
        timeoutMs: settings.timeoutMs,
        retry: body ? 'unreached' : 'broken',
      }),
    )
  return {
    async payBack({ authority, refId }) {
      const path = `/transaction/${encodeURIComponent(refId)}/refund`
      return readOrdered(await call({ path, body: { payment_number: authority, description: 'Kimia' } }))
    },
    async findPayBack(payment) {
      const path = `/transaction?${new URLSearchParams({ q: payment.authority })}`
      return readListed(await call({ path }), payment)
    },
  }
}

async function logIn(settings: VandarRefundSettings): Promise<{ readonly token: string } | Unavailable> {
  const reply = await callVendor({
    url: `${settings.businessUrl}/v3/login`,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mobile: settings.mobile, password: settings.password }),
    timeoutMs: settings.timeoutMs,
    retry: 'broken',
  })
  // Nothing was ordered without a session, whatever became of this call.
  if (reply.kind === 'unavailable') return unavailable('UNREACHABLE')
  const loggedIn = LoggedIn.safeParse(reply.json)
  return loggedIn.success ? { token: loggedIn.data.access_token } : unavailable('ACCOUNT_REFUSED')
}

/** A refusal with a status below 500 is final: this order was not taken. */
function readOrdered(reply: VendorReply | Unavailable): PayBackOutcome {
  if (reply.kind === 'unavailable') return reply
  if (reply.status === 403) return unavailable('ACCOUNT_REFUSED')
  const ordered = Ordered.safeParse(reply.json)
  if (ordered.success) return { kind: 'known', state: stateOf(ordered.data.data.status) }
  return reply.status >= 400 ? { kind: 'known', state: 'REFUSED' } : unavailable('MALFORMED_REPLY')
}

function readListed(reply: VendorReply | Unavailable, { authority }: PaidPayment): PayBackOutcome {
  if (reply.kind === 'unavailable') return reply
  const listed = Listed.safeParse(reply.json)
  if (!listed.success) return unavailable('MALFORMED_REPLY')
  const refund = listed.data.data
    .map((each) => Refund.safeParse(each).data)
    .find((each) => each?.payment_number === authority)
  return { kind: 'known', state: refund ? stateOf(refund.status) : 'NOT_PAID_BACK' }
}

/** A status that is not known may still become a success. */
const stateOf = (status: string): PayBackState =>
  (Object.hasOwn(STATES, status) ? STATES[status] : undefined) ?? 'PENDING'
