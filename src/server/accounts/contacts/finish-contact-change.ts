import { type Rejected, rejected } from '#contract/rejected.ts'
import type { IdentityDoubt } from '#domain/identity-doubt.ts'
import { stageOf, type Verification, verificationAfter } from '#domain/verification.ts'
import { queueNotice } from '../../notifications/queue-notice.ts'
import { recordEvent } from '../../store/accounts/audit-log.ts'
import { type ContactChange, deleteContactChange, replaceContact } from '../../store/accounts/contact-changes.ts'
import { setVerification } from '../../store/accounts/identities.ts'
import { openReview } from '../../store/accounts/identity-reviews.ts'
import { deleteIdentityCode } from '../../store/accounts/one-time-codes.ts'
import { deleteSessionsOf } from '../../store/accounts/own-sessions.ts'
import { holdWithdrawals } from '../../store/accounts/protection.ts'
import type { Transaction } from '../../store/database.ts'
import { eventOf, type SessionActor } from '../actor.ts'
import { FIRST_RETRY_MS } from '../identity/keep-form.ts'
import { holdUntil } from '../security/change-two-step.ts'
import { asksRegistry, FIELDS } from './contact.ts'

/**
 * Gives the account its new contact, inside the transaction that took the code. @returns what the verification is from now on
 * Refuses CONTACT_LOCKED, CONTACT_CHANGE_NOT_BEGUN where the person was verified meanwhile, MOBILE_TAKEN, EMAIL_TAKEN.
 */
export async function finishContactChange(
  tx: Transaction,
  change: ContactChange,
  { actor, verification: before, at }: { actor: SessionActor; verification: Verification; at: Date },
): Promise<Verification | Rejected> {
  const { userId, kind, newContact, oldContact } = change
  await deleteContactChange(tx, change)
  if (kind === 'MOBILE' && !stageOf(before).mayChangeContact) return rejected('CONTACT_LOCKED')
  if (asksRegistry(kind, before) && !change.registry) return rejected('CONTACT_CHANGE_NOT_BEGUN')
  if (!(await replaceContact(tx, change))) return rejected(FIELDS[kind].taken)
  const after = kind === 'MOBILE' ? await changeVerification(tx, change, { before, at }) : before
  await holdWithdrawals(tx, { userId, until: holdUntil(at) })
  const ended = await deleteSessionsOf(tx, { userId, keptId: actor.sessionId })
  await queueNotice(tx, { userId, kind: `${kind}_CHANGED`, formerContact: oldContact, at })
  const details = { before: oldContact ?? null, after: newContact, ended, verification: after }
  await recordEvent(tx, { at, kind: `${kind}_CHANGED`, ...eventOf(actor), details })
  return after
}

/**
 * What a new number makes of the verification. A verified person has just given the identity code of the number, so that one which the registry
 * confirmed leaves it as it is; an operator looks at any other. A form that waits for its code has to be sent again with the new number.
 */
async function changeVerification(
  tx: Transaction,
  { userId, registry }: ContactChange,
  { before, at }: { before: Verification; at: Date },
): Promise<Verification> {
  const event = registry === 'DOUBTFUL' ? 'informationDoubtful' : 'informationChanged'
  const changed = verificationAfter(before, event) ?? before
  const after = registry === 'CONFIRMED' ? (verificationAfter(changed, 'codeRight') ?? changed) : changed
  await deleteIdentityCode(tx, userId)
  await setVerification(tx, { userId, verification: after })
  if (registry === 'DOUBTFUL') {
    const doubts: IdentityDoubt[] = [{ what: 'REGISTRY_DOWN' }]
    await openReview(tx, { userId, doubts, nextTryAt: new Date(at.getTime() + FIRST_RETRY_MS), at })
  }
  return after
}
