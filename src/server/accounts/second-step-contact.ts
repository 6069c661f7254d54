import type { Protection } from '../store/accounts/protection.ts'
import type { Contact } from './one-time-code.ts'

/** The contact to which the codes of a user's second step are sent; `undefined` for an authenticator, and for a contact that is missing. */
export function contactOf({ twoStep, email, mobile }: Protection): Contact | undefined {
  if (twoStep === 'EMAIL') return email === undefined ? undefined : { channel: twoStep, email }
  return twoStep === 'SMS' && mobile ? { channel: twoStep, mobile } : undefined
}
