import { toCount } from '#domain/counts.ts'
import type { Queryable } from '../database.ts'

/** The number of waiting items, and since when the oldest waits. */
export interface Waiting {
  readonly count: number
  readonly oldest: Date | undefined
}

const KINDS = ['identities', 'tickets', 'withdrawals', 'deposits', 'proposals'] as const
export type WaitingKind = (typeof KINDS)[number]

/** Forms for operators, tickets, withdrawals, faulty deposits of the last month, and open proposals. */
export async function readWaiting(
  database: Queryable,
  { at, depositsSince }: { at: Date; depositsSince: Date },
): Promise<Readonly<Record<WaitingKind, Waiting>>> {
  const rows = await database.query<{ kind: WaitingKind; count: bigint; oldest: Date | null }>(
    `select 'identities' as kind, count(*) as count, min(opened_at) as oldest from identity_reviews where next_try_at is null
    union all select 'tickets', count(*), min(waits_since) from tickets where waits_since is not null
    union all select 'withdrawals', count(*), min(created_at) from withdrawals where status = 'RAISED_BY_USER'
    union all select 'deposits', count(*), min(settled_at) from toman_deposits
      where status = 'UNCONFIRMED' and fault is not null and settled_at >= $2
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
    deposits: of('deposits'),
    proposals: of('proposals'),
  }
}
