import type { Amount } from './units.ts'

/**
 * The accounts in the ledger that belong to the exchange itself; users have positive ids.
 * Money enters only from the three sources, the only accounts that may go below zero: they mirror what the card gateway, the
 * chains and the credit line of the operator hold outside.
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

/** What one owner has of one coin. */
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
  /** What moved it: the reference of a payment or a hold, or `order:` and an order's id. */
  readonly reference: string
  readonly at: number
}

/** What an entry changes of one balance. */
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

/** Where coins are sent on the chain. */
export interface Destination {
  readonly tokenType: string
  readonly address: string
  /** What the network takes of what is sent. */
  readonly networkFee: Amount
}

/** Coins that are to leave for an address outside; the hold of that reference keeps them until then. */
export interface Withdrawal extends Destination {
  readonly userId: number
  readonly coinId: number
  readonly amount: Amount
  readonly holdReference: string
  readonly orderId: number
  readonly at: number
}
