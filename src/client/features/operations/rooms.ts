import {
  BookOpenText,
  ChartCandlestick,
  FileSpreadsheet,
  Headset,
  House,
  IdCard,
  Megaphone,
  ScrollText,
  Settings2,
  UserCheck,
  UserCog,
  Users,
} from 'lucide-react'
import type { OperatorRight } from '#domain/operator-rights.ts'

/** The rooms of the console, in the order of their keys, each with the right that opens it. */
export const ROOMS = [
  { to: '/operations', word: 'overview', icon: House, needs: 'OVERVIEW_READ' },
  { to: '/operations/identities', word: 'identities', icon: IdCard, needs: 'IDENTITIES_READ' },
  { to: '/operations/users', word: 'users', icon: Users, needs: 'USERS_READ' },
  { to: '/operations/markets', word: 'markets', icon: ChartCandlestick, needs: 'MARKETS_READ' },
  { to: '/operations/content', word: 'content', icon: BookOpenText, needs: 'CONTENT_READ' },
  { to: '/operations/proposals', word: 'proposals', icon: UserCheck, needs: 'PROPOSALS_READ' },
  { to: '/operations/operators', word: 'operators', icon: UserCog, needs: 'OPERATORS_READ' },
  { to: '/operations/tickets', word: 'tickets', icon: Headset, needs: 'TICKETS_READ' },
  { to: '/operations/settings', word: 'settings', icon: Settings2, needs: 'MARKETS_READ' },
  { to: '/operations/reports', word: 'reports', icon: FileSpreadsheet, needs: 'REPORTS_EXPORT' },
  { to: '/operations/broadcasts', word: 'broadcasts', icon: Megaphone, needs: 'BROADCAST' },
  { to: '/operations/audit', word: 'audit', icon: ScrollText, needs: 'AUDIT_READ' },
] as const satisfies readonly { needs: OperatorRight; [key: string]: unknown }[]

/** The room that an address lies in: the longest that it begins with. */
export const roomOf = (path: string) => ROOMS.findLast(({ to }) => path === to || path.startsWith(`${to}/`))
