import { Rejected } from '#contract/rejected.ts'
import * as contract from '#contract/sign-on.ts'
import { type Route, route, SeeOther } from '../../http/route.ts'
import { lockHasPassword, readSignOnIdentities } from '../../store/accounts/sign-on-identities.ts'
import { actorOf } from '../actor.ts'
import { setFirstPassword } from '../security/change-password.ts'
import type { StepBegun } from '../sign-in/begin-flow.ts'
import { type BrowserCall, keepStep, visitorOf } from '../sign-in/routes.ts'
import { beginLink, beginSignOn, type SignOn } from './begin-sign-on.ts'
import { continueSignOn, registerBySignOn } from './continue-sign-on.ts'
import { finishSignOn, unlinkSignOn } from './link-sign-on.ts'

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
