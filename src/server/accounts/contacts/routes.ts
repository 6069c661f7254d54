import * as contract from '#contract/contacts.ts'
import { Rejected, rejected } from '#contract/rejected.ts'
import type { IdentityDoubt } from '#domain/identity-doubt.ts'
import { stageOf, type Verification, verificationAfter } from '#domain/verification.ts'
import { type Route, route } from '../../http/route.ts'
import { queueNotice } from '../../notifications/queue-notice.ts'
import { recordEvent } from '../../store/accounts/audit-log.ts'
import { lockVerification, setVerification } from '../../store/accounts/identities.ts'
import { openReview } from '../../store/accounts/identity-reviews.ts'
import {
  type ContactChange,
  type ContactKind,
  contactCode,
  deleteCode,
  deleteContactChange,
  identityCode,
  lockContactChange,
  readContact,
  replaceContact,
  saveContactChange,
} from '../../store/accounts/one-time-codes.ts'
import { DatabaseError, type Transaction } from '../../store/database.ts'
import type { Accounts } from '../accounts.ts'
import { eventOf, type SessionActor, sessionActorOf } from '../actor.ts'
import { countRefusal } from '../count-refusal.ts'
import { spendProof } from '../fresh-proof.ts'
import { FIRST_RETRY_MS } from '../identity/keep-form.ts'
import { checkCode, flowsBegunAfter, refuseTry } from '../one-time-code.ts'
import { endedDetails, endTrust } from '../trust.ts'
import {
  asksRegistry,
  beginContactChange,
  type CodeAwaited,
  FIELDS,
  resendContactCode,
  sendContactCode,
} from './begin-contact-change.ts'

/** Changes of the mobile number and the e-mail address. */
export function contactRoutes(accounts: Accounts): Route[] {
  return [
    route(contract.changeMobile, async (call) => {
      const { oldMobileNumber: oldText, newMobileNumber: newText } = call.body
      return sentReply(await beginContactChange(accounts, { kind: 'MOBILE', oldText, newText }, sessionActorOf(call)))
    }),
    route(contract.changeEmail, async (call) => {
      const { oldEmail: oldText, newEmail: newText } = call.body
      return sentReply(await beginContactChange(accounts, { kind: 'EMAIL', oldText, newText }, sessionActorOf(call)))
    }),
    route(contract.resendMobileOtp, async (call) =>
      sentReply(await resendContactCode(accounts, 'MOBILE', sessionActorOf(call))),
    ),
    route(contract.resendEmailOtp, async (call) =>
      sentReply(await resendContactCode(accounts, 'EMAIL', sessionActorOf(call))),
    ),
    route(contract.checkMobileOtp, async (call) => {
      return takenReply(await checkContactCode(accounts, { kind: 'MOBILE', otp: call.body.otp }, sessionActorOf(call)))
    }),
    route(contract.checkEmailOtp, async (call) => {
      return takenReply(await checkContactCode(accounts, { kind: 'EMAIL', otp: call.body.otp }, sessionActorOf(call)))
    }),
  ]
}

const onWire = ({ maskedContact, ...awaited }: CodeAwaited) => ({
  ...awaited,
  starTwoStepAuthentication: maskedContact,
})

const sentReply = (sent: CodeAwaited | Rejected) =>
  sent instanceof Rejected ? sent : { message: 'Verification Code Sent', baseDTO: onWire(sent) }

function takenReply(taken: CodeTaken | Rejected) {
  if (taken instanceof Rejected) return taken
  const { next, verification } = taken
  return {
    message: next ? 'Verification Code Sent' : 'Contact changed',
    baseDTO: { changed: !next, authenticationType: verification, ...(next && { next: onWire(next) }) },
  }
}

interface CodeTaken {
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
async function checkContactCode(
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
  if (result !== 'expired') await countRefusal(tx, { kind: 'WRONG_CODE', userId, ip, at })
  return refuseTry(tx, { key: contactCode(change), kept: code, result, at })
}

const TAKEN_CONSTRAINTS = ['users_mobile_key', 'users_email']

/** Another account proved the same contact at the same moment. Nothing has changed; the next try finds it taken. */
const explainTaken = (kind: ContactKind) => (error: unknown) => {
  if (error instanceof DatabaseError && TAKEN_CONSTRAINTS.includes(error.constraint ?? ''))
    return rejected(FIELDS[kind].taken)
  throw error
}

/**
 * Gives the account its new contact, inside the transaction that used the code. @returns the new verification
 * Refuses PROOF_REQUIRED, CONTACT_LOCKED, CONTACT_CHANGE_NOT_BEGUN if the person was verified meanwhile, MOBILE_TAKEN, EMAIL_TAKEN.
 */
async function finishContactChange(
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
