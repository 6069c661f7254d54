import { toCount } from '#domain/counts.ts'
import { HOUR_MS } from '#domain/durations.ts'
import type { ProposalEnd, ProposalKind } from '#domain/operator-rights.ts'
import type { Queryable, Transaction } from '../database.ts'
import { countOf, findRow, hasRows, type Row, readRows, rowAs, tryInsert, updateRows } from '../rows.ts'

export interface NewProposal {
  readonly kind: ProposalKind
  /** The user concerned; `undefined` if the approval creates the account. */
  readonly userId: number | undefined
  /** The market, coin or level concerned, if it is not about a user. Only one proposal per kind and subject is open. */
  readonly subject?: string | undefined
  /** JSON. */
  readonly payload: string
  readonly reason: string
  readonly proposedBy: number
  readonly at: Date
  readonly expiresAt: Date
}

/** The numbers of an operator's open proposals, and of all within the hour. Proposals of one operator are counted one after the other. */
export async function countProposed(
  tx: Transaction,
  { operatorId, at }: { operatorId: number; at: Date },
): Promise<{ readonly open: number; readonly inHour: number }> {
  await tx.query('select pg_advisory_xact_lock($1, $2)', [PROPOSALS, operatorId])
  const [row] = await tx.query<{ open: bigint; in_hour: bigint }>(
    `select count(*) filter (where decision is null and expires_at > $2) as open, count(*) filter (where proposed_at > $3) as in_hour
      from proposals where proposed_by = $1 and (decision is null or proposed_at > $3)`,
    [operatorId, at, new Date(at.getTime() - HOUR_MS)],
  )
  return { open: toCount(row?.open ?? 0n), inHour: toCount(row?.in_hour ?? 0n) }
}

/** Advisory locks by proposing operator: a table lock would wait for decisions, which wait for the customers they concern. */
const PROPOSALS = 7_301
/** An id that belongs to nobody. */
const OF_OPERATORS = 0

/** @returns the new id, or `undefined` if the same proposal for this user or subject is still open */
export async function insertProposal(tx: Transaction, proposal: NewProposal): Promise<number | undefined> {
  // A proposal that expired without a decision makes room for another.
  await tx.query(
    `update proposals set decision = 'REFUSED', decided_by = proposed_by, decided_at = $3, decision_reason = 'expired'
      where kind = $1 and (user_id = $2 or subject = $4) and decision is null and expires_at <= $3`,
    [proposal.kind, proposal.userId, proposal.at, proposal.subject],
  )
  const { at, ...proposed } = proposal
  return tryInsert(tx, 'proposals', { ...proposed, proposedAt: at })
}

/** Whether an operator with this number is proposed already; other proposals of operators wait for this transaction. */
export async function isOperatorProposed(
  tx: Transaction,
  { mobile, at }: { mobile: string; at: Date },
): Promise<boolean> {
  await tx.query('select pg_advisory_xact_lock($1, $2)', [PROPOSALS, OF_OPERATORS])
  return hasRows(
    tx,
    `select 1 from proposals where kind = 'ADD_OPERATOR' and decision is null and expires_at > $2
      and payload::json->>'mobile' = $1`,
    [mobile, at],
  )
}

/** Closes an operator's undecided proposals. @returns their number */
export async function withdrawProposalsOf(
  tx: Transaction,
  { operatorId, at, reason }: { operatorId: number; at: Date; reason: ProposalEnd },
): Promise<number> {
  const rows = await tx.query(
    `update proposals set decision = 'REFUSED', decided_by = proposed_by, decided_at = $2, decision_reason = $3
      where proposed_by = $1 and decision is null returning id`,
    [operatorId, at, reason],
  )
  return rows.length
}

/** Records the user whom an approval has created. */
export const setProposalUser = (tx: Transaction, { id, userId }: { id: number; userId: number }): Promise<void> =>
  updateRows(tx, 'proposals', { id }, { userId })

export interface Proposal {
  readonly id: number
  readonly kind: ProposalKind
  readonly userId: number | undefined
  readonly subject: string | undefined
  readonly payload: string
  readonly proposedBy: number
  readonly proposer: string
  readonly reason: string
  readonly proposedAt: Date
  readonly expiresAt: Date
  readonly isDecided: boolean
}

const PROPOSAL = `select id, kind, user_id as "userId", subject, payload, proposed_by as "proposedBy",
  coalesce((select operator_name from users where users.id = proposed_by), '') as proposer, reason, proposed_at as "proposedAt",
  expires_at as "expiresAt", decision is not null as "isDecided" from proposals`
const proposalOf = rowAs<Proposal>('id', 'userId', 'proposedBy')

/** Locked until the transaction ends, so that two operators do not decide it at the same time. */
export const lockProposal = (tx: Transaction, id: number): Promise<Proposal | undefined> =>
  findRow(tx, proposalOf, `${PROPOSAL} where id = $1 for update`, [id])

export type OpenProposal = Omit<Proposal, 'isDecided' | 'payload'>

/** The proposals that another operator may decide on now, oldest first. */
export const readOpenProposals = (database: Queryable, at: Date): Promise<OpenProposal[]> =>
  readRows(database, proposalOf, `${PROPOSAL} where decision is null and expires_at > $1 order by id`, [at])

export type ApprovedSubject = Omit<Proposal, 'isDecided'>

/** The open proposals of one kind, with what they would do. */
export const readOpenOf = (
  database: Queryable,
  { kind, at }: { kind: ProposalKind; at: Date },
): Promise<ApprovedSubject[]> =>
  readRows(database, proposalOf, `${PROPOSAL} where kind = $1 and decision is null and expires_at > $2 order by id`, [
    kind,
    at,
  ])

/** The number of proposals of some kinds that an operator may decide on now: none of the operator's own, and none about the operator. */
export const countDecidable = (
  database: Queryable,
  { operatorId, kinds, at }: { operatorId: number; kinds: readonly ProposalKind[]; at: Date },
): Promise<number> =>
  countOf(
    database,
    `select count(*) as count from proposals where decision is null and expires_at > $1
      and proposed_by <> $2 and user_id is distinct from $2 and kind = any($3::text[])`,
    [at, operatorId, kinds],
  )

interface Decision {
  readonly id: number
  readonly decision: 'APPROVED' | 'REFUSED'
  readonly decidedBy: number
  readonly reason: string
  readonly at: Date
}

/** @throws DatabaseError if the proposer approves: `proposals_four_eyes` */
export const saveDecision = (tx: Transaction, { id, decision, decidedBy, reason, at }: Decision): Promise<void> =>
  updateRows(tx, 'proposals', { id }, { decision, decidedBy, decisionReason: reason, decidedAt: at })

/** Approved proposals whose actions are not all done; failed ones come last, so that they delay no other. */
export const readApproved = (database: Queryable): Promise<Proposal[]> =>
  readRows(
    database,
    proposalOf,
    `${PROPOSAL} where decision = 'APPROVED' and executed_at is null
      order by failed_at nulls first, id limit 100`,
  )

export async function markExecuted(database: Queryable, { id, at }: { id: number; at: Date }): Promise<void> {
  await database.query('update proposals set executed_at = $2 where id = $1 and executed_at is null', [id, at])
}

/** The actions are retried until they succeed. */
export async function markFailed(
  database: Queryable,
  { id, at, failure }: { id: number; at: Date; failure: string },
): Promise<void> {
  await database.query(
    `update proposals set failed_at = $2, failures = failures + 1, failure = left($3, 300)
      where id = $1 and executed_at is null`,
    [id, at, failure],
  )
}

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

type ListedRow = Row & {
  readonly userId: bigint | null
  readonly userName: string
  readonly userMobile: string
  readonly proposedById: bigint
  readonly proposer: string
  readonly decidedById: bigint | null
  readonly decider: string
  readonly failedAt: Date | null
  readonly failures: number
  readonly reasonOfFailure: string
}

/** Newest first. */
export const readProposals = (
  database: Queryable,
  { before, rowsMax }: { before: string | undefined; rowsMax: number },
): Promise<ListedProposal[]> =>
  readRows(
    database,
    listedOf,
    `select p.id, p.kind, p.user_id as "userId", coalesce(i.first_name || ' ' || i.last_name, u.operator_name, '') as "userName",
      coalesce(u.mobile, '') as "userMobile", p.subject, p.payload, p.reason, p.proposed_by as "proposedById",
      coalesce(a.operator_name, '') as proposer, p.proposed_at as "proposedAt", p.expires_at as "expiresAt", p.decision,
      p.decided_by as "decidedById", coalesce(b.operator_name, '') as decider, p.decided_at as "decidedAt",
      p.decision_reason as "decisionReason", p.executed_at is not null as executed,
      case when p.executed_at is null then p.failed_at end as "failedAt", p.failures, coalesce(p.failure, '') as "reasonOfFailure"
      from proposals p join users a on a.id = p.proposed_by
        left join users b on b.id = p.decided_by
        left join users u on u.id = p.user_id
        left join identities i on i.user_id = p.user_id
      where $1::bigint is null or p.id < $1::bigint order by p.id desc limit $2`,
    [before, rowsMax],
  )

const listed = rowAs<Omit<ListedProposal, 'user' | 'proposedBy' | 'decidedBy' | 'failure'>>('id')

function listedOf(row: ListedRow): ListedProposal {
  const { userId, userName, userMobile, proposedById, proposer, decidedById, decider, ...proposal } = row
  const { failedAt, failures, reasonOfFailure, ...rest } = proposal
  return {
    ...listed(rest),
    user: userId === null ? undefined : { id: toCount(userId), name: userName, mobile: userMobile },
    proposedBy: { id: toCount(proposedById), name: proposer },
    decidedBy: decidedById === null ? undefined : { id: toCount(decidedById), name: decider },
    failure: failedAt === null ? undefined : { at: failedAt, tries: failures, reason: reasonOfFailure },
  }
}
