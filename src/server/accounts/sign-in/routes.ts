import { Rejected, rejected } from '#contract/rejected.ts'
import * as contract from '#contract/users.ts'
import { type Call, type Route, route } from '../../http/route.ts'
import type { Accounts } from '../accounts.ts'
import { checkOtpCode, resendOtpCode } from '../check-otp-code.ts'
import { login } from '../login.ts'
import { register } from '../register.ts'
import type { StepBegun } from './begin-flow.ts'
import type { OpenedSession } from './open-session.ts'
import { forgetPassword, resetPassword } from './reset-password.ts'
import { type ContactClaim, cookieWith, type SignInVisitor, tokensOf } from './tokens.ts'

/** Signing up and logging in, in two steps; replacing a forgotten password. */
export function signInRoutes(accounts: Accounts): Route[] {
  return [...stepRoutes(accounts), ...forgottenRoutes(accounts)]
}

function stepRoutes(accounts: Accounts): Route[] {
  return [
    route(contract.register, async (call) => {
      const { mobileNumber, password, acceptedTerms, referralCode, captchaResponse, ...device } = call.body
      const registration = { mobileNumber, password, acceptedTerms, referralCode, captchaResponse, device }
      return stepReply(call, await register(accounts, registration, visitorOf(call)))
    }),
    route(contract.login, async (call) => {
      const { mobileNumber, password, captchaResponse, ...device } = call.body
      const credentials = { mobileNumber, password, captchaResponse, device }
      return stepReply(call, await login(accounts, credentials, visitorOf(call)))
    }),
    route(contract.resendOtpCode, async (call) => {
      const { username: mobileNumber, flowToken } = call.body ?? {}
      const { email } = call.query
      const visitor = visitorOf(call, flowToken)
      if (!namesOneContact({ mobileNumber, email }, visitor)) return rejected('BAD_REQUEST', { field: 'username' })
      return stepReply(call, await resendOtpCode(accounts, { mobileNumber, email }, visitor))
    }),
    route(contract.checkOtpCode, async (call) => {
      const { mobileNumber, email, code, flowToken, ...device } = call.body
      const visitor = visitorOf(call, flowToken)
      if (!namesOneContact({ mobileNumber, email }, visitor)) return rejected('BAD_REQUEST', { field: 'mobileNumber' })
      const opened = await checkOtpCode(accounts, { mobileNumber, email, code, device }, visitor)
      return opened instanceof Rejected ? opened : keepSession(call, opened)
    }),
  ]
}

function forgottenRoutes(accounts: Accounts): Route[] {
  return [
    route(contract.forgetPassword, async (call) => {
      const { mobileNumber, authenticationType: channel, captchaResponse, ...device } = call.body
      const forgotten = { mobileNumber, channel, captchaResponse, device }
      const begun = await forgetPassword(accounts, forgotten, visitorOf(call))
      if (begun instanceof Rejected) return begun
      const { expiresInSeconds } = begun
      return { message: 'code sent successfully.', ...keepFlow(call, begun.flowToken), baseDTO: { expiresInSeconds } }
    }),
    route(contract.resetPassword, async (call) => {
      const { flowToken, ...newPassword } = call.body
      const reset = await resetPassword(accounts, newPassword, visitorOf(call, flowToken))
      if (reset instanceof Rejected) return reset
      call.cookies.drop('flow')
      const { effectiveAt } = reset
      const message = effectiveAt ? 'password will change' : 'password changed successfully'
      return { message, baseDTO: { effectiveDateTime: effectiveAt?.toISOString() ?? null } }
    }),
  ]
}

/** A mobile or an e-mail address; neither only if the flow's token is enough. */
const namesOneContact = ({ mobileNumber, email }: ContactClaim, { flowTokens }: SignInVisitor) =>
  mobileNumber === undefined && email === undefined
    ? flowTokens.length > 0
    : mobileNumber === undefined || email === undefined

export type BrowserCall = Pick<Call, 'ip' | 'language' | 'userAgent' | 'fromOurClient' | 'cookies' | 'session'>

/** The visitor of a call, with the tokens that the browser holds or the program sends. */
export const visitorOf = (call: BrowserCall, flowToken?: string): SignInVisitor => ({
  ip: call.ip,
  language: call.language,
  userAgent: call.userAgent,
  fromOurClient: call.fromOurClient,
  flowTokens: flowToken === undefined ? tokensOf(call.cookies.read('flow')) : [flowToken],
  deviceTokens: tokensOf(call.cookies.read('device')),
  sessionToken: call.cookies.read('session'),
})

const stepReply = (call: BrowserCall, begun: StepBegun | Rejected) =>
  begun instanceof Rejected ? begun : keepStep(call, begun)

/** A browser stores the token that binds the code to it; a program gets it in the answer. */
function keepFlow(call: BrowserCall, flowToken: string | undefined) {
  if (flowToken === undefined) return {}
  call.cookies.keep('flow', cookieWith(flowToken, call.cookies.read('flow')))
  return call.fromOurClient ? {} : { flowToken }
}

export function keepStep(call: BrowserCall, begun: StepBegun) {
  return {
    message: 'Verification Code Sent',
    token: null,
    ...keepFlow(call, begun.flowToken),
    baseDTO: {
      starTwoStepAuthentication: begun.maskedContact,
      twoStepAuthenticationType: begun.twoStep,
      expiresInSeconds: begun.expiresInSeconds,
    },
  }
}

/** Opens the session in the browser, which is known from now on. A program gets the token. */
export function keepSession(call: BrowserCall, { token, deviceToken }: OpenedSession) {
  call.session.open(token)
  call.cookies.drop('flow')
  if (deviceToken !== undefined) call.cookies.keep('device', cookieWith(deviceToken, call.cookies.read('device')))
  return { token: call.fromOurClient ? null : token }
}
