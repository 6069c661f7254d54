import {
  ArrowLeftRight,
  ChartCandlestick,
  CircleUserRound,
  History,
  LayoutDashboard,
  Settings,
  Wallet,
} from 'lucide-react'

/** The pages of the profile area, in the order of the sidebar. */
export const PROFILE_PAGES = [
  { to: '/profile', word: 'nav.dashboard', icon: LayoutDashboard },
  { to: '/profile/otc', word: 'nav.otc', icon: ArrowLeftRight },
  { to: '/profile/trade/$tradeTo/$tradeFrom', word: 'nav.trade', icon: ChartCandlestick },
  { to: '/profile/wallet', word: 'nav.wallet', icon: Wallet },
  { to: '/profile/history', word: 'nav.history', icon: History },
  { to: '/profile/account', word: 'nav.account', icon: CircleUserRound },
  { to: '/profile/settings', word: 'nav.settings', icon: Settings },
] as const
