import { Rejected, rejected } from '#contract/rejected.ts'
import { queueNotice } from '../../notifications/queue-notice.ts'
import { recordEvent } from '../../store/accounts/audit-log.ts'
import { forgetCount } from '../../store/accounts/rate-counters.ts'
import { lockStanding } from '../../store/accounts/users.ts'
import {
  deleteWaitingReset,
  readDueResets,
  saveWaitingReset,
  takeWaitingReset,
} from '../../store/accounts/waiting-resets.ts'
import type { Transaction } from '../../store/database.ts'
import type { Accounts } from '../accounts.ts'
import { type Actor, eventOf } from '../actor.ts'
import { isFresh } from '../fresh-proof.ts'
import { checkPresentPassword } from '../security/change-own-password.ts'
import { endTrust } from '../trust.ts'
import { changePassword } from './change-password.ts'

/** Long enough to be noticed by an owner who reads a message of ours once a day. */
const WAIT_MS = 24 * 3_600_000

type Resetting = Pick<Accounts, 'database' | 'sessions' | 'now'>

/**
 * Keeps a new password until tomorrow, inside the transaction that took its code: the code went to where the login's own goes, so that somebody who has
 * that alone would have the account. All contacts are warned, and withdrawals wait from now on. @returns when it takes the place of the old one
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

/** The new passwords that are due take the place of the old ones. To be run every minute or so. */
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
  /** The present password; absent where the session has to be proven instead. */
  readonly oldPassword: string | undefined
  readonly provenAt: Date
}

/**
 * The reset that waits is cancelled by the present password, or by a session that was proven, or logged in, some minutes ago. A stolen session has
 * neither and cannot keep its owner from a new password. The password is enough by itself, since an owner whose number or mailbox is in other hands, which
 * is what the waiting is for, gets no code; an owner who has forgotten it proves by the second step. Nothing happens where no reset waits; all contacts
 * are told of a cancelled one. Refuses PROOF_REQUIRED, TOO_MANY_REQUESTS, SIGN_IN_BUSY, OLD_PASSWORD_INCORRECT.
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
