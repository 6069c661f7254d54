import { Rejected, rejected } from '#contract/rejected.ts'
import { parseMobileNumber } from '#domain/mobile-number.ts'
import { type OperatorRole, sortRoles } from '#domain/operator-rights.ts'
import { createOperator } from '../../accounts/operators/add-operator.ts'
import { makeHandoverCode } from '../../accounts/operators/set-up-operator.ts'
import { isOperatorProposed, type Proposal, setProposalUser } from '../../store/accounts/proposals.ts'
import { findOwner } from '../../store/accounts/users.ts'
import type { Transaction } from '../../store/database.ts'
import { type Act, recordAct } from '../act.ts'
import type { ConsoleServices } from '../console-services.ts'
import { type Approved, type OperatorPayload, openProposal, readOperatorPayload } from './proposal.ts'

/** Proposes another operator. Refuses INVALID_MOBILE, NUMBER_HAS_ACCOUNT, TOO_MANY_PROPOSALS, PROPOSAL_EXISTS. */
export async function proposeOperator(
  { accounts: { database, now } }: Pick<ConsoleServices, 'accounts'>,
  { mobileNumber, name, roles }: { mobileNumber: string; name: string; roles: readonly OperatorRole[] },
  act: Act,
): Promise<{ readonly id: number } | Rejected> {
  const mobile = parseMobileNumber(mobileNumber)
  if (mobile === undefined) return rejected('INVALID_MOBILE', { field: 'mobileNumber' })
  const at = now()
  return database.transaction(async (tx) => {
    if ((await findOwner(tx, { mobile })) !== undefined)
      return rejected('NUMBER_HAS_ACCOUNT', { field: 'mobileNumber' })
    if (await isOperatorProposed(tx, { mobile, at })) return rejected('PROPOSAL_EXISTS')
    const id = await openProposal(tx, {
      kind: 'ADD_OPERATOR',
      userId: undefined,
      payload: JSON.stringify({ mobile, name, roles: sortRoles(roles) } satisfies OperatorPayload),
      reason: act.reason,
      proposedBy: act.operatorId,
      at,
    })
    if (id instanceof Rejected) return id
    await recordAct(tx, act, {
      at,
      kind: 'OPERATOR_PROPOSED',
      details: { proposal: id, name, roles: sortRoles(roles).join(', ') },
    })
    return { id }
  })
}

/** Creates the account; the new operator gets its keys by a code to the mobile and the one that the approval shows, so that nobody else has them. */
export async function addProposedOperator(
  tx: Transaction,
  { id, payload }: Proposal,
  { at }: { at: Date },
): Promise<Approved | Rejected> {
  const { mobile: text, name, roles } = readOperatorPayload(payload)
  const mobile = parseMobileNumber(text)
  const userId = mobile && (await createOperator(tx, { mobile, name, roles, at }))
  if (userId === undefined) return rejected('NUMBER_HAS_ACCOUNT')
  await setProposalUser(tx, { id, userId })
  return { userId, handoverCode: await makeHandoverCode(tx, { userId, at }), details: { roles: roles.join(', ') } }
}
