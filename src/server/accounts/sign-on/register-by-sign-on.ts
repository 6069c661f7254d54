import { type Rejected, rejected } from '#contract/rejected.ts'
import { findSignOnUser } from '../../store/accounts/sign-on-identities.ts'
import type { DeviceClaims } from '../device.ts'
import { beginSignUp } from '../register.ts'
import type { StepBegun } from '../sign-in/begin-flow.ts'
import type { SignInVisitor } from '../sign-in/tokens.ts'
import { openSignedOn } from './sealed-cookies.ts'
import type { SignOn } from './sign-on.ts'

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
