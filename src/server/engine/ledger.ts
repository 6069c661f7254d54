import { mayGoNegative } from '#domain/ledger.ts'
import type { Entry, EntryKind, Journal } from './journal.ts'
import type { EngineState } from './state.ts'
import type { Bucket, Wallet } from './wallet.ts'

/** Opens the entry of one command. Its postings are netted per account, so that each account appears once. */
export function openEntry(
  state: EngineState,
  journal: Journal,
  { kind, cause, at }: { kind: EntryKind; cause: string | number; at: number },
): Entry {
  const entry: Entry = { seq: state.nextSeq++, kind, cause, at }
  if (journal.firstSeq === 0) journal.firstSeq = entry.seq
  journal.entries.push(entry)
  return entry
}

/** Where money lies. */
export interface Account {
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

/**
 * Changes one balance: the only way to do so. Whoever calls it sees to it that the changes of an entry sum to zero per coin. Runs
 * seven times for every trade, and as often for an order that meets thousands: an account finds its posting at once.
 */
export function post(journal: Journal, entry: Entry, wallet: Wallet, bucket: Bucket, change: bigint): void {
  const { seq } = entry
  const { postings } = journal
  const isAvailable = bucket === 'available'
  if (wallet.change(bucket, change) && !(isAvailable && mayGoNegative(wallet.ownerId)))
    throw new Error(`${bucket} of owner ${wallet.ownerId}, coin ${wallet.coinId} would be ${wallet[bucket]}`)
  if (wallet.lastSeq === seq) {
    const known = postings[isAvailable ? wallet.availableAt : wallet.blockedAt]
    if (known !== undefined && known.wallet === wallet && known.seq === seq && known.bucket === bucket) {
      known.amount += change
      return
    }
  }
  if (isAvailable) wallet.availableAt = postings.length
  else wallet.blockedAt = postings.length
  postings.push({ seq, wallet, bucket, amount: change })
  if (wallet.lastSeq < journal.firstSeq) journal.wallets.push(wallet)
  wallet.lastSeq = seq
}
