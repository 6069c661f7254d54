import { addressOf } from './limits.ts'
import type { Caller } from './sessions.ts'

/** The signed-in user who acts, as the audit log names it. */
export interface Actor {
  readonly userId: number
  readonly ip: string
  readonly device: string
}

interface CallOfUser {
  readonly caller: Pick<Caller, 'userId'>
  readonly ip: string
  readonly userAgent: string
}

export const actorOf = ({ caller, ip, userAgent }: CallOfUser): Actor => ({
  userId: caller.userId,
  ip: addressOf(ip),
  device: userAgent,
})
