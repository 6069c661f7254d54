import { Rejected, rejected } from '#contract/rejected.ts'
import { parseEmailAddress } from '#domain/email-address.ts'
import { parseMobileNumber } from '#domain/mobile-number.ts'
import { stageOf, type Verification } from '#domain/verification.ts'
import type { SmsPurpose } from '../../providers/sms/sms.ts'
import { lockVerification, readAccount } from '../../store/accounts/identities.ts'
import {
  type ContactChange,
  type ContactKind,
  deleteContactChange,
  lockContactChange,
  readContact,
  saveContactChange,
} from '../../store/accounts/one-time-codes.ts'
import { readProtection } from '../../store/accounts/protection.ts'
import { keptForm } from '../account-form.ts'
import type { Accounts } from '../accounts.ts'
import type { SessionActor } from '../actor.ts'
import { countRefusal } from '../count-refusal.ts'
import { countAgainst, countCode } from '../limits.ts'
import { type Contact, flowsBegunAfter, makeCode, sendCode } from '../one-time-code.ts'

export interface WantedContact {
  readonly kind: ContactKind
  /** As typed; required if the account has a proven one. */
  readonly oldText: string | undefined
  readonly newText: string
}

/**
 * Begins a change of the mobile number or the e-mail address. The first code goes to the account's present contact if that is proven, else
 * to the new one. An earlier change is dropped.
 * Refuses, in this order: CONTACT_LOCKED, INVALID_MOBILE or INVALID_EMAIL, OLD_CONTACT_MISMATCH, CONTACT_UNCHANGED, TOO_MANY_REQUESTS,
 * SMS_OTP_UNAVAILABLE, EMAIL_OTP_UNAVAILABLE.
 */
export async function beginContactChange(
  accounts: Accounts,
  { kind, oldText = '', newText }: WantedContact,
  actor: SessionActor,
): Promise<CodeAwaited | Rejected> {
  const { database, now } = accounts
  const { userId, sessionId, ip } = actor
  const fields = FIELDS[kind]
  const account = await readAccount(database, userId)
  if (!account) return rejected('NOT_FOUND')
  const { verification } = account
  if (kind === 'MOBILE' && !stageOf(verification).mayChangeContact) return rejected('CONTACT_LOCKED')
  const newContact = parseContact(kind, newText)
  if (newContact === undefined) return rejected(fields.invalid, { field: fields.new })
  const oldContact = await readContact(database, { userId, kind })
  if (oldContact !== undefined && parseContact(kind, oldText) !== oldContact) {
    await countRefusal(database, { kind: 'CONTACT_REFUSED', userId, ip, at: now() })
    return rejected('OLD_CONTACT_MISMATCH', { field: fields.old })
  }
  if (newContact === oldContact) return rejected('CONTACT_UNCHANGED', { field: fields.new })
  const change = {
    ...{ userId, sessionId, kind, oldContact, newContact, begunAt: now() },
    awaited: oldContact === undefined ? ('NEW' as const) : ('OLD' as const),
    registry: undefined,
    code: undefined,
  }
  await database.transaction((tx) => saveContactChange(tx, change))
  return sendContactCode(accounts, change, { actor, verification })
}

/** The destination of a change's code. */
export interface CodeAwaited {
  readonly contact: ContactChange['awaited']
  readonly maskedContact: string
  readonly codeLength: 5 | 6
  readonly expiresInSeconds: number
}

/**
 * Sends the code of the expected contact; an earlier one stops working. Before the first code to the new number of a verified person the
 * registry is asked whether the number is theirs. The answer does not reveal whether the new contact has an account.
 * Refuses MOBILE_NATIONAL_CODE_MISMATCH, which ends the change; TOO_MANY_REQUESTS, CONTACT_CHANGE_NOT_BEGUN if the change went on meanwhile,
 * SMS_OTP_UNAVAILABLE, EMAIL_OTP_UNAVAILABLE.
 */
export async function sendContactCode(
  accounts: Accounts,
  change: ContactChange,
  { actor, verification }: { actor: SessionActor; verification: Verification },
): Promise<CodeAwaited | Rejected> {
  const { database, now } = accounts
  const { to, stored, purpose, codeLength } = awaitedCode(change, verification)
  const { userId, sessionId } = actor
  // A new contact may be a stranger's: naming it must not use up its owner's codes.
  const asker =
    change.awaited === 'NEW'
      ? { by: 'stranger' as const, contact: stored }
      : { by: 'session' as const, userId, sessionId }
  const tooMany =
    (await countUser(accounts, actor)) ??
    (await countCode(accounts, {
      purpose: purpose === 'identity' ? purpose : 'contact',
      asker,
      visitor: actor,
      userId,
    }))
  if (tooMany) return tooMany
  const registry = await askRegistry(accounts, change, { actor, verification })
  if (registry instanceof Rejected) return registry

  const code = makeCode({ purpose, at: now() })
  const isSaved = await database.transaction(async (tx) => {
    await lockVerification(tx, actor.userId)
    const present = await lockContactChange(tx, { ...change, begunAfter: flowsBegunAfter(now()) })
    if (!present || !isSameStep(present, change)) return false
    await saveContactChange(tx, { ...change, registry, code: code.kept })
    return true
  })
  if (!isSaved) return rejected('CONTACT_CHANGE_NOT_BEGUN')
  // A mistyped contact may be a stranger's: only proven contacts get the phrase.
  const phrase = change.awaited === 'NEW' ? undefined : (await readProtection(database, actor.userId)).phrase
  const sent = await sendCode(accounts, { to, code: code.text, purpose, language: actor.language, phrase })
  if (sent instanceof Rejected) return sent
  const { maskedContact, expiresInSeconds } = sent
  return { contact: change.awaited, maskedContact, codeLength, expiresInSeconds }
}

const isSameStep = (present: ContactChange, change: ContactChange) =>
  present.begunAt.getTime() === change.begunAt.getTime() && present.awaited === change.awaited

async function askRegistry(
  accounts: Accounts,
  change: ContactChange,
  { actor, verification }: { actor: SessionActor; verification: Verification },
): Promise<ContactChange['registry'] | Rejected> {
  if (change.awaited === 'OLD' || !asksRegistry(change.kind, verification)) return undefined
  if (change.registry) return change.registry
  const { userId, ip } = actor
  const examined = await examineMobile(accounts, { userId, mobile: change.newContact })
  if (examined instanceof Rejected) {
    await deleteContactChange(accounts.database, change)
    await countRefusal(accounts.database, { kind: 'CONTACT_REFUSED', userId, ip, at: accounts.now() })
  }
  return examined
}

/** Codes for one user's changes per quarter of an hour, to all contacts. */
const CODES_PER_USER_MAX = 10

const countUser = ({ database, now }: Accounts, { userId }: SessionActor) =>
  countAgainst(database, {
    limit: { kind: 'contact-code:user', subject: `${userId}`, max: CODES_PER_USER_MAX },
    at: now(),
  })

/** Sends another code of the present change, to the expected contact. Refuses as `sendContactCode` does. */
export async function resendContactCode(
  accounts: Accounts,
  kind: ContactKind,
  actor: SessionActor,
): Promise<CodeAwaited | Rejected> {
  const { database, now } = accounts
  const { userId, sessionId } = actor
  const found = await database.transaction(async (tx) => {
    const verification = await lockVerification(tx, userId)
    const change = await lockContactChange(tx, { userId, sessionId, kind, begunAfter: flowsBegunAfter(now()) })
    return verification && change && { verification, change }
  })
  if (!found) return rejected('CONTACT_CHANGE_NOT_BEGUN')
  return sendContactCode(accounts, found.change, { actor, verification: found.verification })
}

/**
 * Whether the registry confirms a number as a verified person's: DOUBTFUL without its answer, or without a registry, as outside Iran.
 * Refuses MOBILE_NATIONAL_CODE_MISMATCH.
 */
async function examineMobile(
  { database, identity, log }: Pick<Accounts, 'database' | 'identity' | 'log'>,
  { userId, mobile }: { userId: number; mobile: string },
): Promise<'CONFIRMED' | 'DOUBTFUL' | Rejected> {
  const account = await readAccount(database, userId)
  const mobileNumber = parseMobileNumber(mobile)
  if (!account?.identity || mobileNumber === undefined) return 'DOUBTFUL'
  const form = keptForm(account.identity, { country: account.country, bankAccounts: [] })
  const { nationalCode, birthDate } = form
  if (nationalCode === undefined) return 'DOUBTFUL'
  const { firstName, lastName } = form.person
  const found = await identity.verifyPerson({ nationalCode, mobileNumber, birthDate, firstName, lastName })
  if (found.kind === 'unavailable') {
    if (found.fault === 'ACCOUNT_REFUSED')
      log.error({ fault: found.fault }, 'the identity registry refuses our account; check its settings and its credit')
    return 'DOUBTFUL'
  }
  // The form has settled the name; this question is about the owner of the number.
  const isAnothers = found.kind === 'refused' && found.codes.some((code) => OF_THE_NUMBER.includes(code))
  return isAnothers ? rejected('MOBILE_NATIONAL_CODE_MISMATCH', { field: 'newMobileNumber' }) : 'CONFIRMED'
}

const OF_THE_NUMBER = ['MOBILE_IS_INCORRECT', 'NATIONAL_CODE_IS_INCORRECT']

/** A contact as stored; `undefined` if it is invalid. */
const parseContact = (kind: ContactKind, text: string): string | undefined =>
  kind === 'MOBILE' ? parseMobileNumber(text) : parseEmailAddress(text)

/** The destination of a code. @throws Error for a contact that we did not store */
export function contactOf(kind: ContactKind, stored: string): Contact {
  if (kind === 'EMAIL') return { channel: 'EMAIL', email: stored }
  const mobile = parseMobileNumber(stored)
  if (mobile === undefined) throw new Error('a stored mobile number is none')
  return { channel: 'SMS', mobile }
}

/** The field names of each kind's calls. */
export const FIELDS = {
  MOBILE: { old: 'oldMobileNumber', new: 'newMobileNumber', invalid: 'INVALID_MOBILE', taken: 'MOBILE_TAKEN' },
  EMAIL: { old: 'oldEmail', new: 'newEmail', invalid: 'INVALID_EMAIL', taken: 'EMAIL_TAKEN' },
} as const satisfies Record<ContactKind, object>

/** The purposes of each kind's codes, as their messages name them. */
const PURPOSES = { MOBILE: 'change-mobile', EMAIL: 'change-email' } as const satisfies Record<ContactKind, SmsPurpose>

/** The contact for the expected code and its purpose: the identity code proves the number of a verified person. */
function awaitedCode(change: ContactChange, verification: Verification) {
  const stored = change.awaited === 'OLD' ? change.oldContact : change.newContact
  if (stored === undefined) throw new Error('a change awaits the code of a contact that there is not')
  const isIdentity = change.awaited === 'NEW' && asksRegistry(change.kind, verification)
  const to = contactOf(change.kind, stored)
  const purpose = isIdentity ? 'identity' : PURPOSES[change.kind]
  return { to, stored, purpose, codeLength: isIdentity ? 5 : 6 } as const
}

/** The registry has confirmed the number as the person's: it must confirm the new one, too. */
export const asksRegistry = (kind: ContactKind, verification: Verification): boolean =>
  kind === 'MOBILE' && stageOf(verification).authorized
