import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { ArrowLeftRight, Bell, LifeBuoy, Megaphone, ShieldCheck, UserRound, Wallet } from 'lucide-react'
import { type ComponentProps, type MouseEvent, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type Notification,
  notificationsQuery,
  useReadNotifications,
} from '#client/entities/notification/notifications.queries.ts'
import { PriceAlertList } from '#client/entities/price-alert/price-alert-list.tsx'
import { priceAlertsQuery } from '#client/entities/price-alert/price-alerts.queries.ts'
import { useBalancesHidden } from '#client/entities/wallet/balance-text.tsx'
import { DAY_MS } from '#client/lib/durations.ts'
import { type Language, useLanguage } from '#client/lib/locale.ts'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ButtonLink } from '#client/ui/link.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { QueryPlaceholder } from '#client/ui/query-view.tsx'
import { showDate } from '#client/ui/show-date.ts'

/** The notification centre: the user's notifications by days. Displayed notifications count as read. */
export function NotificationsScreen() {
  const { t } = useTranslation('notifications')
  const query = useQuery(notificationsQuery(useLanguage()))
  const areAlertsComing = useQuery(priceAlertsQuery()).isLoading
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
      {/* Both lists appear together: alerts that came later would push the notifications down. */}
      <Suspense fallback={<NoLists query={query} />}>
        {query.data === undefined || areAlertsComing ? (
          <NoLists query={query} />
        ) : (
          <>
            <PriceAlertList />
            <Card>
              <NotificationList notifications={query.data.content} />
            </Card>
          </>
        )}
      </Suspense>
    </chakra.div>
  )
}

function NoLists({ query }: Pick<ComponentProps<typeof QueryPlaceholder>, 'query'>) {
  return (
    <Card as="div">
      <QueryPlaceholder query={query} rows={5} height="3.5rem" />
    </Card>
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
  const reported = useRef(new Set<string>())
  const { mutate } = useReadNotifications()
  const unread = notifications.filter(({ id, read }) => !read && !newIds.has(id)).map(({ id }) => id)
  // Set while rendering: marked after its first paint, a row would grow.
  if (unread.length > 0) setNewIds(new Set([...newIds, ...unread]))
  useEffect(() => {
    const unreported = [...newIds].filter((id) => !reported.current.has(id))
    if (unreported.length === 0) return
    reported.current = new Set(newIds)
    mutate(unreported)
  }, [newIds, mutate])
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

const ICONS = {
  ORDERS: ArrowLeftRight,
  MONEY: Wallet,
  SECURITY: ShieldCheck,
  SUPPORT: LifeBuoy,
  ACCOUNT: UserRound,
  PRICE_ALERTS: Bell,
  NEWS: Megaphone,
} as const

/** A notification: the event and its time. A press opens its page in the app. */
function NotificationRow({ notification, isNew }: { notification: Notification; isNew: boolean }) {
  const { t } = useTranslation('notifications')
  const language = useLanguage()
  const isDiscreet = useBalancesHidden()
  const { group, text, discreetText, path, atDateTime } = notification
  const Icon = ICONS[group]
  const router = useRouter()
  const open = (event: MouseEvent) => {
    // The browser itself handles a press that opens another tab.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    router.history.push(path)
  }
  return (
    <chakra.a
      href={path}
      onClick={open}
      display="flex"
      alignItems="flex-start"
      gap="3"
      paddingBlock="3"
      paddingInline="2"
      marginInline="-2"
      borderRadius="md"
      minHeight="tap"
      _hover={{ bg: 'hover' }}
    >
      <chakra.span
        display="inline-flex"
        flexShrink="0"
        padding="2"
        borderRadius="full"
        bg="hover"
        color={isNew ? 'gold' : 'fg.muted'}
        aria-hidden="true"
      >
        <Icon size={18} />
      </chakra.span>
      <chakra.span display="grid" gap="0.5" flex="1" minWidth="0">
        <chakra.span fontSize="sm" fontWeight={isNew ? 'semibold' : 'normal'} overflowWrap="anywhere">
          {isDiscreet ? discreetText : text}
        </chakra.span>
        <chakra.span fontSize="xs" color="fg.muted">
          {t(`group.${group}`)} · {showDate(new Date(atDateTime), language, 'time')}
        </chakra.span>
      </chakra.span>
      {isNew && (
        <chakra.span
          role="img"
          aria-label={t('unread')}
          flexShrink="0"
          width="0.5rem"
          height="0.5rem"
          marginTop="2"
          borderRadius="full"
          bg="gold"
        />
      )}
    </chakra.a>
  )
}
