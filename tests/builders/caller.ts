import type { Caller } from '#server/accounts/sessions.ts'
import { CHARGES } from './commands.ts'

/** A verified user whose session is of this moment. */
export const callerOf = (userId: number, differences: Partial<Caller> = {}): Caller => ({
  userId,
  sessionId: userId,
  authorized: true,
  supervisor: false,
  charges: CHARGES,
  provenAt: new Date(),
  ...differences,
})
