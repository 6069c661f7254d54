import { mayGoNegative } from '#domain/ledger.ts'
import { amount } from '#domain/units.ts'
import type { Bucket, Entry, EntryKind, Journal, Posting, Wallet } from './journal.ts'
import type { EngineState } from './state.ts'

/** Opens the entry of one command. Its postings are netted per account, so that each account appears once. */
export function openEntry(
  state: EngineState,
  journal: Journal,
  { kind, reference, at }: { kind: EntryKind; reference: string; at: number },
): Entry {
  const entry: Entry = { seq: state.nextSeq++, kind, reference, at, postings: [] }
  journal.entries.push(entry)
  return entry
}

/** Where money lies. */
export interface Account {
  readonly wallet: Wallet
  readonly bucket: Bucket
}

/** Moves `quantity` from one account to another of the same coin: the only way that a balance changes. */
export function move(
  journal: Journal,
  entry: Entry,
  { from, to, quantity }: { from: Account; to: Account; quantity: bigint },
): void {
  if (quantity < 0n) throw new Error(`a movement of ${quantity} in entry ${entry.seq}`)
  if (quantity === 0n) return
  if (from.wallet.coinId !== to.wallet.coinId) throw new Error(`two coins in one movement of entry ${entry.seq}`)
  post(journal, entry, from, -quantity)
  post(journal, entry, to, quantity)
}

/** Runs ten times for every trade, and as often for an order that meets thousands: an account finds its posting at once. */
function post(journal: Journal, entry: Entry, { wallet, bucket }: Account, change: bigint): void {
  const balance = wallet[bucket] + change
  if (balance < 0n && !(bucket === 'available' && mayGoNegative(wallet.ownerId)))
    throw new Error(`${bucket} of owner ${wallet.ownerId}, coin ${wallet.coinId} would be ${balance}`)
  wallet[bucket] = amount(balance)
  const known = wallet.posted[bucket]
  if (known?.seq === entry.seq) {
    known.amount += change
    return
  }
  const posting: Posting = { seq: entry.seq, wallet, bucket, amount: change }
  wallet.posted[bucket] = posting
  entry.postings.push(posting)
  journal.wallets.add(wallet)
}
