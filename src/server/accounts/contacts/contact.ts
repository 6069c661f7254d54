import { parseEmailAddress } from '#domain/email-address.ts'
import { parseMobileNumber } from '#domain/mobile-number.ts'
import { stageOf, type Verification } from '#domain/verification.ts'
import type { SmsPurpose } from '../../providers/sms/sms.ts'
import type { ContactChange, ContactKind } from '../../store/accounts/contact-changes.ts'
import type { Contact } from '../one-time-code.ts'

/** A contact as it is stored; `undefined` for what is none. */
export const parseContact = (kind: ContactKind, text: string): string | undefined =>
  kind === 'MOBILE' ? parseMobileNumber(text) : parseEmailAddress(text)

/** Where a code goes. @throws Error for a contact that was not stored by us */
export function contactOf(kind: ContactKind, stored: string): Contact {
  if (kind === 'EMAIL') return { channel: 'EMAIL', email: stored }
  const mobile = parseMobileNumber(stored)
  if (mobile === undefined) throw new Error('a stored mobile number is none')
  return { channel: 'SMS', mobile }
}

/** What the calls of each kind name their fields. */
export const FIELDS = {
  MOBILE: { old: 'oldMobileNumber', new: 'newMobileNumber', invalid: 'INVALID_MOBILE', taken: 'MOBILE_TAKEN' },
  EMAIL: { old: 'oldEmail', new: 'newEmail', invalid: 'INVALID_EMAIL', taken: 'EMAIL_TAKEN' },
} as const satisfies Record<ContactKind, object>

/** What the codes of each kind are for, as their messages say. */
const PURPOSES = { MOBILE: 'change-mobile', EMAIL: 'change-email' } as const satisfies Record<ContactKind, SmsPurpose>

/** Where the code of the awaited contact goes, and what it is for: the number of a verified person is proven by the identity code. */
export function awaitedCode(change: ContactChange, verification: Verification) {
  const stored = change.awaited === 'OLD' ? change.oldContact : change.newContact
  if (stored === undefined) throw new Error('a change awaits the code of a contact that there is not')
  const isIdentity = change.awaited === 'NEW' && asksRegistry(change.kind, verification)
  const to = contactOf(change.kind, stored)
  const purpose = isIdentity ? 'identity' : PURPOSES[change.kind]
  return { to, stored, purpose, codeLength: isIdentity ? 5 : 6 } as const
}

/** The registry has confirmed that the number is the person's: the new one has to be, too. */
export const asksRegistry = (kind: ContactKind, verification: Verification): boolean =>
  kind === 'MOBILE' && stageOf(verification).authorized
