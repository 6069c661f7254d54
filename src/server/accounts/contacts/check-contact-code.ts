import { Rejected, rejected } from '#contract/rejected.ts'
import type { Verification } from '#domain/verification.ts'
import { lockVerification } from '../../store/accounts/identities.ts'
import {
  type ContactChange,
  type ContactKind,
  contactCode,
  countWrongTry,
  lockContactChange,
  readContact,
  saveContactChange,
} from '../../store/accounts/one-time-codes.ts'
import type { Transaction } from '../../store/database.ts'
import { DatabaseError } from '../../store/database-error.ts'
import type { Accounts } from '../accounts.ts'
import type { SessionActor } from '../actor.ts'
import { countRefusal } from '../count-refusal.ts'
import { tooMany } from '../limits.ts'
import { checkCode, flowsBegunAfter } from '../one-time-code.ts'
import { FIELDS } from './contact.ts'
import { finishContactChange } from './finish-contact-change.ts'
import { type CodeAwaited, sendContactCode } from './send-contact-code.ts'

export interface CodeTaken {
  /** The destination of the second code; `undefined` if the contact is changed. */
  readonly next: CodeAwaited | undefined
  readonly verification: Verification
}

/**
 * Checks the expected code of a change. The old contact's code makes the next one go to the new contact; the new contact's code changes the account:
 * its other sessions end, withdrawals are held for a day, and both contacts are notified. A right code works once.
 * Refuses CONTACT_CHANGE_NOT_BEGUN, INCORRECT_OTP, CODE_EXPIRED, TOO_MANY_TRIES; for the old contact's code as `sendContactCode` does; for
 * the new one's CONTACT_LOCKED, and MOBILE_TAKEN or EMAIL_TAKEN, which end the change.
 */
export async function checkContactCode(
  accounts: Accounts,
  { kind, otp }: { kind: ContactKind; otp: string },
  actor: SessionActor,
): Promise<CodeTaken | Rejected> {
  const { database, now, sessions } = accounts
  const { userId, sessionId, ip } = actor
  const at = now()
  const step = await database
    .transaction(async (tx) => {
      const verification = await lockVerification(tx, userId)
      const change = await lockContactChange(tx, { userId, sessionId, kind, begunAfter: flowsBegunAfter(at) })
      if (!verification || !change || (await readContact(tx, change)) !== change.oldContact)
        return rejected('CONTACT_CHANGE_NOT_BEGUN')
      const wrong = await checkAwaited(tx, change, { otp, ip, at })
      if (wrong) return wrong
      if (change.awaited === 'NEW') {
        const changed = await finishContactChange(tx, change, { actor, verification, at })
        if (changed instanceof Rejected) await countRefusal(tx, { kind: 'CONTACT_REFUSED', userId, ip, at })
        return changed instanceof Rejected ? changed : { next: undefined, verification: changed }
      }
      const onwards = { ...change, awaited: 'NEW' as const, code: undefined }
      await saveContactChange(tx, onwards)
      return { onwards, verification }
    })
    .catch(explainTaken(kind))
  if (step instanceof Rejected) return step
  if ('onwards' in step) {
    const { onwards, verification } = step
    const next = await sendContactCode(accounts, onwards, { actor, verification })
    return next instanceof Rejected ? next : { next, verification }
  }
  sessions.refresh(userId)
  return step
}

/** The refusal of a wrong code. */
async function checkAwaited(
  tx: Transaction,
  change: ContactChange,
  { otp, ip, at }: { otp: string; ip: string; at: Date },
): Promise<Rejected | undefined> {
  const { userId, code } = change
  const result = code ? checkCode(code, { text: otp, at }) : 'expired'
  if (result === 'right') return undefined
  if (result === 'expired') return rejected('CODE_EXPIRED')
  if (result === 'wrong') await countWrongTry(tx, contactCode(change))
  await countRefusal(tx, { kind: 'WRONG_CODE', userId, ip, at })
  if (result === 'wrong' || !code) return rejected('INCORRECT_OTP')
  return tooMany('TOO_MANY_TRIES', { until: code.expiresAt, at })
}

const TAKEN_CONSTRAINTS = ['users_mobile_key', 'users_email']

/** Another account proved the same contact at the same moment. Nothing has changed; the next try finds it taken. */
const explainTaken = (kind: ContactKind) => (error: unknown) => {
  if (error instanceof DatabaseError && TAKEN_CONSTRAINTS.includes(error.constraint ?? ''))
    return rejected(FIELDS[kind].taken)
  throw error
}
