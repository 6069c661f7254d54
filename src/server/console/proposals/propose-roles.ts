import { Rejected, rejected } from '#contract/rejected.ts'
import { ADMINS_MIN, type OperatorRole, sortRoles } from '#domain/operator-rights.ts'
import { type ListedOperator, lockOperators, saveOperatorRoles } from '../../store/accounts/operators.ts'
import type { Proposal } from '../../store/accounts/proposals.ts'
import type { Transaction } from '../../store/database.ts'
import { type Act, recordAct } from '../act.ts'
import type { ConsoleServices } from '../console-services.ts'
import { type Approved, openProposal, type RolesPayload, readRolesPayload } from './proposal.ts'

/** Proposes other roles for an operator. Refuses OPERATOR_NOT_FOUND, NOTHING_TO_CHANGE, TWO_ADMINS_NEEDED, TOO_MANY_PROPOSALS, PROPOSAL_EXISTS. */
export async function proposeRoles(
  { accounts: { database, now } }: Pick<ConsoleServices, 'accounts'>,
  { operatorId, roles }: { operatorId: number; roles: readonly OperatorRole[] },
  act: Act,
): Promise<{ readonly id: number } | Rejected> {
  const at = now()
  return database.transaction(async (tx) => {
    const operators = await lockOperators(tx)
    const before = operators.find(({ id }) => id === operatorId)
    if (!before) return rejected('OPERATOR_NOT_FOUND')
    const after = sortRoles(roles)
    if (after.join() === before.roles.join()) return rejected('NOTHING_TO_CHANGE')
    if (leavesTooFewAdmins(operators, { operatorId, roles })) return rejected('TWO_ADMINS_NEEDED', { field: 'roles' })
    const id = await openProposal(tx, {
      kind: 'CHANGE_ROLES',
      userId: operatorId,
      payload: JSON.stringify({ before: [...before.roles], after } satisfies RolesPayload),
      reason: act.reason,
      proposedBy: act.operatorId,
      at,
    })
    if (id instanceof Rejected) return id
    const details = { proposal: id, before: before.roles.join(', '), after: after.join(', ') }
    await recordAct(tx, act, { at, kind: 'OPERATOR_ROLES_PROPOSED', userId: operatorId, details })
    return { id }
  })
}

/** Whether a change would leave too few admins to propose and approve the next one: a stopped admin can do neither. */
export const leavesTooFewAdmins = (
  operators: readonly ListedOperator[],
  { operatorId, roles }: { operatorId: number; roles: readonly OperatorRole[] },
) => {
  const admins = operators.filter(
    (each) => !each.isFrozen && (each.id === operatorId ? roles : each.roles).includes('ADMIN'),
  )
  return (
    operators.some(({ id, roles: had }) => id === operatorId && had.includes('ADMIN')) && admins.length < ADMINS_MIN
  )
}

/** The roles apply from the operator's next call. */
export async function changeProposedRoles(
  tx: Transaction,
  { userId, payload }: Proposal,
): Promise<Approved | Rejected> {
  const operators = await lockOperators(tx)
  const operator = operators.find(({ id }) => id === userId)
  if (!operator) return rejected('OPERATOR_NOT_FOUND')
  const { after: roles } = readRolesPayload(payload)
  if (leavesTooFewAdmins(operators, { operatorId: operator.id, roles })) return rejected('TWO_ADMINS_NEEDED')
  await saveOperatorRoles(tx, { userId: operator.id, roles })
  return { userId: operator.id, details: { before: operator.roles.join(', '), after: roles.join(', ') } }
}
