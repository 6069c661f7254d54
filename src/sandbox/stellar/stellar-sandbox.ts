import type { RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'
import { type Asset, type Operation, StrKey } from '@stellar/stellar-base'
import { fromCount, toCount } from '#domain/counts.ts'
import { formatDecimal, parseDecimal } from '#domain/decimal.ts'
import {
  BASE_FEE,
  BASE_RESERVE,
  PASSPHRASE,
  type SandboxLedger,
  type SandboxStellarLedgers,
} from './stellar-ledgers.ts'

const DECIMALS = 7

interface Reply {
  readonly status: number
  readonly body: object
}
type Answer = (
  ledgers: SandboxStellarLedgers,
  asked: { readonly name: string; readonly query: URLSearchParams },
) => Reply

const ok = (body: object): Reply => ({ status: 200, body })
const problem = (status: number, title: string): Reply => ({
  status,
  body: { type: `https://stellar.org/horizon-errors/${title}`, title, status },
})
const NOT_FOUND = problem(404, 'not_found')

/** The side of a Horizon server, as far as its resources are used here. */
export function stellarSandbox(ledgers: SandboxStellarLedgers): RequestListener {
  return async (request, response) => {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://horizon')
    const { status, body } =
      request.method === 'POST' && pathname === '/transactions_async'
        ? submit(ledgers, new URLSearchParams(await text(request)).get('tx') ?? '')
        : answer(ledgers, { pathname, query })
    response.writeHead(status, { 'content-type': 'application/hal+json' }).end(JSON.stringify(body))
  }
}

function answer(
  ledgers: SandboxStellarLedgers,
  { pathname, query }: { pathname: string; query: URLSearchParams },
): Reply {
  for (const [pattern, give] of RESOURCES) {
    const [whole, name = ''] = pattern.exec(pathname) ?? []
    if (whole !== undefined) return give(ledgers, { name, query })
  }
  return NOT_FOUND
}

const RESOURCES: readonly [RegExp, Answer][] = [
  [
    /^\/$/,
    ({ head }) => ok({ network_passphrase: PASSPHRASE, history_latest_ledger: head.index, history_elder_ledger: 1 }),
  ],
  [/^\/fee_stats$/, () => ok({ last_ledger_base_fee: `${BASE_FEE}`, fee_charged: { p90: `${BASE_FEE}` } })],
  [
    /^\/ledgers\/(\d+)$/,
    (ledgers, { name }) => {
      const ledger = ledgers.ledgerAt(toCount(parseDecimal(name, 0) ?? 0n))
      return ledger ? ok(ledgerOnWire(ledger)) : NOT_FOUND
    },
  ],
  [
    /^\/accounts\/(\w+)$/,
    (ledgers, { name }) => {
      if (!StrKey.isValidEd25519PublicKey(name)) return problem(400, 'bad_request')
      const account = ledgers.account(name)
      if (!account) return NOT_FOUND
      const { balance, sequence, needsMemo } = account
      return ok({
        ...{ account_id: name, sequence: `${sequence}`, subentry_count: 0, num_sponsoring: 0, num_sponsored: 0 },
        balances: [{ asset_type: 'native', balance: amountOnWire(balance), selling_liabilities: amountOnWire(0n) }],
        data: needsMemo ? { 'config.memo_required': Buffer.from('1').toString('base64') } : {},
      })
    },
  ],
  [/^\/accounts\/(\w+)\/payments$/, readPayments],
  [/^\/transactions\/([0-9a-f]{64})\/payments$/, readPayments],
  [
    /^\/transactions\/([0-9a-f]{64})$/,
    (ledgers, { name }) => {
      const found = ledgers.find(name)
      if (!found) return NOT_FOUND
      const { ledger, transaction } = found
      return ok({ hash: name, successful: transaction.succeeded, ledger: ledger.index, fee_charged: `${BASE_FEE}` })
    },
  ],
]

const amountOnWire = (stroops: bigint): string => {
  const [whole, fraction = ''] = formatDecimal(stroops, DECIMALS).split('.')
  return `${whole}.${fraction.padEnd(DECIMALS, '0')}`
}

const ledgerOnWire = ({ index, hash, closedAt }: SandboxLedger) => ({
  ...{ sequence: index, hash, closed_at: new Date(closedAt).toISOString().replace('.000Z', 'Z') },
  ...{ base_fee_in_stroops: toCount(BASE_FEE), base_reserve_in_stroops: toCount(BASE_RESERVE) },
})

/** The successful operations of a transaction that pay, or those to an account or from it, after a number and as many as were asked for. */
function readPayments(ledgers: SandboxStellarLedgers, { name, query }: Parameters<Answer>[1]): Reply {
  if (!ledgers.account(name) && !ledgers.find(name)) return NOT_FOUND
  const after = parseDecimal(query.get('cursor') ?? '0', 0) ?? 0n
  const most = toCount(parseDecimal(query.get('limit') ?? '10', 0) ?? 10n)
  const records = ledgers
    .history()
    .flatMap(({ ledger, transaction: { hash, transaction, succeeded }, place }) => {
      const { source } = transaction
      const paid = succeeded ? paymentOnWire(transaction.operations[0], source) : undefined
      if (!paid || ![hash, source, paid.to].includes(name)) return []
      const number = (fromCount(ledger.index) << 32n) + (fromCount(place + 1) << 12n) + 1n
      const memo = query.get('join') === 'transactions' && { transaction: memoOnWire(transaction.memo) }
      const common = {
        id: `${number}`,
        paging_token: `${number}`,
        transaction_successful: true,
        transaction_hash: hash,
      }
      return { number, record: { ...common, ...memo, ...paid.record } }
    })
    .filter(({ number }) => number > after)
    .slice(0, most)
  return ok({ _embedded: { records: records.map(({ record }) => record) } })
}

/** An operation that pays, as Horizon shows it, and its receiver. */
function paymentOnWire(
  operation: Operation | undefined,
  from: string,
): { readonly to: string; readonly record: object } | undefined {
  if (operation?.type === 'createAccount') {
    const { destination: to, startingBalance: starting_balance } = operation
    return { to, record: { type: 'create_account', funder: from, account: to, starting_balance } }
  }
  if (operation?.type === 'payment') {
    const { destination: to, amount, asset } = operation
    return { to, record: { type: 'payment', from, to, amount, ...assetOnWire(asset) } }
  }
  if (operation?.type === 'pathPaymentStrictReceive') {
    const { destination: to, destAmount: amount, destAsset } = operation
    return { to, record: { type: 'path_payment_strict_receive', from, to, amount, ...assetOnWire(destAsset) } }
  }
  return undefined
}

const assetOnWire = (asset: Asset) => ({
  asset_type: asset.getAssetType(),
  ...(!asset.isNative() && { asset_code: asset.getCode(), asset_issuer: asset.getIssuer() }),
})

const memoOnWire = ({ type, value }: { readonly type: string; readonly value: unknown }) => ({
  memo_type: type,
  ...(value !== null && { memo: String(value) }),
})

function submit(ledgers: SandboxStellarLedgers, envelope: string): Reply {
  try {
    const { status, reason } = ledgers.submit(envelope)
    const codes = { PENDING: 201, DUPLICATE: 409, TRY_AGAIN_LATER: 503, ERROR: 400 }
    return { status: codes[status], body: { tx_status: status, ...(reason && { error_result_xdr: reason }) } }
  } catch {
    return problem(400, 'transaction_malformed')
  }
}
