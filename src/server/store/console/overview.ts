import { toCount } from '#domain/counts.ts'
import { ownersOf, SYSTEM_ACCOUNT } from '#domain/ledger.ts'
import { type Amount, amount } from '#domain/units.ts'
import type { WaitingKind } from '#domain/waiting-work.ts'
import type { Queryable } from '../database.ts'
import { hasRows } from '../rows.ts'

/** The number of waiting items, and since when the oldest waits. */
export interface Waiting {
  readonly count: number
  readonly oldest: Date | undefined
}

/** Forms for operators, tickets, withdrawals, coins that custody or screening holds back, batches and late payments of payouts, unfinished deliveries, faulty deposits of the last month, and open proposals. */
export async function readWaiting(
  database: Queryable,
  { at, depositsSince }: { at: Date; depositsSince: Date },
): Promise<Readonly<Record<WaitingKind, Waiting>>> {
  const rows = await database.query<{ kind: WaitingKind; count: bigint; oldest: Date | null }>(
    `select 'identities' as kind, count(*) as count, min(opened_at) as oldest from identity_reviews where next_try_at is null
    union all select 'tickets', count(*), min(waits_since) from tickets where waits_since is not null
    union all select 'withdrawals', count(*), min(created_at) from withdrawals where state = 'RAISED_BY_USER' and given_up_as is null and token_type <> 'DELIVERY'
    union all select 'custody', count(*), min(since) from (
      select asked_at as since from outgoing_transfers join withdrawals as w on w.id = withdrawal_id
        where outgoing_transfers.ended_at is null and refusal is not null and w.state = 'APPROVED' and given_up_as is null
      union all select seen_at from incoming_transfers where state = 'HELD'
    ) as held
    union all select 'payouts', count(*), min(since) from (
      select closed_at as since from payout_batches
        where (way is null or (way = 'FILE' and handed_in_at is null)) and exists (select 1 from payout_lines where batch_id = id)
      union all select paid_late_at from payout_lines where paid_late_at is not null and taken_back_at is null
    ) as waiting
    union all select 'deliveries', count(*), min(created_at) from withdrawals
      where state in ('RAISED_BY_USER', 'APPROVED') and given_up_as is null and token_type = 'DELIVERY'
    union all select 'deposits', count(*), min(settled_at) from toman_deposits
      where status = 'UNCONFIRMED' and fault is not null and pay_back is distinct from 'DONE' and settled_at >= $2
    union all select 'proposals', count(*), min(proposed_at) from proposals where decision is null and expires_at > $1`,
    [at, depositsSince],
  )
  const of = (kind: WaitingKind): Waiting => {
    const row = rows.find((each) => each.kind === kind)
    return { count: toCount(row?.count ?? 0n), oldest: row?.oldest ?? undefined }
  }
  return {
    identities: of('identities'),
    tickets: of('tickets'),
    withdrawals: of('withdrawals'),
    custody: of('custody'),
    payouts: of('payouts'),
    deliveries: of('deliveries'),
    deposits: of('deposits'),
    proposals: of('proposals'),
  }
}

/** New customers between two moments, and the money that came and went apart from trades. */
export interface PeopleFigures {
  readonly users: number
  readonly deposits: number
  /** In Toman's base units. */
  readonly deposited: Amount
  /** Only Toman is paid out by bank; withdrawals of different coins can only be counted. */
  readonly withdrawals: number
}

export async function readPeopleFigures(
  database: Queryable,
  { from, to }: { from: Date; to: Date },
): Promise<PeopleFigures> {
  const [row] = await database.query<{ users: bigint; deposits: bigint; deposited: bigint; withdrawals: bigint }>(
    `select (select count(*) from users where created_at >= $1 and created_at < $2 and role = 'CUSTOMER' and mobile is not null) as users,
      (select count(*) from toman_deposits where status = 'CONFIRMED' and settled_at >= $1 and settled_at < $2) as deposits,
      (select coalesce(sum(amount), 0) from toman_deposits
        where status = 'CONFIRMED' and settled_at >= $1 and settled_at < $2) as deposited,
      (select count(*) from withdrawals where state = 'CONFIRMED' and created_at >= $1 and created_at < $2) as withdrawals`,
    [from, to],
  )
  return {
    users: toCount(row?.users ?? 0n),
    deposits: toCount(row?.deposits ?? 0n),
    deposited: amount(row?.deposited ?? 0n),
    withdrawals: toCount(row?.withdrawals ?? 0n),
  }
}

/** An owner's holding of a coin, free and held. */
export interface Holding {
  readonly coinId: number
  readonly units: bigint
}

/** By coin; coins that were never used are absent. */
export const readHoldings = (database: Queryable, ownerId: number): Promise<Holding[]> =>
  database.query<Holding>(
    'select coin_id as "coinId", available + blocked as units from balances where owner_id = $1 order by coin_id',
    [ownerId],
  )

/** The sum of a coin in an account of a hot or cold wallet: below zero by the coins outside. */
export interface WalletSum extends Holding {
  readonly ownerId: bigint
}

export const readWalletSums = (database: Queryable): Promise<WalletSum[]> =>
  database.query<WalletSum>(
    'select owner_id as "ownerId", coin_id as "coinId", available + blocked as units from balances where owner_id = any ($1)',
    [ownersOf('hot', 'cold')],
  )

/** The loans of the operator's credit line to an account, by coin. */
export async function readLent(database: Queryable, userId: number): Promise<ReadonlyMap<number, bigint>> {
  const rows = await database.query<{ coin_id: number; units: bigint }>(
    `select p.coin_id, sum(p.amount) as units from ledger_entries e join postings p on p.seq = e.seq
      where e.kind = 'credit' and e.reference like 'capital:%' and p.owner_id = $1
        and exists (select from postings o where o.seq = e.seq and o.owner_id = $2)
      group by p.coin_id`,
    [userId, SYSTEM_ACCOUNT.creditLine],
  )
  return new Map(rows.map(({ coin_id, units }) => [coin_id, units]))
}

/** One coin in its units: what is owed, and the accounts that hold it outside. */
export interface BackingRow {
  readonly coinId: number
  /** To customers, and to unknown owners of deposits. */
  readonly owed: bigint
  /** At gateways and banks. */
  readonly gateway: bigint
  /** In hot and cold wallets. */
  readonly custody: bigint
  readonly capital: bigint
  /** Credit that customers have returned. */
  readonly returned: bigint
}

/** By coin; the exchange's own trading accounts are not customers. */
export function readBackingRows(database: Queryable): Promise<BackingRow[]> {
  return database.query<BackingRow>(
    `select b.coin_id as "coinId",
        coalesce(sum(b.available + b.blocked) filter (where b.owner_id = any ($4) or (u.system_name is null and b.owner_id > 0)), 0) as owed,
        coalesce(-sum(b.available + b.blocked) filter (where b.owner_id = any ($1)), 0) as gateway,
        coalesce(-sum(b.available + b.blocked) filter (where b.owner_id = any ($2)), 0) as custody,
        coalesce(-sum(b.available + b.blocked) filter (where b.owner_id = $3), 0) as capital,
        (select coalesce(sum(h.settled), 0) from holds h
          where h.coin_id = b.coin_id and h.reference like 'capital:returned:%') as returned
      from balances b left join users u on u.id = b.owner_id
      group by b.coin_id order by b.coin_id`,
    [ownersOf('gateway', 'bank'), ownersOf('hot', 'cold'), SYSTEM_ACCOUNT.creditLine, ownersOf('suspense')],
  )
}

/** The payloads of all appointments with a drawn credit. */
export async function readAllLent(database: Queryable): Promise<string[]> {
  const rows = await database.query<{ payload: string }>(
    `select payload from proposals where kind = 'APPOINT_SUPERVISOR' and executed_at is not null`,
  )
  return rows.map(({ payload }) => payload)
}

/** Whether the ledger has a credit, a hold, or a movement between accounts of the exchange with this reference. */
export const isBooked = (database: Queryable, reference: string): Promise<boolean> =>
  hasRows(
    database,
    `select 1 from ledger_entries where kind in ('credit', 'sweep') and reference = $1
      union all select 1 from holds where reference = $1`,
    [reference],
  )
