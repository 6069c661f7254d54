import * as z from 'zod/mini'
import type { WithdrawalLeaving } from '#client/entities/withdrawal/withdrawal-code.tsx'
import type { Withdrawal } from '#contract/withdrawals.ts'
import { TOMAN } from '#domain/coin.ts'

// Withdrawals as a device may store them: a code is never among it.

export const WithdrawalTerms = z.readonly(
  z.object({
    /** Whole Toman. */
    amount: z.string(),
    sheba: z.string(),
  }),
)
export type WithdrawalTerms = z.output<typeof WithdrawalTerms>

export const CoinWithdrawalTerms = z.readonly(
  z.object({
    coin: z.string(),
    network: z.string(),
    address: z.string(),
    /** The tag or memo of the address; absent: it has none. */
    tag: z.optional(z.string()),
    /** Decimal text: the whole that leaves the balance, the network's fee of it, and the rest, which arrives. */
    amount: z.string(),
    fee: z.string(),
    arrives: z.string(),
  }),
)
export type CoinWithdrawalTerms = z.output<typeof CoinWithdrawalTerms>

export const TransferTerms = z.readonly(
  z.object({
    coin: z.string(),
    /** Decimal text. */
    amount: z.string(),
    /** As it was typed. */
    mobile: z.string(),
  }),
)
export type TransferTerms = z.output<typeof TransferTerms>

export type Withdrawn = z.output<typeof Withdrawal>

/** The names under which a withdrawal without an answer is stored on the device. */
export const WITHDRAWAL = 'withdrawal'
export const COIN_WITHDRAWAL = 'coinWithdrawal'
export const TRANSFER = 'transfer'

export const leavingToman = ({ amount, sheba }: WithdrawalTerms): WithdrawalLeaving => ({
  amount,
  destinationWalletAddress: sheba,
  relatedCoin: TOMAN,
})

export const leavingCoins = ({ coin, network, address, tag, amount }: CoinWithdrawalTerms): WithdrawalLeaving => ({
  amount,
  destinationWalletAddress: address,
  ...(tag !== undefined && { tag }),
  relatedCoin: coin,
  tokenType: network,
})

export const leavingToUser = ({ coin, amount, mobile }: TransferTerms): WithdrawalLeaving => ({
  amount,
  destinationWalletAddress: mobile,
  relatedCoin: coin,
  withdrawalType: 'OTHER',
})
