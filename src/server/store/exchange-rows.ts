import { toCount } from '#domain/counts.ts'
import type { Balance, Entry, Hold, Posting, Withdrawal } from '#domain/ledger.ts'
import { ORDER_STATUSES, type OrderRecord, type OrderStatus, PLAIN_TERMS } from '#domain/order.ts'
import type { Outcome, StoredAnswer } from '#domain/outcome.ts'
import type { OutgoingState } from '#domain/outgoing-transfer.ts'
import type { Reward, Trade } from '#domain/trade.ts'
import { amount } from '#domain/units.ts'
import { readUserAddress, USER_TRANSFER } from '#domain/user-transfer.ts'
import { readWhole } from './pg-values.ts'
import type { BulkColumn, BulkInsert } from './rows.ts'

/** Columns of an order with plain terms. */
const PLAIN: readonly BulkColumn<OrderRecord>[] = [
  { name: 'id', type: 'bigint', of: (row) => row.id },
  { name: 'user_id', type: 'bigint', of: (row) => row.userId },
  { name: 'market_id', type: 'smallint', of: (row) => row.marketId },
  { name: 'side', type: 'side', of: (row) => row.side },
  { name: 'kind', type: 'order_kind', of: (row) => row.kind },
  { name: 'status', type: 'order_status', of: (row) => row.status },
  { name: 'unit_price', type: 'numeric', of: (row) => row.unitPrice ?? null },
  { name: 'amount', type: 'numeric', of: (row) => row.amount },
  { name: 'executed', type: 'numeric', of: (row) => row.executed },
  { name: 'executed_value', type: 'numeric', of: (row) => row.executedValue },
  { name: 'held', type: 'numeric', of: (row) => row.held },
  { name: 'wage', type: 'numeric', of: (row) => row.wage },
  { name: 'fee_ppm', type: 'integer', of: (row) => row.charges.taker },
  { name: 'maker_fee_ppm', type: 'integer', of: (row) => row.charges.maker },
  { name: 'inviter_id', type: 'bigint', of: (row) => row.charges.inviterId ?? null },
  { name: 'friend_share_ppm', type: 'integer', of: (row) => row.charges.friendShare ?? null },
  { name: 'client_order_id', type: 'text', of: (row) => row.clientOrderId ?? null },
  { name: 'created_at', type: 'timestamptz', of: (row) => instant(row.createdAt) },
]

const unlessUsual = <Value extends string | boolean>(value: Value, usual: Value) => (value === usual ? null : value)

/** The default is stored as null, as the table requires. */
const TERMS: readonly BulkColumn<OrderRecord>[] = [
  { name: 'stop_price', type: 'numeric', of: ({ terms }) => terms.stopPrice ?? null },
  { name: 'trailing_distance', type: 'numeric', of: ({ terms }) => terms.trailingDistance ?? null },
  {
    name: 'expires_at',
    type: 'timestamptz',
    of: ({ terms }) => (terms.expiresAt === undefined ? null : instant(terms.expiresAt)),
  },
  { name: 'time_in_force', type: 'time_in_force', of: ({ terms }) => unlessUsual(terms.timeInForce, 'GTC') },
  { name: 'post_only', type: 'boolean', of: ({ terms }) => unlessUsual(terms.postOnly, false) },
  {
    name: 'self_trade_prevention',
    type: 'self_trade_prevention',
    of: ({ terms }) => unlessUsual(terms.selfTradePrevention, 'CANCEL_NEWER'),
  },
  { name: 'arrived_after', type: 'bigint', of: ({ arrival }) => arrival?.afterOrderId ?? null },
  { name: 'arrived_seq', type: 'bigint', of: ({ arrival }) => arrival?.seq ?? null },
  { name: 'linked_order_id', type: 'bigint', of: ({ linkedOrderId }) => linkedOrderId ?? null },
]

/** The columns that trades, its user and its end change of an existing order. */
const CHANGED = `status = excluded.status, unit_price = excluded.unit_price, amount = excluded.amount,
  executed = excluded.executed, executed_value = excluded.executed_value,
  held = excluded.held, wage = excluded.wage`

export const PLAIN_ORDERS: BulkInsert<OrderRecord> = {
  table: 'orders',
  columns: PLAIN,
  onConflict: `(id) do update set ${CHANGED}`,
}

export const TERMED_ORDERS: BulkInsert<OrderRecord> = {
  table: 'orders',
  columns: [...PLAIN, ...TERMS],
  onConflict: `(id) do update set ${CHANGED}, stop_price = excluded.stop_price,
    expires_at = excluded.expires_at, arrived_after = excluded.arrived_after, arrived_seq = excluded.arrived_seq`,
}

/** Most batches have plain orders alone, which need fewer columns. */
export const arePlain = (orders: readonly OrderRecord[]): boolean =>
  orders.every(
    ({ terms, arrival, linkedOrderId }) =>
      terms === PLAIN_TERMS && arrival === undefined && linkedOrderId === undefined,
  )

export const TRADES: BulkInsert<Trade> = {
  table: 'trades',
  columns: [
    { name: 'id', type: 'bigint', of: (row) => row.id },
    { name: 'market_id', type: 'smallint', of: (row) => row.marketId },
    { name: 'taker_side', type: 'side', of: (row) => row.takerSide },
    { name: 'unit_price', type: 'numeric', of: (row) => row.unitPrice },
    { name: 'amount', type: 'numeric', of: (row) => row.amount },
    { name: 'value', type: 'numeric', of: (row) => row.value },
    { name: 'taker_order_id', type: 'bigint', of: (row) => row.takerOrderId },
    { name: 'maker_order_id', type: 'bigint', of: (row) => row.makerOrderId ?? null },
    { name: 'taker_user_id', type: 'bigint', of: (row) => row.takerUserId },
    { name: 'maker_user_id', type: 'bigint', of: (row) => row.makerUserId },
    { name: 'taker_fee', type: 'numeric', of: (row) => row.takerFee },
    { name: 'maker_fee', type: 'numeric', of: (row) => row.makerFee },
    { name: 'quote_in_toman', type: 'numeric', of: (row) => row.quoteInToman ?? null },
    { name: 'at', type: 'timestamptz', of: (row) => instant(row.at) },
  ],
}

export const REWARDS: BulkInsert<Reward> = {
  table: 'referral_rewards',
  columns: [
    { name: 'trade_id', type: 'bigint', of: (row) => row.tradeId },
    { name: 'inviter_id', type: 'bigint', of: (row) => row.inviterId },
    { name: 'invitee_id', type: 'bigint', of: (row) => row.inviteeId },
    { name: 'coin_id', type: 'smallint', of: (row) => row.coinId },
    { name: 'amount', type: 'numeric', of: (row) => row.amount },
    { name: 'value_in_toman', type: 'numeric', of: (row) => row.valueInToman ?? null },
    { name: 'friend_amount', type: 'numeric', of: (row) => row.friendAmount },
    { name: 'friend_value_in_toman', type: 'numeric', of: (row) => row.friendValueInToman ?? null },
  ],
}

export const WITHDRAWALS: BulkInsert<Withdrawal> = {
  table: 'withdrawals',
  columns: [
    { name: 'id', type: 'bigint', of: (row) => row.id },
    { name: 'user_id', type: 'bigint', of: (row) => row.userId },
    { name: 'coin_id', type: 'smallint', of: (row) => row.coinId },
    { name: 'token_type', type: 'text', of: (row) => row.tokenType },
    { name: 'address', type: 'text', of: (row) => row.address },
    { name: 'tag', type: 'text', of: (row) => row.tag ?? null },
    {
      name: 'recipient_id',
      type: 'bigint',
      of: ({ tokenType, address }) => (tokenType === USER_TRANSFER ? readUserAddress(address).userId : null),
    },
    { name: 'amount', type: 'numeric', of: (row) => row.amount },
    { name: 'network_fee', type: 'numeric', of: (row) => row.networkFee },
    { name: 'hold_reference', type: 'text', of: (row) => row.holdReference },
    { name: 'order_id', type: 'bigint', of: (row) => row.orderId ?? null },
    { name: 'worth', type: 'numeric', of: (row) => row.worth },
    { name: 'approvals_needed', type: 'smallint', of: (row) => row.approvalsNeeded },
    {
      name: 'state',
      type: 'outgoing_state',
      of: (row): OutgoingState => (row.approvalsNeeded === 0 ? 'APPROVED' : 'RAISED_BY_USER'),
    },
    { name: 'created_at', type: 'timestamptz', of: (row) => instant(row.at) },
  ],
}

export const HOLDS: BulkInsert<Hold> = {
  table: 'holds',
  columns: [
    { name: 'reference', type: 'text', of: (row) => row.reference },
    { name: 'user_id', type: 'bigint', of: (row) => row.userId },
    { name: 'coin_id', type: 'smallint', of: (row) => row.coinId },
    { name: 'amount', type: 'numeric', of: (row) => row.amount },
    { name: 'settled', type: 'numeric', of: (row) => row.settled },
    { name: 'status', type: 'hold_status', of: (row) => row.status },
  ],
  // A hold that has ended must never change again: the null, which the column refuses, fails the whole batch.
  onConflict: `(reference) do update set settled = excluded.settled,
    status = case holds.status when 'HELD' then excluded.status end`,
}

/** An entry with all its postings. */
export interface PostedEntry extends Entry {
  readonly postings: readonly Posting[]
}

/** An array per row, sent as text, since PostgreSQL has no arrays of arrays with different lengths. */
const eachPosting = (name: string, array: string, of: (posting: Posting) => number | bigint) => ({
  name,
  type: 'text',
  as: array,
  of: ({ postings }: PostedEntry) => `{${postings.map(of).join()}}`,
})

/** An account as one number, which the view `postings` decodes: the number of a coin has sixteen bits. */
const accountOf = ({ ownerId, coinId, bucket }: Posting) =>
  ownerId * 65_536 + coinId * 2 + (bucket === 'blocked' ? 1 : 0)

export const ENTRIES: BulkInsert<PostedEntry> = {
  table: 'ledger_entries',
  columns: [
    { name: 'seq', type: 'bigint', of: (row) => row.seq },
    { name: 'at', type: 'timestamptz', of: (row) => instant(row.at) },
    { name: 'kind', type: 'entry_kind', of: (row) => row.kind },
    { name: 'reference', type: 'text', of: (row) => row.reference },
    eachPosting('accounts', 'bigint[]', accountOf),
    eachPosting('amounts', 'numeric[]', ({ amount }) => amount),
  ],
}

export const BALANCES: BulkInsert<Balance> = {
  table: 'balances',
  columns: [
    { name: 'owner_id', type: 'bigint', of: (row) => row.ownerId },
    { name: 'coin_id', type: 'smallint', of: (row) => row.coinId },
    { name: 'available', type: 'numeric', of: (row) => row.available },
    { name: 'blocked', type: 'numeric', of: (row) => row.blocked },
  ],
  onConflict: '(owner_id, coin_id) do update set available = excluded.available, blocked = excluded.blocked',
}

export const OUTCOMES: BulkInsert<StoredAnswer> = {
  table: 'outcomes',
  columns: [
    { name: 'user_id', type: 'bigint', of: (row) => row.userId },
    { name: 'key', type: 'text', of: (row) => row.key },
    { name: 'fingerprint', type: 'text', of: (row) => row.fingerprint },
    { name: 'outcome', type: 'text', of: (row) => encodeOutcome(row.outcome) },
    { name: 'at', type: 'timestamptz', of: (row) => instant(row.at) },
  ],
  // A key is free again after a day, even if its row was not deleted yet. Before that its answer must not change: the null, which the
  // column refuses, fails the whole batch.
  onConflict: `(user_id, key) do update set fingerprint = excluded.fingerprint, outcome = excluded.outcome,
    at = case when outcomes.at < excluded.at - interval '24 hours' then excluded.at end`,
}

let lastAt = Number.NaN
let lastText = ''

/** A time in milliseconds since 1970 as SQL reads it. It is cached: consecutive rows of a batch mostly have the same time. */
function instant(at: number): string {
  if (at !== lastAt) {
    lastText = new Date(at).toISOString()
    lastAt = at
  }
  return lastText
}

/** One letter per status: every order has an outcome, and every byte of it is stored. */
const LETTERS: Readonly<Record<OrderStatus, string>> = {
  PENDING: 'P',
  IS_OPEN: 'O',
  FINISHED_WITH_TRANSACTION: 'F',
  FINISHED_WITHOUT_TRANSACTION: 'N',
  CANCELLED_BY_USER: 'C',
  CANCELLED_BY_ADMIN: 'A',
  EXPIRED: 'E',
  RAISED_BY_USER: 'R',
  ACCEPTED: 'T',
  DONE: 'D',
  FAILED: 'X',
}

const WHOLE = /^\d+$/

const STATUSES = new Map(ORDER_STATUSES.map((status) => [LETTERS[status], status]))

/** Follows the count of orders that one command cancelled. */
const TOGETHER = 'together'
/** Follows the number of a withdrawal. */
const LEAVES = 'leaves'

/**
 * Writes an outcome as the short text that is stored with its key: "5" is the entry of a movement; "7 F 100 2000 3" are the id, status,
 * executed amount, executed value and wage of an order, in base units; "7 O" is an order that has not traded; "12 together" is the number
 * of orders that one command cancelled; "3 leaves" is the number of a withdrawal.
 */
export function encodeOutcome(outcome: Outcome): string {
  if (outcome.kind === 'moved') return `${outcome.seq}`
  if (outcome.kind === 'withdrawal') return `${outcome.withdrawalId} ${LEAVES}`
  if (outcome.kind === 'cancelled') return `${outcome.count} ${TOGETHER}`
  const { orderId, status, executed, executedValue, wage } = outcome
  const begin = `${orderId} ${LETTERS[status]}`
  return executed === 0n ? begin : `${begin} ${executed} ${executedValue} ${wage}`
}

/** The inverse of `encodeOutcome`; `at` is when it was given. @throws Error on text that it did not write */
export function decodeOutcome(text: string, at: number): Outcome {
  const [id, letter, executed = '0', executedValue = '0', wage = '0'] = text.split(' ')
  if (letter === undefined) return { kind: 'moved', seq: toCount(whole(id)) }
  if (letter === TOGETHER) return { kind: 'cancelled', count: toCount(whole(id)) }
  if (letter === LEAVES) return { kind: 'withdrawal', withdrawalId: toCount(whole(id)) }
  const status = STATUSES.get(letter)
  if (status === undefined) throw new Error(`a stored outcome cannot be read: ${text}`)
  return {
    kind: 'order',
    orderId: toCount(whole(id)),
    status,
    executed: amount(whole(executed)),
    executedValue: amount(whole(executedValue)),
    wage: amount(whole(wage)),
    at,
  }
}

function whole(text: string | undefined): bigint {
  if (text === undefined || !WHOLE.test(text))
    throw new Error(`a stored outcome has no number where one must be: ${text}`)
  return readWhole(text)
}
