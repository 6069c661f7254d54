import { markExecuted, markFailed, readApproved } from '../../store/accounts/proposals.ts'
import type { Executing } from './approved.ts'
import { KINDS_OF_PROPOSAL } from './proposal-kinds.ts'

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
