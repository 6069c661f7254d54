import { mayGoNegative } from '#domain/ledger.ts'
import { amount } from '#domain/units.ts'
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

/** Changes one balance: the only way to do so. Its caller makes sure that the changes of an entry sum to zero per coin. */
export function post(journal: Journal, { seq }: Entry, wallet: Wallet, bucket: Bucket, change: bigint): void {
  const before = wallet[bucket]
  const after = amount(before + change)
  if (after < 0n && before >= 0n && !(bucket === 'available' && mayGoNegative(wallet.ownerId)))
    throw new Error(`${bucket} of owner ${wallet.ownerId}, coin ${wallet.coinId} would be ${after}`)
  wallet[bucket] = after
  const newest = newestPostings(journal, wallet)
  const known = newest[bucket]
  if (known?.seq === seq) {
    known.amount += change
    return
  }
  const posting = { seq, wallet, bucket, amount: change }
  newest[bucket] = posting
  journal.postings.push(posting)
}

function newestPostings({ wallets }: Journal, wallet: Wallet) {
  const known = wallets.get(wallet)
  if (known) return known
  const none = { available: undefined, blocked: undefined }
  wallets.set(wallet, none)
  return none
}
