import { ChartCandlestick, UserCheck, Users } from 'lucide-react'

/** The rooms of the console, in the order of their keys. */
export const ROOMS = [
  { to: '/operations/users', word: 'users', icon: Users },
  { to: '/operations/markets', word: 'markets', icon: ChartCandlestick },
  { to: '/operations/proposals', word: 'proposals', icon: UserCheck },
] as const
