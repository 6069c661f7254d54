import type { Rejected } from '#contract/rejected.ts'
import type { Proposal } from '../../store/accounts/proposals.ts'
import type { Transaction } from '../../store/database.ts'
import { sendProposedBroadcast } from '../broadcasts/send-broadcast.ts'
import { addProposedCoin } from '../settings/add-coin.ts'
import { changeProposedLevel } from '../settings/change-level.ts'
import { addProposedMarket, changeProposedMarket } from '../settings/change-market.ts'
import type { Approved, Executing } from './approved.ts'
import { endSupervisor } from './end-supervisor.ts'
import { addProposedOperator } from './propose-operator.ts'
import { removeProposedOperator } from './propose-removal.ts'
import { changeProposedRoles } from './propose-roles.ts'
import { appointSupervisor, lendToSupervisor } from './propose-supervisor.ts'
import { takeBackCredit } from './take-back-credit.ts'

interface KindOfProposal {
  /** What the log calls the approval. */
  readonly approvedAs: string
  /** What of the approval is rows of ours, in its transaction: what was proposed is checked again, since a day may have passed. */
  approve(
    tx: Transaction,
    proposal: Proposal,
    services: Pick<Executing, 'catalogue'> & { at: Date },
  ): Promise<Approved | Rejected>
  /** What follows the commit, and is repeated until it is done. */
  execute?(services: Executing, proposal: Proposal): Promise<void>
}

/** What was set or added is kept by the exchange, and shown, when the approval is answered. */
const holdFromNowOn = ({ states }: Executing) => states.reload()

/** The next order of everybody is charged by what was set; texts that name the fees name these. */
async function chargeFromNowOn({ accounts, content }: Executing): Promise<void> {
  accounts.sessions.refreshAll()
  await content.reloadPlaceholders()
}

/** What each kind of proposal does when another operator has approved it. */
export const KINDS_OF_PROPOSAL: Readonly<Record<Proposal['kind'], KindOfProposal>> = {
  APPOINT_SUPERVISOR: { approvedAs: 'SUPERVISOR_APPOINTED', approve: appointSupervisor, execute: lendToSupervisor },
  END_SUPERVISOR: { approvedAs: 'SUPERVISOR_ENDED', approve: endSupervisor, execute: takeBackCredit },
  ADD_OPERATOR: { approvedAs: 'OPERATOR_ADDED', approve: addProposedOperator },
  REMOVE_OPERATOR: { approvedAs: 'OPERATOR_REMOVED', approve: removeProposedOperator },
  CHANGE_ROLES: { approvedAs: 'OPERATOR_ROLES_CHANGED', approve: changeProposedRoles },
  CHANGE_MARKET: { approvedAs: 'MARKET_CHANGED', approve: changeProposedMarket, execute: holdFromNowOn },
  CHANGE_LEVEL: { approvedAs: 'LEVEL_CHANGED', approve: changeProposedLevel, execute: chargeFromNowOn },
  ADD_COIN: { approvedAs: 'COIN_ADDED', approve: addProposedCoin, execute: holdFromNowOn },
  ADD_MARKET: { approvedAs: 'MARKET_ADDED', approve: addProposedMarket, execute: holdFromNowOn },
  BROADCAST: { approvedAs: 'BROADCAST_SENT', approve: sendProposedBroadcast },
}
