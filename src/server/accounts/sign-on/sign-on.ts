import type { SingleSignOn } from '../../providers/single-sign-on/single-sign-on.ts'
import type { Accounts } from '../accounts.ts'

/** The dependencies of single sign-on. */
export interface SignOn {
  readonly accounts: Accounts
  /** Absent if single sign-on is off. */
  readonly provider: SingleSignOn | undefined
  /** The origins of this server for browsers; the first is the public one. */
  readonly ownOrigins: readonly [string, ...string[]]
}

/** Our own address to which the provider redirects browsers, under one of our names. */
export const signOnCallback = (origin: string) => `${origin}/api/users/google-sso/return`

/** The callback under the name by which the browser reached us, if that is one of ours: its cookie belongs to that name. */
export function callbackFor({ ownOrigins }: Pick<SignOn, 'ownOrigins'>, origin: string): URL {
  return new URL(signOnCallback(ownOrigins.includes(origin) ? origin : ownOrigins[0]))
}
