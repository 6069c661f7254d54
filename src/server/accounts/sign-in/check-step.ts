import { type Rejected, rejected } from '#contract/rejected.ts'
import { countWrongTry } from '../../store/accounts/one-time-codes.ts'
import { flowCode, type SignInFlow } from '../../store/accounts/sign-in-flows.ts'
import type { Transaction } from '../../store/database.ts'
import type { Accounts } from '../accounts.ts'
import { countRefusal } from '../count-refusal.ts'
import { tooMany } from '../limits.ts'
import { type CodeResult, checkCode, codeState } from '../one-time-code.ts'
import { checkTotp, redeemRecoveryCode } from '../second-step.ts'

const SIX_DIGITS = /^\d{6}$/

/** Whether a code is that of a flow: the sent one, or, if the user has an authenticator, its code or a recovery code. */
export async function checkStep(
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
