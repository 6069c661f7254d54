import type { Queryable } from '../database.ts'
import { pushedSince } from '../notifications/push-subscriptions.ts'

interface Expired {
  readonly now: Date
  readonly flowsBegunBefore: Date
  readonly sessionsUnusedSince: Date
  readonly devicesUnusedSince: Date
}

/** Deletes unusable rows: ended sessions, abandoned sign-ins, expired codes, closed counters. */
export async function deleteExpired(
  database: Queryable,
  { now, flowsBegunBefore, sessionsUnusedSince, devicesUnusedSince }: Expired,
): Promise<void> {
  // The session of a browser that still gets push messages stays, although it opens nothing: whatever ends the user's sessions ends it too.
  await database.query(
    `delete from sessions where (expires_at <= $1 or last_used_at <= $2)
      and (last_used_at <= $3 or not exists (select from push_subscriptions where session_id = sessions.id))`,
    [now, sessionsUnusedSince, pushedSince(now)],
  )
  await database.query('delete from sign_in_flows where begun_at <= $1', [flowsBegunBefore])
  await database.query('delete from passkey_challenges where expires_at <= $1', [now])
  await database.query(
    `delete from two_step_changes using one_time_codes
      where purpose = 'two-step' and subject = user_id and expires_at <= $1`,
    [now],
  )
  await database.query('delete from freeze_tokens where expires_at <= $1', [now])
  await database.query('delete from known_devices where last_used_at <= $1', [devicesUnusedSince])
  await database.query('delete from contact_changes where begun_at <= $1', [flowsBegunBefore])
  // An expired code stays as long as the flow that may renew it.
  await database.query('delete from one_time_codes where expires_at <= $1', [flowsBegunBefore])
  // Counters in use are left for the next run, so that neither side waits for the other.
  await database.query(
    `delete from rate_counters where (kind, subject) in
      (select kind, subject from rate_counters where window_ends_at <= $1 for update skip locked)`,
    [now],
  )
}
