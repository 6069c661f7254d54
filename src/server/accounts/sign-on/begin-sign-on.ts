import { type Rejected, rejected } from '#contract/rejected.ts'
import type { SingleSignOn } from '../../providers/single-sign-on/single-sign-on.ts'
import { readSignOnIdentities } from '../../store/accounts/sign-on-identities.ts'
import type { Accounts } from '../accounts.ts'
import { type SignOnFlow, sealFlow } from './sealed-cookies.ts'

/** A begun sign-on: the address for the browser, and the data that it stores meanwhile. */
export interface BegunSignOn {
  readonly url: URL
  /** Sealed. */
  readonly flow: string
}

/** Begins a login at the provider. Refuses SIGN_ON_UNAVAILABLE. */
export function beginSignOn(signOn: SignOn, { origin }: { origin: string }): Promise<BegunSignOn | Rejected> {
  return begin(signOn, { origin, link: undefined })
}

/** Begins to link an identity to the account of this session. Refuses SIGN_ON_LINKED, SIGN_ON_UNAVAILABLE. */
export async function beginLink(
  signOn: SignOn,
  { origin, ...link }: { origin: string; userId: number; sessionId: number },
): Promise<BegunSignOn | Rejected> {
  const linked = await readSignOnIdentities(signOn.accounts.database, link.userId)
  if (linked.length > 0) return rejected('SIGN_ON_LINKED')
  return begin(signOn, { origin, link })
}

async function begin(
  signOn: SignOn,
  { origin, link }: { origin: string; link: SignOnFlow['link'] },
): Promise<BegunSignOn | Rejected> {
  const { accounts, provider } = signOn
  if (!provider) return rejected('SIGN_ON_UNAVAILABLE')
  const callback = callbackFor(signOn, origin)
  const begun = await provider.begin(callback)
  if (begun.kind === 'unavailable') {
    accounts.log.error({ fault: begun.fault }, 'the provider of single sign-on is away; nobody can sign on by it')
    return rejected('SIGN_ON_UNAVAILABLE')
  }
  return { url: begun.url, flow: sealFlow(accounts, { secrets: begun.secrets, callback: callback.href, link }) }
}

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
function callbackFor({ ownOrigins }: Pick<SignOn, 'ownOrigins'>, origin: string): URL {
  return new URL(signOnCallback(ownOrigins.includes(origin) ? origin : ownOrigins[0]))
}
