import type { Sheba } from '#domain/sheba.ts'
import type { Amount } from '#domain/units.ts'
import type { Unavailable } from '../call-vendor.ts'

/** Toman that is to leave the exchange's account at the vendor for a bank account. */
export interface Payout {
  /** The exchange's own name of the transfer. The vendor executes each name once, however often it is submitted. */
  readonly transferId: string
  readonly sheba: Sheba
  readonly firstName: string
  readonly lastName: string
  /** Toman of the ledger. Only the adapter converts it to the vendor's Rial. */
  readonly amount: Amount
  readonly description: string
}

/**
 * AMOUNT_NOT_ALLOWED: finer than one Rial, or outside the vendor's limits. ACCOUNT_NOT_ALLOWED: the vendor pays no such Sheba.
 * REQUEST_REFUSED: any other fault of the request.
 */
export type PayoutRefusal = 'AMOUNT_NOT_ALLOWED' | 'ACCOUNT_NOT_ALLOWED' | 'REQUEST_REFUSED'

/**
 * The vendor takes all transfers of a submission or none. `known` means that it has had at least one of them before: each must be looked
 * up. After an unavailable answer nothing is known, so each must be looked up as well, and none may count as failed.
 */
export type SubmitOutcome =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'known' }
  | { readonly kind: 'refused'; readonly code: PayoutRefusal }
  | Unavailable

/** UNDER_WAY: may still be paid. A FAILED or CANCELLED transfer is not paid, as far as the vendor knows now. */
export type PayoutState = 'UNDER_WAY' | 'PAID' | 'FAILED' | 'CANCELLED'

export type PayoutLookUp =
  | {
      readonly kind: 'found'
      readonly state: PayoutState
      /** The bank's reference; absent until the bank has one. */
      readonly reference: string | undefined
      /** The vendor's own words for a failure. */
      readonly reason: string | undefined
    }
  /** The vendor has no transfer of this name. */
  | { readonly kind: 'not-found' }
  | Unavailable

export interface PayoutGateway {
  /** Orders transfers under one name of the submission. */
  submit(submission: { readonly batchId: string; readonly payouts: readonly Payout[] }): Promise<SubmitOutcome>
  /** The present state of one transfer. An answer about another Sheba or amount under the same name settles nothing. */
  find(payout: Pick<Payout, 'transferId' | 'sheba' | 'amount'>): Promise<PayoutLookUp>
}
