import { type MobileNumber, parseMobileNumber } from '#domain/mobile-number.ts'
import type { PageOf } from '#domain/page.ts'
import type { Amount, Ppm } from '#domain/units.ts'
import type { Queryable, Transaction } from '../database.ts'
import { type Paged, readPage } from '../page.ts'
import { countOf, findRow, type Row, readRows, rowAs } from '../rows.ts'
import { readLastCounted, uncounted } from '../trading/market-days.ts'
import { randomLetters } from './users.ts'

export interface CodeRow {
  readonly code: string
  readonly friendShare: Ppm
  readonly invitees: number
}

export interface InvitesRow {
  readonly referralCode: string
  readonly invitees: number
  /** The inviter's income from their fees, in Toman at the prices of the trades. */
  readonly profit: Amount
  /** The part of the user's own fees that comes back, and the amount so far in Toman. */
  readonly ownShare: Ppm
  readonly ownCashBack: Amount
}

/** `undefined` for an unknown user. */
export async function readInvites(database: Queryable, userId: number): Promise<InvitesRow | undefined> {
  const last = await readLastCounted(database)
  const tail = `select %s from referral_rewards where ${uncounted('trade_id', '$2')} and`
  return findRow(
    database,
    rowAs<InvitesRow>('invitees'),
    `select referral_code as "referralCode", (select count(*) from users as friends where friends.invited_by = users.id) as invitees,
      coalesce((select value_in_toman from reward_totals where inviter_id = users.id), 0)
        + (${tail.replace('%s', 'coalesce(sum(value_in_toman), 0)')} inviter_id = users.id) as profit,
      coalesce(friend_share_ppm, 0)::bigint as "ownShare",
      coalesce((select friend_value_in_toman from invitee_totals where invitee_id = users.id), 0)
        + (${tail.replace('%s', 'coalesce(sum(friend_value_in_toman), 0)')} invitee_id = users.id) as "ownCashBack"
     from users where id = $1`,
    [userId, last],
  )
}

/** The codes of a user after the first one, oldest first. */
export const readReferralCodes = (database: Queryable, userId: number): Promise<CodeRow[]> =>
  readRows(
    database,
    rowAs<CodeRow>('invitees'),
    `select code, friend_share_ppm::bigint as "friendShare", (select count(*) from users where invited_with = code) as invitees
      from referral_codes where user_id = $1 order by created_at, code`,
    [userId],
  )

/** One letter longer than each user's first code, so that the two kinds never collide. */
const CODE_LENGTH = 9
/** Two codes are equal by chance once in ten million million, so this many collisions in a row mean a fault. */
const TRIES_MAX = 5

/** The number of a user's codes after the first; no other transaction adds one before this one has ended. */
export async function countReferralCodes(tx: Transaction, userId: number): Promise<number> {
  await tx.query('select 1 from users where id = $1 for update', [userId])
  return countOf(tx, 'select count(*) as count from referral_codes where user_id = $1', [userId])
}

/** @returns the new code */
export async function insertReferralCode(
  tx: Transaction,
  { userId, friendShare, at }: { userId: number; friendShare: Ppm; at: Date },
): Promise<string> {
  for (let attempt = 0; attempt < TRIES_MAX; attempt += 1) {
    const code = randomLetters(CODE_LENGTH)
    const added = await tx.query(
      `insert into referral_codes (code, user_id, friend_share_ppm, created_at) values ($1, $2, $3, $4)
        on conflict do nothing returning code`,
      [code, userId, friendShare, at],
    )
    if (added.length > 0) return code
  }
  throw new Error('no free referral code was found')
}

export interface InviteeRow {
  readonly mobile: MobileNumber
  readonly joinedAt: Date
  /** The income of the inviter and of the user from this user's fees, in Toman. */
  readonly profit: Amount
  readonly cashBack: Amount
}

/** Newest first. */
export async function readInvitees(database: Queryable, inviterId: number, asked: PageOf): Promise<Paged<InviteeRow>> {
  const last = await readLastCounted(database)
  const list = {
    table: 'users',
    conditions: ['invited_by = $1'],
    values: [inviterId],
    row: `select users.id, mobile, users.created_at as "joinedAt",
        coalesce(kept.value_in_toman, 0) + coalesce(tail.value, 0) as profit,
        coalesce(kept.friend_value_in_toman, 0) + coalesce(tail.friend_value, 0) as "cashBack"
      from users left join invitee_totals as kept on kept.invitee_id = users.id cross join lateral (
        select sum(value_in_toman) as value, sum(friend_value_in_toman) as friend_value from referral_rewards
        where invitee_id = users.id and ${uncounted('trade_id', String(last))}
      ) as tail where users.id = page.id`,
  }
  return readPage(database, { list, asked, read: inviteeRow })
}

const inviteeOf = rowAs<Omit<InviteeRow, 'mobile'>>()

function inviteeRow({ id, mobile: text, ...row }: Row & { readonly id: bigint; readonly mobile: string }): InviteeRow {
  const mobile = parseMobileNumber(text)
  if (!mobile) throw new Error(`user ${id} was invited and has no mobile number`)
  return { mobile, ...inviteeOf(row) }
}
