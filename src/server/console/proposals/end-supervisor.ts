import { Rejected, rejected } from '#contract/rejected.ts'
import { levelWindowStart } from '#domain/fee.ts'
import { lockAccountFacts, readAccountFacts, saveLevel } from '../../store/accounts/console-users.ts'
import { adjustLevels } from '../../store/accounts/levels.ts'
import type { Proposal } from '../../store/accounts/proposals.ts'
import type { Transaction } from '../../store/database.ts'
import { type Act, recordAct } from '../act.ts'
import type { ConsoleServices } from '../console-services.ts'
import { type Approved, openProposal } from './proposal.ts'

/** Proposes that a liquidity provider stops being one. Refuses USER_NOT_FOUND, NOTHING_TO_CHANGE, TOO_MANY_PROPOSALS, PROPOSAL_EXISTS. */
export async function proposeSupervisorsEnd(
  { accounts: { database, now } }: Pick<ConsoleServices, 'accounts'>,
  { userId }: { userId: number },
  act: Act,
): Promise<{ readonly id: number } | Rejected> {
  const facts = await readAccountFacts(database, userId)
  if (!facts) return rejected('USER_NOT_FOUND')
  if (facts.level !== 'SUPERVISOR') return rejected('NOTHING_TO_CHANGE')
  const at = now()
  return database.transaction(async (tx) => {
    const id = await openProposal(tx, {
      kind: 'END_SUPERVISOR',
      userId,
      payload: '{}',
      reason: act.reason,
      proposedBy: act.operatorId,
      at,
    })
    if (id instanceof Rejected) return id
    await recordAct(tx, act, { at, kind: 'SUPERVISOR_END_PROPOSED', userId, details: { proposal: id } })
    return { id }
  })
}

/** The level follows the volume again. Open orders are the user's own and stay; `takeBackCredit` follows the commit. */
export async function endSupervisor(
  tx: Transaction,
  { userId }: Proposal,
  { at }: { readonly at: Date },
): Promise<Approved | Rejected> {
  const facts = userId === undefined ? undefined : await lockAccountFacts(tx, userId)
  if (facts?.level !== 'SUPERVISOR') return rejected('NOTHING_TO_CHANGE')
  await saveLevel(tx, { userId: facts.id, level: 'VIP_1', byHand: false })
  await adjustLevels(tx, { userIds: [facts.id], since: levelWindowStart(at) })
  return { userId: facts.id }
}
