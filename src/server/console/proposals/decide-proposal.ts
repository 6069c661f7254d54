import { Rejected, rejected } from '#contract/rejected.ts'
import { hasRight, type OperatorRole, RIGHTS_OF_PROPOSALS } from '#domain/operator-rights.ts'
import {
  lockProposal,
  markExecuted,
  markFailed,
  type Proposal,
  readApproved,
  saveDecision,
} from '../../store/accounts/proposals.ts'
import { type Act, recordAct } from '../act.ts'
import type { Approved, Executing } from './proposal.ts'
import { KINDS_OF_PROPOSAL } from './proposal-kinds.ts'

/** An act of an operator who has these roles. */
type Deciding = Act & { readonly roles: readonly OperatorRole[] }

/**
 * Approves what another operator has proposed, and does it. @returns the code to hand over, of first or new keys. What is rows of ours is of the transaction; what is ordered of the exchange follows it,
 * and a job repeats it until it is done. Refuses PROPOSAL_NOT_FOUND, PROPOSAL_CLOSED, OPERATOR_RIGHT_MISSING, FOUR_EYES_REQUIRED (the proposer, and
 * whom it concerns), and what the kind of the proposal refuses.
 */
export async function approveProposal(
  services: Executing,
  id: number,
  deciding: Deciding,
): Promise<Pick<Approved, 'handoverCode'> | Rejected> {
  const { roles: _, ...act } = deciding
  const { database, sessions, now } = services.accounts
  const at = now()
  const decided = await database.transaction(async (tx) => {
    const proposal = await lockProposal(tx, id)
    if (!proposal) return rejected('PROPOSAL_NOT_FOUND')
    if (!isOpen(proposal, at)) return rejected('PROPOSAL_CLOSED')
    const refused = refusalOfDecision(deciding, proposal)
    if (refused) return refused
    const { approve, approvedAs } = KINDS_OF_PROPOSAL[proposal.kind]
    const approved = await approve(tx, proposal, { catalogue: services.catalogue, at })
    if (approved instanceof Rejected) return approved
    await saveDecision(tx, { id, decision: 'APPROVED', decidedBy: act.operatorId, reason: act.reason, at })
    const details = { proposal: id, proposedBy: proposal.proposer, ...approved.details }
    await recordAct(tx, act, { at, kind: approvedAs, userId: approved.userId, details })
    return approved
  })
  if (decided instanceof Rejected) return decided
  if (decided.userId !== undefined) sessions.refresh(decided.userId)
  await executeProposals(services)
  return decided.handoverCode === undefined ? {} : { handoverCode: decided.handoverCode }
}

const isOpen = ({ isDecided, expiresAt }: Proposal, at: Date) => !isDecided && expiresAt > at

/**
 * Why an operator may neither approve nor refuse a proposal: only one who could have proposed it decides, neither its proposer nor whom it concerns, since
 * an operator whom others want to remove would refuse it each time. `undefined` where the operator may.
 */
export function refusalOfDecision(
  { operatorId, roles }: Pick<Deciding, 'operatorId' | 'roles'>,
  { kind, proposedBy, userId }: Pick<Proposal, 'kind' | 'proposedBy' | 'userId'>,
): Rejected | undefined {
  if (!hasRight(roles, RIGHTS_OF_PROPOSALS[kind])) return rejected('OPERATOR_RIGHT_MISSING')
  return proposedBy === operatorId || userId === operatorId ? rejected('FOUR_EYES_REQUIRED') : undefined
}

/** Refuses a proposal; its own proposer withdraws it so. Refuses PROPOSAL_NOT_FOUND, PROPOSAL_CLOSED, OPERATOR_RIGHT_MISSING, FOUR_EYES_REQUIRED (whom it concerns). */
export async function refuseProposal(
  { accounts: { database, now } }: Pick<Executing, 'accounts'>,
  id: number,
  deciding: Deciding,
): Promise<Rejected | undefined> {
  const { roles: _, ...act } = deciding
  const at = now()
  return database.transaction(async (tx) => {
    const proposal = await lockProposal(tx, id)
    if (!proposal) return rejected('PROPOSAL_NOT_FOUND')
    if (!isOpen(proposal, at)) return rejected('PROPOSAL_CLOSED')
    const isOwn = proposal.proposedBy === act.operatorId
    const refused = isOwn ? undefined : refusalOfDecision(deciding, proposal)
    if (refused) return refused
    await saveDecision(tx, { id, decision: 'REFUSED', decidedBy: act.operatorId, reason: act.reason, at })
    const kind = isOwn ? 'PROPOSAL_WITHDRAWN' : 'PROPOSAL_REFUSED'
    const details = { proposal: id, proposed: proposal.kind }
    await recordAct(tx, act, { at, kind, userId: proposal.userId, details })
    return undefined
  })
}

/**
 * Does what approved proposals order of the exchange. Called after an approval, and by a job for what a stop has left undone: each of it may be done
 * again without harm. One that fails keeps its reason and is tried again; the others go on.
 */
export async function executeProposals(services: Executing): Promise<void> {
  const { database, now, log } = services.accounts
  for (const proposal of await readApproved(database)) {
    try {
      await KINDS_OF_PROPOSAL[proposal.kind].execute?.(services, proposal)
    } catch (error) {
      log.error({ err: error, proposal: proposal.id }, 'an approved proposal could not be executed yet')
      const failure = error instanceof Error ? error.message : String(error)
      await markFailed(database, { id: proposal.id, at: now(), failure })
      continue
    }
    await markExecuted(database, { id: proposal.id, at: now() })
  }
}
