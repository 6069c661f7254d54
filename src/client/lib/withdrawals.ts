import { hasWithdrawals, TRANSFERS } from '#domain/transfers.ts'

/** Which of two sentences is true. What a change means for withdrawals is said once there are any. */
export const WITHDRAWALS: 'open' | 'closed' = hasWithdrawals(TRANSFERS) ? 'open' : 'closed'
