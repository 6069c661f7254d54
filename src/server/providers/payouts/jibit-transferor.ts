import { z } from 'zod'
import { tomanToRial } from '#domain/coin.ts'
import { parseDecimal } from '#domain/decimal.ts'
import { toPersianText } from '#domain/persian-text.ts'
import type { Amount, Rial } from '#domain/units.ts'
import { type Unavailable, unavailable, type VendorReply } from '../call-vendor.ts'
import { createJibitSession, type JibitSession, type JibitSettings } from '../jibit-session.ts'
import type { Payout, PayoutGateway, PayoutLookUp, PayoutRefusal, PayoutState, SubmitOutcome } from './payouts.ts'

const Submitted = z.object({ submittedCount: z.string().regex(/^\d{1,6}$/) })
/** A single error stands at the top in some answers. */
const Refusal = z.union([
  z.object({ errors: z.array(z.object({ code: z.string().min(1) })).min(1) }).transform(({ errors }) => errors),
  z.object({ code: z.string().min(1) }).transform((error) => [error]),
])
const Found = z.object({
  transfers: z.array(
    z.object({
      transferID: z.string(),
      state: z.string(),
      destination: z.string(),
      amount: z.string(),
      currency: z.enum(['RIALS', 'TOMAN']).catch('RIALS'),
      bankTransferID: z.string().nullish(),
      failReason: z.string().nullish(),
    }),
  ),
})

/** MANUALLY_FAILED: the bank has sent the money back. */
const STATES: Readonly<Record<string, PayoutState>> = {
  INITIALIZED: 'UNDER_WAY',
  IN_PROGRESS: 'UNDER_WAY',
  CANCELLING: 'UNDER_WAY',
  TRANSFERRED: 'PAID',
  CANCELLED: 'CANCELLED',
  FAILED: 'FAILED',
  MANUALLY_FAILED: 'FAILED',
}

/** Jibit's transferor. Uses Rial with the vendor and the ledger's Toman with us: the factor ten is applied here alone. */
export function createJibitTransferor(settings: JibitSettings): PayoutGateway {
  const session = createJibitSession(settings, { version: 'v2' })
  return {
    submit: (submission) => submit(session, submission),
    find: (payout) => find(session, payout),
  }
}

async function submit(
  session: JibitSession,
  { batchId, payouts }: { batchId: string; payouts: readonly Payout[] },
): Promise<SubmitOutcome> {
  const transfers: string[] = []
  for (const payout of payouts) {
    const rial = tomanToRial(payout.amount)
    if (rial === undefined || rial <= 0n) return { kind: 'refused', code: 'AMOUNT_NOT_ALLOWED' }
    transfers.push(transferOnWire(payout, rial))
  }
  const head = JSON.stringify({ batchID: batchId, submissionMode: 'BATCH' })
  const reply = await session.post('/v2/transfers', `${head.slice(0, -1)},"transfers":[${transfers.join(',')}]}`)
  if (reply.kind === 'unavailable') return reply
  if (reply.status >= 400) return refusalOf(reply)
  const submitted = Submitted.safeParse(reply.json).data?.submittedCount
  return submitted === String(payouts.length) ? { kind: 'accepted' } : unavailable('MALFORMED_REPLY')
}

/** The amount must be a JSON number, and JSON.stringify cannot write a bigint. */
function transferOnWire({ transferId, sheba, firstName, lastName, description }: Payout, rial: Rial): string {
  const fields = JSON.stringify({
    transferID: transferId,
    destination: sheba,
    destinationFirstName: toPersianText(firstName),
    destinationLastName: toPersianText(lastName),
    currency: 'RIALS',
    transferMode: 'ACH',
    description,
    cancellable: false,
  })
  return `{"amount":${rial},${fields.slice(1)}`
}

/** Codes about our account or their suppliers: nothing was taken, and the same may be submitted again after a look-up. */
const FAULTS: Readonly<Record<string, Unavailable>> = {
  'balance.not_enough': unavailable('ACCOUNT_REFUSED'),
  forbidden: unavailable('ACCOUNT_REFUSED'),
  'daily_limit.reached': unavailable('TOO_MANY_REQUESTS'),
  'server.error': unavailable('SERVER_ERROR'),
}

/** The parts of a field's code ("transfers.0.destination.not_valid") that name the cause. */
const FIELDS: readonly (readonly [RegExp, PayoutRefusal])[] = [
  [/\.amount\./, 'AMOUNT_NOT_ALLOWED'],
  [/\.(?:destination|iban|source_bank)\b/, 'ACCOUNT_NOT_ALLOWED'],
]

function refusalOf(reply: VendorReply): SubmitOutcome {
  const codes = Refusal.safeParse(reply.json).data?.map(({ code }) => code)
  if (codes === undefined) return unavailable('MALFORMED_REPLY')
  if (codes.some((code) => code.endsWith('transfer.already_exists'))) return { kind: 'known' }
  for (const code of codes) {
    const fault = Object.hasOwn(FAULTS, code) ? FAULTS[code] : undefined
    if (fault) return fault
  }
  if (reply.status === 403) return unavailable('ACCOUNT_REFUSED')
  const field = FIELDS.find(([pattern]) => codes.some((code) => pattern.test(code)))
  if (field) return { kind: 'refused', code: field[1] }
  const isOfRequest = codes.some((code) => code.startsWith('transfers.'))
  // A code that nobody has documented could be about anything, and money follows from the answer.
  return isOfRequest ? { kind: 'refused', code: 'REQUEST_REFUSED' } : unavailable('MALFORMED_REPLY')
}

async function find(
  session: JibitSession,
  { transferId, sheba, amount }: Parameters<PayoutGateway['find']>[0],
): Promise<PayoutLookUp> {
  const reply = await session.get('/v2/transfers', { transferID: transferId })
  if (reply.kind === 'unavailable') return reply
  if (reply.status >= 400) {
    const codes = Refusal.safeParse(reply.json).data ?? []
    const isUnknown = codes.some(({ code }) => code === 'transfer.not_found')
    if (isUnknown) return { kind: 'not-found' }
    return unavailable(reply.status === 403 ? 'ACCOUNT_REFUSED' : 'MALFORMED_REPLY')
  }
  const found = Found.safeParse(reply.json)
  if (!found.success) return unavailable('MALFORMED_REPLY')
  const [transfer] = found.data.transfers
  if (transfer === undefined) return { kind: 'not-found' }
  const state = Object.hasOwn(STATES, transfer.state) ? STATES[transfer.state] : undefined
  const isSame = transfer.transferID === transferId && transfer.destination === sheba && isOfAmount(transfer, amount)
  if (state === undefined || !isSame) return unavailable('MALFORMED_REPLY')
  const { bankTransferID, failReason } = transfer
  return { kind: 'found', state, reference: bankTransferID || undefined, reason: failReason || undefined }
}

function isOfAmount(
  { amount: text, currency }: { amount: string; currency: 'RIALS' | 'TOMAN' },
  toman: Amount,
): boolean {
  const rial = tomanToRial(toman)
  const sent = parseDecimal(text, 0)
  return sent !== undefined && sent * (currency === 'TOMAN' ? 10n : 1n) === rial
}
