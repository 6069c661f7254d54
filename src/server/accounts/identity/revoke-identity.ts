import { type Rejected, rejected } from '#contract/rejected.ts'
import type { Verification } from '#domain/verification.ts'
import type { Accounts } from '../accounts.ts'
import type { Decision } from './approve-identity.ts'
import { writeHandBack } from './hand-back-identity.ts'

/**
 * An operator takes the approval of an identity back: the form is open again, no card is verified, and nothing is traded. The user reads
 * the reason. Refuses FORBIDDEN, NOTHING_TO_CHANGE (the identity is not approved).
 */
export async function revokeIdentity(
  { database, now, sessions }: Pick<Accounts, 'database' | 'now' | 'sessions'>,
  { userId, operatorId, reason, from }: Decision,
): Promise<Verification | Rejected> {
  if (operatorId === userId) return rejected('FORBIDDEN')
  const event = 'operatorRevokes'
  const back = { userId, operatorId, reason: reason.trim(), from, event, at: now() } as const
  const result = await database.transaction((tx) => writeHandBack(tx, back))
  sessions.refresh(userId)
  return result
}
