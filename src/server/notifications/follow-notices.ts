import type { Database } from '../store/database.ts'
import { readNewestNoticeId, readNoticesSince } from '../store/notifications/notices.ts'

interface NoticeWatch {
  readonly database: Database
  readonly now: () => Date
  readonly apps: {
    /** Called with the users of newly committed notices. */
    onNotices(userIds: ReadonlySet<number>): void
  }
}

const ROWS_MAX = 1_000
/** A transaction that took its number earlier may commit later; its notice is still found this long after a newer one. */
const LATE_MS_MAX = 10_000

/** Numbers without a committed notice yet: their transactions are in progress or were rolled back. */
interface Gap {
  readonly from: number
  readonly to: number
  readonly sinceMs: number
}

/**
 * Finds the notices committed since the last run, by any process. Notices from before the first run are not reported: an app that connects
 * fetches all by itself. Each notice is read once, and only the gaps in their numbers are read again.
 */
export function followNotices({ database, now, apps }: NoticeWatch): { check(): Promise<void> } {
  let newest: number | undefined
  let gaps: readonly Gap[] = []
  return {
    async check() {
      const nowMs = now().getTime()
      newest ??= await readNewestNoticeId(database)
      const userIds = new Set<number>()
      const left: Gap[] = []
      const readBetween = async ({ from, to, sinceMs }: Gap): Promise<number> => {
        let next = from
        for (let isMore = true; isMore; ) {
          const notices = await readNoticesSince(database, { id: next - 1, to, max: ROWS_MAX })
          for (const { id, userId } of notices) {
            if (id > next) left.push({ from: next, to: id - 1, sinceMs })
            userIds.add(userId)
            next = id + 1
          }
          isMore = notices.length === ROWS_MAX
        }
        return next
      }
      for (const gap of gaps) {
        const next = await readBetween(gap)
        if (next <= gap.to) left.push({ ...gap, from: next })
      }
      newest = (await readBetween({ from: newest + 1, to: Number.MAX_SAFE_INTEGER, sinceMs: nowMs })) - 1
      gaps = left.filter(({ sinceMs }) => nowMs - sinceMs < LATE_MS_MAX)
      if (userIds.size > 0) apps.onNotices(userIds)
    },
  }
}
