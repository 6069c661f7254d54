/** The facts that decide whether anything may leave for a user, as they were read a moment before. */
export interface Withdrawer {
  readonly blocked: boolean
  /** The identity is verified. */
  readonly authorized: boolean
  /** Milliseconds since 1970; absent: nothing holds withdrawals. */
  readonly heldUntil: number | undefined
  /** When these facts were read, in milliseconds since 1970. */
  readonly readAt: number
}

export type WithdrawalRefusal =
  | 'WITHDRAWER_UNKNOWN'
  | 'WITHDRAWER_BLOCKED'
  | 'WITHDRAWER_NOT_AUTHORIZED'
  | 'WITHDRAWALS_HELD'

/** How long these facts are trusted: a freeze that was committed meanwhile is missed for no longer. */
const READ_MS_MAX = 5_000

/**
 * The only gate for everything that leaves the exchange. The command that holds the funds checks it when it is applied. Limits of amounts
 * belong here, too. Refuses in this order: WITHDRAWER_UNKNOWN (read too long ago), WITHDRAWER_BLOCKED, WITHDRAWER_NOT_AUTHORIZED,
 * WITHDRAWALS_HELD.
 */
export function mayWithdraw(
  { blocked, authorized, heldUntil, readAt }: Withdrawer,
  { at }: { readonly at: number },
): WithdrawalRefusal | undefined {
  if (at > readAt + READ_MS_MAX) return 'WITHDRAWER_UNKNOWN'
  if (blocked) return 'WITHDRAWER_BLOCKED'
  if (!authorized) return 'WITHDRAWER_NOT_AUTHORIZED'
  return heldUntil !== undefined && at < heldUntil ? 'WITHDRAWALS_HELD' : undefined
}
