import type { Amount } from './units.ts'

/**
 * The ledger accounts of the exchange itself; users have positive ids. Money enters only from the three sources, which mirror the holdings
 * of the card gateway, the chains and the operator's credit line. Only they may go below zero.
 */
export const SYSTEM_ACCOUNT = {
  fees: -1,
  otcInventory: -3,
  gatewayClearing: -4,
  chainCustody: -5,
  creditLine: -6,
} as const

export type Source = 'gatewayClearing' | 'chainCustody' | 'creditLine'

export const mayGoNegative = (ownerId: number) => ownerId <= SYSTEM_ACCOUNT.gatewayClearing

export type Bucket = 'available' | 'blocked'

/** The balance of one owner in one coin. */
export interface Balance {
  readonly ownerId: number
  readonly coinId: number
  readonly available: Amount
  readonly blocked: Amount
}

export type EntryKind = 'credit' | 'hold' | 'release' | 'settle' | 'quick_trade' | 'order' | 'cancel' | 'expire'

/** One command's movement of money: its postings sum to zero per coin. */
export interface Entry {
  readonly seq: number
  readonly kind: EntryKind
  /** Its cause: the reference of a payment or a hold, or `order:` and an order's id. */
  readonly reference: string
  readonly at: number
}

/** The change of one balance by an entry. */
export interface Posting {
  readonly seq: number
  readonly ownerId: number
  readonly coinId: number
  readonly bucket: Bucket
  readonly amount: bigint
}

/** Money set aside outside the book. */
export interface Hold {
  readonly reference: string
  readonly userId: number
  readonly coinId: number
  readonly amount: Amount
  readonly status: 'HELD' | 'RELEASED' | 'SETTLED'
}

/** The address to which coins are sent on the chain. */
export interface Destination {
  readonly tokenType: string
  readonly address: string
  /** The part of the sent amount that the network takes. */
  readonly networkFee: Amount
}

/** Coins that are to leave for an outside address; until then the hold with the same reference keeps them. */
export interface Withdrawal extends Destination {
  readonly userId: number
  readonly coinId: number
  readonly amount: Amount
  readonly holdReference: string
  readonly orderId: number
  readonly at: number
}
