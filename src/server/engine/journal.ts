import { type Bucket, type Entry, type Hold, mayGoNegative, type Posting, type Withdrawal } from '#domain/ledger.ts'
import type { StoredAnswer } from '#domain/outcome.ts'
import type { Reward, Trade } from '#domain/trade.ts'
import { amount } from '#domain/units.ts'
import type { Order } from './order.ts'
import type { EngineState } from './state.ts'
import type { Wallet } from './wallet.ts'

/** A posting whose amount grows until its entry is complete. */
interface OpenPosting extends Posting {
  amount: bigint
}

type NewestPostings = Record<Bucket, OpenPosting | undefined>

/** The price at which an order rests or rested, if its status says so. */
export type BookPlace = Pick<Order, 'marketId' | 'side' | 'unitPrice' | 'kind' | 'status'>

/** The changes of a batch of commands: first written, then published. */
export interface Journal {
  readonly orders: Set<Order>
  /** Places that orders left before they ended, since they expired or were amended: only the volume there changes. */
  readonly leftPlaces: BookPlace[]
  /** Wallets whose balances changed, each with its newest postings. */
  readonly wallets: Map<Wallet, NewestPostings>
  readonly holds: Set<Hold>
  readonly trades: Trade[]
  readonly rewards: Reward[]
  readonly withdrawals: Withdrawal[]
  readonly entries: Entry[]
  /** The postings of all entries, in their order. */
  readonly postings: Posting[]
  readonly answers: StoredAnswer[]
}

export const createJournal = (): Journal => ({
  orders: new Set(),
  leftPlaces: [],
  wallets: new Map(),
  holds: new Set(),
  trades: [],
  rewards: [],
  withdrawals: [],
  entries: [],
  postings: [],
  answers: [],
})

/** Opens the entry of one command. Its postings are netted per account, so that each account appears once. */
export function openEntry(state: EngineState, journal: Journal, cause: Omit<Entry, 'seq'>): Entry {
  const entry: Entry = { seq: state.nextSeq++, ...cause }
  journal.entries.push(entry)
  return entry
}

/** The place of money in the ledger. */
interface Account {
  readonly wallet: Wallet
  readonly bucket: Bucket
}

interface Movement {
  readonly from: Account
  readonly to: Account
  readonly quantity: bigint
}

/** Moves `quantity` from one account to another of the same coin. */
export function move(journal: Journal, entry: Entry, { from, to, quantity }: Movement): void {
  if (quantity < 0n) throw new Error(`a movement of ${quantity} in entry ${entry.seq}`)
  if (quantity === 0n) return
  if (from.wallet.coinId !== to.wallet.coinId) throw new Error(`two coins in one movement of entry ${entry.seq}`)
  post(journal, entry, from.wallet, from.bucket, -quantity)
  post(journal, entry, to.wallet, to.bucket, quantity)
}

/** Changes one balance; nothing else may. The caller makes sure that the changes of an entry sum to zero per coin. */
export function post(journal: Journal, { seq }: Entry, wallet: Wallet, bucket: Bucket, change: bigint): void {
  const { ownerId, coinId } = wallet
  const before = wallet[bucket]
  const after = amount(before + change)
  if (after < 0n && before >= 0n && !(bucket === 'available' && mayGoNegative(ownerId)))
    throw new Error(`${bucket} of owner ${ownerId}, coin ${coinId} would be ${after}`)
  wallet[bucket] = after
  const newest = newestPostings(journal, wallet)
  const known = newest[bucket]
  if (known?.seq === seq) {
    known.amount += change
    return
  }
  const posting = { seq, ownerId, coinId, bucket, amount: change }
  newest[bucket] = posting
  journal.postings.push(posting)
}

function newestPostings({ wallets }: Journal, wallet: Wallet): NewestPostings {
  const known = wallets.get(wallet)
  if (known) return known
  const none = { available: undefined, blocked: undefined }
  wallets.set(wallet, none)
  return none
}
