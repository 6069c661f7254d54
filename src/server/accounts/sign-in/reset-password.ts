import { Rejected, rejected } from '#contract/rejected.ts'
import { parseMobileNumber } from '#domain/mobile-number.ts'
import { readPasswordHash } from '../../store/accounts/protection.ts'
import { deleteFlow, type FlowHolder, lockFlows, type SignInFlow } from '../../store/accounts/sign-in-flows.ts'
import { lockStanding } from '../../store/accounts/users.ts'
import type { Queryable, Transaction } from '../../store/database.ts'
import type { Accounts } from '../accounts.ts'
import { countRefusal } from '../count-refusal.ts'
import { describeDevice } from '../device.ts'
import { addressOf } from '../limits.ts'
import { checkCode, flowsBegunAfter } from '../one-time-code.ts'
import { passwordFault } from '../password-rules.ts'
import { changePassword } from './change-password.ts'
import { type Checked, refuseCode } from './check-step.ts'
import { holderOf, type SignInVisitor } from './tokens.ts'
import { countCodeCheck } from './try-limits.ts'
import { beginWaitingReset } from './waiting-reset.ts'

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
