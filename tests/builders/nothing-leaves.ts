import { rejected } from '#contract/rejected.ts'
import type { LeavingServices } from '#server/trading/trading.ts'

/** Trading on a server where nothing is sent to outside addresses. */
export const nothingLeaves = (readWithdrawer: LeavingServices['readWithdrawer']): LeavingServices => ({
  readWithdrawer,
  readCoinDestination: async () => rejected('WITHDRAWAL_DISABLED'),
  takeProof: async () => rejected('INCORRECT_OTP'),
})
