import type { Database } from '../store/database.ts'
import { readNewestNoticeId, readNoticesSince } from '../store/notifications/notices.ts'

interface NoticeWatch {
  readonly database: Database
  readonly now: () => Date
  readonly apps: {
    /** Called with the users of notices that are committed and were not seen before. */
    onNotices(userIds: ReadonlySet<number>): void
  }
}

const ROWS_MAX = 1_000
/** A transaction that took its number earlier may commit later; so long after the newer one it is still seen. */
const LATE_MS_MAX = 10_000

/**
 * Finds what was committed since the last look, by whichever process. Nothing is known of what stood before the first look: an app that comes asks
 * for all by itself.
 */
export function followNotices({ database, now, apps }: NoticeWatch): { look(): Promise<void> } {
  /** Behind this one everything is looked at again. */
  let settled: number | undefined
  const seenAt = new Map<number, number>()
  return {
    async look() {
      const nowMs = now().getTime()
      settled ??= await readNewestNoticeId(database)
      const userIds = new Set<number>()
      for (let id = settled, isMore = true; isMore; ) {
        const notices = await readNoticesSince(database, { id, max: ROWS_MAX })
        for (const notice of notices) {
          if (!seenAt.has(notice.id)) userIds.add(notice.userId)
          seenAt.set(notice.id, seenAt.get(notice.id) ?? nowMs)
        }
        id = notices.at(-1)?.id ?? id
        isMore = notices.length === ROWS_MAX
      }
      for (const [id, at] of seenAt) if (nowMs - at >= LATE_MS_MAX) settled = Math.max(settled, id)
      for (const id of seenAt.keys()) if (id <= settled) seenAt.delete(id)
      if (userIds.size > 0) apps.onNotices(userIds)
    },
  }
}
