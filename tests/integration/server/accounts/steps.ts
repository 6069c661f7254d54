import type { MobileNumber } from '#domain/mobile-number.ts'
import { iranianIdentity } from '#tests/builders/iranian-identity.ts'
import type { AccountServer, Answer, Ask } from './account-server.ts'

export const PASSWORD = 'Zaferan12'

type Steps = Pick<AccountServer, 'ask' | 'codeFor'>

/** Identifies the flow, by the token or else by the address. */
interface Asker extends Pick<Ask, 'from'> {
  readonly flowToken?: string | undefined
}

export interface SignUpChanges {
  readonly password?: string
  readonly referralCode?: string
  readonly acceptedTerms?: boolean
}

export function signUp(
  { ask }: Steps,
  mobileNumber: string,
  { from, ...changes }: Pick<Ask, 'from'> & SignUpChanges = {},
): Promise<Answer> {
  const json = { mobileNumber, password: PASSWORD, authenticationType: 'SMS', acceptedTerms: true, ...changes }
  return ask('/users/register', { method: 'POST', json, ...(from ? { from } : {}) })
}

export function logIn(
  { ask }: Steps,
  mobileNumber: string,
  { password = PASSWORD, from }: Pick<Ask, 'from'> & { password?: string } = {},
): Promise<Answer> {
  const json = { mobileNumber, password, authenticationType: 'SMS', browser: 'FIREFOX' }
  return ask('/users/login', { method: 'POST', json, ...(from ? { from } : {}) })
}

export function checkCode(
  { ask }: Steps,
  mobileNumber: string,
  { code, from, flowToken }: Asker & { code: string },
): Promise<Answer> {
  const json = { code, mobileNumber, flowToken }
  return ask('/users/check-otp-code', { method: 'POST', json, ...(from ? { from } : {}) })
}

export function resend({ ask }: Steps, username: string, { from, flowToken }: Asker = {}): Promise<Answer> {
  return ask('/users/resend-otp-code', { method: 'POST', json: { username, flowToken }, ...(from ? { from } : {}) })
}

/** Six digits that differ from these. */
export const otherThan = (code: string) => (code.startsWith('1') ? '2' : '1') + code.slice(1)

export interface SignedUp {
  readonly mobile: MobileNumber
  readonly token: string
}

/** A new user, signed in. */
export async function signedUp(server: Steps, mobile = iranianIdentity().mobileNumber): Promise<SignedUp> {
  await signUp(server, mobile)
  const { body } = await checkCode(server, mobile, { code: server.codeFor(mobile) })
  if (body.token === undefined) throw new Error(`the sign-up ended with ${body.code}`)
  return { mobile, token: body.token }
}
