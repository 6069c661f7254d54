import type { Language } from '#client/lib/locale.ts'
import type { Notification } from '#client/lib/notifications.queries.ts'
import { showDate } from '#client/ui/show-date.ts'

export interface NotificationDay {
  /** The date in Tehran's time zone. */
  readonly name: string
  readonly notifications: readonly Notification[]
}

const DAY_MS = 86_400_000

/** Groups notifications by Tehran's days, newest first; today and yesterday are named so. */
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
