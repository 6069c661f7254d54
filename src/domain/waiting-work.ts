/** Work that waits for operators, the most urgent first. */
export const WAITING_KINDS = [
  'identities',
  'tickets',
  'withdrawals',
  'custody',
  'payouts',
  'deliveries',
  'deposits',
  'proposals',
] as const
export type WaitingKind = (typeof WAITING_KINDS)[number]
