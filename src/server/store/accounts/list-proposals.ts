import { toCount } from '#domain/counts.ts'
import type { ProposalKind } from '#domain/operator-rights.ts'
import type { Queryable } from '../database.ts'

/** A proposal as operators read it, with the names of its people. */
export interface ListedProposal {
  readonly id: number
  readonly kind: ProposalKind
  readonly user: { readonly id: number; readonly name: string; readonly mobile: string } | undefined
  /** The market, coin or level concerned, if it is not about a user. */
  readonly subject: string | undefined
  readonly payload: string
  readonly reason: string
  readonly proposedBy: { readonly id: number; readonly name: string }
  readonly proposedAt: Date
  readonly expiresAt: Date
  readonly decision: 'APPROVED' | 'REFUSED' | undefined
  readonly decidedBy: { readonly id: number; readonly name: string } | undefined
  readonly decidedAt: Date | undefined
  readonly decisionReason: string | undefined
  readonly executed: boolean
  /** Why its actions are not done yet. */
  readonly failure: { readonly at: Date; readonly tries: number; readonly reason: string } | undefined
}

interface Columns {
  id: bigint
  kind: ProposalKind
  user_id: bigint | null
  user_name: string | null
  user_mobile: string | null
  subject: string | null
  payload: string
  reason: string
  proposed_by: bigint
  proposer: string | null
  proposed_at: Date
  expires_at: Date
  decision: 'APPROVED' | 'REFUSED' | null
  decided_by: bigint | null
  decider: string | null
  decided_at: Date | null
  decision_reason: string | null
  executed: boolean
  failed_at: Date | null
  failures: number
  failure: string | null
}

/** Newest first. */
export async function readProposals(
  database: Queryable,
  { before, rowsMax }: { before: string | undefined; rowsMax: number },
): Promise<ListedProposal[]> {
  const rows = await database.query<Columns>(
    `select p.id, p.kind, p.user_id, coalesce(i.first_name || ' ' || i.last_name, u.operator_name, '') as user_name, u.mobile as user_mobile,
      p.subject, p.payload, p.reason, p.proposed_by, a.operator_name as proposer, p.proposed_at, p.expires_at, p.decision,
      p.decided_by, b.operator_name as decider, p.decided_at, p.decision_reason, p.executed_at is not null as executed,
      p.failed_at, p.failures, p.failure
      from proposals p join users a on a.id = p.proposed_by
        left join users b on b.id = p.decided_by
        left join users u on u.id = p.user_id
        left join identities i on i.user_id = p.user_id
      where $1::bigint is null or p.id < $1::bigint order by p.id desc limit $2`,
    [before ?? null, rowsMax],
  )
  return rows.map(listedOf)
}

function listedOf(row: Columns): ListedProposal {
  return {
    id: toCount(row.id),
    kind: row.kind,
    user:
      row.user_id === null
        ? undefined
        : { id: toCount(row.user_id), name: row.user_name ?? '', mobile: row.user_mobile ?? '' },
    subject: row.subject ?? undefined,
    payload: row.payload,
    reason: row.reason,
    proposedBy: { id: toCount(row.proposed_by), name: row.proposer ?? '' },
    proposedAt: row.proposed_at,
    expiresAt: row.expires_at,
    decision: row.decision ?? undefined,
    decidedBy: row.decided_by === null ? undefined : { id: toCount(row.decided_by), name: row.decider ?? '' },
    decidedAt: row.decided_at ?? undefined,
    decisionReason: row.decision_reason ?? undefined,
    executed: row.executed,
    failure:
      row.executed || row.failed_at === null
        ? undefined
        : { at: row.failed_at, tries: row.failures, reason: row.failure ?? '' },
  }
}
