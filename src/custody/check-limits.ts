import { type KeyObject, verify } from 'node:crypto'
import { APPROVALS_NEEDED, type CustodyParams } from '#contract/custody.ts'
import { canonicalResume } from '#contract/custody-approvals.ts'
import type { CoinLimits, Policy } from './policy.ts'
import { type Refused, refused } from './refused.ts'

const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

/** A payment of a coin that custody accepted before. */
export interface PastPayment {
  readonly at: number
  /** In 10^-24 coins. */
  readonly amount: bigint
  /** By two operators. */
  readonly approved: boolean
}

interface Payment {
  readonly coin: string
  /** In 10^-24 coins. */
  readonly amount: bigint
  readonly at: number
  /** Of the same coin, those of the last day at least. */
  readonly past: readonly PastPayment[]
  readonly approvals: CustodyParams<'send'>['approvals']
  /** The bytes that operators sign. */
  readonly canonical: string
}

/**
 * The names of the operators who approved a payment; none if it is within the automatic limits. Payments without an operator count against
 * the automatic limits, and all payments against the others, so that one large approved payment does not stop the small ones.
 * Refuses in this order: COIN_NOT_SERVED, COLD_ONLY, APPROVAL_INVALID, APPROVALS_NEEDED.
 */
export function checkLimits(payment: Payment, policy: Pick<Policy, 'limits' | 'operators'>): string[] | Refused {
  const limits = policy.limits.get(payment.coin)
  if (!limits) return refused('COIN_NOT_SERVED', 'the policy has no limits for it')
  const passed = passedLimit(payment, { limits: limits.approved, past: payment.past })
  if (passed) return refused('COLD_ONLY', passed)
  const automatic = payment.past.filter(({ approved }) => !approved)
  const needed = passedLimit(payment, { limits: limits.automatic, past: automatic })
  if (!needed) return []
  const approvers = verifyApprovals(payment, policy.operators)
  if (approvers === undefined) return refused('APPROVAL_INVALID')
  return approvers.length >= APPROVALS_NEEDED ? approvers : refused('APPROVALS_NEEDED', needed)
}

/** The limit that a payment would pass. */
function passedLimit(
  { amount, at }: Payment,
  { limits, past }: { limits: CoinLimits; past: readonly PastPayment[] },
): string | undefined {
  if (amount > limits.perTransaction) return 'more than a payment may be'
  if (amount + sumSince(past, at - HOUR_MS) > limits.perHour) return 'more than an hour may send'
  return amount + sumSince(past, at - DAY_MS) > limits.perDay ? 'more than a day may send' : undefined
}

const sumSince = (past: readonly PastPayment[], from: number): bigint =>
  past.reduce((sum, { at, amount }) => (at > from ? sum + amount : sum), 0n)

/** Whether two operators approve that payments go on after a stop; none are needed where the policy has fewer. */
export function checkResume(
  { approvals, stoppedAt }: { approvals: CustodyParams<'send'>['approvals']; stoppedAt: number },
  { operators }: Pick<Policy, 'operators'>,
): Refused | undefined {
  if (operators.size < APPROVALS_NEEDED) return undefined
  const approvers = verifyApprovals({ approvals, canonical: canonicalResume(stoppedAt) }, operators)
  if (approvers === undefined) return refused('APPROVAL_INVALID')
  return approvers.length >= APPROVALS_NEEDED ? undefined : refused('APPROVALS_NEEDED')
}

/** The distinct operators; `undefined` if one of the approvals is forged or of an unknown operator. */
function verifyApprovals(
  { approvals, canonical }: Pick<Payment, 'approvals' | 'canonical'>,
  operators: ReadonlyMap<string, KeyObject>,
): string[] | undefined {
  const bytes = Buffer.from(canonical, 'utf8')
  const names = new Set<string>()
  for (const { operator, signature } of approvals) {
    const key = operators.get(operator)
    if (!key || !verify(null, bytes, key, Buffer.from(signature, 'base64'))) return undefined
    names.add(operator)
  }
  return [...names]
}
