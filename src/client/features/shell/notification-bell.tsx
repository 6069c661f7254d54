import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { unreadQuery } from '#client/entities/notification/notifications.queries.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { PlainLink } from '#client/ui/link.tsx'
import { showDecimal } from '#client/ui/show-decimal.ts'

/** A link to the notifications with the number of unread ones; the icon of the installed app shows the same number. */
export function NotificationBell() {
  const { t } = useTranslation()
  const language = useLanguage()
  const { data } = useQuery(unreadQuery())
  const unread = data?.baseDTO.unread ?? 0
  useAppBadge(unread)
  const shown = showDecimal(String(unread), language)
  const label = unread > 0 ? t('nav.unread', { shown }) : t('nav.notifications')
  return (
    <PlainLink
      to="/profile/notifications"
      aria-label={label}
      title={label}
      position="relative"
      display="inline-flex"
      alignItems="center"
      justifyContent="center"
      flexShrink="0"
      width="tap"
      height="tap"
      borderRadius="md"
      color="fg.muted"
      _hover={{ bg: 'hover', color: 'fg' }}
    >
      <Bell size={20} aria-hidden="true" />
      {unread > 0 && (
        <chakra.span
          aria-hidden="true"
          position="absolute"
          top="0.3rem"
          insetInlineEnd="0.2rem"
          minWidth="1.1rem"
          paddingInline="1"
          borderRadius="full"
          bg="gold.solid"
          color="#1D1502"
          fontSize="0.65rem"
          fontWeight="bold"
          lineHeight="1.1rem"
          textAlign="center"
        >
          {shown}
        </chakra.span>
      )}
    </PlainLink>
  )
}

/** Shows the number on the app's icon, if the device supports badges; it is removed with the session. */
function useAppBadge(unread: number): void {
  useEffect(() => {
    if (!('setAppBadge' in navigator)) return
    // A browser without badges rejects the call, which does no harm.
    void (unread > 0 ? navigator.setAppBadge(unread) : navigator.clearAppBadge()).catch(() => undefined)
  }, [unread])
  useEffect(
    () => () => {
      if ('clearAppBadge' in navigator) void navigator.clearAppBadge().catch(() => undefined)
    },
    [],
  )
}
