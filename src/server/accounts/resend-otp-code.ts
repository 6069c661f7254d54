import { type Rejected, rejected } from '#contract/rejected.ts'
import { parseMobileNumber } from '#domain/mobile-number.ts'
import { lockFlows, saveFlow } from '../store/accounts/sign-in-flows.ts'
import type { Accounts, Visitor } from './accounts.ts'
import { countCode } from './limits.ts'
import { type CodeSent, codeSentTo, flowsBegunAfter, makeCode, sendCode } from './one-time-code.ts'

/**
 * A new code for the sign-in under way, a login before a sign-up; the old one stops working, and its tries with it.
 * With nothing under way nothing is sent and the answer is that of a login, so that it does not reveal which numbers have an account.
 * Refuses INVALID_MOBILE, TOO_MANY_REQUESTS, SMS_OTP_UNAVAILABLE.
 */
export async function resendOtpCode(
  accounts: Accounts,
  { username }: { username: string },
  visitor: Visitor,
): Promise<CodeSent | Rejected> {
  const { database, now } = accounts
  const mobile = parseMobileNumber(username)
  if (mobile === undefined) return rejected('INVALID_MOBILE', { field: 'username' })
  const at = now()
  const begunAfter = flowsBegunAfter(at)
  const [under] = await database.transaction((tx) => lockFlows(tx, { mobile, begunAfter }))
  const purpose = under?.goal.kind ?? 'sign-up'
  const tooManyCodes = await countCode(accounts, { purpose, mobile, visitor })
  if (tooManyCodes) return tooManyCodes

  const code = makeCode({ purpose, at })
  const renewed = await database.transaction(async (tx) => {
    const flow = (await lockFlows(tx, { mobile, begunAfter })).find(({ goal }) => goal.kind === purpose)
    if (flow) await saveFlow(tx, { ...flow, code: code.kept })
    return flow !== undefined
  })
  if (!renewed) return codeSentTo({ channel: 'SMS', mobile }, 'login')
  return sendCode(accounts, { to: { channel: 'SMS', mobile }, code: code.text, purpose, language: visitor.language })
}
