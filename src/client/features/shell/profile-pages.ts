import {
  ArrowLeftRight,
  CalendarSync,
  ChartCandlestick,
  CircleUserRound,
  Gift,
  Headset,
  History,
  LayoutDashboard,
  Settings,
  Wallet,
} from 'lucide-react'
import type { Session } from '#client/entities/session/session.ts'

/** The pages of the profile area, in the order of the sidebar. */
export const PROFILE_PAGES = [
  { to: '/profile', word: 'nav.dashboard', icon: LayoutDashboard },
  { to: '/profile/account', word: 'nav.account', icon: CircleUserRound },
  { to: '/profile/otc', word: 'nav.otc', icon: ArrowLeftRight },
  { to: '/profile/recurring', word: 'nav.recurring', icon: CalendarSync },
  { to: '/profile/trade/$tradeTo/$tradeFrom', word: 'nav.trade', icon: ChartCandlestick },
  { to: '/profile/wallet', word: 'nav.wallet', icon: Wallet },
  { to: '/profile/support', word: 'nav.support', icon: Headset },
  { to: '/profile/settings', word: 'nav.settings', icon: Settings },
  { to: '/profile/history', word: 'nav.history', icon: History },
  { to: '/profile/invite', word: 'nav.invite', icon: Gift },
] as const

/** Pages that are closed to market makers, by their routes: "/profile/otc". Currently there are none. */
export const SUPERVISOR_CLOSED_PAGES: readonly string[] = []

/** First and last name of the user; `undefined` before they are known. */
export function nameOf({ firstName, lastName }: Session): string | undefined {
  const name = [firstName, lastName].filter((part) => part !== null && part !== '').join(' ')
  return name === '' ? undefined : name
}
