import { type MobileNumber, parseMobileNumber } from '#domain/mobile-number.ts'
import type { SignInFlow } from '../../store/accounts/sign-in-flows.ts'

/** The claimed contact of a code, as typed: one of the two. */
export interface ContactClaim {
  readonly mobileNumber: string | undefined
  readonly email: string | undefined
}

/** A number, an address, or the flows of the caller's own tokens: a browser after a sign-on elsewhere knows neither. */
export type SignInContact = { readonly mobile: MobileNumber } | { readonly email: string } | { readonly own: true }

/** `undefined` if it is neither. */
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
