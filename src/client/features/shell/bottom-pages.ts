import { ArrowLeftRight, ChartCandlestick, House, Wallet } from 'lucide-react'

/** The bottom bar's pages; "More" stands beside them. */
export const BOTTOM_PAGES = [
  { to: '/', word: 'nav.home', icon: House },
  { to: '/markets', word: 'nav.markets', icon: ChartCandlestick },
  { to: '/profile/trade/$tradeTo/$tradeFrom', word: 'nav.trade', icon: ArrowLeftRight },
  { to: '/profile/wallet', word: 'nav.wallet', icon: Wallet },
] as const
