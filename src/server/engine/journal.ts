import type { Amount } from '#domain/units.ts'
import type { Answered } from './answers.ts'
import type { Destination } from './commands.ts'
import type { Order, Reward, Trade } from './order.ts'
import type { Bucket, Wallet } from './wallet.ts'

export type EntryKind = 'credit' | 'hold' | 'release' | 'settle' | 'quick_trade' | 'order' | 'cancel' | 'expire'
export type HoldStatus = 'HELD' | 'RELEASED' | 'SETTLED'

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
  /** What moved it: the reference of a payment or a hold, or the id of an order. */
  readonly cause: string | number
  readonly at: number
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

/** What a batch of commands changed: the events that are written, and then announced. */
export interface Journal {
  readonly orders: Set<Order>
  /** Wallets whose balances changed, each with its newest postings. */
  readonly wallets: Map<Wallet, { available: Posting | undefined; blocked: Posting | undefined }>
  readonly holds: Set<Hold>
  readonly trades: Trade[]
  readonly rewards: Reward[]
  readonly withdrawals: Withdrawal[]
  readonly entries: Entry[]
  /** Of all entries, in their order. */
  readonly postings: Posting[]
  readonly answers: Answered[]
}

export function createJournal(): Journal {
  return {
    orders: new Set(),
    wallets: new Map(),
    holds: new Set(),
    trades: [],
    rewards: [],
    withdrawals: [],
    entries: [],
    postings: [],
    answers: [],
  }
}
