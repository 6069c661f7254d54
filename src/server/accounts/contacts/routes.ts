import * as contract from '#contract/contacts.ts'
import { Rejected } from '#contract/rejected.ts'
import { type Route, route } from '../../http/route.ts'
import type { Accounts } from '../accounts.ts'
import { sessionActorOf } from '../actor.ts'
import { beginContactChange, type CodeAwaited, resendContactCode } from './begin-contact-change.ts'
import { type CodeTaken, checkContactCode } from './check-contact-code.ts'

/** Changes of the mobile number and the e-mail address. */
export function contactRoutes(accounts: Accounts): Route[] {
  return [
    route(contract.changeMobile, async (call) => {
      const { oldMobileNumber: oldText, newMobileNumber: newText } = call.body
      return sentReply(await beginContactChange(accounts, { kind: 'MOBILE', oldText, newText }, sessionActorOf(call)))
    }),
    route(contract.changeEmail, async (call) => {
      const { oldEmail: oldText, newEmail: newText } = call.body
      return sentReply(await beginContactChange(accounts, { kind: 'EMAIL', oldText, newText }, sessionActorOf(call)))
    }),
    route(contract.resendMobileOtp, async (call) =>
      sentReply(await resendContactCode(accounts, 'MOBILE', sessionActorOf(call))),
    ),
    route(contract.resendEmailOtp, async (call) =>
      sentReply(await resendContactCode(accounts, 'EMAIL', sessionActorOf(call))),
    ),
    route(contract.checkMobileOtp, async (call) => {
      return takenReply(await checkContactCode(accounts, { kind: 'MOBILE', otp: call.body.otp }, sessionActorOf(call)))
    }),
    route(contract.checkEmailOtp, async (call) => {
      return takenReply(await checkContactCode(accounts, { kind: 'EMAIL', otp: call.body.otp }, sessionActorOf(call)))
    }),
  ]
}

const onWire = ({ maskedContact, ...awaited }: CodeAwaited) => ({
  ...awaited,
  starTwoStepAuthentication: maskedContact,
})

const sentReply = (sent: CodeAwaited | Rejected) =>
  sent instanceof Rejected ? sent : { message: 'Verification Code Sent', baseDTO: onWire(sent) }

function takenReply(taken: CodeTaken | Rejected) {
  if (taken instanceof Rejected) return taken
  const { next, verification } = taken
  return {
    message: next ? 'Verification Code Sent' : 'Contact changed',
    baseDTO: { changed: !next, authenticationType: verification, ...(next && { next: onWire(next) }) },
  }
}
