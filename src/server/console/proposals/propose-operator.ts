import { type Rejected, rejected } from '#contract/rejected.ts'
import { parseMobileNumber } from '#domain/mobile-number.ts'
import { insertProposal, isOperatorProposed } from '../../store/accounts/proposals.ts'
import { findOwner } from '../../store/accounts/users.ts'
import { type Act, recordAct } from '../act.ts'
import type { ConsoleServices } from '../console-services.ts'
import type { OperatorPayload } from './payloads.ts'
import { PROPOSAL_MS } from './propose-supervisor.ts'

/** Proposes a further operator. Refuses INVALID_MOBILE, NUMBER_HAS_ACCOUNT, PROPOSAL_EXISTS. */
export async function proposeOperator(
  { accounts: { database, now } }: Pick<ConsoleServices, 'accounts'>,
  { mobileNumber, name }: { mobileNumber: string; name: string },
  act: Act,
): Promise<{ readonly id: number } | Rejected> {
  const mobile = parseMobileNumber(mobileNumber)
  if (mobile === undefined) return rejected('INVALID_MOBILE', { field: 'mobileNumber' })
  const at = now()
  return database.transaction(async (tx) => {
    if ((await findOwner(tx, { mobile })) !== undefined)
      return rejected('NUMBER_HAS_ACCOUNT', { field: 'mobileNumber' })
    if (await isOperatorProposed(tx, { mobile, at })) return rejected('PROPOSAL_EXISTS')
    const id = await insertProposal(tx, {
      kind: 'ADD_OPERATOR',
      userId: undefined,
      payload: JSON.stringify({ mobile, name } satisfies OperatorPayload),
      reason: act.reason,
      proposedBy: act.operatorId,
      at,
      expiresAt: new Date(at.getTime() + PROPOSAL_MS),
    })
    if (id === undefined) return rejected('PROPOSAL_EXISTS')
    await recordAct(tx, act, { at, kind: 'OPERATOR_PROPOSED', details: { proposal: id, name } })
    return { id }
  })
}
