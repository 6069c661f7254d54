import { type Rejected, rejected } from '#contract/rejected.ts'
import { countAgainst } from '../../accounts/limits.ts'
import { notifyOperators } from '../../accounts/operators/notify-operators.ts'
import { endTrust } from '../../accounts/trust.ts'
import { lockOperators, saveStopped } from '../../store/accounts/operators.ts'
import { withdrawProposalsOf } from '../../store/accounts/proposals.ts'
import { type Act, recordAct } from '../act.ts'
import type { ConsoleServices } from '../console-services.ts'

/** Per hour and operator: a thief with one operator's account must not be able to stop all the others. */
const STOPS_MAX = 3
const HOUR_MS = 3_600_000

/**
 * Stops an operator immediately: ends the sessions, blocks logins and withdraws the operator's proposals. An operator who
 * sees a theft must not wait for a second one; letting in again takes two. The last active admin cannot be stopped.
 * Refuses OPERATOR_NOT_FOUND, NOTHING_TO_CHANGE, TWO_ADMINS_NEEDED, TOO_MANY_REQUESTS.
 */
export function stopOperator(
  { accounts: { database, now } }: Pick<ConsoleServices, 'accounts'>,
  operatorId: number,
  act: Act,
): Promise<Rejected | undefined> {
  const at = now()
  return database.transaction(async (tx) => {
    const operators = await lockOperators(tx)
    const operator = operators.find(({ id }) => id === operatorId)
    if (!operator) return rejected('OPERATOR_NOT_FOUND')
    if (operator.isFrozen) return rejected('NOTHING_TO_CHANGE')
    const admins = operators.filter(({ isFrozen, roles }) => !isFrozen && roles.includes('ADMIN'))
    if (admins.length === 1 && admins[0] === operator) return rejected('TWO_ADMINS_NEEDED')
    const limit = { kind: 'operator-stop', subject: String(act.operatorId), max: STOPS_MAX, windowMs: HOUR_MS }
    const tooMany = await countAgainst(tx, { limit, at })
    if (tooMany) return tooMany
    await saveStopped(tx, { userId: operatorId, at })
    await endTrust(tx, 'OPERATOR_STOPPED', { userId: operatorId, at })
    const withdrawn = await withdrawProposalsOf(tx, { operatorId, at, reason: 'PROPOSER_STOPPED' })
    await notifyOperators(tx, { kind: 'OPERATOR_STOPPED', about: operator, operators, at })
    const details = { name: operator.name, roles: operator.roles.join(', '), withdrawn }
    await recordAct(tx, act, { at, kind: 'OPERATOR_STOPPED', userId: operatorId, details })
    return undefined
  })
}
