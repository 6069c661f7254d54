import { type Rejected, rejected } from '#contract/rejected.ts'
import { countProposed, insertProposal, type NewProposal } from '../../store/accounts/proposals.ts'
import type { Transaction } from '../../store/database.ts'
import { PROPOSAL_MS } from './payloads.ts'

/** More than a year's holidays in one sitting, and few enough that one operator does not bury what others propose. */
const OPEN_MAX = 40
/** Those that were decided or withdrawn count as well, since each calls other operators. */
const HOUR_MAX = 60

/** Writes a proposal down, as its transaction's last change, for another operator to approve within a day. Refuses TOO_MANY_PROPOSALS, PROPOSAL_EXISTS. */
export async function openProposal(
  tx: Transaction,
  proposal: Omit<NewProposal, 'expiresAt'>,
): Promise<number | Rejected> {
  const { proposedBy: operatorId, at } = proposal
  const { open, inHour } = await countProposed(tx, { operatorId, at })
  if (open >= OPEN_MAX || inHour >= HOUR_MAX) return rejected('TOO_MANY_PROPOSALS')
  const expiresAt = new Date(at.getTime() + PROPOSAL_MS)
  return (await insertProposal(tx, { ...proposal, expiresAt })) ?? rejected('PROPOSAL_EXISTS')
}
