import { recordEvent } from '../../store/accounts/audit-log.ts'
import type { Accounts } from '../accounts.ts'
import { eventOf, type SessionActor } from '../actor.ts'
import { renewRecoveryCodes } from '../second-step.ts'

/** Ten new recovery codes in place of the user's old ones. */
export function renewOwnRecoveryCodes(
  { database, now }: Pick<Accounts, 'database' | 'now'>,
  actor: SessionActor,
): Promise<readonly string[]> {
  const at = now()
  return database.transaction(async (tx) => {
    const codes = await renewRecoveryCodes(tx, { userId: actor.userId, at })
    await recordEvent(tx, { at, kind: 'RECOVERY_CODES_RENEWED', ...eventOf(actor) })
    return codes
  })
}
