import { decode, encode } from 'ripple-binary-codec'
import { z } from 'zod'
import { fromCount, toCount } from '#domain/counts.ts'
import { parseDecimal } from '#domain/decimal.ts'
import { larger } from '#domain/units.ts'
import { depositPlace } from '../../account.ts'
import type { Plan } from '../../journal-records.ts'
import { NodeError } from '../../json-rpc.ts'
import { type Refused, refused } from '../../refused.ts'
import type { Payment } from '../chain.ts'
import { freeNumber, numberName } from '../sequence-numbers.ts'
import type { XrpNode } from './xrp-node.ts'

/** The only account: all users pay to it, and all payments leave from it. */
export const XRP_PLACE = depositPlace(0)

export interface XrpParts {
  readonly node: XrpNode
  readonly address: string
  /** In hex. */
  readonly publicKey: string
  readonly networkId: number
  /** In drops. */
  readonly feeMax: bigint
  /** Ledgers from a transaction's plan until it cannot be in one any more. */
  readonly lifetimeLedgers: number
}

/** A payment of coins in every field that is signed. */
const XrpTransaction = z.strictObject({
  TransactionType: z.literal('Payment'),
  Flags: z.literal(0),
  NetworkID: z.int().optional(),
  Account: z.string(),
  Destination: z.string(),
  DestinationTag: z.int().optional(),
  Amount: z.string(),
  Fee: z.string(),
  Sequence: z.int(),
  LastLedgerSequence: z.int(),
  SigningPubKey: z.string(),
})
export type XrpTransaction = z.output<typeof XrpTransaction>

/** @throws Error for a transaction of another kind, or one that says more */
export const readTransaction = (unsigned: string): XrpTransaction => XrpTransaction.parse(decode(unsigned))

/** Networks above this number have it in their transactions, so that none is valid on another. */
const NAMELESS_NETWORK_MAX = 1024
/** An account with this flag refuses a payment without a tag. */
const REQUIRES_TAG = 0x20000
/** An account with this flag takes payments of those alone whom it names. */
const REQUIRES_PERMISSION = 0x1000000

/** Whether the receiver takes a payment. Refuses TAG_REQUIRED, ADDRESS_INVALID, and AMOUNT_INVALID for less than a new account keeps. */
export async function checkReceiver({ node }: Pick<XrpParts, 'node'>, { to, tag, amount }: Payment) {
  const receiver = await node.account(to)
  if (receiver) {
    if (tag === undefined && has(receiver.flags, REQUIRES_TAG)) return refused('TAG_REQUIRED')
    const isClosed = has(receiver.flags, REQUIRES_PERMISSION)
    return isClosed ? refused('ADDRESS_INVALID', 'the account takes payments of its own choice alone') : undefined
  }
  const { reserveBase } = await node.head()
  if (amount >= reserveBase) return undefined
  return refused('AMOUNT_INVALID', `${reserveBase} drops at least make an account of this address`)
}

const has = (flags: number, flag: number): boolean => Math.floor(flags / flag) % 2 === 1

/** A payment from the account. Refuses what `checkReceiver` refuses, FEE_TOO_HIGH and NOT_ENOUGH_FUNDS. */
export async function planPayment(
  parts: XrpParts,
  payment: Payment,
  spent: ReadonlySet<string>,
): Promise<Plan | Refused> {
  const against = await checkReceiver(parts, payment)
  if (against) return against
  const { node, address, feeMax } = parts
  const [{ height, reserveBase, reserveEach }, account, fee] = await Promise.all([
    node.head(),
    node.account(address),
    node.fee(),
  ])
  if (fee > feeMax) return refused('FEE_TOO_HIGH', `${fee} drops`)
  if (!account) return refused('NOT_ENOUGH_FUNDS', 'the account was never paid to')
  const spendable = account.balance - reserveBase - fromCount(account.owned) * reserveEach
  if (spendable < payment.amount + fee) return refused('NOT_ENOUGH_FUNDS', `${spendable} drops besides the reserve`)
  const sequence = toCount(freeNumber(fromCount(account.sequence), spent))
  return planOf({
    ...{ TransactionType: 'Payment', Flags: 0 },
    ...(parts.networkId > NAMELESS_NETWORK_MAX && { NetworkID: parts.networkId }),
    ...{ Account: address, Destination: payment.to, Amount: payment.amount.toString(), Fee: fee.toString() },
    ...(payment.tag !== undefined && { DestinationTag: toCount(parseDecimal(payment.tag, 0) ?? 0n) }),
    ...{ Sequence: sequence, LastLedgerSequence: height + parts.lifetimeLedgers, SigningPubKey: parts.publicKey },
  })
}

/**
 * The same payment with a later last ledger. It keeps its sequence number, of which the chain takes one transaction: both versions can never be
 * paid, whatever a node says or hides. Refuses NOT_REPLACEABLE as long as the old one may get into a ledger, and FEE_TOO_HIGH. Throws where its number is used
 * up and the node does not show by what.
 */
export async function planReplacement(parts: XrpParts, { plan }: { plan: Plan }): Promise<Plan | Refused> {
  const { node, address, feeMax, lifetimeLedgers } = parts
  const old = readTransaction(plan.unsigned)
  const { height } = await node.head()
  if (height <= old.LastLedgerSequence) return refused('NOT_REPLACEABLE', 'it may get into a ledger until it expires')
  const [account, price] = await Promise.all([node.account(address), node.fee()])
  if (!account || account.sequence > old.Sequence)
    throw new NodeError(`the sequence number ${old.Sequence} is used up by a transaction that the node does not show`)
  const fee = larger(price, parseDecimal(old.Fee, 0) ?? 0n)
  if (fee > feeMax) return refused('FEE_TOO_HIGH', `${fee} drops`)
  return planOf({ ...old, Fee: fee.toString(), LastLedgerSequence: height + lifetimeLedgers })
}

const planOf = (transaction: XrpTransaction): Plan => ({
  unsigned: encode(transaction),
  keys: [XRP_PLACE],
  spends: [numberName(fromCount(transaction.Sequence))],
  fee: transaction.Fee,
})
