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
import type { Transaction } from '../../store/database.ts'
import { finishGiveUps } from '../../wallets/give-back.ts'
import { orderCheckedLines } from '../../wallets/payouts/send-payouts.ts'
import { finishReturns } from '../../wallets/payouts/settle-payout.ts'
import { type Act, recordAct } from '../act.ts'
import { sendProposedBroadcast } from '../broadcasts/send-broadcast.ts'
import { verifyProposedCard } from '../cards.ts'
import { setProposedLevel } from '../change-user.ts'
import { publishProposedText } from '../content/change-content.ts'
import { bookProposedPayment, confirmProposedPayment } from '../custody/cold-payments.ts'
import { creditProposedDeposit, creditReleased, keepProposedDeposit } from '../custody/held-deposits.ts'
import { returnProposedDelivery, unlockProposedDelivery } from '../deliveries/act-on-deliveries.ts'
import { changeProposedDeliveryRules, setProposedBranch } from '../deliveries/delivery-settings.ts'
import { orderLiabilities } from '../liabilities.ts'
import { approveLostPayment, bookLostPayment } from '../lost-payments.ts'
import { switchProposedMakerOn } from '../markets/operate-market.ts'
import { returnProposedPayout, sendApprovedBatch } from '../payouts/act-on-payouts.ts'
import { approveOwnTransfer, bookOwnTransfer } from '../payouts/own-transfers.ts'
import { confirmProposedRestore } from '../restore.ts'
import { addProposedCoin, changeProposedCoin, openProposedNetwork } from '../settings/coins.ts'
import { setProposedHoliday } from '../settings/holidays.ts'
import { changeProposedLevel } from '../settings/levels.ts'
import { addProposedMarket, cancelOrdersOfEnded, changeProposedMarket, endProposedMarket } from '../settings/markets.ts'
import { setProposedStrategy } from '../settings/strategies.ts'
import { changeProposedRules } from '../withdrawals/withdrawal-rules.ts'
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
    services: Pick<Executing, 'catalogue'> & Pick<Executing['accounts'], 'sealer'> & { at: Date },
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

/** Compares the lines of a sent batch with their users; a job sends them by the gateway. */
const checkPayoutLines = ({ payouts }: Executing) => orderCheckedLines(payouts)

/** Keys are cached for a moment. */
const serveProgramsAgain = async ({ accounts }: Executing) => accounts.apiKeys.refreshAll()

const giveBackDeliveries = ({ accounts: { database, now, log }, catalogue, exchange }: Executing) =>
  finishGiveUps({ database, now, log, catalogue, exchange })

const giveBackPayouts = ({ payouts }: Executing) => finishReturns(payouts)

/** Charges the next orders of all users by the new fees; texts that name fees show these. */
async function chargeFromNowOn({ accounts, content }: Executing): Promise<void> {
  accounts.sessions.refreshAll()
  await content.reloadPlaceholders()
}

/**
 * The effect of each kind of proposal once another operator has approved it. An action takes two operators if it affects money, the rights of
 * operators, or many visitors; one that protects people from harm, such as a halt or a freeze, takes one.
 */
const KINDS_OF_PROPOSAL: Readonly<Record<Proposal['kind'], KindOfProposal>> = {
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
  SEND_PAYOUTS: { approvedAs: 'PAYOUTS_SENT', approve: sendApprovedBatch, execute: checkPayoutLines },
  RETURN_PAYOUT: { approvedAs: 'PAYOUT_RETURNED', approve: returnProposedPayout, execute: giveBackPayouts },
  CHANGE_WITHDRAWAL_RULES: { approvedAs: 'WITHDRAWAL_RULES_CHANGED', approve: changeProposedRules },
  BOOK_OWN_TRANSFER: { approvedAs: 'OWN_TRANSFER_BOOKED', approve: approveOwnTransfer, execute: bookOwnTransfer },
  BOOK_COLD_PAYMENT: {
    ...{ approvedAs: 'COLD_PAYMENT_BOOKED', approve: confirmProposedPayment, execute: bookProposedPayment },
  },
  CREDIT_HELD_DEPOSIT: {
    ...{ approvedAs: 'HELD_DEPOSIT_CREDITED', approve: creditProposedDeposit, execute: creditReleased },
  },
  KEEP_HELD_DEPOSIT: { approvedAs: 'HELD_DEPOSIT_KEPT', approve: keepProposedDeposit },
  CHANGE_DELIVERY_RULES: { approvedAs: 'DELIVERY_RULES_CHANGED', approve: changeProposedDeliveryRules },
  SET_DELIVERY_BRANCH: { approvedAs: 'DELIVERY_BRANCH_SET', approve: setProposedBranch },
  RETURN_DELIVERY: { approvedAs: 'DELIVERY_RETURNED', approve: returnProposedDelivery, execute: giveBackDeliveries },
  UNLOCK_DELIVERY: { approvedAs: 'DELIVERY_UNLOCKED', approve: unlockProposedDelivery },
  PUBLISH_LIABILITIES: { approvedAs: 'LIABILITIES_ORDERED', approve: orderLiabilities },
  CONFIRM_RESTORE: { approvedAs: 'RESTORE_CONFIRMED', approve: confirmProposedRestore, execute: serveProgramsAgain },
  BOOK_LOST_PAYMENT: { approvedAs: 'LOST_PAYMENT_BOOKED', approve: approveLostPayment, execute: bookLostPayment },
  SET_HOLIDAY: { approvedAs: 'HOLIDAY_SET', approve: setProposedHoliday, execute: holdFromNowOn },
}

/** An action of an operator who has these roles. */
type Deciding = Act & { readonly roles: readonly OperatorRole[] }

/**
 * Approves another operator's proposal and executes it. Changes of our rows belong to the transaction; commands to the exchange follow it, and a job
 * repeats them until done. @returns the code to hand over, for first or new keys. Refuses PROPOSAL_NOT_FOUND, PROPOSAL_CLOSED,
 * OPERATOR_RIGHT_MISSING, FOUR_EYES_REQUIRED (the proposer, and the operator concerned), and the refusals of the kind of proposal.
 */
export async function approveProposal(
  services: Executing,
  id: number,
  deciding: Deciding,
): Promise<Pick<Approved, 'handoverCode'> | Rejected> {
  const { roles: _, ...act } = deciding
  const { database, sealer, sessions, now } = services.accounts
  const at = now()
  const decided = await database.transaction(async (tx) => {
    const proposal = await lockProposal(tx, id)
    if (!proposal) return rejected('PROPOSAL_NOT_FOUND')
    if (!isOpen(proposal, at)) return rejected('PROPOSAL_CLOSED')
    const refused = refusalOfDecision(deciding, proposal)
    if (refused) return refused
    const { approve, approvedAs } = KINDS_OF_PROPOSAL[proposal.kind]
    const approved = await approve(tx, proposal, { catalogue: services.catalogue, sealer, at })
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
 * Why an operator may neither approve nor refuse a proposal: only those who could have proposed it decide, except its proposer and the operator
 * concerned, since an operator whom others want to remove would refuse every time. `undefined` if the operator may.
 */
export function refusalOfDecision(
  { operatorId, roles }: Pick<Deciding, 'operatorId' | 'roles'>,
  { kind, proposedBy, userId }: Pick<Proposal, 'kind' | 'proposedBy' | 'userId'>,
): Rejected | undefined {
  if (!hasRight(roles, RIGHTS_OF_PROPOSALS[kind])) return rejected('OPERATOR_RIGHT_MISSING')
  return proposedBy === operatorId || userId === operatorId ? rejected('FOUR_EYES_REQUIRED') : undefined
}

/** Refuses a proposal, or withdraws one's own. Refuses PROPOSAL_NOT_FOUND, PROPOSAL_CLOSED, OPERATOR_RIGHT_MISSING, FOUR_EYES_REQUIRED (the operator concerned). */
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
 * Sends the commands of approved proposals to the exchange. Called after an approval, and by a job for those that a stop interrupted: each is safe to
 * repeat. A failed one stores its reason and is retried; the others continue.
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
