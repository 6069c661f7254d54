import { type Rejected, rejected } from '#contract/rejected.ts'
import { lockAccountFacts, saveLevel } from '../../store/accounts/console-users.ts'
import { lockProposal, type Proposal, saveDecision } from '../../store/accounts/proposals.ts'
import type { Transaction } from '../../store/database.ts'
import { type Act, recordAct } from '../act.ts'
import type { ConsoleServices } from '../console-services.ts'
import { executeProposals } from './execute-proposals.ts'

type Deciding = Pick<ConsoleServices, 'accounts' | 'catalogue' | 'exchange'>

/**
 * Approves what another operator has proposed, and does it. The level is of the transaction; the credits are commands that follow it, which a job
 * repeats until they are done. Refuses PROPOSAL_NOT_FOUND, PROPOSAL_CLOSED, FOUR_EYES_REQUIRED, NOTHING_TO_CHANGE.
 */
export async function approveProposal(services: Deciding, id: number, act: Act): Promise<Rejected | undefined> {
  const { database, sessions, now } = services.accounts
  const at = now()
  const decided = await database.transaction(async (tx) => {
    const proposal = await lockProposal(tx, id)
    if (!proposal) return rejected('PROPOSAL_NOT_FOUND')
    if (!isOpen(proposal, at)) return rejected('PROPOSAL_CLOSED')
    if (proposal.proposedBy === act.operatorId) return rejected('FOUR_EYES_REQUIRED')
    const refused = await saveOutcome(tx, proposal)
    if (refused) return refused
    await saveDecision(tx, { id, decision: 'APPROVED', decidedBy: act.operatorId, reason: act.reason, at })
    const details = { proposal: id, proposedBy: proposal.proposedBy }
    await recordAct(tx, act, { at, kind: APPROVED_KINDS[proposal.kind], userId: proposal.userId, details })
    return proposal
  })
  if (!('proposedBy' in decided)) return decided
  if (decided.userId !== undefined) sessions.refresh(decided.userId)
  await executeProposals(services)
  return undefined
}

const APPROVED_KINDS = { APPOINT_SUPERVISOR: 'SUPERVISOR_APPOINTED', ADD_OPERATOR: 'OPERATOR_ADDED' } as const

const isOpen = ({ isDecided, expiresAt }: Proposal, at: Date) => !isDecided && expiresAt > at

/** What of the approval is rows of ours. */
async function saveOutcome(tx: Transaction, { userId }: Proposal): Promise<Rejected | undefined> {
  const facts = userId === undefined ? undefined : await lockAccountFacts(tx, userId)
  if (!facts || facts.level === 'SUPERVISOR') return rejected('NOTHING_TO_CHANGE')
  await saveLevel(tx, { userId: facts.id, level: 'SUPERVISOR', byHand: false })
  return undefined
}

/** Refuses a proposal; its own proposer withdraws it so. Refuses PROPOSAL_NOT_FOUND, PROPOSAL_CLOSED. */
export async function refuseProposal(
  { accounts: { database, now } }: Pick<ConsoleServices, 'accounts'>,
  id: number,
  act: Act,
): Promise<Rejected | undefined> {
  const at = now()
  return database.transaction(async (tx) => {
    const proposal = await lockProposal(tx, id)
    if (!proposal) return rejected('PROPOSAL_NOT_FOUND')
    if (!isOpen(proposal, at)) return rejected('PROPOSAL_CLOSED')
    await saveDecision(tx, { id, decision: 'REFUSED', decidedBy: act.operatorId, reason: act.reason, at })
    await recordAct(tx, act, { at, kind: 'PROPOSAL_REFUSED', userId: proposal.userId, details: { proposal: id } })
    return undefined
  })
}
