import { type Rejected, rejected } from '#contract/rejected.ts'
import type { IdentityDoubt } from '#domain/identity-doubt.ts'
import { stageOf, type Verification, verificationAfter } from '#domain/verification.ts'
import { queueNotice } from '../../notifications/queue-notice.ts'
import { recordEvent } from '../../store/accounts/audit-log.ts'
import { setVerification } from '../../store/accounts/identities.ts'
import { openReview } from '../../store/accounts/identity-reviews.ts'
import {
  type ContactChange,
  deleteCode,
  deleteContactChange,
  identityCode,
  replaceContact,
} from '../../store/accounts/one-time-codes.ts'
import type { Transaction } from '../../store/database.ts'
import { eventOf, type SessionActor } from '../actor.ts'
import { spendProof } from '../fresh-proof.ts'
import { FIRST_RETRY_MS } from '../identity/keep-form.ts'
import { endedDetails, endTrust } from '../trust.ts'
import { asksRegistry, FIELDS } from './contact.ts'

/**
 * Gives the account its new contact, inside the transaction that used the code. @returns the new verification
 * Refuses PROOF_REQUIRED, CONTACT_LOCKED, CONTACT_CHANGE_NOT_BEGUN if the person was verified meanwhile, MOBILE_TAKEN, EMAIL_TAKEN.
 */
export async function finishContactChange(
  tx: Transaction,
  change: ContactChange,
  { actor, verification: before, at }: { actor: SessionActor; verification: Verification; at: Date },
): Promise<Verification | Rejected> {
  const { userId, kind, newContact, oldContact } = change
  const unproven = await spendProof(tx, { sessionId: actor.sessionId, purpose: kind, at })
  if (unproven) return unproven
  await deleteContactChange(tx, change)
  if (kind === 'MOBILE' && !stageOf(before).mayChangeContact) return rejected('CONTACT_LOCKED')
  if (asksRegistry(kind, before) && !change.registry) return rejected('CONTACT_CHANGE_NOT_BEGUN')
  if (!(await replaceContact(tx, change))) return rejected(FIELDS[kind].taken)
  const after = kind === 'MOBILE' ? await changeVerification(tx, change, { before, at }) : before
  const event = oldContact === undefined && kind === 'EMAIL' ? 'EMAIL_ADDED' : (`${kind}_CHANGED` as const)
  const ended = await endTrust(tx, event, { userId, keptSessionId: actor.sessionId, at })
  await queueNotice(tx, { userId, kind: event, formerContact: oldContact, at })
  const details = { before: oldContact ?? null, after: newContact, ...endedDetails(ended), verification: after }
  await recordEvent(tx, { at, kind: event, ...eventOf(actor), details })
  return after
}

/**
 * The verification after a change of the number. A verified person has just given the number's identity code, so a number that the registry
 * confirmed keeps it; an operator checks any other. A form that waits for its code must be sent again with the new number.
 */
async function changeVerification(
  tx: Transaction,
  { userId, registry }: ContactChange,
  { before, at }: { before: Verification; at: Date },
): Promise<Verification> {
  const event = registry === 'DOUBTFUL' ? 'informationDoubtful' : 'informationChanged'
  const changed = verificationAfter(before, event) ?? before
  const after = registry === 'CONFIRMED' ? (verificationAfter(changed, 'codeRight') ?? changed) : changed
  await deleteCode(tx, identityCode(userId))
  await setVerification(tx, { userId, verification: after })
  if (registry === 'DOUBTFUL') {
    const doubts: IdentityDoubt[] = [{ what: 'REGISTRY_DOWN' }]
    await openReview(tx, { userId, doubts, nextTryAt: new Date(at.getTime() + FIRST_RETRY_MS), at })
  }
  return after
}
