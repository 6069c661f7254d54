import type { Rejected } from '#contract/rejected.ts'
import type { Proposal } from '../../store/accounts/proposals.ts'
import type { Transaction } from '../../store/database.ts'
import { sendProposedBroadcast } from '../broadcasts/send-broadcast.ts'
import { verifyProposedCard } from '../cards.ts'
import { setProposedLevel } from '../change-user.ts'
import { publishProposedText } from '../content/change-content.ts'
import { switchProposedMakerOn } from '../markets/operate-market.ts'
import { addProposedCoin, changeProposedCoin, openProposedNetwork } from '../settings/coins.ts'
import { setProposedHoliday } from '../settings/holidays.ts'
import { changeProposedLevel } from '../settings/levels.ts'
import { addProposedMarket, cancelOrdersOfEnded, changeProposedMarket, endProposedMarket } from '../settings/markets.ts'
import { setProposedStrategy } from '../settings/strategies.ts'
import {
  addProposedOperator,
  changeProposedRoles,
  letProposedIn,
  removeProposedOperator,
  renewProposedKeys,
} from './operators.ts'
import type { Approved, Executing } from './proposal.ts'
import { appointSupervisor, endSupervisor, lendToSupervisor, takeBackCredit } from './supervisors.ts'

interface KindOfProposal {
  /** The log's name of the approval. */
  readonly approvedAs: string
  /** The approval's changes of our rows, in its transaction: the proposal is checked again, since a day may have passed. */
  approve(
    tx: Transaction,
    proposal: Proposal,
    services: Pick<Executing, 'catalogue'> & { at: Date },
  ): Promise<Approved | Rejected>
  /** Runs after the commit and is repeated until it succeeds. */
  execute?(services: Executing, proposal: Proposal): Promise<void>
}

/** The exchange applies and shows the change before the approval is answered. */
const holdFromNowOn = ({ states }: Executing) => states.reload()

/** The same for settings that texts name: the limits of the bank. */
async function limitFromNowOn({ states, content }: Executing): Promise<void> {
  await states.reload()
  await content.reloadPlaceholders()
}

/** Shows visitors the published texts. */
const showFromNowOn = ({ content }: Executing) => content.reload()

/** Charges the next orders of all users by the new fees; texts that name fees show these. */
async function chargeFromNowOn({ accounts, content }: Executing): Promise<void> {
  accounts.sessions.refreshAll()
  await content.reloadPlaceholders()
}

/**
 * The effect of each kind of proposal once another operator has approved it. An action takes two operators if it affects money, the rights of
 * operators, or many visitors; one that protects people from harm, such as a halt or a freeze, takes one.
 */
export const KINDS_OF_PROPOSAL: Readonly<Record<Proposal['kind'], KindOfProposal>> = {
  APPOINT_SUPERVISOR: { approvedAs: 'SUPERVISOR_APPOINTED', approve: appointSupervisor, execute: lendToSupervisor },
  END_SUPERVISOR: { approvedAs: 'SUPERVISOR_ENDED', approve: endSupervisor, execute: takeBackCredit },
  ADD_OPERATOR: { approvedAs: 'OPERATOR_ADDED', approve: addProposedOperator },
  REMOVE_OPERATOR: { approvedAs: 'OPERATOR_REMOVED', approve: removeProposedOperator },
  CHANGE_ROLES: { approvedAs: 'OPERATOR_ROLES_CHANGED', approve: changeProposedRoles },
  CHANGE_MARKET: { approvedAs: 'MARKET_CHANGED', approve: changeProposedMarket, execute: holdFromNowOn },
  CHANGE_LEVEL: { approvedAs: 'LEVEL_CHANGED', approve: changeProposedLevel, execute: chargeFromNowOn },
  ADD_COIN: { approvedAs: 'COIN_ADDED', approve: addProposedCoin, execute: holdFromNowOn },
  CHANGE_COIN: { approvedAs: 'COIN_CHANGED', approve: changeProposedCoin, execute: limitFromNowOn },
  OPEN_NETWORK: { approvedAs: 'NETWORK_OPENED', approve: openProposedNetwork, execute: holdFromNowOn },
  ADD_MARKET: { approvedAs: 'MARKET_ADDED', approve: addProposedMarket, execute: holdFromNowOn },
  END_MARKET: { approvedAs: 'MARKET_ENDED', approve: endProposedMarket, execute: cancelOrdersOfEnded },
  BROADCAST: { approvedAs: 'BROADCAST_SENT', approve: sendProposedBroadcast },
  SET_STRATEGY: { approvedAs: 'MAKER_STRATEGY_SET', approve: setProposedStrategy },
  SWITCH_MAKER_ON: { approvedAs: 'MARKET_MAKER_SWITCHED', approve: switchProposedMakerOn },
  SET_LEVEL: { approvedAs: 'LEVEL_SET', approve: setProposedLevel },
  PUBLISH_TEXT: { approvedAs: 'CONTENT_PUBLISHED', approve: publishProposedText, execute: showFromNowOn },
  VERIFY_CARD: { approvedAs: 'CARD_VERIFIED', approve: verifyProposedCard },
  LET_OPERATOR_IN: { approvedAs: 'OPERATOR_LET_IN', approve: letProposedIn },
  RENEW_OPERATOR_KEYS: { approvedAs: 'OPERATOR_KEYS_RENEWED', approve: renewProposedKeys },
  SET_HOLIDAY: { approvedAs: 'HOLIDAY_SET', approve: setProposedHoliday, execute: holdFromNowOn },
}
