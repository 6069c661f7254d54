import { toCount } from '#domain/counts.ts'
import type { Language } from '#domain/market-state.ts'
import type { Queryable } from '../database.ts'

/** A notice whose channels have not been chosen. */
export interface UnroutedNotice {
  readonly id: number
  readonly userId: number
  readonly kind: string
  readonly formerContact: string | undefined
  readonly at: Date
}

export interface NewDelivery {
  readonly noticeId: number
  readonly channel: string
  /** Empty: the user's own contact. */
  readonly target: string
  readonly dueAt: Date
}

/** Locks due notices, oldest first, and skips those that another process has locked. */
export async function lockUnrouted(tx: Queryable, { now, max }: { now: Date; max: number }): Promise<UnroutedNotice[]> {
  const rows = await tx.query<{ id: bigint; user_id: bigint; kind: string; former_contact: string | null; at: Date }>(
    `select id, user_id, kind, former_contact, at from notices
     where routed_at is null and replaced_at is null and due_at <= $1 order by due_at, id limit $2 for update skip locked`,
    [now, max],
  )
  return rows.map((row) => ({
    id: toCount(row.id),
    userId: toCount(row.user_id),
    kind: row.kind,
    formerContact: row.former_contact ?? undefined,
    at: row.at,
  }))
}

/** Writes the deliveries of locked notices. A former contact is stored in its delivery from then on, and only as long as it is needed. */
export async function insertDeliveries(
  tx: Queryable,
  { noticeIds, deliveries, at }: { noticeIds: readonly number[]; deliveries: readonly NewDelivery[]; at: Date },
): Promise<void> {
  await tx.query(
    `insert into notice_deliveries (notice_id, channel, target, next_try_at)
     select * from unnest($1::bigint[], $2::text[], $3::text[], $4::timestamptz[]) on conflict do nothing`,
    [
      deliveries.map(({ noticeId }) => noticeId),
      deliveries.map(({ channel }) => channel),
      deliveries.map(({ target }) => target),
      deliveries.map(({ dueAt }) => dueAt),
    ],
  )
  await tx.query('update notices set routed_at = $2, former_contact = null where id = any ($1::bigint[])', [
    noticeIds,
    at,
  ])
}

/** A delivery reserved for this process for a while, with all data for its message. */
export interface TakenDelivery {
  readonly noticeId: number
  readonly target: string
  readonly tries: number
  readonly userId: number
  readonly kind: string
  readonly params: string
  readonly topic: string | undefined
  readonly at: Date
  readonly language: Language
  readonly phrase: string | undefined
  readonly mobile: string | undefined
  readonly email: string | undefined
  readonly showsAmounts: boolean
}

interface TakenColumns {
  notice_id: bigint
  target: string
  tries: number
  user_id: bigint
  kind: string
  params: string
  topic: string | null
  at: Date
  language: Language
  anti_phishing_phrase: string | null
  mobile: string | null
  email: string | null
  shows_amounts: boolean | null
}

/**
 * Takes the due deliveries of a channel, oldest first, until `heldUntil`. If a process dies while a vendor has the message, the delivery is
 * due again then or, if a message must not be repeated, ends as UNKNOWN. Deliveries that another process is taking are skipped.
 */
export async function takeDeliveries(
  database: Queryable,
  { channel, repeats, now, heldUntil, max }: TakeDeliveries,
): Promise<TakenDelivery[]> {
  if (!repeats)
    await database.query(
      `update notice_deliveries set state = 'UNKNOWN', ended_at = $2
       where channel = $1 and ended_at is null and state = 'SENDING' and next_try_at <= $2`,
      [channel, now],
    )
  const rows = await database.query<TakenColumns>(
    `with due as (
      select notice_id, channel, target from notice_deliveries
      where channel = $1 and ended_at is null and next_try_at <= $2 and ($5 or state = 'WAITING')
      order by next_try_at, notice_id limit $4 for update skip locked
    ), taken as (
      update notice_deliveries as d set state = 'SENDING', next_try_at = $3, tries = tries + 1 from due
      where d.notice_id = due.notice_id and d.channel = due.channel and d.target = due.target
      returning d.notice_id, d.target, d.tries
    )
    select taken.*, n.user_id, n.kind, n.params, n.topic, n.at, u.language, u.anti_phishing_phrase, u.mobile, u.email, p.shows_amounts
    from taken join notices n on n.id = notice_id join users u on u.id = n.user_id
      left join notification_preferences p on p.user_id = n.user_id order by notice_id, target`,
    [channel, now, heldUntil, max, repeats],
  )
  return rows.map((row) => ({
    noticeId: toCount(row.notice_id),
    target: row.target,
    tries: row.tries,
    userId: toCount(row.user_id),
    kind: row.kind,
    params: row.params,
    topic: row.topic ?? undefined,
    at: row.at,
    language: row.language,
    phrase: row.anti_phishing_phrase ?? undefined,
    mobile: row.mobile ?? undefined,
    email: row.email ?? undefined,
    showsAmounts: row.shows_amounts ?? true,
  }))
}

export interface TakeDeliveries {
  readonly channel: string
  /** Whether a message that may have arrived is sent again. */
  readonly repeats: boolean
  readonly now: Date
  readonly heldUntil: Date
  readonly max: number
}

export type DeliveryEnd = 'SENT' | 'REFUSED' | 'DROPPED' | 'UNKNOWN' | 'GIVEN_UP'

interface DeliveryKey {
  readonly noticeId: number
  readonly channel: string
  readonly target: string
}

/** Also erases a former contact. */
export async function endDelivery(
  database: Queryable,
  { noticeId, channel, target, end, at }: DeliveryKey & { end: DeliveryEnd; at: Date },
): Promise<void> {
  await database.query(
    `update notice_deliveries set state = $4, ended_at = $5, target = case channel when 'FORMER' then '' else target end
     where notice_id = $1 and channel = $2 and target = $3 and ended_at is null`,
    [noticeId, channel, target, end, at],
  )
}

/** Schedules another try of a message that was certainly not sent. */
export async function postponeDelivery(
  database: Queryable,
  { noticeId, channel, target, until }: DeliveryKey & { until: Date },
): Promise<void> {
  await database.query(
    `update notice_deliveries set state = 'WAITING', next_try_at = $4
     where notice_id = $1 and channel = $2 and target = $3 and ended_at is null`,
    [noticeId, channel, target, until],
  )
}
