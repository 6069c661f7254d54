import { Rejected, rejected } from '#contract/rejected.ts'
import { parseMobileNumber } from '#domain/mobile-number.ts'
import { queueNotice } from '../../notifications/queue-notice.ts'
import { recordEvent } from '../../store/accounts/audit-log.ts'
import { forgetCount } from '../../store/accounts/counters.ts'
import {
  deleteWaitingReset,
  readDueResets,
  readPasswordHash,
  saveWaitingReset,
  takeWaitingReset,
} from '../../store/accounts/protection.ts'
import { deleteFlow, type FlowHolder, lockFlows, type SignInFlow } from '../../store/accounts/sign-in-flows.ts'
import { findSecrets, lockStanding } from '../../store/accounts/users.ts'
import type { Queryable, Transaction } from '../../store/database.ts'
import type { Accounts } from '../accounts.ts'
import { type Actor, eventOf } from '../actor.ts'
import { type Checked, refuseCode } from '../check-otp-code.ts'
import { countRefusal } from '../count-refusal.ts'
import { type DeviceClaims, describeDevice, deviceOf } from '../device.ts'
import { isFresh } from '../fresh-proof.ts'
import { addressOf, askerOf, countCode } from '../limits.ts'
import { checkCode, codeSeconds, flowsBegunAfter } from '../one-time-code.ts'
import { passwordFault } from '../password-rules.ts'
import { changePassword, checkPresentPassword } from '../security/change-password.ts'
import { endTrust } from '../trust.ts'
import { beginFlow, sendStep } from './begin-flow.ts'
import { demandPersonForCode } from './demand-person.ts'
import { holderOf, originOf, type SignInVisitor } from './tokens.ts'
import { countCodeCheck, deviceOfVisitor, knownSiteOf } from './try-limits.ts'

export interface NewPassword {
  /** The mobile number. */
  readonly username: string
  readonly code: string
  readonly password: string
}

/**
 * Replaces a forgotten password by the code sent to its owner: immediately if the login's second step uses another channel than this code, else a
 * day later, since one mailbox or one SIM would otherwise be enough. The user is notified, and withdrawals are held.
 * Refuses WEAK_PASSWORD, PASSWORD_HAS_NUMBER, PASSWORD_TOO_COMMON, INCORRECT_OTP, CODE_EXPIRED, TOO_MANY_TRIES, PASSWORD_UNCHANGED, SIGN_IN_BUSY,
 * LOGIN_NOT_ALLOWED. The code stays valid if only the password is refused.
 */
export async function resetPassword(
  accounts: Accounts,
  { username, code, password }: NewPassword,
  visitor: SignInVisitor,
): Promise<{ readonly effectiveAt: Date | undefined } | Rejected> {
  const { database, sessions, passwords, now } = accounts
  const mobile = parseMobileNumber(username)
  if (mobile === undefined) return rejected('INVALID_MOBILE', { field: 'username' })
  const fault = passwordFault(password, mobile)
  if (fault) return rejected(fault, { field: 'password' })
  const at = now()
  const asked = { holder: holderOf(visitor, { mobile }), mobile, code, at, ip: visitor.ip }
  // A reset in progress counts its own tries, whether the number has an account or not: other callers at the same address cannot use them up.
  if ((await resetsOf(database, asked)).length === 0) {
    const tooManyChecks = await countCodeCheck(accounts, mobile, visitor)
    if (tooManyChecks) return tooManyChecks
  }
  // The code is checked first, because a wrong one then costs no hash.
  const proven = await database.transaction((tx) => takeFlow(tx, asked))
  if (proven instanceof Rejected) return proven
  const present = await readPasswordHash(database, proven.userId)
  const isPresent = present !== undefined && (await passwords.fits(present, password))
  if (isPresent instanceof Rejected) return isPresent
  if (isPresent) return rejected('PASSWORD_UNCHANGED', { field: 'password' })
  const passwordHash = await passwords.hash(password)
  if (passwordHash instanceof Rejected) return passwordHash
  const changed = await database.transaction(async (tx) => {
    const flow = await takeFlow(tx, asked)
    if (flow instanceof Rejected) return flow
    await deleteFlow(tx, flow)
    const { userId } = flow
    const { blocked, trustVersion, twoStep } = await lockStanding(tx, userId)
    if (blocked) {
      await countRefusal(tx, { kind: 'LOGIN_WHILE_FROZEN', userId, ip: visitor.ip, at })
      return rejected('LOGIN_NOT_ALLOWED')
    }
    if (flow.trustVersion !== trustVersion) return rejected('CODE_EXPIRED')
    const actor = { userId, ip: addressOf(visitor.ip), device: describeDevice(flow.device) }
    if (flow.twoStep === twoStep)
      return { userId, effectiveAt: await beginWaitingReset(tx, { actor, passwordHash, at }) }
    await changePassword(tx, { actor, passwordHash, by: 'CODE', keptSessionId: undefined, at })
    return { userId, effectiveAt: undefined }
  })
  if (!(changed instanceof Rejected)) sessions.refresh(changed.userId)
  return changed
}

interface ResetCode {
  readonly holder: FlowHolder
  readonly mobile: string
  readonly code: string
  readonly at: Date
  readonly ip: string
}

type Proven = SignInFlow & { readonly userId: number }

/** The caller's flow that this code opens, locked; a wrong code is counted on it. */
async function takeFlow(tx: Transaction, asked: ResetCode): Promise<Proven | Rejected> {
  const { code, at, ip } = asked
  const flows = await resetsOf(tx, asked)
  // The code of a number without an account was never sent, and opens nothing even if guessed.
  const checked = flows.map((flow): Checked => {
    const result = checkCode(flow.code, { text: code, at })
    return { flow, result: result === 'right' && userOf([flow]) === undefined ? 'wrong' : result }
  })
  const flow = checked.find(({ result }) => result === 'right')?.flow
  const userId = userOf(flow ? [flow] : flows)
  return flow && userId !== undefined ? { ...flow, userId } : refuseCode(tx, checked, { userId, ip, at })
}

const resetsOf = async (queryable: Queryable, { holder, mobile, at }: ResetCode): Promise<SignInFlow[]> =>
  (await lockFlows(queryable, { holder, begunAfter: flowsBegunAfter(at) })).filter(
    (flow) => flow.goal.kind === 'reset' && flow.mobile === mobile,
  )

const userOf = (flows: readonly SignInFlow[]) =>
  flows.flatMap(({ goal }) => (goal.kind === 'reset' && goal.userId !== undefined ? [goal.userId] : []))[0]

/** Long enough for an owner who reads our messages once a day to notice. */
const WAIT_MS = 24 * 3_600_000

type Resetting = Pick<Accounts, 'database' | 'sessions' | 'now'>

/**
 * Stores a new password until tomorrow, inside the transaction that used its code: the code had the same destination as the login's own, which alone
 * would otherwise be enough for the account. All contacts are warned, and withdrawals are held from now on. @returns when it replaces the old one
 */
async function beginWaitingReset(
  tx: Transaction,
  { actor, passwordHash, at }: { actor: Actor; passwordHash: string; at: Date },
): Promise<Date> {
  const { userId, ip, device } = actor
  const effectiveAt = new Date(at.getTime() + WAIT_MS)
  await saveWaitingReset(tx, { userId, passwordHash, effectiveAt, ip, device })
  await endTrust(tx, 'PASSWORD_RESET_ASKED', { userId, at })
  await queueNotice(tx, { userId, kind: 'PASSWORD_RESET_ASKED', at })
  const details = { effectiveAt: effectiveAt.toISOString() }
  await recordEvent(tx, { at, kind: 'PASSWORD_RESET_ASKED', ...actor, details })
  return effectiveAt
}

/** Replaces old passwords by the new ones that are due. Runs about every minute. */
export async function applyDueResets({ database, sessions, now }: Resetting): Promise<void> {
  const at = now()
  for (const userId of await readDueResets(database, at)) {
    await database.transaction(async (tx) => {
      const { blocked } = await lockStanding(tx, userId)
      const reset = await takeWaitingReset(tx, { userId, now: at })
      if (!reset || blocked) return
      const { passwordHash, ip, device } = reset
      await changePassword(tx, {
        actor: { userId, ip, device },
        passwordHash,
        by: 'CODE',
        keptSessionId: undefined,
        at,
      })
    })
    sessions.refresh(userId)
  }
}

interface Cancelling {
  readonly actor: Actor
  /** The present password; absent if the session must be proven instead. */
  readonly oldPassword: string | undefined
  readonly provenAt: Date
}

/**
 * Cancels the waiting reset, by the present password, or by a session with a proof or login of the last minutes. A stolen session has
 * neither and cannot keep its owner from a new password. The password alone is enough, since an owner whose number or mailbox is in other hands, the
 * case that the wait is for, gets no code; an owner who has forgotten it proves by the second step. Without a waiting reset nothing happens; all
 * contacts are notified of a cancelled one. Refuses PROOF_REQUIRED, TOO_MANY_REQUESTS, SIGN_IN_BUSY, OLD_PASSWORD_INCORRECT.
 */
export async function cancelReset(
  accounts: Accounts,
  { actor, oldPassword, provenAt }: Cancelling,
): Promise<Rejected | undefined> {
  const { database, now } = accounts
  if (oldPassword === undefined && !isFresh(provenAt, now())) return rejected('PROOF_REQUIRED')
  const checked = oldPassword && (await checkPresentPassword(accounts, { ...actor, oldPassword }))
  if (checked instanceof Rejected) return checked
  await database.transaction(async (tx) => {
    await lockStanding(tx, actor.userId)
    if (checked) await forgetCount(tx, checked.tries)
    if (!(await deleteWaitingReset(tx, actor.userId))) return
    const at = now()
    await queueNotice(tx, { userId: actor.userId, kind: 'PASSWORD_RESET_CANCELLED', at })
    const details = { by: checked ? 'OLD_PASSWORD' : 'FRESH_PROOF' }
    await recordEvent(tx, { at, kind: 'PASSWORD_RESET_CANCELLED', ...eventOf(actor), details })
  })
  return undefined
}

export interface ForgottenPassword {
  readonly mobileNumber: string
  /** The channel of the code: e-mail only to a proven address. */
  readonly channel: 'SMS' | 'EMAIL'
  readonly captchaResponse?: string | undefined
  readonly device: DeviceClaims
}

/**
 * Begins to replace a forgotten password. The answer, and its time, are the same whether the number has an account or not: the code is sent after
 * it, and a number without an account gets a flow that no code opens.
 * Refuses INVALID_MOBILE, CAPTCHA_REQUIRED, CAPTCHA_REFUSED, TOO_MANY_REQUESTS.
 */
export async function forgetPassword(
  accounts: Accounts,
  { mobileNumber, channel, captchaResponse, device: claims }: ForgottenPassword,
  visitor: SignInVisitor,
): Promise<{ readonly flowToken: string; readonly expiresInSeconds: number } | Rejected> {
  const { database, now } = accounts
  const mobile = parseMobileNumber(mobileNumber)
  if (mobile === undefined) return rejected('INVALID_MOBILE', { field: 'mobileNumber' })
  const device = await deviceOfVisitor(database, { mobile, visitor })
  // Strangers who request codes by SMS leave the owner those by e-mail.
  const contact = channel === 'EMAIL' ? `EMAIL ${mobile}` : mobile
  const asked = { action: 'forgot', response: captchaResponse, contact } as const
  const person = device === undefined ? await demandPersonForCode(accounts, asked, visitor) : { proven: true }
  if (person instanceof Rejected) return person
  // With a captcha the first code counts as a stranger's, so that the second one demands it.
  const mayBeKnown = person.proven || !accounts.captcha
  const site = mayBeKnown ? await knownSiteOf(accounts, { mobile, visitor }) : undefined
  const asker = askerOf(contact, { ...person, device, site })
  const tooManyCodes = await countCode(accounts, { purpose: 'password', asker, visitor })
  if (tooManyCodes) return tooManyCodes
  const secrets = await findSecrets(database, mobile)
  const email = channel === 'EMAIL' ? secrets?.email : undefined
  const flow = {
    origin: originOf(visitor),
    mobile,
    goal: { kind: 'reset', userId: secrets?.id },
    twoStep: email === undefined ? 'SMS' : 'EMAIL',
    email,
    begunAt: now(),
    begunByPerson: asker.by === 'person',
    trustVersion: secrets?.trustVersion,
    device: deviceOf(claims, visitor.userAgent),
  } as const
  const { token, codeText } = await beginFlow(database, flow)
  const { language } = visitor
  // Not awaited: its duration would reveal who has an account.
  if (secrets) void sendStep(accounts, { flow, code: codeText, language, phrase: secrets.phrase })
  return { flowToken: token, expiresInSeconds: codeSeconds('password') }
}
