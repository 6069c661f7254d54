import { GOLD_DELIVERY } from './delivery.ts'
import type { Destination } from './ledger.ts'
import { type Amount, amount } from './units.ts'

/** Bounds of what leaves, by its worth in base units of Toman. Operators set them. */
export interface WithdrawalLimits {
  /** Of one user within an hour and within a day; they depend on the level. */
  readonly hour: Amount
  readonly day: Amount
  /** Of all users together within an hour: whatever exceeds it waits for two operators. */
  readonly allHour: Amount
  /** From this worth on, an operator approves a withdrawal before it is sent, and from the other one on, two. */
  readonly oneOperatorFrom: Amount
  readonly twoOperatorsFrom: Amount
}

/** The facts that decide whether anything may leave for a user, as they were read a moment before. */
export interface Withdrawer {
  readonly blocked: boolean
  /** The identity is verified. */
  readonly authorized: boolean
  /** Milliseconds since 1970; absent: nothing holds withdrawals. */
  readonly heldUntil: number | undefined
  /** The user withdraws coins to saved addresses alone, and the destination is none of them. */
  readonly destinationUnsaved: boolean
  /** From when on the destination may be used, in milliseconds since 1970; absent: at once. */
  readonly destinationFrom: number | undefined
  /** Operators have stopped everything that leaves. */
  readonly stopped: boolean
  readonly limits: WithdrawalLimits
  /** When these facts were read, in milliseconds since 1970. */
  readonly readAt: number
}

/** The worth in Toman of what has left or waits to leave. */
export interface Withdrawn {
  readonly hour: bigint
  readonly day: bigint
  readonly allHour: bigint
}

export type WithdrawalRefusal =
  | 'WITHDRAWER_UNKNOWN'
  | 'WITHDRAWALS_STOPPED'
  | 'WITHDRAWER_BLOCKED'
  | 'WITHDRAWER_NOT_AUTHORIZED'
  | 'WITHDRAWALS_HELD'
  | 'DESTINATION_NOT_SAVED'
  | 'DESTINATION_TOO_NEW'
  | 'WITHDRAWAL_HOUR_LIMIT_REACHED'
  | 'WITHDRAWAL_DAY_LIMIT_REACHED'

/** How long these facts are trusted: a freeze that was committed meanwhile is missed for no longer. */
const READ_MS_MAX = 5_000

/**
 * The only gate for everything that leaves the exchange. The command that holds the funds checks it when it is applied. Refuses in the order
 * of `WithdrawalRefusal`; WITHDRAWER_UNKNOWN: the facts were read too long ago, or the worth is unknown, so that no limit can be checked.
 */
export function mayWithdraw(
  { blocked, authorized, stopped, heldUntil, destinationUnsaved, destinationFrom, limits, readAt }: Withdrawer,
  { at, worth, withdrawn }: { readonly at: number; readonly worth: Amount | undefined; readonly withdrawn: Withdrawn },
): WithdrawalRefusal | undefined {
  if (at > readAt + READ_MS_MAX || worth === undefined) return 'WITHDRAWER_UNKNOWN'
  if (stopped) return 'WITHDRAWALS_STOPPED'
  if (blocked) return 'WITHDRAWER_BLOCKED'
  if (!authorized) return 'WITHDRAWER_NOT_AUTHORIZED'
  if (heldUntil !== undefined && at < heldUntil) return 'WITHDRAWALS_HELD'
  if (destinationUnsaved) return 'DESTINATION_NOT_SAVED'
  if (destinationFrom !== undefined && at < destinationFrom) return 'DESTINATION_TOO_NEW'
  if (withdrawn.hour + worth > limits.hour) return 'WITHDRAWAL_HOUR_LIMIT_REACHED'
  return withdrawn.day + worth > limits.day ? 'WITHDRAWAL_DAY_LIMIT_REACHED' : undefined
}

/** How many operators must approve it. Metal never leaves without one: somebody has to set it aside. */
export function approvalsFor(
  worth: Amount,
  {
    limits,
    withdrawn,
    tokenType,
  }: { readonly limits: WithdrawalLimits; readonly withdrawn: Withdrawn; readonly tokenType: string },
): 0 | 1 | 2 {
  if (worth >= limits.twoOperatorsFrom || withdrawn.allHour + worth > limits.allHour) return 2
  return worth >= limits.oneOperatorFrom || tokenType === GOLD_DELIVERY ? 1 : 0
}

/** One withdrawal as text: its code works for exactly this. */
export const withdrawalText = (
  symbol: string,
  units: Amount,
  { tokenType, address, tag }: Pick<Destination, 'tokenType' | 'address' | 'tag'>,
): string => [symbol, units, tokenType, address, ...(tag === undefined ? [] : [tag])].join(' ')

/** The rest of a user's limits at present; what may still be withdrawn is the smaller one. */
export const leftOfLimits = (
  { hour, day }: Pick<WithdrawalLimits, 'hour' | 'day'>,
  withdrawn: Pick<Withdrawn, 'hour' | 'day'>,
): Readonly<Record<'hour' | 'day', Amount>> => ({
  hour: leftOf(hour, withdrawn.hour),
  day: leftOf(day, withdrawn.day),
})

const leftOf = (limit: Amount, withdrawn: bigint): Amount => amount(withdrawn < limit ? limit - withdrawn : 0n)
