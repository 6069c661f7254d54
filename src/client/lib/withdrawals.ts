import { hasWithdrawals, TRANSFERS } from '#domain/transfers.ts'

/** Selects the sentence that is true. Sentences about effects on withdrawals are shown only while withdrawals exist. */
export const WITHDRAWALS: 'open' | 'closed' = hasWithdrawals(TRANSFERS) ? 'open' : 'closed'
