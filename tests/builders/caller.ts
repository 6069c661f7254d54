import type { SessionCaller } from '#server/accounts/sessions.ts'
import { CHARGES } from './commands.ts'

/** A verified user with a session of this moment. */
export const callerOf = (userId: number, differences: Partial<SessionCaller> = {}): SessionCaller => ({
  kind: 'session',
  userId,
  sessionId: userId,
  authorized: true,
  supervisor: false,
  charges: CHARGES,
  provenAt: new Date(),
  provenAnewAt: undefined,
  provenFor: undefined,
  trustedFrom: new Date(0),
  hasEarlierKey: false,
  ...differences,
})
