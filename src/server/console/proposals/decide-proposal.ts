import { Rejected, rejected } from '#contract/rejected.ts'
import { parseMobileNumber } from '#domain/mobile-number.ts'
import { createOperator } from '../../accounts/operators/add-operator.ts'
import { lockAccountFacts, saveLevel } from '../../store/accounts/console-users.ts'
import { lockProposal, type Proposal, saveDecision, setProposalUser } from '../../store/accounts/proposals.ts'
import type { Transaction } from '../../store/database.ts'
import { type Act, recordAct } from '../act.ts'
import type { ConsoleServices } from '../console-services.ts'
import { executeProposals } from './execute-proposals.ts'
import { readOperatorPayload } from './payloads.ts'

type Deciding = Pick<ConsoleServices, 'accounts' | 'catalogue' | 'exchange'>

/**
 * Approves what another operator has proposed, and does it. The level is of the transaction; the credits are commands that follow it, which a job
 * repeats until they are done. Refuses PROPOSAL_NOT_FOUND, PROPOSAL_CLOSED, FOUR_EYES_REQUIRED, NOTHING_TO_CHANGE,
 * NUMBER_HAS_ACCOUNT.
 */
export async function approveProposal(services: Deciding, id: number, act: Act): Promise<Rejected | undefined> {
  const { database, sessions, now } = services.accounts
  const at = now()
  const decided = await database.transaction(async (tx) => {
    const proposal = await lockProposal(tx, id)
    if (!proposal) return rejected('PROPOSAL_NOT_FOUND')
    if (!isOpen(proposal, at)) return rejected('PROPOSAL_CLOSED')
    if (proposal.proposedBy === act.operatorId) return rejected('FOUR_EYES_REQUIRED')
    const userId = await saveOutcome(tx, proposal, at)
    if (userId instanceof Rejected) return userId
    await saveDecision(tx, { id, decision: 'APPROVED', decidedBy: act.operatorId, reason: act.reason, at })
    const details = { proposal: id, proposedBy: proposal.proposedBy }
    await recordAct(tx, act, { at, kind: APPROVED_KINDS[proposal.kind], userId, details })
    return userId
  })
  if (decided instanceof Rejected) return decided
  sessions.refresh(decided)
  await executeProposals(services)
  return undefined
}

const APPROVED_KINDS = { APPOINT_SUPERVISOR: 'SUPERVISOR_APPOINTED', ADD_OPERATOR: 'OPERATOR_ADDED' } as const

const isOpen = ({ isDecided, expiresAt }: Proposal, at: Date) => !isDecided && expiresAt > at

/** What of the approval is rows of ours. @returns whom it concerns */
async function saveOutcome(tx: Transaction, proposal: Proposal, at: Date): Promise<number | Rejected> {
  if (proposal.kind === 'ADD_OPERATOR') return addProposed(tx, proposal, at)
  const { userId } = proposal
  const facts = userId === undefined ? undefined : await lockAccountFacts(tx, userId)
  if (!facts || facts.level === 'SUPERVISOR') return rejected('NOTHING_TO_CHANGE')
  await saveLevel(tx, { userId: facts.id, level: 'SUPERVISOR', byHand: false })
  return facts.id
}

/** The account is there from now on; its keys the new operator gets by a code to the mobile, so that no other one has them. */
async function addProposed(tx: Transaction, { id, payload }: Proposal, at: Date): Promise<number | Rejected> {
  const { mobile: text, name } = readOperatorPayload(payload)
  const mobile = parseMobileNumber(text)
  const userId = mobile && (await createOperator(tx, { mobile, name, at }))
  if (userId === undefined) return rejected('NUMBER_HAS_ACCOUNT')
  await setProposalUser(tx, { id, userId })
  return userId
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
