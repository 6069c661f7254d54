import { Rejected, rejected } from '#contract/rejected.ts'
import { endTrust } from '../../accounts/trust.ts'
import { lockOperators, saveRemoved } from '../../store/accounts/operators.ts'
import { type Proposal, withdrawProposalsOf } from '../../store/accounts/proposals.ts'
import type { Transaction } from '../../store/database.ts'
import { type Act, recordAct } from '../act.ts'
import type { ConsoleServices } from '../console-services.ts'
import { type Approved, openProposal } from './proposal.ts'
import { leavesTooFewAdmins } from './propose-roles.ts'

/** Proposes that an operator stops being one. Refuses OPERATOR_NOT_FOUND, TWO_ADMINS_NEEDED, TOO_MANY_PROPOSALS, PROPOSAL_EXISTS. */
export async function proposeRemoval(
  { accounts: { database, now } }: Pick<ConsoleServices, 'accounts'>,
  { operatorId }: { operatorId: number },
  act: Act,
): Promise<{ readonly id: number } | Rejected> {
  const at = now()
  return database.transaction(async (tx) => {
    const operators = await lockOperators(tx)
    const operator = operators.find(({ id }) => id === operatorId)
    if (!operator) return rejected('OPERATOR_NOT_FOUND')
    if (leavesTooFewAdmins(operators, { operatorId, roles: [] })) return rejected('TWO_ADMINS_NEEDED')
    const id = await openProposal(tx, {
      kind: 'REMOVE_OPERATOR',
      userId: operatorId,
      payload: JSON.stringify({ name: operator.name }),
      reason: act.reason,
      proposedBy: act.operatorId,
      at,
    })
    if (id instanceof Rejected) return id
    const details = { proposal: id, name: operator.name }
    await recordAct(tx, act, { at, kind: 'OPERATOR_REMOVAL_PROPOSED', userId: operatorId, details })
    return { id }
  })
}

/** Ends the sessions, deletes the keys, and withdraws the operator's open proposals. */
export async function removeProposedOperator(
  tx: Transaction,
  { userId }: Proposal,
  { at }: { readonly at: Date },
): Promise<Approved | Rejected> {
  const operators = await lockOperators(tx)
  const operator = operators.find(({ id }) => id === userId)
  if (!operator) return rejected('OPERATOR_NOT_FOUND')
  if (leavesTooFewAdmins(operators, { operatorId: operator.id, roles: [] })) return rejected('TWO_ADMINS_NEEDED')
  await saveRemoved(tx, { userId: operator.id, at })
  await endTrust(tx, 'OPERATOR_STOPPED', { userId: operator.id, at })
  const withdrawn = await withdrawProposalsOf(tx, { operatorId: operator.id, at, reason: 'PROPOSER_REMOVED' })
  return { userId: operator.id, details: { name: operator.name, roles: operator.roles.join(', '), withdrawn } }
}
