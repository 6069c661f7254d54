import type { BankCard } from '#domain/bank-card.ts'
import type { PaymentGateway } from '#domain/ledger.ts'
import type { MobileNumber } from '#domain/mobile-number.ts'
import type { Amount, Rial } from '#domain/units.ts'
import type { Unavailable } from '../call-vendor.ts'

export interface PaymentRequest {
  /** Toman of the ledger. Only the adapter converts it to the vendor's Rial. */
  readonly amount: Amount
  readonly mobileNumber: MobileNumber
  /** The only card that may pay. */
  readonly cardNumber: BankCard
  readonly description: string
  /** Absolute; the payer's browser returns here with the vendor's query. */
  readonly callbackUrl: string
  readonly orderId: string
}

/**
 * AMOUNT_NOT_ALLOWED: finer than one Rial, or outside the vendor's limits. CARD_NOT_ALLOWED: the vendor refuses this card. REQUEST_REFUSED:
 * any other fault of the request.
 */
export type PaymentRefusal = 'AMOUNT_NOT_ALLOWED' | 'CARD_NOT_ALLOWED' | 'REQUEST_REFUSED'

export type RequestOutcome =
  | { readonly kind: 'requested'; readonly authority: string; readonly redirectUrl: string }
  | { readonly kind: 'refused'; readonly code: PaymentRefusal }
  | Unavailable

/**
 * AMOUNT_DIFFERS: another amount was paid, so a person must look. UNKNOWN_AUTHORITY: the vendor has no such payment. NOT_PAID: not paid so
 * far, or cancelled; only `inquire` tells which.
 */
export type NotPaidReason = 'NOT_PAID' | 'AMOUNT_DIFFERS' | 'UNKNOWN_AUTHORITY'

export interface PaidReceipt {
  readonly kind: 'paid'
  /** The vendor's reference, which is the customer's proof. Unique among payments. */
  readonly refId: string
  /** Masked: "621986******8080"; empty if the vendor does not send it. */
  readonly cardPan: string
  /** The hash of the card that paid, as the vendor sends it (upper-case hexadecimal SHA-256); empty if it does not. */
  readonly cardHash: string
  /** True if an earlier call had already verified the payment: still a success, to be credited once. */
  readonly isRepeat: boolean
}

export type VerifyOutcome = PaidReceipt | { readonly kind: 'not-paid'; readonly reason: NotPaidReason } | Unavailable

/** WAITING: the payer may still pay. PAID: paid and not verified yet. VERIFIED: both. FAILED and REVERSED are final. */
export type PaymentState = 'WAITING' | 'PAID' | 'VERIFIED' | 'FAILED' | 'REVERSED'

export type InquiryOutcome =
  | { readonly kind: 'known'; readonly state: PaymentState }
  | { readonly kind: 'unknown-authority' }
  | Unavailable

/** A verified payment that goes back, whole, to the card that paid it. */
export interface PaidPayment {
  readonly authority: string
  readonly refId: string
}

/**
 * PENDING: the vendor has taken the order and not carried it out yet. NOT_PAID_BACK: it knows of no such order, so far. REFUSED: it has
 * refused, and the money stays with it.
 */
export type PayBackState = 'PAID_BACK' | 'PENDING' | 'NOT_PAID_BACK' | 'REFUSED'
export type PayBackOutcome = { readonly kind: 'known'; readonly state: PayBackState } | Unavailable

/** The data that the payer's browser brought back. It is only a hint: `verify` decides. */
export interface PaymentReturn {
  readonly authority: string
  readonly claimsPaid: boolean
}

export interface CardGateway {
  /** Opens a payment. Moves no money; after an unavailable answer the same order may be tried again. */
  request(payment: PaymentRequest): Promise<RequestOutcome>
  /** Settles a payment that was made. Idempotent at the vendor; `amount` must be the requested one. */
  verify(payment: { authority: string; amount: Amount }): Promise<VerifyOutcome>
  /** The state of a payment, without settling it. Never a reason to credit. */
  inquire(payment: { authority: string }): Promise<InquiryOutcome>
  /** Moves money: it is asked once, and after an answer that was lost only `findPayBack` is. */
  payBack(payment: PaidPayment): Promise<PayBackOutcome>
  findPayBack(payment: PaidPayment): Promise<PayBackOutcome>
  /** Reads the query of the callback; `undefined` if it is not one of ours. */
  readReturn(query: Readonly<Record<string, unknown>>): PaymentReturn | undefined
}

/** The configured gateways. */
export interface CardGateways {
  /** A row's gateway; `undefined` if it is not configured any more. */
  of(name: PaymentGateway): CardGateway | undefined
  /** Those through which a new payment can be made now. */
  working(): readonly PaymentGateway[]
  /** The gateway whose callback this is, with the payment's name; `undefined` if it is none of ours. */
  readReturn(query: Readonly<Record<string, unknown>>): (PaymentReturn & { readonly name: PaymentGateway }) | undefined
}

/** Faults after which the gateway has surely not done what was asked. */
export const SURELY_UNDONE: ReadonlySet<Unavailable['fault']> = new Set([
  'UNREACHABLE',
  'NOT_ENCRYPTED',
  'TOO_MANY_REQUESTS',
  'ACCOUNT_REFUSED',
])

/** A body whose `amount` is a JSON number of Rial, which JSON.stringify cannot write of a bigint. */
export const jsonWithAmount = (amount: Rial, rest: Readonly<Record<string, unknown>>): string =>
  `{"amount":${amount},${JSON.stringify(rest).slice(1)}`
