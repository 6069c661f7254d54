import { z } from 'zod'
import { parseDecimal } from '#domain/decimal.ts'
import { NodeError, type Rpc } from '../../json-rpc.ts'
import type { PaidCoins } from '../shared-account.ts'

const Hash = z.string().regex(/^[0-9A-F]{64}$/)
const Index = z.int().min(0)
/** Base units, which a node writes as text where they are an account's and as a number where they are the network's. */
const Drops = z.union([z.string(), z.int()]).transform((value, context) => {
  const units = parseDecimal(`${value}`, 0)
  if (units !== undefined) return units
  context.addIssue('is no amount')
  return z.NEVER
})

/** The form in which a node says that it could not read or find something. */
const Failure = z.object({ status: z.literal('error'), error: z.string(), error_message: z.string().optional() })

const State = z.object({
  state: z.object({
    network_id: Index,
    validated_ledger: z.object({ seq: Index, hash: Hash, reserve_base: Drops, reserve_inc: Drops }),
  }),
})
const Ledger = z.object({ ledger_index: Index, ledger_hash: Hash, validated: z.literal(true) })
const Account = z.object({
  account_data: z.object({ Balance: Drops, Sequence: Index, Flags: Index, OwnerCount: Index }),
})
const Fee = z.object({ drops: z.object({ base_fee: Drops, open_ledger_fee: Drops }) })

/** Coins as text, and issued currencies as an object. */
const Delivered = z.union([
  z.string(),
  z.object({ currency: z.string(), issuer: z.string(), value: z.string() }),
  z.object({ mpt_issuance_id: z.string(), value: z.string() }),
])
const Meta = z.object({ TransactionResult: z.string(), delivered_amount: Delivered.optional() })
const History = z.object({
  ledger_index_min: z.int(),
  ledger_index_max: z.int(),
  marker: z.unknown().optional(),
  transactions: z.array(
    z.object({
      validated: z.boolean(),
      meta: Meta,
      tx: z.object({
        TransactionType: z.string(),
        Account: z.string(),
        Destination: z.string().optional(),
        DestinationTag: Index.optional(),
        hash: Hash,
        ledger_index: Index,
      }),
    }),
  ),
})
const Found = z.object({
  TransactionType: z.string(),
  Account: z.string(),
  Destination: z.string().optional(),
  DestinationTag: Index.optional(),
  validated: z.boolean().default(false),
  ledger_index: Index.optional(),
  Fee: Drops,
  meta: Meta.optional(),
})
const Submitted = z.object({
  engine_result: z.string(),
  engine_result_message: z.string().default(''),
  accepted: z.boolean(),
})

export type Delivered = z.output<typeof Delivered>

export interface XrpLedger {
  readonly height: number
  readonly hash: string
}

export interface XrpHead extends XrpLedger {
  /** The drops that an account keeps, and those that it keeps besides for each object that it owns. */
  readonly reserveBase: bigint
  readonly reserveEach: bigint
}

export interface XrpPayment {
  readonly txid: string
  readonly height: number
  readonly from: string
  readonly to: string
  readonly tag: number | undefined
  /** As much as arrived, which may be less than the amount that the transaction names. */
  readonly delivered: Delivered
}

export type XrpNode = ReturnType<typeof openXrpNode>
type Ask = <Result>(method: string, params: object, result: z.ZodType<Result>) => Promise<Result | Absent>

class Absent {
  readonly code: string
  readonly words: string

  constructor({ error, error_message = error }: z.output<typeof Failure>) {
    this.code = error
    this.words = error_message
  }
}

const FAILURE = Failure.transform((failure) => new Absent(failure))

/** The answer to a question whose failure means that nothing is known. */
function present<Result>(method: string, answer: Result | Absent): Result {
  if (answer instanceof Absent) throw new NodeError(`${method}: ${answer.words}`)
  return answer
}

/** The calls of a rippled server that custody needs. All that is read is of validated ledgers, which are final. */
export function openXrpNode(rpc: Rpc, networkId: number) {
  const ask: Ask = (method, params, result) =>
    rpc.call(method, [{ ...params, api_version: 1 }], z.union([FAILURE, result]))
  /** The newest validated ledger, and the reserves that hold in it. */
  const head = async (): Promise<XrpHead> => {
    const { state: read } = present('server_state', await ask('server_state', {}, State))
    if (read.network_id !== networkId) throw new NodeError('the node is on another network')
    const { seq: height, hash, reserve_base: reserveBase, reserve_inc: reserveEach } = read.validated_ledger
    return { height, hash, reserveBase, reserveEach }
  }
  return { head, ...ledgerCalls(ask), ...transactionCalls(ask) }
}

function ledgerCalls(ask: Ask) {
  return {
    ledger: async (height: number): Promise<XrpLedger> => {
      const read = present('ledger', await ask('ledger', { ledger_index: height }, Ledger))
      if (read.ledger_index !== height)
        throw new NodeError(`the node gave ledger ${read.ledger_index} instead of ${height}`)
      return { height, hash: read.ledger_hash }
    },
    /** `undefined` for an address that is no account. */
    account: async (account: string) => {
      const read = await ask('account_info', { account, ledger_index: 'validated' }, Account)
      if (read instanceof Absent && read.code === 'actNotFound') return undefined
      const { Balance, Sequence, Flags, OwnerCount } = present('account_info', read).account_data
      return { balance: Balance, sequence: Sequence, flags: Flags, owned: OwnerCount }
    },
    /** The price of a transaction that is to be in the next ledger, in drops. */
    fee: async (): Promise<bigint> => present('fee', await ask('fee', {}, Fee)).drops.open_ledger_fee,
    /** The payments to an account in some ledgers, oldest first. @throws NodeError where the node does not have all of these ledgers */
    payments: async (account: string, { from, to }: { from: number; to: number }): Promise<XrpPayment[]> => {
      const span = { account, ledger_index_min: from, ledger_index_max: to, forward: true, limit: PAGE }
      const found: XrpPayment[] = []
      let marker: unknown
      do {
        const page = await ask('account_tx', marker === undefined ? span : { ...span, marker }, History)
        if (page instanceof Absent && page.code === 'actNotFound') return []
        const read = present('account_tx', page)
        if (read.ledger_index_min > from || read.ledger_index_max < to)
          throw new NodeError('the node does not have all ledgers that are asked for')
        found.push(...read.transactions.flatMap((each) => paymentIn(each, account)))
        marker = read.marker
      } while (marker !== undefined)
      return found
    },
  }
}

const PAGE = 200

function paymentIn(
  { validated, meta, tx }: z.output<typeof History>['transactions'][number],
  account: string,
): XrpPayment[] {
  const { TransactionType, Account: from, Destination, DestinationTag: tag, hash: txid, ledger_index: height } = tx
  const { TransactionResult, delivered_amount: delivered } = meta
  const isPaid = validated && TransactionType === 'Payment' && TransactionResult === SUCCESS
  return isPaid && Destination === account && delivered !== undefined
    ? [{ txid, height, from, to: account, tag, delivered }]
    : []
}

export const SUCCESS = 'tesSUCCESS'

function transactionCalls(ask: Ask) {
  return {
    /** `undefined` for one that the node does not know. */
    transaction: async (txid: string) => {
      const read = await ask('tx', { transaction: txid.toUpperCase() }, Found)
      if (read instanceof Absent && read.code === 'txnNotFound') return undefined
      const { validated, ledger_index: height, Fee: fee, meta } = present('tx', read)
      const isIn = validated && height !== undefined && meta
      return { fee, inLedger: isIn ? { height, succeeded: meta.TransactionResult === SUCCESS } : undefined }
    },
    /** The coins that a payment delivered; nothing for what is no payment, or one in a currency of others. */
    paidBy: async (txid: string): Promise<PaidCoins[]> => {
      const sent = present('tx', await ask('tx', { transaction: txid.toUpperCase() }, Found))
      const { TransactionType: type, Account: from, Destination: to, DestinationTag: tag } = sent
      const delivered = sent.meta?.delivered_amount
      const amount = typeof delivered === 'string' ? parseDecimal(delivered, 0) : undefined
      return type === 'Payment' && to !== undefined && amount !== undefined
        ? [{ from, to, tag: tag === undefined ? undefined : `${tag}`, amount }]
        : []
    },
    submit: async (blob: string): Promise<{ readonly accepted: boolean; readonly words: string }> => {
      const read = await ask('submit', { tx_blob: blob }, Submitted)
      if (read instanceof Absent) return { accepted: false, words: `${read.code}: ${read.words}` }
      const { accepted, engine_result, engine_result_message } = read
      return { accepted, words: `${engine_result}: ${engine_result_message}` }
    },
  }
}
