import type { Language } from '#domain/market-state.ts'
import { addressOf } from './limits.ts'
import type { Caller, SessionCaller } from './sessions.ts'

/** The signed-in user who acts, as the audit log names it. */
export interface Actor {
  readonly userId: number
  readonly ip: string
  /** What the device says of itself. */
  readonly device: string
}

/** The same in its session, and in the language that it is answered in. */
export interface SessionActor extends Actor {
  readonly sessionId: number
  readonly language: Language
}

interface CallOfUser {
  readonly caller: Pick<Caller, 'userId'>
  readonly ip: string
  readonly userAgent: string
}

interface CallInSession extends CallOfUser {
  readonly caller: SessionCaller
  readonly language: Language
}

export const actorOf = ({ caller, ip, userAgent }: CallOfUser): Actor => ({
  userId: caller.userId,
  ip: addressOf(ip),
  device: userAgent,
})

export const sessionActorOf = (call: CallInSession): SessionActor => ({
  ...actorOf(call),
  sessionId: call.caller.sessionId,
  language: call.language,
})

/** What an event of the audit log has of its actor. */
export const eventOf = ({ userId, ip, device }: Actor): Actor => ({ userId, ip, device })
