/** The refusals, each for one reason; all but NODE_FAILED and FEE_TOO_HIGH are the same again on a retry until something is changed. */
export const CUSTODY_REFUSALS = [
  /** The question has another form, or the method is unknown. */
  'BAD_REQUEST',
  /** The caller may ask, and have nothing signed or sent. */
  'NOT_ALLOWED',
  'NETWORK_NOT_CONFIGURED',
  'COIN_NOT_SERVED',
  /** The node is away, late, on another chain, or contradicts itself: nothing is known. */
  'NODE_FAILED',
  /** All sending is stopped by the switch. */
  'STOPPED',
  'ADDRESS_INVALID',
  /** The address is one of custody's own: what goes there is no payment, and nobody would be credited for it. */
  'OWN_ADDRESS',
  'AMOUNT_INVALID',
  'TAG_NOT_SUPPORTED',
  /** The text is no tag or memo of the network. */
  'TAG_INVALID',
  /** The receiver takes no payment without a tag. */
  'TAG_REQUIRED',
  /** The question came after its time. */
  'TOO_LATE',
  /** Another process has asked under a later lease of the same job: the caller was paused meanwhile, and may send nothing. */
  'LEASE_LOST',
  /** The id was used for another payment. */
  'INTENT_DIFFERS',
  /** Above the automatic limits: two operators have to approve. */
  'APPROVALS_NEEDED',
  /** An approval does not verify, or is of an operator that the policy does not know. */
  'APPROVAL_INVALID',
  /** Above all limits: only from cold. */
  'COLD_ONLY',
  'FEE_TOO_HIGH',
  /** The hot wallet holds less than amount and fee. */
  'NOT_ENOUGH_FUNDS',
  /** The policy names no cold storage of this network. */
  'COLD_NOT_CONFIGURED',
  'UNKNOWN_INTENT',
  /** It is in a block already, or the network does not replace transactions. */
  'NOT_REPLACEABLE',
  /** There is nothing to sweep that is worth its fee. */
  'NOTHING_TO_SWEEP',
  /** The address needs coins for fees first; they are on their way, ask again. */
  'GAS_ON_ITS_WAY',
  /** A fault of custody itself, which its log describes. */
  'CUSTODY_FAILED',
] as const
export type CustodyRefusal = (typeof CUSTODY_REFUSALS)[number]
