import type { Language } from '#domain/market-state.ts'
import { addressOf } from './limits.ts'
import type { Caller, SessionCaller } from './sessions.ts'

/** The origin of a call, for the audit log. */
export interface Origin {
  readonly ip: string
  /** The device's own description. */
  readonly device: string
}

export const originOf = ({ ip, userAgent }: { readonly ip: string; readonly userAgent: string }): Origin => ({
  ip: addressOf(ip),
  device: userAgent,
})

/** The acting signed-in user, as the audit log names one. */
export interface Actor extends Origin {
  readonly userId: number
}

/** The same with its session and the language of its answers. */
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
  readonly caller: Pick<SessionCaller, 'userId' | 'sessionId'>
  readonly language: Language
}

export const actorOf = ({ caller, ip, userAgent }: CallOfUser): Actor => ({
  userId: caller.userId,
  ...originOf({ ip, userAgent }),
})

export const sessionActorOf = (call: CallInSession): SessionActor => ({
  ...actorOf(call),
  sessionId: call.caller.sessionId,
  language: call.language,
})

/** The actor's part of an event of the audit log. */
export const eventOf = ({ userId, ip, device }: Actor): Actor => ({ userId, ip, device })
