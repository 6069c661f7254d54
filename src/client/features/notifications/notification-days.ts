import type { Language } from '#client/lib/locale.ts'
import type { Notification } from '#client/lib/notifications.queries.ts'
import { showDate } from '#client/ui/show-date.ts'

export interface NotificationDay {
  /** As Tehran's calendar names it. */
  readonly name: string
  readonly notifications: readonly Notification[]
}

const DAY_MS = 86_400_000

/** Notifications by the days of Tehran, the newest first; today and yesterday by these names. */
export function notificationDays(
  notifications: readonly Notification[],
  { language, nowMs, words }: { language: Language; nowMs: number; words: { today: string; yesterday: string } },
): NotificationDay[] {
  const nameAt = (ms: number) => showDate(new Date(ms), language, 'date')
  const near = new Map([
    [nameAt(nowMs), words.today],
    [nameAt(nowMs - DAY_MS), words.yesterday],
  ])
  const days = Map.groupBy(notifications, ({ atDateTime }) => nameAt(Date.parse(atDateTime)))
  return [...days].map(([day, found]) => ({ name: near.get(day) ?? day, notifications: found }))
}
