import { Rejected, rejected } from '#contract/rejected.ts'
import { countProposed, insertProposal, type NewProposal } from '../../store/accounts/proposals.ts'
import type { Transaction } from '../../store/database.ts'
import { type Act, recordAct } from '../act.ts'
import type { ConsoleServices } from '../console-services.ts'

/** The time that another operator has to approve. */
const PROPOSAL_MS = 24 * 3_600_000

/** The services that approved proposals need. */
export type Executing = Pick<
  ConsoleServices,
  'accounts' | 'catalogue' | 'content' | 'custody' | 'exchange' | 'payouts' | 'states'
>

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

interface Proposed extends Pick<NewProposal, 'kind' | 'userId' | 'subject' | 'payload'> {
  /** The log's name of the event, and its details. */
  readonly loggedAs: string
  readonly details?: Approved['details']
}

/**
 * Writes a proposal and its event, as its transaction's last changes, for another operator to approve within a day. Refuses
 * TOO_MANY_PROPOSALS, PROPOSAL_EXISTS.
 */
export async function propose(
  tx: Transaction,
  { loggedAs, details, ...proposed }: Proposed,
  { act, at }: { act: Act; at: Date },
): Promise<{ readonly id: number } | Rejected> {
  const { operatorId, reason } = act
  const { open, inHour } = await countProposed(tx, { operatorId, at })
  if (open >= OPEN_MAX || inHour >= HOUR_MAX) return rejected('TOO_MANY_PROPOSALS')
  const expiresAt = new Date(at.getTime() + PROPOSAL_MS)
  const id = await insertProposal(tx, { ...proposed, reason, proposedBy: operatorId, at, expiresAt })
  if (id === undefined) return rejected('PROPOSAL_EXISTS')
  await recordAct(tx, act, { at, kind: loggedAs, userId: proposed.userId, details: { proposal: id, ...details } })
  return { id }
}

/** The answer to an action that is done, or that another operator must approve. */
export const idOrDone = (done: { readonly id: number | undefined } | Rejected) =>
  done instanceof Rejected ? done : { baseDTO: { id: done.id === undefined ? null : String(done.id) } }

/** The answer to an action that another operator must approve. */
export const idOfProposed = (proposed: { readonly id: number } | Rejected) =>
  proposed instanceof Rejected ? proposed : { baseDTO: { id: String(proposed.id) } }
