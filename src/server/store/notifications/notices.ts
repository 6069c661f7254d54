import { toCount } from '#domain/counts.ts'
import type { Language } from '#domain/market-state.ts'
import type { Queryable } from '../database.ts'
import { countOf, readRows, rowAs } from '../rows.ts'

export interface NewNotice {
  readonly userId: number
  readonly kind: string
  /** JSON. */
  readonly params: string
  /** The account's previous mobile number or e-mail address, which is notified too. */
  readonly formerContact?: string | undefined
  /** The subject of which only the newest notice is kept: "order:17". */
  readonly topic?: string | undefined
  /** Identifies the event, so that it is notified once however often it is queued: "order:17:filled". */
  readonly eventKey?: string | undefined
  readonly at: Date
  /** Before this time only the app shows it. Default: `at`. */
  readonly dueAt?: Date | undefined
  /** Of an act of the user, who knows of it: the app lists it without counting it as new. */
  readonly readAt?: Date | undefined
}

/**
 * Writes notices in the transaction of their events, at most one per user and topic in a call. A waiting older notice of the topic passes
 * on its due time, so that its user is notified in time however often it is replaced.
 */
export async function insertNotices(tx: Queryable, notices: readonly NewNotice[]): Promise<void> {
  if (notices.length === 0) return
  const waits = await replaceTopics(
    tx,
    notices.filter(({ topic }) => topic !== undefined),
  )
  const dueAt = ({ userId, topic, at, dueAt: due = at }: NewNotice) => {
    const before = topic === undefined ? undefined : waits.get(`${userId} ${topic}`)
    return before !== undefined && before < due ? before : due
  }
  await tx.query(
    `insert into notices (user_id, kind, params, former_contact, topic, event_key, at, due_at, read_at)
     select * from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::timestamptz[], $8::timestamptz[],
       $9::timestamptz[])
     on conflict (user_id, event_key) where event_key is not null do nothing`,
    [
      notices.map(({ userId }) => userId),
      notices.map(({ kind }) => kind),
      notices.map(({ params }) => params),
      notices.map(({ formerContact }) => formerContact),
      notices.map(({ topic }) => topic),
      notices.map(({ eventKey }) => eventKey),
      notices.map(({ at }) => at),
      notices.map(dueAt),
      notices.map(({ readAt }) => readAt),
    ],
  )
}

/**
 * Hides the older notices of these topics; messages in progress still arrive, and those that wait have no data any more. @returns until
 * when notices that had not been routed waited, by "user topic"
 */
async function replaceTopics(tx: Queryable, notices: readonly NewNotice[]): Promise<ReadonlyMap<string, Date>> {
  if (notices.length === 0) return new Map()
  const rows = await tx.query<{ user_id: bigint; topic: string; due_at: Date }>(
    `with newer as (
      select user_id, topic, at from unnest($1::bigint[], $2::text[], $3::text[], $4::timestamptz[]) as n (user_id, topic, event_key, at)
      where not exists (select from notices as known where known.user_id = n.user_id and known.event_key = n.event_key)
    ), replaced as (
      update notices set replaced_at = newer.at from newer
      where notices.user_id = newer.user_id and notices.topic = newer.topic and replaced_at is null
      returning notices.*
    )
    select user_id, topic, min(due_at) as due_at from replaced where routed_at is null group by 1, 2`,
    [
      notices.map(({ userId }) => userId),
      notices.map(({ topic }) => topic ?? ''),
      notices.map(({ eventKey }) => eventKey),
      notices.map(({ at }) => at),
    ],
  )
  return new Map(rows.map(({ user_id, topic, due_at }) => [`${user_id} ${topic}`, due_at]))
}

export interface ShownNotice {
  readonly id: number
  readonly kind: string
  readonly params: string
  readonly at: Date
  readonly isRead: boolean
}

/** A user's newest notices, the newest first. */
export const readNotices = (
  database: Queryable,
  { userId, max }: { userId: number; max: number },
): Promise<ShownNotice[]> =>
  readRows(
    database,
    rowAs<ShownNotice>('id'),
    `select id, kind, params, at, read_at is not null as "isRead" from notices
     where user_id = $1 and replaced_at is null order by id desc limit $2`,
    [userId, max],
  )

/** Marks these notices of the user as read; without ids, all of them. */
export async function markNoticesRead(
  database: Queryable,
  { userId, ids, at }: { userId: number; ids: readonly string[] | undefined; at: Date },
): Promise<void> {
  await database.query(
    `update notices set read_at = $2 where user_id = $1 and replaced_at is null and read_at is null
       and ($3::bigint[] is null or id = any ($3::bigint[]))`,
    [userId, at, ids],
  )
}

/** The number of unread notices among a user's newest. */
export const countUnread = (database: Queryable, { userId, max }: { userId: number; max: number }): Promise<number> =>
  countOf(
    database,
    `select count(*) filter (where read_at is null) as unread
     from (select read_at from notices where user_id = $1 and replaced_at is null order by id desc limit $2) as newest`,
    [userId, max],
  )

/** The notices after one id, up to another, in the order of their ids. */
export async function readNoticesSince(
  database: Queryable,
  { id, to, max }: { id: number; to: number; max: number },
): Promise<{ readonly id: number; readonly userId: number }[]> {
  const rows = await database.query<{ id: bigint; user_id: bigint }>(
    'select id, user_id from notices where id > $1 and id <= $2 order by id limit $3',
    [id, to, max],
  )
  return rows.map((row) => ({ id: toCount(row.id), userId: toCount(row.user_id) }))
}

export async function readNewestNoticeId(database: Queryable): Promise<number> {
  const [row] = await database.query<{ id: bigint | null }>('select max(id) as id from notices')
  return row?.id ? toCount(row.id) : 0
}

/** A notice whose channels have not been chosen. */
export interface UnroutedNotice {
  readonly id: number
  readonly userId: number
  readonly kind: string
  readonly formerContact: string | undefined
}

/** Locks due notices, oldest first, and skips those that another process has locked. */
export const lockUnrouted = (tx: Queryable, { now, max }: { now: Date; max: number }): Promise<UnroutedNotice[]> =>
  readRows(
    tx,
    rowAs<UnroutedNotice>('id', 'userId'),
    `select id, user_id as "userId", kind, former_contact as "formerContact" from notices
     where routed_at is null and replaced_at is null and due_at <= $1 order by due_at, id limit $2 for update skip locked`,
    [now, max],
  )

/** A former contact is stored in the outbox from then on, and only as long as it is needed. */
export async function markRouted(tx: Queryable, { ids, at }: { ids: readonly number[]; at: Date }): Promise<void> {
  await tx.query('update notices set routed_at = $2, former_contact = null where id = any ($1::bigint[])', [ids, at])
}

/** A notice with all data for its messages. */
export interface NoticeToSend {
  readonly noticeId: number
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

/** The notices with these ids, without those that a newer one has replaced. */
export const readNoticesToSend = (database: Queryable, ids: readonly string[]): Promise<NoticeToSend[]> =>
  readRows(
    database,
    rowAs<NoticeToSend>('noticeId', 'userId'),
    `select n.id as "noticeId", n.user_id as "userId", kind, params, topic, at, language, anti_phishing_phrase as phrase, mobile, email,
      coalesce(shows_amounts, true) as "showsAmounts"
     from notices n join users u on u.id = n.user_id left join notification_preferences p on p.user_id = n.user_id
     where n.id = any ($1::bigint[]) and replaced_at is null`,
    [ids],
  )
