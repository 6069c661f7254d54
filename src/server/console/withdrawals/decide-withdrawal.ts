import type { ErrorCode } from '#contract/errors.ts'
import { type Rejected, rejected } from '#contract/rejected.ts'
import { GOLD_DELIVERY } from '#domain/delivery.ts'
import { queueNotice } from '../../notifications/queue-notice.ts'
import { countApprovals, insertApproval, saveStopped } from '../../store/console/withdrawals.ts'
import type { Transaction } from '../../store/database.ts'
import { findDelivery } from '../../store/wallets/deliveries.ts'
import { advanceWithdrawal, giveUpWithdrawal, lockWithdrawal } from '../../store/wallets/withdrawals.ts'
import { finishGiveUp, withdrawalNotice } from '../../wallets/give-back.ts'
import { type Act, recordAct } from '../act.ts'
import type { ConsoleServices } from '../console-services.ts'

type Services = Pick<ConsoleServices, 'accounts' | 'catalogue' | 'exchange'>

/** The withdrawals that a room decides on: deliveries of gold have one of their own, which no other room reaches. */
interface DecidedHere {
  readonly isOf: (tokenType: string) => boolean
  readonly notWaiting: ErrorCode
  /** The log's names of the events, and of the number. */
  readonly approvedAs: string
  readonly refusedAs: string
  readonly named: string
  /** Whether it may still be refused, as far as its own states decide; absent: they do not. */
  readonly mayRefuse?: (tx: Transaction, id: number) => Promise<boolean>
}

const WITHDRAWALS: DecidedHere = {
  isOf: (tokenType) => tokenType !== GOLD_DELIVERY,
  notWaiting: 'WITHDRAWAL_NOT_WAITING',
  ...{ approvedAs: 'WITHDRAWAL_APPROVED', refusedAs: 'WITHDRAWAL_REFUSED', named: 'withdrawal' },
}

/** Gold that was set aside already goes back by two operators, so one may refuse it before that alone. */
export const DELIVERIES: DecidedHere = {
  isOf: (tokenType) => tokenType === GOLD_DELIVERY,
  notWaiting: 'DELIVERY_NOT_WAITING',
  ...{ approvedAs: 'DELIVERY_APPROVED', refusedAs: 'DELIVERY_REFUSED', named: 'delivery' },
  mayRefuse: async (tx, id) => {
    const state = (await findDelivery(tx, { id }))?.state
    return state === 'REQUESTED' || state === 'APPROVED'
  },
}

/**
 * Approves a withdrawal for one operator. With the last approval that it needs it waits to be sent, and its user is notified. Refuses
 * WITHDRAWAL_NOT_WAITING (DELIVERY_NOT_WAITING), and NOTHING_TO_CHANGE for a second approval of one operator.
 */
export function approveWithdrawal(
  { accounts: { database, now }, catalogue }: Services,
  id: number,
  act: Act,
  { isOf, notWaiting, approvedAs, named }: DecidedHere = WITHDRAWALS,
): Promise<{ readonly approvals: number; readonly approvalsNeeded: number } | Rejected> {
  return database.transaction(async (tx) => {
    const at = now()
    const withdrawal = await lockWithdrawal(tx, id)
    if (withdrawal?.state !== 'RAISED_BY_USER' || withdrawal.givenUpAs || !isOf(withdrawal.tokenType))
      return rejected(notWaiting)
    if (!(await insertApproval(tx, { id, operatorId: act.operatorId, at }))) return rejected('NOTHING_TO_CHANGE')
    const approvals = await countApprovals(tx, id)
    const { userId, approvalsNeeded } = withdrawal
    if (approvals >= approvalsNeeded) {
      await advanceWithdrawal(tx, { id, to: 'APPROVED', at })
      await queueNotice(tx, withdrawalNotice(withdrawal, { catalogue, kind: 'WITHDRAWAL_APPROVED', at }))
    }
    await recordAct(tx, act, { at, kind: approvedAs, userId, details: { [named]: id, approvals } })
    return { approvals, approvalsNeeded }
  })
}

/**
 * Refuses a withdrawal that waits for operators, or to be sent: its money is free again, and its user reads the reason. Refuses
 * WITHDRAWAL_NOT_WAITING (DELIVERY_NOT_WAITING).
 */
export async function refuseWithdrawal(
  services: Services,
  id: number,
  act: Act,
  { isOf, notWaiting, refusedAs, named, mayRefuse }: DecidedHere = WITHDRAWALS,
): Promise<Rejected | undefined> {
  const { accounts, catalogue, exchange } = services
  const { database, now, log } = accounts
  const { reason } = act
  const refused = await database.transaction(async (tx) => {
    const withdrawal = await lockWithdrawal(tx, id)
    if (!withdrawal || !isOf(withdrawal.tokenType) || (mayRefuse && !(await mayRefuse(tx, id)))) return undefined
    if (!(await giveUpWithdrawal(tx, { id, as: 'REFUSED', reason }))) return undefined
    const { userId } = withdrawal
    await recordAct(tx, act, { at: now(), kind: refusedAs, userId, details: { [named]: id } })
    return { ...withdrawal, givenUpAs: 'REFUSED' as const, endReason: reason }
  })
  if (!refused) return rejected(notWaiting)
  await finishGiveUp({ database, exchange, catalogue, now, log }, refused)
  return undefined
}

/** Stops everything that leaves, immediately and for all users. Refuses NOTHING_TO_CHANGE. */
export function stopWithdrawals({ accounts: { database, now } }: Services, act: Act): Promise<Rejected | undefined> {
  return database.transaction(async (tx) => {
    if (!(await saveStopped(tx, true))) return rejected('NOTHING_TO_CHANGE')
    await recordAct(tx, act, { at: now(), kind: 'WITHDRAWALS_STOPPED' })
    return undefined
  })
}
