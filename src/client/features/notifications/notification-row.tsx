import { chakra } from '@chakra-ui/react'
import { useRouter } from '@tanstack/react-router'
import { ArrowLeftRight, Bell, LifeBuoy, Megaphone, ShieldCheck, UserRound, Wallet } from 'lucide-react'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Notification } from '#client/entities/notification/notifications.queries.ts'
import { useBalancesHidden } from '#client/entities/wallet/hidden-balances.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { showDate } from '#client/ui/show-date.ts'

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
export function NotificationRow({ notification, isNew }: { notification: Notification; isNew: boolean }) {
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
