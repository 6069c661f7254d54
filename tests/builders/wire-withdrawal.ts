import type * as z from 'zod/mini'
import type { Withdrawal } from '#contract/withdrawals.ts'

type OnWire = z.input<typeof Withdrawal>

/** A withdrawal of Toman as the server sends it. */
export const wireWithdrawal = (differences: Partial<OnWire> = {}): OnWire => ({
  id: '1',
  amount: '500000',
  networkFee: '0',
  sentAmount: '500000',
  relatedCoin: 'TOMAN',
  tokenType: null,
  destinationWalletAddress: 'IR062960000000100324200001',
  tag: null,
  bankAccount: 'IR062960000000100324200001',
  transactionStatus: 'RAISED_BY_USER',
  isDone: false,
  state: 'APPROVED',
  cancellable: true,
  endReason: null,
  link: null,
  explorerLink: null,
  confirmations: null,
  confirmationsNeeded: null,
  createdAtDateTime: '2026-11-20T08:00:00Z',
  endedAtDateTime: null,
  ...differences,
})

/** A withdrawal of ether over ERC20, under way with two of twelve confirmations. */
export const wireCoinWithdrawal = (differences: Partial<OnWire> = {}): OnWire =>
  wireWithdrawal({
    ...{ amount: '1.5', networkFee: '0.001', sentAmount: '1.499', relatedCoin: 'ETHEREUM', tokenType: 'ERC20' },
    ...{ destinationWalletAddress: '0x52908400098527886E0F7030069857D2E4169EE7', bankAccount: null },
    ...{ state: 'SENT', cancellable: false, confirmations: 2, confirmationsNeeded: 12 },
    link: `0x${'ab'.repeat(32)}`,
    ...differences,
  })

/** The terms of withdrawing for a user without a bank account, far from every limit. */
export const WIRE_TERMS = {
  bankAccounts: [],
  ...{ minAmount: '50000', maxAmount: '500000000', leftAmount: '900000' },
  ...{ hourLeft: '900000', dayLeft: '4000000' },
  heldUntilDateTime: null,
  reviewedFrom: '50000000',
  nextBatchDateTime: '2026-11-29T07:30:00.000Z',
}

/** The answer that a code is on its way by SMS. */
export const WIRE_CODE_SENT = {
  twoStepAuthenticationType: 'SMS',
  starTwoStepAuthentication: '0912***4567',
  expiresInSeconds: 120,
} as const
