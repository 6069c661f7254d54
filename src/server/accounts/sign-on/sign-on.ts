import type { SingleSignOn } from '../../providers/single-sign-on/single-sign-on.ts'
import type { Accounts } from '../accounts.ts'

/** What the verbs of single sign-on work with. */
export interface SignOn {
  readonly accounts: Accounts
  /** Absent where single sign-on is off. */
  readonly provider: SingleSignOn | undefined
  /** The origins by which browsers may find this server; the first is the public one. */
  readonly ownOrigins: readonly [string, ...string[]]
}

/** Our own address that the provider sends browsers back to, under one of our names. */
export const signOnCallback = (origin: string) => `${origin}/api/users/google-sso/return`

/** The callback under the name that the browser has found us by, where that is one of ours: its cookie belongs to that name. */
export function callbackFor({ ownOrigins }: Pick<SignOn, 'ownOrigins'>, origin: string): URL {
  return new URL(signOnCallback(ownOrigins.includes(origin) ? origin : ownOrigins[0]))
}
