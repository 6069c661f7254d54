import { type MobileNumber, parseMobileNumber } from '#domain/mobile-number.ts'
import type { SignInFlow } from '../../store/accounts/sign-in-flows.ts'

/** Whom a code is said to have gone to, as typed: one of the two. */
export interface ContactClaim {
  readonly mobileNumber: string | undefined
  readonly email: string | undefined
}

export type SignInContact = { readonly mobile: MobileNumber } | { readonly email: string }

/** `undefined` for what can be neither. */
export function readContact({ mobileNumber, email }: ContactClaim): SignInContact | undefined {
  if (email !== undefined) return { email: email.trim().toLowerCase() }
  const mobile = parseMobileNumber(mobileNumber ?? '')
  return mobile && { mobile }
}

/** Whether a flow is a sign-up or login of this contact. */
export const isSessionFlow =
  (contact: SignInContact) =>
  (flow: SignInFlow): boolean =>
    flow.goal.kind !== 'reset' &&
    ('mobile' in contact ? flow.mobile === contact.mobile : flow.twoStep === 'EMAIL' && flow.email === contact.email)
