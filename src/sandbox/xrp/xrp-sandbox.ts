import type { RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'
import { isValidClassicAddress } from 'ripple-address-codec'
import { z } from 'zod'
import { toCount } from '#domain/counts.ts'
import {
  BASE_FEE,
  type LedgerTransaction,
  NETWORK_ID,
  RESERVE,
  type SandboxLedger,
  type SandboxXrpLedgers,
} from './xrp-ledgers.ts'

/** A refusal of a question, by its code in rippled's list of errors. */
class Refusal extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

type Answer = (ledgers: SandboxXrpLedgers, params: unknown) => object

const Request = z.object({ method: z.string(), params: z.array(z.unknown()).default([]) })

/** The side of a rippled server, as far as its JSON-RPC is used here. As it does, it answers 200 also to what it refuses. */
export function xrpSandbox(ledgers: SandboxXrpLedgers): RequestListener {
  return async (request, response) => {
    const send = (result: object) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ result }))
    try {
      const { method, params } = Request.parse(JSON.parse(await text(request)))
      const answer = ANSWERS[method]
      if (!answer) throw new Refusal('unknownCmd', 'Unknown method.')
      send({ ...answer(ledgers, params[0]), status: 'success' })
    } catch (error) {
      const code = error instanceof Refusal ? error.code : 'invalidParams'
      const error_message = error instanceof Error ? error.message : 'unknown'
      send({ status: 'error', error: code, error_message })
    }
  }
}

const Account = z.object({ account: z.string(), ledger_index: z.literal('validated') })
const History = z.object({
  account: z.string(),
  ledger_index_min: z.int(),
  ledger_index_max: z.int(),
  forward: z.literal(true),
  limit: z.int().min(1),
  marker: z.object({ ledger: z.int(), seq: z.int() }).optional(),
})

const ANSWERS: Readonly<Record<string, Answer>> = {
  server_state: ({ head: { index, hash } }) => ({
    state: {
      server_state: 'full',
      network_id: NETWORK_ID,
      complete_ledgers: `1-${index}`,
      validated_ledger: {
        ...{ seq: index, hash, base_fee: toCount(BASE_FEE) },
        ...{ reserve_base: toCount(RESERVE.base), reserve_inc: toCount(RESERVE.each) },
      },
    },
  }),
  ledger: (ledgers, params) => {
    const { ledger_index } = z.object({ ledger_index: z.int() }).parse(params)
    const ledger = ledgers.ledgerAt(ledger_index)
    if (!ledger) throw new Refusal('lgrNotFound', 'ledgerNotFound')
    return { ledger_index, ledger_hash: ledger.hash, validated: true }
  },
  fee: () => ({ drops: { base_fee: BASE_FEE.toString(), open_ledger_fee: BASE_FEE.toString() } }),
  account_info: (ledgers, params) => {
    const { account } = Account.parse(params)
    checkAddress(account)
    const found = ledgers.account(account)
    if (!found) throw new Refusal('actNotFound', 'Account not found.')
    const { balance, sequence, flags } = found
    const data = { Account: account, Balance: balance.toString(), Sequence: sequence, Flags: flags, OwnerCount: 0 }
    return { account_data: data, validated: true }
  },
  account_tx: readHistory,
  tx: (ledgers, params) => {
    const hash = z.object({ transaction: z.string() }).parse(params).transaction.toUpperCase()
    const found = ledgers.find(hash)
    if (found) return { ...transactionOnWire(found), meta: metaOnWire(found.transaction), validated: true }
    const waiting = ledgers.pool.find((wire) => wire.hash === hash)
    if (!waiting) throw new Refusal('txnNotFound', 'Transaction not found.')
    return { ...waiting.json, hash, validated: false }
  },
  submit: (ledgers, params) => {
    const { tx_blob } = z.object({ tx_blob: z.string() }).parse(params)
    try {
      const { result, accepted } = ledgers.submit(tx_blob.toUpperCase())
      return { engine_result: result, engine_result_message: result, accepted, tx_blob }
    } catch (error) {
      throw new Refusal('invalidTransaction', error instanceof Error ? error.message : 'unknown')
    }
  },
}

function checkAddress(account: string): void {
  if (!isValidClassicAddress(account)) throw new Refusal('actMalformed', 'Account malformed.')
}

/** The marker counts what was given before, in the form that a server's has. */
function readHistory(ledgers: SandboxXrpLedgers, params: unknown): object {
  const { account, ledger_index_min, ledger_index_max, limit, marker } = History.parse(params)
  checkAddress(account)
  const [from, to] = [Math.max(ledger_index_min, 1), Math.min(ledger_index_max, ledgers.head.index)]
  const all = ledgers.historyOf(account, { from, to })
  const start = marker?.seq ?? 0
  const end = start + limit
  return {
    ...{ account, ledger_index_min: from, ledger_index_max: to, limit },
    ...(end < all.length && { marker: { ledger: to, seq: end } }),
    transactions: all.slice(start, end).map((each) => ({
      tx: transactionOnWire(each),
      meta: metaOnWire(each.transaction),
      validated: true,
    })),
  }
}

interface Found {
  readonly ledger: SandboxLedger
  readonly transaction: LedgerTransaction
}

const transactionOnWire = ({ ledger, transaction: { wire } }: Found) => ({
  ...wire.json,
  hash: wire.hash,
  ledger_index: ledger.index,
})

const metaOnWire = ({ result, delivered }: LedgerTransaction) => ({
  TransactionResult: result,
  ...(delivered !== undefined && { delivered_amount: delivered.toString() }),
})
