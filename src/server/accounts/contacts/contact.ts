import { parseEmailAddress } from '#domain/email-address.ts'
import { parseMobileNumber } from '#domain/mobile-number.ts'
import { stageOf, type Verification } from '#domain/verification.ts'
import type { SmsPurpose } from '../../providers/sms/sms.ts'
import type { ContactChange, ContactKind } from '../../store/accounts/one-time-codes.ts'
import type { Contact } from '../one-time-code.ts'

/** A contact as stored; `undefined` if it is invalid. */
export const parseContact = (kind: ContactKind, text: string): string | undefined =>
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
export function awaitedCode(change: ContactChange, verification: Verification) {
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
