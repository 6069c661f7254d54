import { z } from 'zod'
import { fromCount, toCount } from '#domain/counts.ts'
import { parseDecimal } from '#domain/decimal.ts'
import { readTag } from '#domain/tags.ts'
import { larger } from '#domain/units.ts'
import { NodeError, parseExactly, TIMEOUT_MS } from '../../json-rpc.ts'
import type { PaidCoins } from '../shared-account.ts'
import { STELLAR_DECIMALS } from './stellar-transaction.ts'

const Hash = z.string().regex(/^[0-9a-f]{64}$/)
const Index = z.int().min(0)
const decimal = (decimals: number) =>
  z.union([z.string(), z.int()]).transform((value, context) => {
    const units = parseDecimal(`${value}`, decimals)
    if (units !== undefined) return units
    context.addIssue('is no amount')
    return z.NEVER
  })
const Whole = decimal(0)
const Stroops = decimal(STELLAR_DECIMALS)

const Root = z.object({ network_passphrase: z.string(), history_latest_ledger: Index, history_elder_ledger: Index })
const Ledger = z.object({
  sequence: Index,
  hash: Hash,
  closed_at: z.iso.datetime(),
  base_reserve_in_stroops: Whole,
})
const Account = z.object({
  sequence: Whole,
  subentry_count: Index,
  num_sponsoring: Index.default(0),
  num_sponsored: Index.default(0),
  balances: z.array(z.object({ asset_type: z.string(), balance: Stroops, selling_liabilities: Stroops.default(0n) })),
  data: z.record(z.string(), z.string()).default({}),
})
const FeeStats = z.object({ last_ledger_base_fee: Whole, fee_charged: z.object({ p90: Whole }) })
const Payments = z.object({
  _embedded: z.object({
    records: z.array(
      z.object({
        type: z.string(),
        transaction_successful: z.boolean(),
        transaction_hash: Hash,
        paging_token: Whole,
        from: z.string().optional(),
        to: z.string().optional(),
        to_muxed_id: z.string().optional(),
        amount: Stroops.optional(),
        asset_type: z.string().optional(),
        asset_code: z.string().optional(),
        asset_issuer: z.string().optional(),
        /** Of the payment that opens an account. */
        funder: z.string().optional(),
        account: z.string().optional(),
        starting_balance: Stroops.optional(),
        transaction: z.object({ memo_type: z.string(), memo: z.string().optional() }).optional(),
      }),
    ),
  }),
})
type PaymentRecord = z.output<typeof Payments>['_embedded']['records'][number]
const Found = z.object({ successful: z.boolean(), ledger: Index, fee_charged: Whole })
const Submitted = z.object({ tx_status: z.string(), hash: Hash.optional(), error_result_xdr: z.string().optional() })

export interface StellarLedger {
  readonly height: number
  readonly hash: string
  /** Milliseconds since 1970. */
  readonly closedAt: number
  /** In stroops, for each entry that an account owns; itself counts as two. */
  readonly reserve: bigint
}

/** An account. Its amounts are in stroops. */
export interface StellarHolder {
  readonly balance: bigint
  /** The part that offers on the chain's own market may take. */
  readonly promised: bigint
  readonly entries: bigint
  /** The number of its last transaction. */
  readonly sequence: bigint
  /** It takes nothing without a memo, as it says by SEP-29. */
  readonly needsMemo: boolean
}

export interface StellarIncoming {
  readonly txid: string
  readonly height: number
  readonly position: number
  readonly from: string | undefined
  readonly tag: string | undefined
  /** Absent for coins, else the asset's code and its issuer. */
  readonly asset: string | undefined
  readonly amount: bigint
}

export type StellarNode = ReturnType<typeof openStellarNode>
type Read = <Result>(path: string, result: z.ZodType<Result>) => Promise<Result | undefined>

/** The calls of a Horizon server that custody needs. It shows closed ledgers alone, which are final. */
export function openStellarNode(address: string, passphrase: string) {
  const base = address.replace(/\/+$/, '')
  const read: Read = async (path, schema) => {
    const { status, json } = await call(`${base}${path}`, path)
    return status === 404 ? undefined : readAs(schema, { json, path, status })
  }
  return { ...ledgerCalls(read, passphrase), ...accountCalls(read), ...transactionCalls(read, base) }
}

async function call(url: string, name: string, init: RequestInit = {}) {
  const [path] = name.split('?')
  return fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) })
    .then(async (response) => ({ status: response.status, json: parseExactly(await response.text()) }))
    .catch((error: unknown) => {
      throw new NodeError(`${path}: the node gave no answer (${error instanceof Error ? error.name : 'unknown'})`)
    })
}

interface Answered {
  readonly json: unknown
  readonly path: string
  readonly status: number
}

function readAs<Result>(schema: z.ZodType<Result>, { json, path, status }: Answered): Result {
  const read = schema.safeParse(json)
  if (!read.success) throw new NodeError(`${path.split('?')[0]}: the node gave an answer of another form (${status})`)
  return read.data
}

function present<Result>(value: Result | undefined, name: string): Result {
  if (value === undefined) throw new NodeError(`the node does not have ${name}`)
  return value
}

function ledgerCalls(read: Read, passphrase: string) {
  const ledger = async (height: number): Promise<StellarLedger> => {
    const {
      sequence,
      hash,
      closed_at,
      base_reserve_in_stroops: reserve,
    } = present(await read(`/ledgers/${height}`, Ledger), `ledger ${height}`)
    if (sequence !== height) throw new NodeError(`the node gave ledger ${sequence} instead of ${height}`)
    return { height, hash, closedAt: Date.parse(closed_at), reserve }
  }
  const newest = async () => {
    const root = present(await read('/', Root), 'its own description')
    if (root.network_passphrase !== passphrase) throw new NodeError('the node is on another network')
    return { height: root.history_latest_ledger, oldest: root.history_elder_ledger }
  }
  return {
    ledger,
    /** The newest ledger, and the height of the oldest that the node has. */
    head: async () => {
      const { height, oldest } = await newest()
      return { ...(await ledger(height)), oldest }
    },
    /** The price of a transaction in stroops that nine of ten paid in the last ledgers. */
    fee: async (): Promise<bigint> => {
      const { last_ledger_base_fee: least, fee_charged } = present(await read('/fee_stats', FeeStats), 'fees')
      return larger(fee_charged.p90, least)
    },
  }
}

const MEMO_REQUIRED = 'config.memo_required'
const PAGE = 200
const LEDGER_BITS = 32n
const OPERATION_BITS = 12

function accountCalls(read: Read) {
  return {
    /** `undefined` for an address that is no account. */
    account: async (address: string): Promise<StellarHolder | undefined> => {
      const found = await read(`/accounts/${address}`, Account)
      if (!found) return undefined
      const coins = found.balances.find(({ asset_type }) => asset_type === 'native')
      return {
        balance: coins?.balance ?? 0n,
        promised: coins?.selling_liabilities ?? 0n,
        entries: fromCount(2 + found.subentry_count + found.num_sponsoring - found.num_sponsored),
        sequence: found.sequence,
        needsMemo: Buffer.from(found.data[MEMO_REQUIRED] ?? '', 'base64').toString('utf8') === '1',
      }
    },
    /** The payments to an account in some ledgers, oldest first. */
    payments: async (address: string, { from, to }: { from: number; to: number }): Promise<StellarIncoming[]> => {
      const found: StellarIncoming[] = []
      // An operation's number begins with its ledger's; the cursor is the last number before the first ledger.
      let cursor = (fromCount(from) << LEDGER_BITS) - 1n
      for (;;) {
        const path = `/accounts/${address}/payments?cursor=${cursor}&order=asc&limit=${PAGE}&join=transactions`
        const records = (await read(path, Payments))?._embedded.records ?? []
        found.push(...records.flatMap((record) => incomingOf(record, address)))
        const last = records.at(-1)
        if (!last || records.length < PAGE || last.paging_token >> LEDGER_BITS > fromCount(to)) break
        if (last.paging_token <= cursor) throw new NodeError('the node gave the same payments again')
        cursor = last.paging_token
      }
      return found.filter(({ height }) => height <= to)
    },
  }
}

/** A path payment exchanges on the way what its sender has: here arrives what it says. */
const PAYMENTS: readonly string[] = ['payment', 'path_payment_strict_receive', 'path_payment_strict_send']

function incomingOf(record: PaymentRecord, address: string): StellarIncoming[] {
  const { type, transaction_successful, transaction_hash: txid, paging_token: number, to, amount } = record
  if (!PAYMENTS.includes(type) || !transaction_successful || to !== address || amount === undefined) return []
  if (!record.transaction) throw new NodeError('the node gave payments without their memos')
  const { asset_type, asset_code, asset_issuer } = record
  return [
    {
      ...{ txid, amount, from: record.from, tag: tagIn(record) },
      height: toCount(number >> LEDGER_BITS),
      position: toCount(number % fromCount(2 ** OPERATION_BITS)),
      asset: asset_type === 'native' ? undefined : `${asset_code}.${asset_issuer}`,
    },
  ]
}

/** A memo of a number or of text; without one, the number in a multiplexed address. */
function tagIn({ transaction, to_muxed_id }: PaymentRecord): string | undefined {
  const { memo_type = 'none', memo } = transaction ?? {}
  const text = memo_type === 'id' || memo_type === 'text' ? memo : to_muxed_id
  return text === undefined ? undefined : readTag('XLM', text)
}

function transactionCalls(read: Read, base: string) {
  return {
    /** `undefined` for one that is in no ledger: Horizon shows none that waits, so that it is given to the node again. */
    transaction: async (txid: string) => {
      const found = await read(`/transactions/${txid}`, Found)
      return found && { fee: found.fee_charged, inLedger: { height: found.ledger, succeeded: found.successful } }
    },
    /** The coins that the operations of a transaction paid, also those that opened an account. */
    paidBy: async (txid: string): Promise<PaidCoins[]> => {
      const found = await read(`/transactions/${txid}/payments?limit=${PAGE}&join=transactions`, Payments)
      return (found?._embedded.records ?? []).flatMap((record) => {
        const { type, asset_type, from = record.funder, to = record.account, amount = record.starting_balance } = record
        const isOfCoins = type === 'create_account' || (PAYMENTS.includes(type) && asset_type === 'native')
        return isOfCoins && from !== undefined && to !== undefined && amount !== undefined
          ? [{ from, to, tag: tagIn(record), amount }]
          : []
      })
    },
    submit: async (raw: string): Promise<{ readonly accepted: boolean; readonly words: string }> => {
      const path = '/transactions_async'
      const body = new URLSearchParams({ tx: Buffer.from(raw, 'hex').toString('base64') })
      const answer = await call(`${base}${path}`, path, { method: 'POST', body })
      const { tx_status, error_result_xdr } = readAs(Submitted, { ...answer, path })
      return { accepted: TAKEN.has(tx_status), words: [tx_status, error_result_xdr].join(' ').trim() }
    },
  }
}

const TAKEN = new Set(['PENDING', 'DUPLICATE'])
