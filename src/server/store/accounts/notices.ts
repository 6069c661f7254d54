import { toCount } from '#domain/counts.ts'
import type { Language } from '#domain/market-state.ts'
import type { MobileNumber } from '#domain/mobile-number.ts'
import type { Queryable } from '../database.ts'

export interface NewNotice {
  readonly userId: number
  readonly kind: string
  /** JSON. */
  readonly params: string
  readonly formerContact?: string | undefined
  readonly at: Date
}

export async function insertNotice(database: Queryable, notice: NewNotice): Promise<void> {
  const { userId, kind, params, formerContact, at } = notice
  await database.query(
    'insert into notices (user_id, kind, params, former_contact, at, next_try_at) values ($1, $2, $3, $4, $5, $5)',
    [userId, kind, params, formerContact ?? null, at],
  )
}

/** How a notice reaches its user. */
export type NoticeWay = 'sms' | 'email' | 'former'

/** A notice that waits, with everything that its messages are made of. */
export interface WaitingNotice extends Omit<NewNotice, 'formerContact'> {
  readonly id: number
  readonly tries: number
  readonly language: Language
  readonly phrase: string | undefined
  /** The ways that are still to be gone, each with its contact; `undefined` where the user has none. */
  readonly ways: readonly { readonly way: NoticeWay; readonly contact: string | undefined }[]
}

interface NoticeColumns {
  id: bigint
  user_id: bigint
  kind: string
  params: string
  at: Date
  tries: number
  sms_done: boolean
  email_done: boolean
  former_done: boolean
  former_contact: string | null
  mobile: MobileNumber | null
  email: string | null
  language: Language
  anti_phishing_phrase: string | null
}

const WAITS = `(sms_done_at is null or email_done_at is null or (former_contact is not null and former_done_at is null))`

/**
 * Takes what is due, the oldest first, for this process alone until `untilMs` later: what is not done by then is due again. What another
 * process takes at this moment is passed by.
 */
export async function takeNotices(
  database: Queryable,
  { now, heldUntil, triesMax, max }: { now: Date; heldUntil: Date; triesMax: number; max: number },
): Promise<WaitingNotice[]> {
  const rows = await database.query<NoticeColumns>(
    `with due as (
      select id from notices where ${WAITS} and next_try_at <= $1 and tries < $3
      order by next_try_at, id limit $4 for update skip locked
    ), taken as (
      update notices set next_try_at = $2, tries = tries + 1 where id in (select id from due)
      returning id, user_id, kind, params, at, tries, sms_done_at is not null as sms_done, email_done_at is not null as email_done,
        former_contact is null or former_done_at is not null as former_done, former_contact
    ) select taken.*, mobile, email, language, anti_phishing_phrase from taken join users on users.id = user_id order by taken.id`,
    [now, heldUntil, triesMax, max],
  )
  return rows.map((row) => ({
    id: toCount(row.id),
    userId: toCount(row.user_id),
    kind: row.kind,
    params: row.params,
    at: row.at,
    tries: row.tries,
    language: row.language,
    phrase: row.anti_phishing_phrase ?? undefined,
    ways: [
      ...(row.sms_done ? [] : [{ way: 'sms' as const, contact: row.mobile ?? undefined }]),
      ...(row.email_done ? [] : [{ way: 'email' as const, contact: row.email ?? undefined }]),
      ...(row.former_done ? [] : [{ way: 'former' as const, contact: row.former_contact ?? undefined }]),
    ],
  }))
}

/** What a way's end writes. A former contact is kept no longer than it is needed. */
const DONE = {
  sms: 'sms_done_at = $2',
  email: 'email_done_at = $2',
  former: 'former_done_at = $2, former_contact = null',
} as const satisfies Record<NoticeWay, string>

export async function markNoticeDone(
  database: Queryable,
  { id, way, at }: { id: number; way: NoticeWay; at: Date },
): Promise<void> {
  await database.query(`update notices set ${DONE[way]} where id = $1`, [id, at])
}

/** What is not done by now is tried again at this time. */
export async function postponeNotice(database: Queryable, { id, until }: { id: number; until: Date }): Promise<void> {
  await database.query('update notices set next_try_at = $2 where id = $1', [id, until])
}
