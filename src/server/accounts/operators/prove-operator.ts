import { type Rejected, rejected } from '#contract/rejected.ts'
import { recordEvent } from '../../store/accounts/audit-log.ts'
import { saveOperatorProof } from '../../store/accounts/operators.ts'
import type { Accounts } from '../accounts.ts'
import { countRefusal } from '../count-refusal.ts'
import { addressOf, countAgainstEach, DAY_MS } from '../limits.ts'
import { checkTotp } from '../second-step.ts'
import type { OperatorVisitor } from './log-in-operator.ts'
import type { Operator } from './operator-sessions.ts'

/** Per quarter of an hour. A stolen session cannot guess: three codes of a million are right at a time. */
const TRIES_MAX = 10
/** Per day and session: another sign-in has its own. */
const DAY_TRIES_MAX = 40

/**
 * Marks the operator's session as proven by a code of the authenticator. Every try counts before it is made.
 * Refuses TOO_MANY_REQUESTS, INCORRECT_OTP.
 */
export async function proveOperator(
  accounts: Accounts,
  { operatorId, sessionId, code }: Pick<Operator, 'operatorId' | 'sessionId'> & { code: string },
  { ip, userAgent }: OperatorVisitor,
): Promise<Rejected | undefined> {
  const { database, now } = accounts
  const at = now()
  const limits = [
    { kind: 'operator-proof', subject: String(operatorId), max: TRIES_MAX },
    { kind: 'operator-proof:day', subject: String(sessionId), max: DAY_TRIES_MAX, windowMs: DAY_MS },
  ]
  const tooMany = await countAgainstEach(database, { limits, at })
  if (tooMany) return tooMany
  const isProven = await database.transaction(async (tx) => {
    if (!(await checkTotp(tx, { accounts, userId: operatorId, code, at }))) return false
    await saveOperatorProof(tx, { id: sessionId, at })
    const seen = { ip: addressOf(ip), device: userAgent }
    const details = { by: 'GOOGLE_AUTHENTICATOR' }
    await recordEvent(tx, { at, kind: 'PROVEN_ANEW', userId: operatorId, operatorId, ...seen, details })
    return true
  })
  if (isProven) return undefined
  await countRefusal(database, { kind: 'OPERATOR_REFUSED', userId: operatorId, ip, at })
  return rejected('INCORRECT_OTP')
}
