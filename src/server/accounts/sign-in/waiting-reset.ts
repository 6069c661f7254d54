import { Rejected, rejected } from '#contract/rejected.ts'
import { queueNotice } from '../../notifications/queue-notice.ts'
import { recordEvent } from '../../store/accounts/audit-log.ts'
import { forgetCount } from '../../store/accounts/counters.ts'
import {
  deleteWaitingReset,
  readDueResets,
  saveWaitingReset,
  takeWaitingReset,
} from '../../store/accounts/protection.ts'
import { lockStanding } from '../../store/accounts/users.ts'
import type { Transaction } from '../../store/database.ts'
import type { Accounts } from '../accounts.ts'
import { type Actor, eventOf } from '../actor.ts'
import { isFresh } from '../fresh-proof.ts'
import { checkPresentPassword } from '../security/change-own-password.ts'
import { endTrust } from '../trust.ts'
import { changePassword } from './change-password.ts'

/** Long enough for an owner who reads our messages once a day to notice. */
const WAIT_MS = 24 * 3_600_000

type Resetting = Pick<Accounts, 'database' | 'sessions' | 'now'>

/**
 * Stores a new password until tomorrow, inside the transaction that used its code: the code had the same destination as the login's own, which alone
 * would otherwise be enough for the account. All contacts are warned, and withdrawals are held from now on. @returns when it replaces the old one
 */
export async function beginWaitingReset(
  tx: Transaction,
  { actor, passwordHash, at }: { actor: Actor; passwordHash: string; at: Date },
): Promise<Date> {
  const { userId, ip, device } = actor
  const effectiveAt = new Date(at.getTime() + WAIT_MS)
  await saveWaitingReset(tx, { userId, passwordHash, effectiveAt, ip, device })
  await endTrust(tx, 'PASSWORD_RESET_ASKED', { userId, at })
  await queueNotice(tx, { userId, kind: 'PASSWORD_RESET_ASKED', at })
  const details = { effectiveAt: effectiveAt.toISOString() }
  await recordEvent(tx, { at, kind: 'PASSWORD_RESET_ASKED', ...actor, details })
  return effectiveAt
}

/** Replaces old passwords by the new ones that are due. Runs about every minute. */
export async function applyDueResets({ database, sessions, now }: Resetting): Promise<void> {
  const at = now()
  for (const userId of await readDueResets(database, at)) {
    await database.transaction(async (tx) => {
      const { blocked } = await lockStanding(tx, userId)
      const reset = await takeWaitingReset(tx, { userId, now: at })
      if (!reset || blocked) return
      const { passwordHash, ip, device } = reset
      await changePassword(tx, {
        actor: { userId, ip, device },
        passwordHash,
        by: 'CODE',
        keptSessionId: undefined,
        at,
      })
    })
    sessions.refresh(userId)
  }
}

interface Cancelling {
  readonly actor: Actor
  /** The present password; absent if the session must be proven instead. */
  readonly oldPassword: string | undefined
  readonly provenAt: Date
}

/**
 * Cancels the waiting reset, by the present password, or by a session with a proof or login of the last minutes. A stolen session has
 * neither and cannot keep its owner from a new password. The password alone is enough, since an owner whose number or mailbox is in other hands, the
 * case that the wait is for, gets no code; an owner who has forgotten it proves by the second step. Without a waiting reset nothing happens; all
 * contacts are notified of a cancelled one. Refuses PROOF_REQUIRED, TOO_MANY_REQUESTS, SIGN_IN_BUSY, OLD_PASSWORD_INCORRECT.
 */
export async function cancelReset(
  accounts: Accounts,
  { actor, oldPassword, provenAt }: Cancelling,
): Promise<Rejected | undefined> {
  const { database, now } = accounts
  if (oldPassword === undefined && !isFresh(provenAt, now())) return rejected('PROOF_REQUIRED')
  const checked = oldPassword && (await checkPresentPassword(accounts, { ...actor, oldPassword }))
  if (checked instanceof Rejected) return checked
  await database.transaction(async (tx) => {
    await lockStanding(tx, actor.userId)
    if (checked) await forgetCount(tx, checked.tries)
    if (!(await deleteWaitingReset(tx, actor.userId))) return
    const at = now()
    await queueNotice(tx, { userId: actor.userId, kind: 'PASSWORD_RESET_CANCELLED', at })
    const details = { by: checked ? 'OLD_PASSWORD' : 'FRESH_PROOF' }
    await recordEvent(tx, { at, kind: 'PASSWORD_RESET_CANCELLED', ...eventOf(actor), details })
  })
  return undefined
}
