import { Rejected, rejected } from '#contract/rejected.ts'
import * as contract from '#contract/sign-on.ts'
import { type Route, route, SeeOther } from '../../http/route.ts'
import { queueNotice } from '../../notifications/queue-notice.ts'
import type { SignedOnPerson } from '../../providers/single-sign-on/single-sign-on.ts'
import { recordEvent } from '../../store/accounts/audit-log.ts'
import {
  deleteSignOnIdentity,
  findSignOnUser,
  insertSignOnIdentity,
  isOpenSession,
  lockHasPassword,
  readSignOnIdentities,
} from '../../store/accounts/sign-on-identities.ts'
import { actorOf } from '../actor.ts'
import { countRefusal } from '../count-refusal.ts'
import { addressOf } from '../limits.ts'
import { setFirstPassword } from '../security/change-password.ts'
import type { StepBegun } from '../sign-in/begin-flow.ts'
import { type BrowserCall, keepStep, visitorOf } from '../sign-in/routes.ts'
import { beginLink, beginSignOn, type SignOn } from './begin-sign-on.ts'
import { continueSignOn, registerBySignOn } from './continue-sign-on.ts'
import { openFlow, type SignOnFlow, sealSignedOn } from './sealed-cookies.ts'

/** Single sign-on: the way through the provider, the step after it, and the identities of an account. */
export function signOnRoutes(signOn: SignOn): Route[] {
  return [...providerRoutes(signOn), ...stepRoutes(signOn), ...identityRoutes(signOn)]
}

function providerRoutes(signOn: SignOn): Route[] {
  return [
    route(contract.getSignOnProviders, () => ({ content: signOn.provider ? ['GOOGLE' as const] : [] })),
    route(contract.beginSignOn, async ({ origin, cookies }) => {
      const begun = await beginSignOn(signOn, { origin })
      if (begun instanceof Rejected) return new SeeOther('/login')
      cookies.keep('signOn', begun.flow)
      return new SeeOther(begun.url)
    }),
    route(contract.returnFromSignOn, async ({ cookies, query, ip, userAgent }) => {
      const flow = cookies.read('signOn')
      cookies.drop('signOn')
      const { page, person } = await finishSignOn(signOn, { flow, query, ip, device: userAgent })
      if (person !== undefined) cookies.keep('signedOn', person)
      return new SeeOther(page)
    }),
  ]
}

function stepRoutes(signOn: SignOn): Route[] {
  return [
    route(contract.continueSignOn, async (call) => {
      const { body: device, cookies } = call
      const signedOn = cookies.read('signedOn')
      const next = await continueSignOn(signOn, { signedOn, device }, visitorOf(call))
      if (next instanceof Rejected) return next
      if (next.next === 'SIGN_UP') return { baseDTO: { next: next.next, email: next.email ?? null } }
      cookies.drop('signedOn')
      return codeReply(call, next.step)
    }),
    route(contract.registerBySignOn, async (call) => {
      const { mobileNumber, acceptedTerms, referralCode, ...device } = call.body
      const registration = { mobileNumber, acceptedTerms, referralCode, device }
      const signedOn = call.cookies.read('signedOn')
      const begun = await registerBySignOn(signOn, { signedOn, ...registration }, visitorOf(call))
      return begun instanceof Rejected ? begun : codeReply(call, begun)
    }),
  ]
}

/** The reply of any sign-in, and the next step. Only a browser signs on, so the flow's token is in its cookie. */
function codeReply(call: BrowserCall, begun: StepBegun) {
  const { message, baseDTO } = keepStep(call, begun)
  return { message, token: null, baseDTO: { next: 'CODE' as const, ...baseDTO } }
}

function identityRoutes(signOn: SignOn): Route[] {
  const { database } = signOn.accounts
  return [
    route(contract.getSignOnIdentities, async ({ caller }) => ({
      baseDTO: { hasPassword: await lockHasPassword(database, caller.userId) },
      content: (await readSignOnIdentities(database, caller.userId)).map((row) => ({
        id: String(row.id),
        email: row.email ?? null,
        linkedDateTime: row.linkedAt.toISOString(),
        lastUsedDateTime: row.lastUsedAt?.toISOString() ?? null,
      })),
    })),
    route(contract.linkSignOn, async ({ caller: { userId, sessionId }, origin, cookies }) => {
      const begun = await beginLink(signOn, { origin, userId, sessionId })
      if (begun instanceof Rejected) return begun
      cookies.keep('signOn', begun.flow)
      return { baseDTO: { url: begun.url.href } }
    }),
    route(contract.setFirstPassword, async (call) => {
      const { sessionId } = call.caller
      return (await setFirstPassword(signOn, { ...call.body, ...actorOf(call), sessionId })) ?? {}
    }),
    route(contract.unlinkSignOn, async (call) => {
      return (await unlinkSignOn(signOn, { ...call.params, ...actorOf(call) })) ?? {}
    }),
  ]
}

interface SignOnReturn {
  /** The cookie that the browser has stored. */
  readonly flow: string | undefined
  /** The query that the provider has added to our address. */
  readonly query: Readonly<Record<string, unknown>>
  readonly ip: string
  readonly device: string
}

/** The page for the browser after the provider's return, and the person named. */
interface FinishedSignOn {
  readonly page: `/${string}`
  /** Sealed; absent if nobody was named, or an identity was linked. */
  readonly person?: string
}

const LOGIN = '/login'
const SETTINGS = '/profile/settings'
/** The page that continues with a named person. */
const CONTINUE = '/fromgoogle'

/**
 * Handles the browser's return from the provider. It names a person only if the answer belongs to the question that this very browser was sent with.
 * Anything else redirects without a message.
 */
async function finishSignOn(signOn: SignOn, returned: SignOnReturn): Promise<FinishedSignOn> {
  const { accounts, provider } = signOn
  const flow = openFlow(accounts, returned.flow)
  if (!flow || !provider) return { page: LOGIN }
  const silently = { page: flow.link ? SETTINGS : LOGIN } as const
  const answer = addressWith(flow.callback, returned.query)
  const outcome = answer ? await provider.finish(answer, flow.secrets) : ({ kind: 'refused' } as const)
  if (outcome.kind === 'unavailable')
    accounts.log.error({ fault: outcome.fault }, 'the provider of single sign-on gave no answer that can be used')
  if (outcome.kind === 'refused') {
    const refusal = { kind: 'SIGN_ON_REFUSED', userId: flow.link?.userId, ip: returned.ip, at: accounts.now() } as const
    await countRefusal(accounts.database, refusal)
  }
  if (outcome.kind !== 'signed-on') return silently
  const { person } = outcome
  if (flow.link) return { page: await linkPerson(signOn, { person, link: flow.link, returned }) }
  return { page: CONTINUE, person: sealSignedOn(accounts, person) }
}

/** Our own address with the query; `undefined` if a name is repeated. */
function addressWith(callback: string, query: SignOnReturn['query']): URL | undefined {
  const address = new URL(callback)
  for (const [name, value] of Object.entries(query)) {
    if (typeof value !== 'string') return undefined
    address.searchParams.set(name, value)
  }
  return address
}

async function linkPerson(
  { accounts }: SignOn,
  { person, link, returned }: { person: SignedOnPerson; link: NonNullable<SignOnFlow['link']>; returned: SignOnReturn },
): Promise<`/${string}`> {
  const at = accounts.now()
  const { userId } = link
  const linked = await accounts.database.transaction(async (tx) => {
    if (!(await isOpenSession(tx, { ...link, at }))) return 'session-over'
    if ((await findSignOnUser(tx, person)) === userId) return 'linked'
    const id = await insertSignOnIdentity(tx, { userId, person, at })
    if (id === undefined) return 'taken'
    await queueNotice(tx, { userId, kind: 'SIGN_ON_LINKED', at })
    const actor = { ip: addressOf(returned.ip), device: returned.device }
    await recordEvent(tx, {
      at,
      kind: 'SIGN_ON_LINKED',
      userId,
      ...actor,
      details: { identity: id, issuer: person.issuer },
    })
    return 'linked'
  })
  return linked === 'session-over' ? LOGIN : `${SETTINGS}?signOn=${linked}`
}

/** Removes an identity of the user. Refuses SIGN_ON_LAST_WAY if the account has no password, NOT_FOUND if there is no such identity. */
async function unlinkSignOn(
  { accounts }: SignOn,
  { id, userId, ip, device }: { id: string; userId: number; ip: string; device: string },
): Promise<Rejected | undefined> {
  const at = accounts.now()
  return accounts.database.transaction(async (tx) => {
    if (!(await lockHasPassword(tx, userId))) return rejected('SIGN_ON_LAST_WAY')
    const identity = await deleteSignOnIdentity(tx, { userId, id })
    if (!identity) return rejected('NOT_FOUND')
    await queueNotice(tx, { userId, kind: 'SIGN_ON_UNLINKED', at })
    await recordEvent(tx, { at, kind: 'SIGN_ON_UNLINKED', userId, ip, device, details: { identity: identity.id } })
    return undefined
  })
}
