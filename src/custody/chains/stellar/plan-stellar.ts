import { larger } from '#domain/units.ts'
import { depositPlace } from '../../account.ts'
import type { Plan } from '../../journal-records.ts'
import { NodeError } from '../../json-rpc.ts'
import { Refused, refused } from '../../refused.ts'
import type { Payment } from '../chain.ts'
import { freeNumber, numberName } from '../sequence-numbers.ts'
import type { StellarNode } from './stellar-node.ts'
import { composePayment, readPaymentIn, type StellarPayment } from './stellar-transaction.ts'

export interface StellarParts {
  readonly node: StellarNode
  readonly address: string
  readonly passphrase: string
  /** In stroops. */
  readonly feeMax: bigint
  /** The time between a transaction's plan and its expiration. */
  readonly lifetimeMs: number
}

/** Entries that a new account pays a reserve for: itself counts as two. */
const ENTRIES_OF_NEW = 2n

/** Whether the receiver takes a payment, and whether it makes an account. Refuses TAG_REQUIRED, and AMOUNT_INVALID for less than a new account keeps. */
async function readReceiver(
  { node }: Pick<StellarParts, 'node'>,
  { to, tag, amount }: Pick<Payment, 'to' | 'tag' | 'amount'>,
): Promise<{ readonly opensAccount: boolean } | Refused> {
  const receiver = await node.account(to)
  if (receiver) return tag === undefined && receiver.needsMemo ? refused('TAG_REQUIRED') : { opensAccount: false }
  const { reserve } = await node.head()
  const least = reserve * ENTRIES_OF_NEW
  return amount >= least
    ? { opensAccount: true }
    : refused('AMOUNT_INVALID', `${least} stroops at least make an account of this address`)
}

export async function checkReceiver(parts: StellarParts, payment: Payment): Promise<Refused | undefined> {
  const read = await readReceiver(parts, payment)
  return read instanceof Refused ? read : undefined
}

/** A payment from the account. Refuses what `readReceiver` refuses, FEE_TOO_HIGH and NOT_ENOUGH_FUNDS. */
export async function planPayment(
  parts: StellarParts,
  { to, tag, amount }: Payment,
  spent: ReadonlySet<string>,
): Promise<Plan | Refused> {
  const receiver = await readReceiver(parts, { to, tag, amount })
  if (receiver instanceof Refused) return receiver
  const { node, address, feeMax, lifetimeMs } = parts
  const [head, account, fee] = await Promise.all([node.head(), node.account(address), node.fee()])
  if (fee > feeMax) return refused('FEE_TOO_HIGH', `${fee} stroops`)
  if (!account) return refused('NOT_ENOUGH_FUNDS', 'the account was never paid to')
  const spendable = account.balance - account.promised - account.entries * head.reserve
  if (spendable < amount + fee) return refused('NOT_ENOUGH_FUNDS', `${spendable} stroops besides the reserve`)
  const sequence = freeNumber(account.sequence + 1n, spent)
  return planOf(parts, { to, tag, amount, ...receiver, fee, sequence, expiration: head.closedAt + lifetimeMs })
}

/**
 * The same payment with a later expiration. It keeps its sequence number, of which the chain takes one transaction: both versions can never be
 * paid, whatever a node says or hides. Refuses NOT_REPLACEABLE as long as the old one may get into a ledger, and FEE_TOO_HIGH.
 * Throws where its number is used up and the node does not show by what.
 */
export async function planReplacement(parts: StellarParts, { plan }: { plan: Plan }): Promise<Plan | Refused> {
  const { node, address, passphrase, feeMax, lifetimeMs } = parts
  const old = readPaymentIn(plan.unsigned, passphrase)
  const head = await node.head()
  if (head.closedAt <= old.expiration) return refused('NOT_REPLACEABLE', 'it may get into a ledger until it expires')
  const [account, price] = await Promise.all([node.account(address), node.fee()])
  if (!account || account.sequence >= old.sequence)
    throw new NodeError(`the sequence number ${old.sequence} is used up by a transaction that the node does not show`)
  const fee = larger(price, old.fee)
  if (fee > feeMax) return refused('FEE_TOO_HIGH', `${fee} stroops`)
  // The number has to be used, or nothing that follows it is paid: whatever has become of the receiver, the chain decides.
  const opensAccount = (await node.account(old.to)) === undefined
  return planOf(parts, { ...old, opensAccount, fee, expiration: head.closedAt + lifetimeMs })
}

const planOf = (parts: StellarParts, payment: StellarPayment): Plan => ({
  unsigned: composePayment(payment, parts),
  keys: [depositPlace(0)],
  spends: [numberName(payment.sequence)],
  fee: payment.fee.toString(),
})
