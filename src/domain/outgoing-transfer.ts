/**
 * The life of a withdrawal. Its money is held from the beginning: it leaves the ledger when the withdrawal is CONFIRMED, and returns to its
 * user when it is CANCELLED, REFUSED or FAILED. From SIGNED on it may have left, so that only its sender can end it.
 */
export const OUTGOING_STATES = [
  'RAISED_BY_USER',
  'APPROVED',
  'SIGNED',
  'SENT',
  'CONFIRMED',
  'CANCELLED',
  'REFUSED',
  'FAILED',
] as const
export type OutgoingState = (typeof OUTGOING_STATES)[number]

/** The ends after which the money is back with its user. */
export type GivenBack = Extract<OutgoingState, 'CANCELLED' | 'REFUSED' | 'FAILED'>

/** The states that may follow each state. */
export const NEXT_STATES = {
  /** Waits for as many operators as it needs. */
  RAISED_BY_USER: ['APPROVED', 'CANCELLED', 'REFUSED'],
  /** Waits to be sent: by the day's bank batch, or by its network. */
  APPROVED: ['SIGNED', 'CANCELLED', 'REFUSED'],
  /** In a closed bank batch, or with custody, which may have signed it. It waits again where custody refused it for now and signed nothing. */
  SIGNED: ['APPROVED', 'SENT', 'CONFIRMED', 'FAILED'],
  /** Accepted by the bank or the network. */
  SENT: ['CONFIRMED', 'FAILED'],
  CONFIRMED: [],
  CANCELLED: [],
  REFUSED: [],
  FAILED: [],
} as const satisfies Record<OutgoingState, readonly OutgoingState[]>

/** The states from which a state can be reached. */
export const statesBefore = (next: OutgoingState): OutgoingState[] =>
  OUTGOING_STATES.filter((state) => (NEXT_STATES[state] as readonly OutgoingState[]).includes(next))

/** The three statuses that the specification gives a transfer. */
export function transferStatusOf(state: OutgoingState): 'RAISED_BY_USER' | 'CONFIRMED' | 'UNCONFIRMED' {
  if (state === 'CONFIRMED') return state
  return state === 'CANCELLED' || state === 'REFUSED' || state === 'FAILED' ? 'UNCONFIRMED' : 'RAISED_BY_USER'
}

/**
 * Why a bank transfer of a closed batch ends without a payment: the Sheba is not verified as the user's own any more, the account is frozen,
 * or the bank did not pay. SENT_BACK: the bank has paid, and sent the money back later. The withdrawal keeps it as its reason; an operator's
 * reason is in the operator's own words.
 */
export const PAYOUT_FAILURES = ['SHEBA_NOT_OWN', 'ACCOUNT_FROZEN', 'BANK_DID_NOT_PAY', 'SENT_BACK'] as const
export type PayoutFailure = (typeof PAYOUT_FAILURES)[number]

/**
 * Why a withdrawal over a chain ends unpaid: custody will never send to this address, the transaction failed for good, the account is frozen,
 * or screening lists the address.
 */
export const COIN_FAILURES = ['ADDRESS_REFUSED', 'NETWORK_FAILED', 'ACCOUNT_FROZEN', 'ADDRESS_BLOCKED'] as const
export type CoinFailure = (typeof COIN_FAILURES)[number]

/** The token type of withdrawals through a bank, whose address is a Sheba. */
export const BANK_TRANSFER = 'BANK'
