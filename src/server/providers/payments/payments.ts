import type { BankCard } from '#domain/bank-card.ts'
import type { MobileNumber } from '#domain/mobile-number.ts'
import type { Amount } from '#domain/units.ts'
import type { Unavailable } from '../call-vendor.ts'

export interface PaymentRequest {
  /** Toman of the ledger. The adapter alone turns it into the vendor's Rial. */
  readonly amount: Amount
  readonly mobileNumber: MobileNumber
  /** The only card that may pay. */
  readonly cardNumber: BankCard
  readonly description: string
  /** Absolute; the payer's browser comes back here with the vendor's query. */
  readonly callbackUrl: string
  readonly orderId: string
}

/**
 * AMOUNT_NOT_ALLOWED: finer than one Rial, or outside the vendor's limits. CARD_NOT_ALLOWED: the vendor refuses this card.
 * REQUEST_REFUSED: any other fault of the request itself.
 */
export type PaymentRefusal = 'AMOUNT_NOT_ALLOWED' | 'CARD_NOT_ALLOWED' | 'REQUEST_REFUSED'

export type RequestOutcome =
  | { readonly kind: 'requested'; readonly authority: string; readonly redirectUrl: string }
  | { readonly kind: 'refused'; readonly code: PaymentRefusal }
  | Unavailable

/**
 * AMOUNT_DIFFERS: money was paid, but not this amount: a person must look. UNKNOWN_AUTHORITY: the vendor has no such payment.
 * NOT_PAID: not paid so far, or cancelled; only `inquire` tells which.
 */
export type NotPaidReason = 'NOT_PAID' | 'AMOUNT_DIFFERS' | 'UNKNOWN_AUTHORITY'

export interface PaidReceipt {
  readonly kind: 'paid'
  /** The vendor's reference, the customer's proof. Unique among payments. */
  readonly refId: string
  /** Masked: "621986******8080"; empty where the vendor does not tell. */
  readonly cardPan: string
  /** Of the card that paid, as the vendor gives it (upper-case hexadecimal SHA-256); empty where it does not. */
  readonly cardHash: string
  /** True when an earlier call had already verified it: a success all the same, to be credited once. */
  readonly isRepeat: boolean
}

export type VerifyOutcome = PaidReceipt | { readonly kind: 'not-paid'; readonly reason: NotPaidReason } | Unavailable

/** WAITING: the payer may still pay. PAID: paid and not verified yet. VERIFIED: both. FAILED and REVERSED are final. */
export type PaymentState = 'WAITING' | 'PAID' | 'VERIFIED' | 'FAILED' | 'REVERSED'

export type InquiryOutcome =
  | { readonly kind: 'known'; readonly state: PaymentState }
  | { readonly kind: 'unknown-authority' }
  | Unavailable

/** What the payer's browser brought back. A hint only: `verify` decides. */
export interface PaymentReturn {
  readonly authority: string
  readonly claimsPaid: boolean
}

export interface CardGateway {
  /** Opens a payment. Moves no money; an unavailable answer may be tried again with the same order. */
  request(payment: PaymentRequest): Promise<RequestOutcome>
  /** Settles a payment that was made. Idempotent at the vendor; `amount` must be the one requested. */
  verify(payment: { authority: string; amount: Amount }): Promise<VerifyOutcome>
  /** Where a payment stands, without settling it. Never a reason to credit. */
  inquire(payment: { authority: string }): Promise<InquiryOutcome>
  /** Reads the query of the callback; `undefined` where it is not one of ours. */
  readReturn(query: Readonly<Record<string, unknown>>): PaymentReturn | undefined
}
