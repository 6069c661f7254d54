import { Users } from 'lucide-react'

/** The rooms of the console, in the order of their keys. */
export const ROOMS = [{ to: '/operations/users', word: 'users', icon: Users }] as const
