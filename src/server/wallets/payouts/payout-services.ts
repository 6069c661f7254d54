import type { StatementColumn } from '#contract/operations-payouts.ts'
import type { LedgerAccount } from '#domain/ledger.ts'
import type { PayoutGateway } from '../../providers/payouts/payouts.ts'
import type { PayoutWay } from '../../store/wallets/payout-batches.ts'
import type { WalletServices } from '../wallets.ts'
import type { BankFileColumn } from './bank-file.ts'

/** The settings of payouts that the environment gives. */
export interface PayoutRules {
  /** The minute of the Tehran day at which the batch of a working day closes. */
  readonly closingMinute: number
  /** How long a gateway's "failed" must stand before the money goes back to its user: a bank may execute a transfer late. */
  readonly failureStandsMs: number
  /** The columns of the bank's file, in order. */
  readonly fileColumns: readonly BankFileColumn[]
  /** The columns of the bank's statements, in order. */
  readonly statementColumns: readonly StatementColumn[]
}

/** The dependencies of the payouts, put together in main. */
export interface PayoutServices extends Pick<WalletServices, 'database' | 'exchange' | 'catalogue' | 'now' | 'log'> {
  /** Absent if Toman leaves by the bank's file alone. */
  readonly gateway: PayoutGateway | undefined
  readonly rules: PayoutRules
}

/** The account of the ledger from which each way pays: bank account 1 is the exchange's own, and 2 the one that the gateway pays from. */
export const ACCOUNT_OF_WAY: Readonly<Record<PayoutWay, LedgerAccount>> = { FILE: 'bank/1', GATEWAY: 'bank/2' }
