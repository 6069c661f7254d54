import { fromCount, toCount } from '#domain/counts.ts'
import type { Balance, Hold, Withdrawal } from '#domain/ledger.ts'
import { type OrderRecord, PLAIN_TERMS } from '#domain/order.ts'
import { type Amount, amount, type Price, ppm, price } from '#domain/units.ts'
import type { Queryable } from './database.ts'
import { readCount, readWhole } from './pg-values.ts'
import { readBulk } from './read-bulk.ts'

export interface ExchangeRows {
  readonly holds: readonly Hold[]
  /** The price of the newest trade on the book, for each market that has one. */
  readonly lastPrices: readonly { readonly marketId: number; readonly unitPrice: Price }[]
  readonly lastOrderId: number
  readonly lastTradeId: number
  readonly lastWithdrawalId: number
  /** Those that count against the limits, oldest first. */
  readonly recentWithdrawals: readonly Pick<Withdrawal, 'holdReference' | 'userId' | 'worth' | 'at'>[]
  readonly lastSeq: number
}

export interface OrderColumns {
  id: bigint
  user_id: bigint
  market_id: number
  side: OrderRecord['side']
  kind: OrderRecord['kind']
  status: OrderRecord['status']
  unit_price: bigint | null
  amount: bigint
  executed: bigint
  executed_value: bigint
  held: bigint
  wage: bigint
  fee_ppm: number
  maker_fee_ppm: number
  inviter_id: bigint | null
  friend_share_ppm: number | null
  client_order_id: string | null
  created_at: Date
  stop_price: bigint | null
  trailing_distance: bigint | null
  expires_at: Date | null
  time_in_force: OrderRecord['terms']['timeInForce'] | null
  post_only: boolean | null
  self_trade_prevention: OrderRecord['terms']['selfTradePrevention'] | null
  arrived_after: bigint | null
  arrived_seq: bigint | null
  linked_order_id: bigint | null
}

/**
 * Passes on every balance in the order of owners, never all of them together: the rows of 200,000 users would stay in the process's memory.
 */
export function readBalances(database: Queryable, take: (balance: Balance) => void): Promise<void> {
  return readBulk(database, {
    fields: ['owner_id', 'coin_id', 'available', 'blocked'],
    from: 'balances where true',
    key: 'owner_id',
    after: String(-Number.MAX_SAFE_INTEGER),
    pageRows: 20_000,
    take: ([ownerId = '', coinId = '', available = '', blocked = '']) =>
      take({
        ownerId: readCount(ownerId),
        coinId: readCount(coinId),
        available: amount(readWhole(available)),
        blocked: amount(readWhole(blocked)),
      }),
  })
}

/** Passes on the balances that entries of the ledger after this one have changed, as they are now. */
export async function readChangedBalances(
  database: Queryable,
  { afterSeq, take }: { afterSeq: number; take: (balance: Balance) => void },
): Promise<void> {
  const rows = await database.query<{ owner_id: bigint; coin_id: number; available: bigint; blocked: bigint }>(
    `select owner_id, coin_id, available, blocked from balances
      join (select distinct owner_id, coin_id from postings where seq > $1) as changed using (owner_id, coin_id)`,
    [afterSeq],
  )
  for (const row of rows)
    take({
      ownerId: toCount(row.owner_id),
      coinId: row.coin_id,
      available: amount(row.available),
      blocked: amount(row.blocked),
    })
}

/** The newest entry of the ledger; 0 before the first. */
export async function readLastSeq(database: Queryable): Promise<number> {
  const [row] = await database.query<{ seq: bigint }>('select coalesce(max(seq), 0) as seq from ledger_entries')
  if (!row) throw new Error('the database gave no last entry')
  return toCount(row.seq)
}

/** The state that the exchange needs to continue after the last commit, apart from its balances, open orders and last answers. */
export async function readExchange(
  database: Queryable,
  { withdrawalsSince }: { withdrawalsSince: number },
): Promise<ExchangeRows> {
  const holds = await database.query<{
    reference: string
    user_id: bigint
    coin_id: number
    amount: bigint
    settled: bigint
  }>(`select reference, user_id, coin_id, amount, settled from holds where status = 'HELD'`)
  const lastPrices = await database.query<{ market_id: number; unit_price: bigint }>(
    // Not `market_id = markets.id`: that would search for the newest trade of a quiet market among those of all markets.
    `select id as market_id, unit_price from markets cross join lateral (
      select unit_price from trades where market_id between markets.id and markets.id and maker_order_id is not null
      order by market_id desc, trades.id desc limit 1
    ) as newest`,
  )
  const recent = await database.query<{ hold_reference: string; user_id: bigint; worth: bigint; created_at: Date }>(
    `select hold_reference, withdrawals.user_id, worth, created_at from withdrawals
      join holds on reference = hold_reference and holds.status <> 'RELEASED' where created_at >= $1 order by id`,
    [new Date(withdrawalsSince)],
  )
  const [last] = await database.query<{ order_id: bigint; trade_id: bigint; withdrawal_id: bigint; seq: bigint }>(
    `select (select coalesce(max(id), 0) from orders) as order_id, (select coalesce(max(id), 0) from trades) as trade_id,
      (select greatest(max(id), (select max(withdrawals_after) from restores), 0) from withdrawals) as withdrawal_id, greatest((select max(seq) from ledger_entries),
        (select max(arrived_seq) from orders where arrived_seq is not null), 0) as seq`,
  )
  if (!last) throw new Error('the database gave no last ids')
  return {
    holds: holds.map((row) => ({
      reference: row.reference,
      userId: toCount(row.user_id),
      coinId: row.coin_id,
      amount: amount(row.amount),
      settled: amount(row.settled),
      status: 'HELD',
    })),
    lastPrices: lastPrices.map((row) => ({ marketId: row.market_id, unitPrice: price(row.unit_price) })),
    lastOrderId: toCount(last.order_id),
    lastTradeId: toCount(last.trade_id),
    lastWithdrawalId: toCount(last.withdrawal_id),
    lastSeq: toCount(last.seq),
    recentWithdrawals: recent.map((row) => ({
      holdReference: row.hold_reference,
      userId: toCount(row.user_id),
      worth: amount(row.worth),
      at: row.created_at.getTime(),
    })),
  }
}

export function orderRow(row: OrderColumns): OrderRecord {
  const units = (value: bigint): Amount => amount(value)
  return {
    id: toCount(row.id),
    userId: toCount(row.user_id),
    marketId: row.market_id,
    side: row.side,
    kind: row.kind,
    status: row.status,
    unitPrice: row.unit_price === null ? undefined : price(row.unit_price),
    amount: units(row.amount),
    executed: units(row.executed),
    executedValue: units(row.executed_value),
    held: units(row.held),
    wage: units(row.wage),
    charges: {
      taker: ppm(fromCount(row.fee_ppm)),
      maker: ppm(fromCount(row.maker_fee_ppm)),
      inviterId: row.inviter_id === null ? undefined : toCount(row.inviter_id),
      ...(row.friend_share_ppm !== null && { friendShare: ppm(fromCount(row.friend_share_ppm)) }),
    },
    clientOrderId: row.client_order_id ?? undefined,
    createdAt: row.created_at.getTime(),
    terms: termsOf(row),
    arrival: arrivalOf(row),
    linkedOrderId: row.linked_order_id === null ? undefined : toCount(row.linked_order_id),
  }
}

function arrivalOf({ arrived_after: after, arrived_seq: seq }: OrderColumns): OrderRecord['arrival'] {
  return after === null || seq === null ? undefined : { afterOrderId: toCount(after), seq: toCount(seq) }
}

/** Plain orders share their terms object. */
function termsOf(row: OrderColumns): OrderRecord['terms'] {
  const { stop_price, trailing_distance, expires_at, time_in_force, post_only, self_trade_prevention } = row
  if (!stop_price && !expires_at && !time_in_force && !post_only && !self_trade_prevention) return PLAIN_TERMS
  return {
    stopPrice: stop_price === null ? undefined : price(stop_price),
    trailingDistance: trailing_distance === null ? undefined : price(trailing_distance),
    expiresAt: expires_at?.getTime(),
    timeInForce: time_in_force ?? PLAIN_TERMS.timeInForce,
    postOnly: post_only ?? PLAIN_TERMS.postOnly,
    selfTradePrevention: self_trade_prevention ?? PLAIN_TERMS.selfTradePrevention,
  }
}
