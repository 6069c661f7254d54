import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import {
  Bell,
  ChevronDown,
  CircleUserRound,
  Headset,
  House,
  LayoutDashboard,
  LogOut,
  Settings,
  Wallet,
} from 'lucide-react'
import {
  type FocusEvent,
  type KeyboardEvent,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { unreadQuery } from '#client/entities/notification/notifications.queries.ts'
import type { Session } from '#client/entities/session/session.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { PlainLink } from '#client/ui/link.tsx'
import { showDecimal } from '#client/ui/show-decimal.ts'
import ExitSheet from './exit-sheet.tsx'
import { nameOf } from './profile-pages.ts'

const ENTRIES = [
  { to: '/profile', word: 'nav.dashboard', icon: LayoutDashboard },
  { to: '/profile/account', word: 'nav.account', icon: CircleUserRound },
  { to: '/profile/support', word: 'nav.support', icon: Headset },
  { to: '/profile/wallet', word: 'nav.wallet', icon: Wallet },
  { to: '/profile/settings', word: 'nav.settings', icon: Settings },
  { to: '/', word: 'nav.homePage', icon: House },
] as const

const entry = {
  display: 'flex',
  alignItems: 'center',
  gap: '3',
  width: 'full',
  minHeight: 'tap',
  paddingInline: '3.5',
  borderRadius: 'sm',
  fontSize: 'sm',
  textAlign: 'start',
  _hover: { bg: 'hover' },
} as const

const Trigger = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '2',
    minHeight: 'tap',
    paddingInline: { base: '2', md: '3' },
    borderRadius: 'md',
    fontSize: 'sm',
    fontWeight: 'semibold',
    _hover: { bg: 'hover' },
  },
})

// A network that is lost while the page loads must not take the page with it.
const OrderToasts = lazy(() => import('#client/entities/order/order-toasts.tsx').catch(() => ({ default: () => null })))

/** The bell and the menu of the user's own pages, and on every page the toasts of what becomes of the user's orders. */
export default function UserCorner({ session }: { session: Session }): ReactNode {
  return (
    <>
      <NotificationBell />
      <UserMenu session={session} />
      <Suspense>
        <OrderToasts />
      </Suspense>
    </>
  )
}

/** The user's name, which opens a menu of the user's own pages. */
function UserMenu({ session }: { session: Session }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
  const listId = useId()
  const name = nameOf(session) ?? t('user.unnamed')
  const closeOnLeave = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false)
  }
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return
    setOpen(false)
    trigger.current?.focus()
  }
  return (
    <chakra.div position="relative" onBlur={closeOnLeave} onKeyDown={closeOnEscape}>
      <Trigger
        ref={trigger}
        type="button"
        aria-label={t('nav.menuOf', { name })}
        aria-expanded={open}
        aria-controls={listId}
        onClick={() => setOpen(!open)}
      >
        <chakra.span color="gold" display="inline-flex">
          <CircleUserRound size={22} aria-hidden="true" />
        </chakra.span>
        <chakra.span dir="auto" display={{ base: 'none', sm: 'block' }} maxWidth="10rem" truncate>
          {name}
        </chakra.span>
        <ChevronDown size={16} aria-hidden="true" />
      </Trigger>
      <chakra.ul
        id={listId}
        hidden={!open}
        position="absolute"
        zIndex="menu"
        top="calc(100% + 0.5rem)"
        insetInlineEnd="0"
        minWidth="14rem"
        padding="1.5"
        bg="raised"
        borderWidth="1px"
        borderColor="line.strong"
        borderRadius="lg"
        boxShadow="lifted"
        animation="rise 140ms ease-out"
      >
        {ENTRIES.map(({ to, word, icon: Icon }) => (
          <li key={to}>
            <PlainLink to={to} {...entry} onClick={() => setOpen(false)}>
              <Icon size={18} aria-hidden="true" />
              {t(word)}
            </PlainLink>
          </li>
        ))}
        <chakra.li borderTopWidth="1px" borderColor="line" marginTop="1.5" paddingTop="1.5">
          <chakra.button type="button" {...entry} color="sell" onClick={() => setLeaving(true)}>
            <LogOut size={18} aria-hidden="true" />
            {t('nav.exit')}
          </chakra.button>
        </chakra.li>
      </chakra.ul>
      {leaving && <ExitSheet onClose={() => setLeaving(false)} />}
    </chakra.div>
  )
}

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
