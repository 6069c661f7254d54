import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type Notification,
  notificationsQuery,
  useReadNotifications,
} from '#client/entities/notification/notifications.queries.ts'
import { DAY_MS } from '#client/lib/durations.ts'
import { type Language, useLanguage } from '#client/lib/locale.ts'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ButtonLink } from '#client/ui/link.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { QueryView } from '#client/ui/query-view.tsx'
import { SectionPlace } from '#client/ui/section.tsx'
import { showDate } from '#client/ui/show-date.ts'
import { NotificationRow } from './notification-row.tsx'
import { PriceAlertList } from './price-alert-list.tsx'

/** The notification centre: the user's notifications by days. Displayed notifications count as read. */
export function NotificationsScreen() {
  const { t } = useTranslation('notifications')
  const query = useQuery(notificationsQuery(useLanguage()))
  return (
    <chakra.div maxWidth="48rem" display="grid" gap="4" gridTemplateColumns="minmax(0, 1fr)">
      <PageHeading
        title={t('title')}
        aside={
          <ButtonLink to="/profile/settings" hash="notifications" variant="quiet" size="sm">
            {t('settings')}
          </ButtonLink>
        }
      />
      <SectionPlace>
        <PriceAlertList />
      </SectionPlace>
      <Card>
        <QueryView query={query} data={query.data?.content} rows={5} height="3.5rem">
          {(notifications) => <NotificationList notifications={notifications} />}
        </QueryView>
      </Card>
    </chakra.div>
  )
}

function NotificationList({ notifications }: { notifications: readonly Notification[] }) {
  const { t } = useTranslation('notifications')
  const language = useLanguage()
  const newIds = useNewIds(notifications)
  if (notifications.length === 0)
    return <EmptyState icon={<Bell size={26} />} title={t('empty.title')} text={t('empty.text')} />
  const words = { today: t('today'), yesterday: t('yesterday') }
  return (
    <chakra.div display="grid" gap="5">
      {notificationDays(notifications, { language, nowMs: Date.now(), words }).map((day) => (
        <section key={day.name} aria-label={day.name}>
          <chakra.h2 fontSize="sm" fontWeight="semibold" color="fg.muted" marginBottom="1">
            {day.name}
          </chakra.h2>
          <ul>
            {day.notifications.map((notification) => (
              <li key={notification.id}>
                <NotificationRow notification={notification} isNew={newIds.has(notification.id)} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </chakra.div>
  )
}

/** Marks the displayed notifications as read, and remembers during this visit which were new. */
function useNewIds(notifications: readonly Notification[]): ReadonlySet<string> {
  const [newIds, setNewIds] = useState<ReadonlySet<string>>(new Set())
  const { mutate } = useReadNotifications()
  useEffect(() => {
    const unread = notifications.filter(({ id, read }) => !read && !newIds.has(id)).map(({ id }) => id)
    if (unread.length === 0) return
    setNewIds((known) => new Set([...known, ...unread]))
    mutate(unread)
  }, [notifications, newIds, mutate])
  return newIds
}

interface NotificationDay {
  /** The date in Tehran's time zone. */
  readonly name: string
  readonly notifications: readonly Notification[]
}

/** Groups notifications by Tehran's days, newest first; today and yesterday are named so. */
function notificationDays(
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
