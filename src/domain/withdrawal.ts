/** What decides whether anything may leave for a user, as it was read a moment before. */
export interface Withdrawer {
  readonly blocked: boolean
  /** The identity is verified. */
  readonly authorized: boolean
  /** Milliseconds since 1970; absent: nothing holds withdrawals. */
  readonly heldUntil: number | undefined
  /** When all of this was read, in milliseconds since 1970. */
  readonly readAt: number
}

export type WithdrawalRefusal =
  | 'WITHDRAWER_UNKNOWN'
  | 'WITHDRAWER_BLOCKED'
  | 'WITHDRAWER_NOT_AUTHORIZED'
  | 'WITHDRAWALS_HELD'

/** How long what was read is believed: a freeze that was committed meanwhile is overlooked for no longer. */
const READ_MS_MAX = 5_000

/**
 * The one gate of everything that leaves the exchange, asked by the command that holds the funds at the moment when it is applied. Limits of
 * amounts belong here, too. Refuses in this order: WITHDRAWER_UNKNOWN (read too long ago), WITHDRAWER_BLOCKED, WITHDRAWER_NOT_AUTHORIZED,
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
