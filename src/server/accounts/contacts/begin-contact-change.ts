import { type Rejected, rejected } from '#contract/rejected.ts'
import { stageOf } from '#domain/verification.ts'
import { readAccount } from '../../store/accounts/identities.ts'
import { type ContactKind, readContact, saveContactChange } from '../../store/accounts/one-time-codes.ts'
import type { Accounts } from '../accounts.ts'
import type { SessionActor } from '../actor.ts'
import { countRefusal } from '../count-refusal.ts'
import { FIELDS, parseContact } from './contact.ts'
import { type CodeAwaited, sendContactCode } from './send-contact-code.ts'

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
