import type { SignInFlow } from '../../store/accounts/sign-in-flows.ts'
import type { Transaction } from '../../store/database.ts'
import type { Accounts } from '../accounts.ts'
import { type CodeResult, checkCode, codeState } from '../one-time-code.ts'
import { checkTotp, redeemRecoveryCode } from '../second-step.ts'

const SIX_DIGITS = /^\d{6}$/

/** Whether a code is that of a flow: the one that was sent, or where the user has an authenticator, its own or a recovery code. */
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
    : await redeemRecoveryCode(tx, { userId, code, at })
  return isRight ? 'right' : 'wrong'
}
