import { queueNotice } from '../../notifications/queue-notice.ts'
import { recordEvent } from '../../store/accounts/audit-log.ts'
import { forgetKnownDevices } from '../../store/accounts/known-devices.ts'
import { deleteSessionsOf } from '../../store/accounts/own-sessions.ts'
import { holdWithdrawals, savePasswordHash } from '../../store/accounts/protection.ts'
import type { Transaction } from '../../store/database.ts'
import { holdUntil } from '../security/change-two-step.ts'

export interface PasswordChange {
  readonly actor: { readonly userId: number; readonly ip: string; readonly device: string }
  readonly passwordHash: string
  /** What the user showed for it. */
  readonly by: 'OLD_PASSWORD' | 'CODE' | 'FRESH_PROOF'
  /** The session that stays; absent where none does. */
  readonly keptSessionId: number | undefined
  readonly at: Date
}

/**
 * Sets a password, and what follows from it, as the last of a transaction: the other sessions end, withdrawals are held for a day, the user is told,
 * and the event is written down. Where only a code was shown, no browser is known any longer. `sessions.refresh` comes after the commit.
 */
export async function changePassword(
  tx: Transaction,
  { actor, passwordHash, by, keptSessionId, at }: PasswordChange,
): Promise<void> {
  const { userId } = actor
  await savePasswordHash(tx, { userId, passwordHash })
  await holdWithdrawals(tx, { userId, until: holdUntil(at) })
  const ended = await deleteSessionsOf(tx, { userId, keptId: keptSessionId })
  if (by === 'CODE') await forgetKnownDevices(tx, userId)
  await queueNotice(tx, { userId, kind: 'PASSWORD_CHANGED', at })
  await recordEvent(tx, { at, kind: 'PASSWORD_CHANGED', ...actor, details: { by, ended } })
}
