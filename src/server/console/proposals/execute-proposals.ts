import { markExecuted, readApproved } from '../../store/accounts/proposals.ts'
import type { Executing } from './approved.ts'
import { KINDS_OF_PROPOSAL } from './proposal-kinds.ts'

/**
 * Does what approved proposals order of the exchange. Called after an approval, and by a job for what a stop has left undone: each of it may be done
 * again without harm.
 */
export async function executeProposals(services: Executing): Promise<void> {
  const { database, now } = services.accounts
  for (const proposal of await readApproved(database)) {
    await KINDS_OF_PROPOSAL[proposal.kind].execute?.(services, proposal)
    await markExecuted(database, { id: proposal.id, at: now() })
  }
}
