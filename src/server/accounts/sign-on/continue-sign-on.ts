import { Rejected, rejected } from '#contract/rejected.ts'
import { isSameMailbox } from '#domain/email-address.ts'
import { recordEvent } from '../../store/accounts/audit-log.ts'
import {
  findSignOnUser,
  hasEmail,
  readSignOnIdentities,
  recordSignOn,
} from '../../store/accounts/sign-on-identities.ts'
import { findSecretsOf, type UserSecrets } from '../../store/accounts/users.ts'
import { countRefusal } from '../count-refusal.ts'
import { type DeviceClaims, describeDevice, deviceOf } from '../device.ts'
import { addressOf } from '../limits.ts'
import { beginSecondStep } from '../login.ts'
import { beginSignUp } from '../register.ts'
import type { StepBegun } from '../sign-in/begin-flow.ts'
import type { SignInVisitor } from '../sign-in/tokens.ts'
import type { SignOn } from './begin-sign-on.ts'
import { openSignedOn, type SignedOn } from './sealed-cookies.ts'

/** The step after the provider. */
export type SignOnStep =
  | { readonly next: 'CODE'; readonly step: StepBegun }
  | { readonly next: 'SIGN_UP'; readonly email: string | undefined }

/**
 * Continues with a person whom the provider has named. The provider is only the first step of a login: the user's own second step follows,
 * by SMS if that is the provider's own mailbox. No account is found by an e-mail address, and no second account is created for an address
 * that has one.
 * Refuses SIGN_ON_EXPIRED, LOGIN_NOT_ALLOWED, SIGN_ON_EMAIL_TAKEN, TOO_MANY_REQUESTS, SMS_OTP_UNAVAILABLE, EMAIL_OTP_UNAVAILABLE.
 */
export async function continueSignOn(
  { accounts }: SignOn,
  { signedOn, device }: { signedOn: string | undefined; device: DeviceClaims },
  visitor: SignInVisitor,
): Promise<SignOnStep | Rejected> {
  const { database, now } = accounts
  const person = openSignedOn(accounts, signedOn)
  if (!person) return rejected('SIGN_ON_EXPIRED')
  const userId = await findSignOnUser(database, person)
  if (userId === undefined) return offerSignUp({ accounts }, person, visitor)
  const found = await findSecretsOf(database, userId)
  if (!found) return rejected('SIGN_ON_EXPIRED')
  const { mobile, secrets } = found
  if (secrets.blocked) {
    await countRefusal(database, { kind: 'LOGIN_WHILE_FROZEN', userId, ip: visitor.ip, at: now() })
    return rejected('LOGIN_NOT_ALLOWED')
  }
  const linked = await readSignOnIdentities(database, userId)
  const step = await beginSecondStep(
    accounts,
    { mobile, secrets: byAnotherWay(secrets, [person, ...linked]), device },
    visitor,
  )
  if (step instanceof Rejected) return step
  const at = now()
  await database.transaction(async (tx) => {
    await recordSignOn(tx, { ...person, email: person.email, at })
    const actor = { ip: addressOf(visitor.ip), device: describeDevice(deviceOf(device)) }
    await recordEvent(tx, { at, kind: 'SIGNED_ON', userId, ...actor, details: { issuer: person.issuer } })
  })
  return { next: 'CODE', step }
}

/** The code goes by SMS if it would go to the mailbox that opens the provider: that mailbox alone would be enough for the account. */
function byAnotherWay(secrets: UserSecrets, identities: readonly Pick<SignedOn, 'email'>[]): UserSecrets {
  const { twoStep, email: own } = secrets
  const isSame = ({ email }: Pick<SignedOn, 'email'>) => own && email !== undefined && isSameMailbox(own, email)
  return twoStep === 'EMAIL' && identities.some(isSame) ? { ...secrets, twoStep: 'SMS' } : secrets
}

async function offerSignUp(
  { accounts: { database, now } }: Pick<SignOn, 'accounts'>,
  { email }: SignedOn,
  { ip }: Pick<SignInVisitor, 'ip'>,
): Promise<SignOnStep | Rejected> {
  // The person has proven the address to the provider, so this reveals nothing to strangers.
  if (email === undefined || !(await hasEmail(database, email))) return { next: 'SIGN_UP', email }
  await countRefusal(database, { kind: 'SIGN_ON_REFUSED', userId: undefined, ip, at: now() })
  return rejected('SIGN_ON_EMAIL_TAKEN')
}

export interface SignOnRegistration {
  /** The person, as stored by the browser. */
  readonly signedOn: string | undefined
  readonly mobileNumber: string
  readonly acceptedTerms: boolean
  readonly referralCode: string | undefined
  readonly device: DeviceClaims
}

/**
 * Begins the sign-up of a person whom the provider has named: like any other, without a password. The identity becomes the user's with
 * the code that proves the number.
 * Refuses SIGN_ON_EXPIRED, INVALID_MOBILE, TERMS_NOT_ACCEPTED, REFERRAL_CODE_UNKNOWN, TOO_MANY_REQUESTS, SMS_OTP_UNAVAILABLE.
 */
export async function registerBySignOn(
  { accounts }: SignOn,
  { signedOn, ...registration }: SignOnRegistration,
  visitor: SignInVisitor,
): Promise<StepBegun | Rejected> {
  const person = openSignedOn(accounts, signedOn)
  if (!person || (await findSignOnUser(accounts.database, person)) !== undefined) return rejected('SIGN_ON_EXPIRED')
  const { issuer, subject, email } = person
  return beginSignUp(accounts, { ...registration, proof: { signOn: { issuer, subject, email } } }, visitor)
}
