import { ChartCandlestick, IdCard, ScrollText, UserCheck, Users } from 'lucide-react'

/** The rooms of the console, in the order of their keys. */
export const ROOMS = [
  { to: '/operations/identities', word: 'identities', icon: IdCard },
  { to: '/operations/users', word: 'users', icon: Users },
  { to: '/operations/markets', word: 'markets', icon: ChartCandlestick },
  { to: '/operations/proposals', word: 'proposals', icon: UserCheck },
  { to: '/operations/audit', word: 'audit', icon: ScrollText },
] as const
