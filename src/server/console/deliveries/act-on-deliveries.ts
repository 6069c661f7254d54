import { type Rejected, rejected } from '#contract/rejected.ts'
import { readId } from '#domain/counts.ts'
import { mayFollow, readPlace, WAITING_AT, WRONG_CODES_MAX } from '#domain/delivery.ts'
import { queueNotice } from '../../notifications/queue-notice.ts'
import type { Proposal } from '../../store/accounts/proposals.ts'
import type { Transaction } from '../../store/database.ts'
import {
  countWrongCode,
  type DeliveryRow,
  findDelivery,
  insertWaiting,
  lockDelivery,
  replaceCode,
} from '../../store/wallets/deliveries.ts'
import { advanceWithdrawal, areWithdrawalsStopped, giveUpWithdrawal } from '../../store/wallets/withdrawals.ts'
import { deliveryNotice, finishDeliveries } from '../../wallets/deliveries/finish-deliveries.ts'
import { type CodeSealer, isCode, sealNewCode } from '../../wallets/deliveries/hand-over-code.ts'
import { coinOf } from '../../wallets/own-withdrawals.ts'
import { type Act, recordAct } from '../act.ts'
import type { ConsoleServices } from '../console-services.ts'
import { type Approved, propose } from '../proposals/proposal.ts'

type Services = Pick<ConsoleServices, 'accounts' | 'catalogue' | 'exchange'>

/**
 * Notes that the gold of an approved delivery lies ready at its branch, or that the courier has it: its user now sees the code of the
 * hand-over. Refuses DELIVERY_NOT_WAITING, and DELIVERY_TRACKING_REQUIRED for a courier without a number.
 */
export function prepareDelivery(
  { accounts: { database, sealer, now }, catalogue }: Services,
  { id, trackingNumber }: { id: number; trackingNumber: string | undefined },
  act: Act,
): Promise<Rejected | undefined> {
  return database.transaction(async (tx) => {
    const at = now()
    const delivery = await lockDelivery(tx, id)
    if (delivery?.state !== 'APPROVED') return rejected('DELIVERY_NOT_WAITING')
    const waits = WAITING_AT[readPlace(delivery.address).kind]
    const number = waits === 'SHIPPED' ? trackingNumber : undefined
    if (waits === 'SHIPPED' && number === undefined)
      return rejected('DELIVERY_TRACKING_REQUIRED', { field: 'trackingNumber' })
    await insertWaiting(tx, { id, code: sealNewCode(sealer, id), trackingNumber: number, at })
    const kind = `DELIVERY_${waits}` as const
    await queueNotice(tx, deliveryNotice(delivery, { coin: coinOf(catalogue, delivery.coinId), kind, at }))
    const details = { delivery: id, ...(number !== undefined && { trackingNumber: number }) }
    await recordAct(tx, act, { at, kind, userId: delivery.userId, details })
    return undefined
  })
}

/**
 * Hands gold over to the user who has told the code. With the code it is decided, and the gold leaves the ledger once. Refuses
 * DELIVERY_NOT_WAITING, WITHDRAWALS_STOPPED, DELIVERY_ACCOUNT_FROZEN, DELIVERY_LOCKED after five wrong codes, DELIVERY_CODE_WRONG.
 */
export async function handOverDelivery(
  { accounts, catalogue, exchange }: Services,
  { id, code }: { id: number; code: string },
  act: Act,
): Promise<Rejected | undefined> {
  const { database, sealer, now, log } = accounts
  const refused = await database.transaction(async (tx) => {
    const at = now()
    const delivery = await lockDelivery(tx, id)
    if (!isWaiting(delivery)) return rejected('DELIVERY_NOT_WAITING')
    if (await areWithdrawalsStopped(tx)) return rejected('WITHDRAWALS_STOPPED')
    if (delivery.frozen) return rejected('DELIVERY_ACCOUNT_FROZEN')
    if (isLocked(delivery)) return rejected('DELIVERY_LOCKED')
    const { userId } = delivery
    if (!isCode(sealer, delivery, code)) {
      await countWrongCode(tx, id)
      const wrongCodes = delivery.wrongCodes + 1
      await recordAct(tx, act, { at, kind: 'DELIVERY_CODE_WRONG', userId, details: { delivery: id, wrongCodes } })
      return rejected(wrongCodes < WRONG_CODES_MAX ? 'DELIVERY_CODE_WRONG' : 'DELIVERY_LOCKED', { field: 'code' })
    }
    await advanceWithdrawal(tx, { id, to: 'SIGNED', at })
    await recordAct(tx, act, { at, kind: 'DELIVERY_HANDED_OVER', userId, details: { delivery: id } })
    return undefined
  })
  if (!refused) await finishDeliveries({ database, catalogue, exchange, now, log })
  return refused
}

type Waiting = DeliveryRow & { readonly code: Uint8Array }

/** Whether gold waits to be handed over. */
const isWaiting = (delivery: DeliveryRow | undefined): delivery is Waiting =>
  delivery?.code !== undefined && mayFollow(delivery.state, 'DELIVERED')

/** Whether the code was wrong too often. */
export const isLocked = ({ wrongCodes }: Pick<DeliveryRow, 'wrongCodes'>) => wrongCodes >= WRONG_CODES_MAX

/** The proposals about one delivery that waits to be handed over. */
type AboutWaiting = 'RETURN_DELIVERY' | 'UNLOCK_DELIVERY'

/**
 * Proposes to give the gold of a delivery back that never reached its user, or to open a locked hand-over again. Refuses
 * DELIVERY_NOT_WAITING, NOTHING_TO_CHANGE (it is not locked), TOO_MANY_PROPOSALS, PROPOSAL_EXISTS.
 */
export function proposeForDelivery(
  { accounts: { database, now } }: Pick<Services, 'accounts'>,
  { id, kind }: { id: number; kind: AboutWaiting },
  act: Act,
): Promise<{ readonly id: number } | Rejected> {
  return database.transaction(async (tx) => {
    const delivery = await findDelivery(tx, { id })
    if (!isWaiting(delivery)) return rejected('DELIVERY_NOT_WAITING')
    if (kind === 'UNLOCK_DELIVERY' && !isLocked(delivery)) return rejected('NOTHING_TO_CHANGE')
    const proposed = { kind, userId: undefined, subject: String(id), payload: '{}' } as const
    const details = { delivery: String(id) }
    return propose(tx, { ...proposed, loggedAs: `${kind}_PROPOSED`, details }, { act, at: now() })
  })
}

/** Decides that the gold goes back to its user's balance; the ledger follows. */
export async function returnProposedDelivery(
  tx: Transaction,
  { subject, reason }: Proposal,
): Promise<Approved | Rejected> {
  const id = readId(subject ?? '')
  const delivery = await lockDelivery(tx, id)
  if (!isWaiting(delivery) || !(await giveUpWithdrawal(tx, { id, as: 'REFUSED', reason })))
    return rejected('DELIVERY_NOT_WAITING')
  return { userId: delivery.userId, details: { delivery: String(id) } }
}

/** Opens a locked hand-over again, with a new code. */
export async function unlockProposedDelivery(
  tx: Transaction,
  { subject }: Proposal,
  { sealer }: { sealer: CodeSealer },
): Promise<Approved | Rejected> {
  const id = readId(subject ?? '')
  const delivery = await lockDelivery(tx, id)
  if (!isWaiting(delivery)) return rejected('DELIVERY_NOT_WAITING')
  if (!isLocked(delivery)) return rejected('NOTHING_TO_CHANGE')
  await replaceCode(tx, { id, code: sealNewCode(sealer, id) })
  return { userId: delivery.userId, details: { delivery: String(id) } }
}
