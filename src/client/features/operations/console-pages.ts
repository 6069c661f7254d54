import {
  BanknoteArrowUp,
  BookOpenText,
  ChartCandlestick,
  FileSpreadsheet,
  HandCoins,
  Headset,
  House,
  IdCard,
  KeyRound,
  Landmark,
  Megaphone,
  ScrollText,
  ServerCog,
  Settings2,
  UserCheck,
  UserCog,
  Users,
} from 'lucide-react'
import type { OperatorRight } from '#domain/operator-rights.ts'

/** The console's pages in the order of a working day, each with the right that opens it and the letter that goes to it after G. */
export const CONSOLE_PAGES = [
  { to: '/operations', word: 'overview', letter: 'H', icon: House, needs: 'OVERVIEW_READ' },
  { to: '/operations/identities', word: 'identities', letter: 'V', icon: IdCard, needs: 'IDENTITIES_READ' },
  { to: '/operations/users', word: 'users', letter: 'U', icon: Users, needs: 'USERS_READ' },
  { to: '/operations/withdrawals', word: 'withdrawals', letter: 'W', icon: BanknoteArrowUp, needs: 'WITHDRAWALS_READ' },
  { to: '/operations/payouts', word: 'payouts', letter: 'Y', icon: Landmark, needs: 'PAYOUTS_READ' },
  { to: '/operations/deliveries', word: 'deliveries', letter: 'D', icon: HandCoins, needs: 'WITHDRAWALS_READ' },
  { to: '/operations/custody', word: 'custody', letter: 'K', icon: KeyRound, needs: 'WITHDRAWALS_READ' },
  { to: '/operations/markets', word: 'markets', letter: 'M', icon: ChartCandlestick, needs: 'MARKETS_READ' },
  { to: '/operations/content', word: 'content', letter: 'C', icon: BookOpenText, needs: 'CONTENT_READ' },
  { to: '/operations/proposals', word: 'proposals', letter: 'P', icon: UserCheck, needs: 'PROPOSALS_READ' },
  { to: '/operations/operators', word: 'operators', letter: 'O', icon: UserCog, needs: 'OPERATORS_READ' },
  { to: '/operations/tickets', word: 'tickets', letter: 'T', icon: Headset, needs: 'TICKETS_READ' },
  { to: '/operations/settings', word: 'settings', letter: 'S', icon: Settings2, needs: 'MARKETS_READ' },
  { to: '/operations/reports', word: 'reports', letter: 'E', icon: FileSpreadsheet, needs: 'REPORTS_EXPORT' },
  { to: '/operations/broadcasts', word: 'broadcasts', letter: 'B', icon: Megaphone, needs: 'BROADCAST' },
  { to: '/operations/processes', word: 'processes', letter: 'R', icon: ServerCog, needs: 'OVERVIEW_READ' },
  { to: '/operations/audit', word: 'audit', letter: 'A', icon: ScrollText, needs: 'AUDIT_READ' },
] as const satisfies readonly { needs: OperatorRight; [key: string]: unknown }[]

/** The page of a path: the one with the longest matching prefix. */
export const pageOf = (path: string) => CONSOLE_PAGES.findLast(({ to }) => path === to || path.startsWith(`${to}/`))

/** The tabs of the market page, by their names in the URL: the markets of each quote currency, and the search for an order. */
export const MARKET_TABS = ['TOMAN', 'TETHER', 'order'] as const
export type MarketTab = (typeof MARKET_TABS)[number]

/** The tabs of the settings, by their names in the URL. */
export const SETTING_TABS = ['markets', 'maker', 'fees', 'days', 'coins'] as const
export type SettingTab = (typeof SETTING_TABS)[number]
