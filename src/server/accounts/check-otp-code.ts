import { type Rejected, rejected } from '#contract/rejected.ts'
import { countWrongTry, saveCode } from '../store/accounts/one-time-codes.ts'
import { saveLanguage } from '../store/accounts/protection.ts'
import { deleteFlow, flowCode, lockFlows, type SignInDevice, type SignInFlow } from '../store/accounts/sign-in-flows.ts'
import { insertSignOnIdentity } from '../store/accounts/sign-on-identities.ts'
import { createUser, lockStanding, readPhrase } from '../store/accounts/users.ts'
import type { Queryable, Transaction } from '../store/database.ts'
import type { Accounts } from './accounts.ts'
import { countRefusal } from './count-refusal.ts'
import { type DeviceClaims, deviceOf } from './device.ts'
import { askerOf, type CodeAsker, countAgainst, countCode, forgiveCode, networkOf, tooMany } from './limits.ts'
import {
  type CodeResult,
  type Contact,
  checkCode,
  codeState,
  flowsBegunAfter,
  makeCode,
  maskContact,
} from './one-time-code.ts'
import { checkTotp, redeemRecoveryCode } from './second-step.ts'
import { purposeOf, type StepBegun, secondsOfLogin, sendStep } from './sign-in/begin-flow.ts'
import { type OpenedSession, openSession } from './sign-in/open-session.ts'
import { type ContactClaim, holderOf, isSessionFlow, readContact, type SignInVisitor } from './sign-in/tokens.ts'
import { countCodeCheck, deviceOfVisitor } from './sign-in/try-limits.ts'

interface CodeCheck extends ContactClaim {
  /** From a message or an authenticator, or a recovery code instead. */
  readonly code: string
  /** Sent again with the code, or only at the beginning of the sign-in. */
  readonly device: DeviceClaims
}

/**
 * The second step of a sign-up or login: creates the user, opens the session. A right code works once, even if sent twice at the same
 * moment, and opens only a flow that the caller began. A number with an account is revealed only here, and its sign-up opens nothing.
 * Refuses INCORRECT_OTP, CODE_EXPIRED, TOO_MANY_TRIES, MOBILE_ALREADY_REGISTERED, LOGIN_NOT_ALLOWED.
 */
export async function checkOtpCode(
  accounts: Accounts,
  check: CodeCheck,
  visitor: SignInVisitor,
): Promise<OpenedSession | Rejected> {
  const { database, now } = accounts
  const at = now()
  const contact = readContact(check, visitor)
  if (contact === undefined) return rejected('INCORRECT_OTP')
  const holder = holderOf(visitor, contact)
  const ownFlows = async (queryable: Queryable) =>
    (await lockFlows(queryable, { holder, begunAfter: flowsBegunAfter(at) })).filter(isSessionFlow(contact))
  // A caller's own flow counts its tries itself: other callers at the same address cannot use them up.
  if ((await ownFlows(database)).length === 0) {
    const tooManyChecks = await countCodeCheck(accounts, 'mobile' in contact ? contact.mobile : undefined, visitor)
    if (tooManyChecks) return tooManyChecks
  }
  return database.transaction(async (tx) => {
    const checked = await checkEach(tx, accounts, { flows: await ownFlows(tx), code: check.code, at })
    const right = checked.find(({ result }) => result === 'right')
    return right
      ? complete(tx, accounts, { flow: right.flow, check, visitor })
      : refuseCode(tx, checked, { userId: userUnderWay(checked), ip: visitor.ip, at })
  })
}

/** Checks one flow after the other, up to the one that the code opens: that flow uses an authenticator's code up. */
async function checkEach(
  tx: Transaction,
  accounts: Accounts,
  { flows, code, at }: { flows: readonly SignInFlow[]; code: string; at: Date },
): Promise<Checked[]> {
  const checked: Checked[] = []
  for (const flow of flows) {
    const result = await checkStep(tx, accounts, { flow, code, at })
    checked.push({ flow, result })
    if (result === 'right') break
  }
  return checked
}

/** The user of the login in progress; none at a sign-up. */
const userUnderWay = (checked: readonly Checked[]) =>
  checked.flatMap(({ flow: { goal } }) => (goal.kind === 'login' ? [goal.userId] : []))[0]

async function complete(
  tx: Transaction,
  accounts: Accounts,
  { flow, check, visitor }: { flow: SignInFlow; check: CodeCheck; visitor: SignInVisitor },
): Promise<OpenedSession | Rejected> {
  const at = accounts.now()
  await deleteFlow(tx, flow)
  const userId = await userOf(tx, { flow, at })
  if (userId === undefined) return rejected('MOBILE_ALREADY_REGISTERED')
  const { blocked, trustVersion } = await lockStanding(tx, userId)
  if (blocked) {
    await countRefusal(tx, { kind: 'LOGIN_WHILE_FROZEN', userId, ip: visitor.ip, at })
    return rejected('LOGIN_NOT_ALLOWED')
  }
  // The login's basis has changed since it began: a changed password or step, a freeze, or a log-out everywhere.
  if (flow.trustVersion !== undefined && flow.trustVersion !== trustVersion) return rejected('CODE_EXPIRED')
  // Messages that the user did not request use the language of the sign-up, until the user switches it.
  if (flow.goal.kind === 'sign-up') {
    await saveLanguage(tx, { userId, language: visitor.language })
    await forgiveCode(tx, { contact: flow.mobile, begunByPerson: flow.begunByPerson })
  }
  const how = flow.goal.kind === 'sign-up' ? 'SIGNED_UP' : 'LOGGED_IN'
  const details = detailsOf(flow)
  return openSession(tx, accounts, { userId, how, details, device: deviceOfCheck(check, flow), visitor })
}

/** The audit log's details of a sign-up by an identity instead of a password. */
const detailsOf = ({ goal }: SignInFlow) =>
  goal.kind === 'sign-up' && 'signOn' in goal.proof ? { by: 'SIGN_ON', issuer: goal.proof.signOn.issuer } : {}

/** The user of the session: created now after a sign-up; `undefined` where the number already had an account. */
async function userOf(tx: Transaction, { flow, at }: { flow: SignInFlow; at: Date }): Promise<number | undefined> {
  const { mobile, goal, begunAt } = flow
  if (goal.kind !== 'sign-up') return goal.userId
  const { proof, invitedBy } = goal
  const passwordHash = 'passwordHash' in proof ? proof.passwordHash : undefined
  const newUser = { owner: { mobile }, passwordHash, level: 'VIP_1', invitedBy, acceptedTermsAt: begunAt, at } as const
  const userId = await createUser(tx, newUser)
  // If the person was linked to another user meanwhile, the account has the number alone.
  if (userId !== undefined && 'signOn' in proof) await insertSignOnIdentity(tx, { userId, person: proof.signOn, at })
  return userId
}

/** The device as sent with the code, or else as sent when the sign-in began. */
function deviceOfCheck({ device }: CodeCheck, flow: SignInFlow): SignInDevice {
  const { osType = flow.device.osType, deviceType = flow.device.deviceType, browser = flow.device.browser } = device
  return deviceOf({ osType, deviceType, browser })
}

const SIX_DIGITS = /^\d{6}$/

/** Whether a code is that of a flow: the sent one, or, if the user has an authenticator, its code or a recovery code. */
async function checkStep(
  tx: Transaction,
  accounts: Pick<Accounts, 'sealer'>,
  { flow, code, at }: { readonly flow: SignInFlow; readonly code: string; readonly at: Date },
): Promise<CodeResult> {
  if (flow.twoStep !== 'GOOGLE_AUTHENTICATOR') return checkCode(flow.code, { text: code, at })
  const state = codeState(flow.code, at)
  if (state !== 'open') return state
  if (flow.goal.kind !== 'login') return 'wrong'
  const { userId } = flow.goal
  const isRight = SIX_DIGITS.test(code)
    ? await checkTotp(tx, { accounts, userId, code, at })
    : (await redeemRecoveryCode(tx, { accounts, userId, code, at })) !== undefined
  return isRight ? 'right' : 'wrong'
}

export interface Checked {
  readonly flow: SignInFlow
  readonly result: CodeResult
}

/** Counts a wrong code on each flow that it was compared with, and returns the refusal. */
export async function refuseCode(
  tx: Transaction,
  checked: readonly Checked[],
  { userId, ip, at }: { readonly userId: number | undefined; readonly ip: string; readonly at: Date },
): Promise<Rejected> {
  const wrong = checked.filter(({ result }) => result === 'wrong')
  for (const { flow } of wrong) await countWrongTry(tx, flowCode(flow))
  await countRefusal(tx, { kind: 'WRONG_CODE', userId, ip, at })
  if (checked.length === 0 || wrong.length > 0) return rejected('INCORRECT_OTP')
  const usedUp = checked.find(({ result }) => result === 'used-up')
  return usedUp ? tooMany('TOO_MANY_TRIES', { until: usedUp.flow.code.expiresAt, at }) : rejected('CODE_EXPIRED')
}

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
