import type { Amount } from '#domain/units.ts'
import type { Destination, Outcome } from './commands.ts'
import type { Order, Reward, Trade } from './order.ts'

export type Bucket = 'available' | 'blocked'
export type EntryKind = 'credit' | 'hold' | 'release' | 'settle' | 'quick_trade' | 'order' | 'cancel' | 'expire'
export type HoldStatus = 'HELD' | 'RELEASED' | 'SETTLED'

/** What one owner has of one coin. */
export interface Wallet {
  readonly ownerId: number
  readonly coinId: number
  available: Amount
  blocked: Amount
  /** Its latest postings: one entry changes each bucket by one posting only. */
  readonly posted: Record<Bucket, Posting | undefined>
}

export interface Posting {
  /** Of its entry. */
  readonly seq: number
  readonly wallet: Wallet
  readonly bucket: Bucket
  amount: bigint
}

/** One command's movement of money: its postings sum to zero per coin. */
export interface Entry {
  readonly seq: number
  readonly kind: EntryKind
  readonly reference: string
  readonly at: number
  readonly postings: Posting[]
}

/** Money set aside outside the book. */
export interface Hold {
  readonly reference: string
  readonly userId: number
  readonly coinId: number
  readonly amount: Amount
  status: HoldStatus
}

/** Coins that are to leave for an address outside; what is held for it names it too. */
export interface Withdrawal extends Destination {
  readonly userId: number
  readonly coinId: number
  readonly amount: Amount
  readonly holdReference: string
  readonly orderId: number
  readonly at: number
}

export interface Answered {
  readonly userId: number
  readonly key: string
  readonly fingerprint: string
  readonly outcome: Outcome
  readonly at: number
}

/** What a batch of commands changed: the events that are written, and then announced. */
export interface Journal {
  readonly orders: Set<Order>
  readonly wallets: Set<Wallet>
  readonly holds: Set<Hold>
  readonly trades: Trade[]
  readonly rewards: Reward[]
  readonly withdrawals: Withdrawal[]
  readonly entries: Entry[]
  readonly answers: Answered[]
}

export function createJournal(): Journal {
  return {
    orders: new Set(),
    wallets: new Set(),
    holds: new Set(),
    trades: [],
    rewards: [],
    withdrawals: [],
    entries: [],
    answers: [],
  }
}
