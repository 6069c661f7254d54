import { Rejected, rejected } from '#contract/rejected.ts'
import { countProposed, insertProposal, type NewProposal } from '../../store/accounts/proposals.ts'
import type { Transaction } from '../../store/database.ts'
import type { ConsoleServices } from '../console-services.ts'

/** The time that another operator has to approve. */
const PROPOSAL_MS = 24 * 3_600_000

/** The services that approved proposals need. */
export type Executing = Pick<ConsoleServices, 'accounts' | 'catalogue' | 'content' | 'exchange' | 'states'>

/** The person whom an approval concerns, and the details for the log. */
export interface Approved {
  readonly userId?: number | undefined
  /** For first or new keys: the code that the approving operator hands over, shown once. */
  readonly handoverCode?: string
  readonly details?: { readonly [name: string]: string | number | boolean | null }
}

/** More than a year's holidays in one sitting, and few enough that one operator cannot bury the others' proposals. */
const OPEN_MAX = 40
/** Decided and withdrawn proposals count as well, since each notifies other operators. */
const HOUR_MAX = 60

/** Writes a proposal, as its transaction's last change, for another operator to approve within a day. Refuses TOO_MANY_PROPOSALS, PROPOSAL_EXISTS. */
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

/** The answer to an action that is done, or that another operator must approve. */
export const idOrDone = (done: { readonly id: number | undefined } | Rejected) =>
  done instanceof Rejected ? done : { baseDTO: { id: done.id === undefined ? null : String(done.id) } }

/** The answer to an action that another operator must approve. */
export const idOfProposed = (proposed: { readonly id: number } | Rejected) =>
  proposed instanceof Rejected ? proposed : { baseDTO: { id: String(proposed.id) } }
