import { type Rejected, rejected } from '#contract/rejected.ts'
import { queueNotice } from '../../notifications/queue-notice.ts'
import { countApprovals, insertApproval, saveStopped } from '../../store/console/withdrawals.ts'
import { advanceWithdrawal, giveUpWithdrawal, lockWithdrawal } from '../../store/wallets/withdrawals.ts'
import { finishGiveUp, withdrawalNotice } from '../../wallets/give-back.ts'
import { type Act, recordAct } from '../act.ts'
import type { ConsoleServices } from '../console-services.ts'

type Services = Pick<ConsoleServices, 'accounts' | 'catalogue' | 'exchange'>

/**
 * Approves a withdrawal for one operator. With the last approval that it needs it waits to be sent, and its user is notified. Refuses
 * WITHDRAWAL_NOT_WAITING, and NOTHING_TO_CHANGE for a second approval of one operator.
 */
export function approveWithdrawal(
  { accounts: { database, now }, catalogue }: Services,
  id: number,
  act: Act,
): Promise<{ readonly approvals: number; readonly approvalsNeeded: number } | Rejected> {
  return database.transaction(async (tx) => {
    const at = now()
    const withdrawal = await lockWithdrawal(tx, id)
    if (withdrawal?.state !== 'RAISED_BY_USER' || withdrawal.givenUpAs) return rejected('WITHDRAWAL_NOT_WAITING')
    if (!(await insertApproval(tx, { id, operatorId: act.operatorId, at }))) return rejected('NOTHING_TO_CHANGE')
    const approvals = await countApprovals(tx, id)
    const { userId, approvalsNeeded } = withdrawal
    if (approvals >= approvalsNeeded) {
      await advanceWithdrawal(tx, { id, to: 'APPROVED', at })
      await queueNotice(tx, withdrawalNotice(withdrawal, { catalogue, kind: 'WITHDRAWAL_APPROVED', at }))
    }
    await recordAct(tx, act, { at, kind: 'WITHDRAWAL_APPROVED', userId, details: { withdrawal: id, approvals } })
    return { approvals, approvalsNeeded }
  })
}

/**
 * Refuses a withdrawal that waits for operators, or to be sent: its money is free again, and its user reads the reason. Refuses
 * WITHDRAWAL_NOT_WAITING.
 */
export async function refuseWithdrawal(services: Services, id: number, act: Act): Promise<Rejected | undefined> {
  const { accounts, catalogue, exchange } = services
  const { database, now, log } = accounts
  const { reason } = act
  const refused = await database.transaction(async (tx) => {
    const withdrawal = await lockWithdrawal(tx, id)
    if (!withdrawal || !(await giveUpWithdrawal(tx, { id, as: 'REFUSED', reason }))) return undefined
    const { userId } = withdrawal
    await recordAct(tx, act, { at: now(), kind: 'WITHDRAWAL_REFUSED', userId, details: { withdrawal: id } })
    return { ...withdrawal, givenUpAs: 'REFUSED' as const, endReason: reason }
  })
  if (!refused) return rejected('WITHDRAWAL_NOT_WAITING')
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
