import { queueNotice } from '../../notifications/queue-notice.ts'
import { recordEvent } from '../../store/accounts/audit-log.ts'
import { savePasswordHash } from '../../store/accounts/protection.ts'
import type { Transaction } from '../../store/database.ts'
import { endedDetails, endTrust } from '../trust.ts'

export interface PasswordChange {
  readonly actor: { readonly userId: number; readonly ip: string; readonly device: string }
  readonly passwordHash: string
  /** The proof that the user gave. */
  readonly by: 'OLD_PASSWORD' | 'CODE' | 'FRESH_PROOF'
  /** The session that stays; absent if none does. */
  readonly keptSessionId: number | undefined
  readonly at: Date
}

/**
 * Sets a password, ends what the event ends (`trust.ts`), notifies the user and logs the event, as the last step of a transaction.
 * `sessions.refresh` comes after the commit.
 */
export async function changePassword(
  tx: Transaction,
  { actor, passwordHash, by, keptSessionId, at }: PasswordChange,
): Promise<void> {
  const { userId } = actor
  await savePasswordHash(tx, { userId, passwordHash })
  const event = by === 'CODE' ? 'PASSWORD_RESET' : 'PASSWORD_CHANGED'
  const ended = await endTrust(tx, event, { userId, keptSessionId, at })
  await queueNotice(tx, { userId, kind: 'PASSWORD_CHANGED', at })
  await recordEvent(tx, { at, kind: 'PASSWORD_CHANGED', ...actor, details: { by, ...endedDetails(ended) } })
}
