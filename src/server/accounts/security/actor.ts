import type { Language } from '#domain/market-state.ts'

/** The user of a call, in its session, as the audit log is to name it. */
export interface Actor {
  readonly userId: number
  readonly sessionId: number
  readonly ip: string
  /** What the device says of itself. */
  readonly device: string
  readonly language: Language
}

/** What an event of the audit log has of its actor. */
export const eventOf = ({ userId, ip, device }: Actor) => ({ userId, ip, device })
