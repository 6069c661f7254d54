import {
  ArrowLeftRight,
  ChartCandlestick,
  CircleUserRound,
  History,
  House,
  LayoutDashboard,
  Wallet,
} from 'lucide-react'
import type { Language } from '#client/lib/locale.ts'

/** Where the professional screen opens: gold, in the unit of the language. */
export const firstMarket = (language: Language) => ({
  tradeTo: language === 'fa' ? 'TOMAN' : 'TETHER',
  tradeFrom: 'GOLD',
})

/** The pages of the profile area, in the order of the sidebar. */
export const PROFILE_PAGES = [
  { to: '/profile', word: 'nav.dashboard', icon: LayoutDashboard },
  { to: '/profile/otc', word: 'nav.otc', icon: ArrowLeftRight },
  { to: '/profile/trade/$tradeTo/$tradeFrom', word: 'nav.trade', icon: ChartCandlestick },
  { to: '/profile/wallet', word: 'nav.wallet', icon: Wallet },
  { to: '/profile/history', word: 'nav.history', icon: History },
  { to: '/profile/account', word: 'nav.account', icon: CircleUserRound },
] as const

/** The bottom bar's pages; "More" stands beside them. */
export const BOTTOM_PAGES = [
  { to: '/', word: 'nav.home', icon: House },
  { to: '/markets', word: 'nav.markets', icon: ChartCandlestick },
  { to: '/profile/trade/$tradeTo/$tradeFrom', word: 'nav.trade', icon: ArrowLeftRight },
  { to: '/profile/wallet', word: 'nav.wallet', icon: Wallet },
] as const
