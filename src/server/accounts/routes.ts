import { getAccount, getAccountLevels } from '#contract/account.ts'
import {
  checkIdentityCode as checkIdentityCodeEndpoint,
  checkIdentityCodeInQuery,
  getVerifiedBankAccounts,
  sendIdentityCode as sendIdentityCodeEndpoint,
  submitAccount as submitAccountEndpoint,
} from '#contract/account-form.ts'
import { Rejected, rejectPage } from '#contract/rejected.ts'
import { getLoginHistory, logout } from '#contract/users.ts'
import { type Route, route } from '../http/route.ts'
import { readBankAccounts } from '../store/accounts/bank-accounts.ts'
import { readLevels } from '../store/accounts/levels.ts'
import { readLogins } from '../store/accounts/logins.ts'
import { bankAccountOnWire, levelOnWire, readOwnAccount } from './account-on-wire.ts'
import type { Accounts } from './accounts.ts'
import { originOf } from './identity/keep-form.ts'
import { checkIdentityCode, sendIdentityCode } from './identity-code.ts'
import { signInRoutes } from './sign-in/routes.ts'
import { submitAccount } from './submit-account.ts'

/** Signing up, in and out; the account and its verification. */
export function accountRoutes(accounts: Accounts): Route[] {
  return [...signInRoutes(accounts), ...sessionRoutes(accounts), ...verificationRoutes(accounts)]
}

function sessionRoutes(accounts: Accounts): Route[] {
  const { database, sessions } = accounts
  return [
    route(logout, async (call) => {
      await sessions.end(call.caller.sessionId)
      call.session.end()
      return {}
    }),
    route(getLoginHistory, async ({ caller, query }) => {
      const refusal = rejectPage(query)
      if (refusal) return refusal
      const { rows, ...more } = await readLogins(database, caller.userId, query)
      const content = rows.map(({ at, ip, successful, ...device }) => ({
        ...device,
        loginRequestedDateTime: at.toISOString(),
        ipAddress: ip,
        isSuccessful: successful,
      }))
      return { content, ...more }
    }),
  ]
}

function verificationRoutes(accounts: Accounts): Route[] {
  const { database } = accounts
  return [
    route(getAccount, async ({ caller, language, query }) => {
      const withPictures = query.imageNeeded === 'true'
      const account = await readOwnAccount(accounts, { userId: caller.userId, language, withPictures })
      return account instanceof Rejected ? account : { baseDTO: account }
    }),
    route(submitAccountEndpoint, async (call) => {
      const { caller, body, files } = call
      const submission = { userId: caller.userId, form: body, pictures: files, from: originOf(call) }
      const submitted = await submitAccount(accounts, submission)
      if (submitted instanceof Rejected) return submitted
      return { baseDTO: { authenticationType: submitted.verification, verificationNeeded: submitted.codeNeeded } }
    }),
    route(sendIdentityCodeEndpoint, async (call) => {
      const sent = await sendIdentityCode(accounts, call.caller.userId, call)
      return sent instanceof Rejected ? sent : { baseDTO: { expiresInSeconds: sent.expiresInSeconds } }
    }),
    route(checkIdentityCodeEndpoint, (call) => provenIdentity(accounts, call, call.body.otp)),
    route(checkIdentityCodeInQuery, (call) => provenIdentity(accounts, call, call.query.otp)),
    route(getVerifiedBankAccounts, async ({ caller, language }) => {
      const rows = caller.authorized ? await readBankAccounts(database, caller.userId) : []
      const verified = rows.filter((row) => row.verified)
      return { content: verified.map((row) => bankAccountOnWire(row, language)) }
    }),
    route(getAccountLevels, async () => {
      const levels = await readLevels(database)
      return { content: levels.filter(({ level }) => level !== 'SUPERVISOR').map(levelOnWire) }
    }),
  ]
}

async function provenIdentity(
  accounts: Accounts,
  call: Parameters<typeof originOf>[0] & { readonly caller: { readonly userId: number } },
  otp: string,
) {
  const proof = { userId: call.caller.userId, text: otp, from: originOf(call) }
  const verification = await checkIdentityCode(accounts, proof)
  return verification instanceof Rejected ? verification : { baseDTO: { authenticationType: verification } }
}
