import { type Rejected, rejected } from '#contract/rejected.ts'
import { parseMobileNumber } from '#domain/mobile-number.ts'
import { insertLogin } from '../store/accounts/login-history.ts'
import {
  countWrongTry,
  deleteFlow,
  lockFlows,
  type SignInDevice,
  type SignInFlow,
} from '../store/accounts/sign-in-flows.ts'
import { createUser, isBlocked } from '../store/accounts/users.ts'
import type { Transaction } from '../store/database.ts'
import type { Accounts, Visitor } from './accounts.ts'
import { countRefusal } from './count-refusal.ts'
import { type DeviceClaims, deviceOf } from './device.ts'
import { addressOf, countAgainst, networkOf, tooMany } from './limits.ts'
import { checkCode, flowsBegunAfter } from './one-time-code.ts'

export interface CodeCheck {
  /** Absent where the code is said to have gone elsewhere. */
  readonly mobileNumber: string | undefined
  readonly code: string
  /** Said once more with the code, or only when the sign-in began. */
  readonly device: DeviceClaims
}

/**
 * The code of a sign-up or login: makes the user, opens the session. A right code works once, also where it is sent twice at the
 * same moment. A number that already has an account learns that only here, and its sign-up opens nothing.
 * Refuses INCORRECT_OTP, CODE_EXPIRED, TOO_MANY_TRIES, MOBILE_ALREADY_REGISTERED, LOGIN_NOT_ALLOWED.
 */
export async function checkOtpCode(
  accounts: Accounts,
  check: CodeCheck,
  visitor: Visitor,
): Promise<{ readonly token: string } | Rejected> {
  const { database, settings, now } = accounts
  const at = now()
  const mobile = parseMobileNumber(check.mobileNumber ?? '')
  if (mobile === undefined) return rejected('INCORRECT_OTP')
  const max = settings.limits.codeChecksPerAddressMax
  const limit = { kind: 'code-check:address', subject: networkOf(visitor.ip), max }
  const tooManyChecks = await countAgainst(database, { limit, at, code: 'TOO_MANY_TRIES' })
  if (tooManyChecks) return tooManyChecks

  return database.transaction(async (tx) => {
    const flows = await lockFlows(tx, { mobile, begunAfter: flowsBegunAfter(at) })
    const checked = flows.map((flow) => ({ flow, codeResult: checkCode(flow.code, { text: check.code, at }) }))
    const right = checked.find(({ codeResult }) => codeResult === 'right')
    if (!right) {
      const wrong = checked.filter(({ codeResult }) => codeResult === 'wrong')
      for (const { flow } of wrong) await countWrongTry(tx, flow)
      await countRefusal(tx, { kind: 'WRONG_CODE', userId: userUnderWay(flows), ip: visitor.ip, at })
      if (flows.length === 0 || wrong.length > 0) return rejected('INCORRECT_OTP')
      const usedUp = checked.find(({ codeResult }) => codeResult === 'used-up')
      return usedUp ? tooMany('TOO_MANY_TRIES', { until: usedUp.flow.code.expiresAt, at }) : rejected('CODE_EXPIRED')
    }
    await deleteFlow(tx, right.flow)
    const userId = await userOf(tx, { flow: right.flow, at })
    if (userId === undefined) return rejected('MOBILE_ALREADY_REGISTERED')
    if (await isBlocked(tx, userId)) return rejected('LOGIN_NOT_ALLOWED')
    const device = { ip: addressOf(visitor.ip), ...deviceOfCheck(check, right.flow) }
    await insertLogin(tx, { mobile, attempt: { at, successful: true, ...device } })
    return { token: await accounts.sessions.create(tx, { userId, ...device }) }
  })
}

/** Whose login is under way; none at a sign-up. */
const userUnderWay = (flows: readonly SignInFlow[]) =>
  flows.flatMap(({ goal }) => (goal.kind === 'login' ? [goal.userId] : []))[0]

/** The user of the session: created now after a sign-up; `undefined` where the number already had an account. */
async function userOf(tx: Transaction, { flow, at }: { flow: SignInFlow; at: Date }): Promise<number | undefined> {
  const { mobile, goal, begunAt } = flow
  if (goal.kind === 'login') return goal.userId
  const { passwordHash, invitedBy } = goal
  return createUser(tx, { owner: { mobile }, passwordHash, level: 'VIP_1', invitedBy, acceptedTermsAt: begunAt, at })
}

/** What the code's sender says of its device, or what was said when the sign-in began. */
function deviceOfCheck({ device }: CodeCheck, flow: SignInFlow): SignInDevice {
  const { osType = flow.device.osType, deviceType = flow.device.deviceType, browser = flow.device.browser } = device
  return deviceOf({ osType, deviceType, browser })
}
