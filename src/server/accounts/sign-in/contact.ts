import { type MobileNumber, parseMobileNumber } from '#domain/mobile-number.ts'
import type { SignInFlow } from '../../store/accounts/sign-in-flows.ts'

/** Whom a code is said to have gone to, as typed: one of the two. */
export interface ContactClaim {
  readonly mobileNumber: string | undefined
  readonly email: string | undefined
}

/** A number, an address, or whatever the flows of the caller's own tokens say: a browser that has signed on elsewhere knows neither. */
export type SignInContact = { readonly mobile: MobileNumber } | { readonly email: string } | { readonly own: true }

/** `undefined` for what can be none. */
export function readContact(
  { mobileNumber, email }: ContactClaim,
  { flowTokens }: { readonly flowTokens: readonly string[] },
): SignInContact | undefined {
  if (mobileNumber === undefined && email === undefined) return flowTokens.length > 0 ? { own: true } : undefined
  if (email !== undefined) return { email: email.trim().toLowerCase() }
  const mobile = parseMobileNumber(mobileNumber ?? '')
  return mobile && { mobile }
}

/** Whether a flow is a sign-up or login of this contact. */
export const isSessionFlow =
  (contact: SignInContact) =>
  (flow: SignInFlow): boolean =>
    flow.goal.kind !== 'reset' && fitsContact(flow, contact)

function fitsContact(flow: SignInFlow, contact: SignInContact): boolean {
  if ('own' in contact) return true
  return 'mobile' in contact ? flow.mobile === contact.mobile : flow.twoStep === 'EMAIL' && flow.email === contact.email
}
