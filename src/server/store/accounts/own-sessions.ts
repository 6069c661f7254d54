import { toCount } from '#domain/counts.ts'
import type { Queryable } from '../database.ts'
import { pushedSince } from '../notifications/push-subscriptions.ts'
import type { SessionDevice } from './sessions.ts'

/** One of a user's sessions, as its list shows it. */
export interface OwnSession extends SessionDevice {
  readonly id: number
  readonly openedAt: Date
  readonly lastUsedAt: Date
}

/** More than anybody has open; ending all sessions covers further ones too. */
const SESSIONS_MAX = 200

/** The user's usable sessions: this one, then the most recently used first. */
export async function readOwnSessions(
  database: Queryable,
  { userId, currentId, now, usedAfter }: { userId: number; currentId: number; now: Date; usedAfter: Date },
): Promise<OwnSession[]> {
  const rows = await database.query<{
    id: bigint
    ip: string
    os_type: string
    device_type: string
    browser: string
    created_at: Date
    last_used_at: Date
  }>(
    `select id, ip, os_type, device_type, browser, created_at, last_used_at from sessions
      where user_id = $1 and (expires_at > $3 and last_used_at > $4
        or last_used_at > $5 and exists (select from push_subscriptions where session_id = sessions.id))
      order by id = $2 desc, last_used_at desc, id desc limit ${SESSIONS_MAX}`,
    [userId, currentId, now, usedAfter, pushedSince(now)],
  )
  return rows.map((row) => ({
    id: toCount(row.id),
    ip: row.ip,
    osType: row.os_type,
    deviceType: row.device_type,
    browser: row.browser,
    openedAt: row.created_at,
    lastUsedAt: row.last_used_at,
  }))
}

/** @returns the ended session's device, or `undefined` if the user has no such session */
export async function deleteOwnSession(
  tx: Queryable,
  { userId, id }: { userId: number; id: string },
): Promise<Pick<OwnSession, 'ip' | 'browser' | 'osType'> | undefined> {
  const [row] = await tx.query<{ ip: string; browser: string; os_type: string }>(
    'delete from sessions where user_id = $1 and id = $2 returning ip, browser, os_type',
    [userId, id],
  )
  return row && { ip: row.ip, browser: row.browser, osType: row.os_type }
}
