import type { Rejected } from '#contract/rejected.ts'
import { recordEvent } from '../../store/accounts/audit-log.ts'
import { lockProtection } from '../../store/accounts/protection.ts'
import type { Accounts } from '../accounts.ts'
import { eventOf, type SessionActor } from '../actor.ts'
import { spendProof } from '../fresh-proof.ts'
import { renewRecoveryCodes } from '../second-step.ts'

/** Ten new recovery codes in place of the user's old ones. Refuses PROOF_REQUIRED. */
export async function renewOwnRecoveryCodes(
  { database, sealer, sessions, now }: Pick<Accounts, 'database' | 'sealer' | 'sessions' | 'now'>,
  actor: SessionActor,
): Promise<readonly string[] | Rejected> {
  const at = now()
  const renewed = await database.transaction(async (tx) => {
    await lockProtection(tx, actor.userId)
    const unproven = await spendProof(tx, { sessionId: actor.sessionId, purpose: 'TWO_STEP', at })
    if (unproven) return unproven
    const codes = await renewRecoveryCodes(tx, { sealer, userId: actor.userId, at })
    await recordEvent(tx, { at, kind: 'RECOVERY_CODES_RENEWED', ...eventOf(actor) })
    return codes
  })
  sessions.refresh(actor.userId)
  return renewed
}
