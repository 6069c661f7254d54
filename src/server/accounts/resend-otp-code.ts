import { type Rejected, rejected } from '#contract/rejected.ts'
import { saveCode } from '../store/accounts/one-time-codes.ts'
import { flowCode, lockFlows, type SignInFlow } from '../store/accounts/sign-in-flows.ts'
import { readPhrase } from '../store/accounts/users.ts'
import type { Queryable } from '../store/database.ts'
import type { Accounts } from './accounts.ts'
import { askerOf, type CodeAsker, countAgainst, countCode, networkOf } from './limits.ts'
import { type Contact, flowsBegunAfter, makeCode, maskContact } from './one-time-code.ts'
import { purposeOf, type StepBegun, secondsOfLogin, sendStep } from './sign-in/begin-flow.ts'
import { type ContactClaim, holderOf, isSessionFlow, readContact, type SignInVisitor } from './sign-in/tokens.ts'
import { deviceOfVisitor } from './sign-in/try-limits.ts'

/**
 * Sends a new code for the caller's own sign-up or login in progress; the old code and its tries stop counting. Without one nothing
 * is sent and the answer is that of a login, so that it does not reveal which numbers have an account.
 * Refuses INVALID_MOBILE, TOO_MANY_REQUESTS, SMS_OTP_UNAVAILABLE, EMAIL_OTP_UNAVAILABLE.
 */
export async function resendOtpCode(
  accounts: Accounts,
  claim: ContactClaim,
  visitor: SignInVisitor,
): Promise<StepBegun | Rejected> {
  const { database, now } = accounts
  const contact = readContact(claim, visitor)
  if (contact === undefined) return rejected('INVALID_MOBILE', { field: 'username' })
  const at = now()
  const holder = holderOf(visitor, contact)
  const ownFlow = async (queryable: Queryable) =>
    (await lockFlows(queryable, { holder, begunAfter: flowsBegunAfter(at) })).find(isSessionFlow(contact))
  const under = await ownFlow(database)
  const purpose = purposeOf(under?.goal ?? { kind: 'login' })
  const tooManyCodes = under
    ? await countCode(accounts, { purpose, asker: await askerOfFlow(accounts, under, visitor), visitor })
    : await countForNothing(accounts, visitor)
  if (tooManyCodes) return tooManyCodes

  const code = makeCode({ purpose, at })
  const flow = await database.transaction(async (tx) => {
    const still = await ownFlow(tx)
    if (still && still.twoStep !== 'GOOGLE_AUTHENTICATOR') await saveCode(tx, flowCode(still), code.kept)
    return still
  })
  if (!flow)
    return 'own' in contact
      ? rejected('CODE_EXPIRED')
      : asIfSent('mobile' in contact ? { channel: 'SMS', ...contact } : { channel: 'EMAIL', ...contact })
  const phrase = flow.goal.kind === 'login' ? await readPhrase(database, flow.goal.userId) : undefined
  return sendStep(accounts, { flow, code: code.text, language: visitor.language, phrase })
}

/** The code counts for the same kind of asker as the flow's first. */
async function askerOfFlow(
  { database }: Accounts,
  { mobile, goal, begunByPerson }: SignInFlow,
  visitor: SignInVisitor,
): Promise<CodeAsker> {
  const device = await deviceOfVisitor(database, { mobile, visitor })
  if (device === undefined && goal.kind === 'login') return { by: 'password', contact: mobile }
  return askerOf(mobile, { device, proven: begunByPerson })
}

/** Strangers' requests for a number use up none of its codes, only those of their own network. */
function countForNothing({ database, settings, now }: Accounts, { ip }: SignInVisitor): Promise<Rejected | undefined> {
  const limit = { kind: 'code:address', subject: networkOf(ip), max: settings.limits.codesPerAddressMax }
  return countAgainst(database, { limit, at: now() })
}

const asIfSent = (to: Contact): StepBegun => ({
  twoStep: to.channel,
  maskedContact: maskContact(to),
  expiresInSeconds: secondsOfLogin,
})
