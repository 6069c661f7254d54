import { TOMAN, TOMAN_DECIMALS } from '#domain/coin.ts'
import { formatDecimal } from '#domain/decimal.ts'
import type { PayoutFailure } from '#domain/outgoing-transfer.ts'
import { serverKey } from '../../exchange/exchange.ts'
import { queueNotice } from '../../notifications/queue-notice.ts'
import type { Transaction } from '../../store/database.ts'
import { eachItem } from '../../store/each-item.ts'
import {
  beginPayoutPayment,
  beginPayoutReturn,
  endPaidPayout,
  endPayoutReturn,
  notePaidLate,
  noteSentBack,
  noteTakenBack,
  openPayoutLines,
  type PayoutLine,
} from '../../store/wallets/payouts.ts'
import { advanceWithdrawal, giveUpWithdrawal } from '../../store/wallets/withdrawals.ts'
import { finishGiveUps } from '../give-back.ts'
import { ACCOUNT_OF_WAY, type PayoutServices } from './payout-services.ts'

/** Ends a line as paid. It is decided first, after which nothing gives it back. @returns whether it was decided now */
export async function settlePayout(
  services: PayoutServices,
  { id }: Pick<PayoutLine, 'id'>,
  reference: string,
): Promise<boolean> {
  const isNow = await beginPayoutPayment(services.database, { id, reference })
  await finishPayments(services)
  return isNow
}

const ROWS_MAX = 200

/**
 * Completes the payments that were decided: each hold leaves the ledger through the account that paid, and then the line and its withdrawal are
 * marked and the user is notified. Whatever is interrupted in between is repeated whole and moves nothing twice.
 */
export async function finishPayments(services: PayoutServices): Promise<void> {
  const { database, log } = services
  const paying = await openPayoutLines(database, { state: 'PAYING', most: ROWS_MAX })
  await eachItem(paying, (line) => finishPayment(services, line), {
    ...{ log, label: ({ id }) => ({ withdrawal: id }), failure: 'a payout that was paid could not be booked' },
  })
}

async function finishPayment({ database, exchange, now }: PayoutServices, line: PayoutLine): Promise<void> {
  const { id, way, userId, amount, holdReference } = line
  if (way === undefined) throw new Error(`payout ${id} was never ordered`)
  const result = await exchange.submit({
    type: 'settle',
    ...{ userId, key: serverKey(`payout:settle:${id}`), fingerprint: holdReference, reference: holdReference },
    parts: [{ account: ACCOUNT_OF_WAY[way], amount }],
    rest: 'released',
  })
  // A missing hold may be settled already; the mark requires that it is.
  if (result.kind === 'refused' && result.code !== 'HOLD_NOT_FOUND')
    throw new Error(`what is held for payout ${id} could not leave: ${result.code}`)
  await database.transaction(async (tx) => {
    const at = now()
    if (!(await endPaidPayout(tx, { id, at }))) return
    await advanceWithdrawal(tx, { id, to: 'CONFIRMED', at, sentReference: line.reference })
    await notifyPaid(tx, line, at)
  })
}

const notifyPaid = (tx: Transaction, line: PayoutLine, at: Date) =>
  notify(tx, line, { kind: 'WITHDRAWAL_CONFIRMED', event: 'CONFIRMED', at })

interface PaymentNotice {
  readonly kind: 'WITHDRAWAL_CONFIRMED' | 'WITHDRAWAL_FAILED'
  readonly event: string
  readonly at: Date
}

const notify = (tx: Transaction, { id, userId, amount }: PayoutLine, { kind, event, at }: PaymentNotice) =>
  queueNotice(tx, {
    userId,
    kind,
    params: { withdrawalId: String(id), coin: TOMAN, amount: formatDecimal(amount, TOMAN_DECIMALS) },
    topic: `withdrawal:${id}`,
    eventKey: `withdrawal:${id}:${event}`,
    at,
  })

/** Gives a line's money back to its user. It is decided first, after which nothing pays the line or looks it up until it has ended. */
export async function returnPayout(
  services: PayoutServices,
  { id }: Pick<PayoutLine, 'id'>,
  failure: PayoutFailure,
): Promise<void> {
  await services.database.transaction((tx) => decideReturn(tx, { id, failure, at: services.now() }))
  await finishReturns(services)
}

/** The decision alone, for a transaction of its caller; `finishReturns` completes it. @returns whether it was decided now */
export async function decideReturn(
  tx: Transaction,
  { id, failure, at }: { id: number; failure: PayoutFailure; at: Date },
): Promise<boolean> {
  if (!(await beginPayoutReturn(tx, { id, failure, at }))) return false
  if (!(await giveUpWithdrawal(tx, { id, as: 'FAILED', reason: failure })))
    throw new Error(`payout ${id} was to be given back, and its withdrawal has ended`)
  return true
}

/** Completes the returns that were decided: the hold is released, the withdrawal ends, and then the line. */
export async function finishReturns(services: PayoutServices): Promise<void> {
  const { database, now } = services
  const returning = await openPayoutLines(database, { state: 'RETURNING', most: ROWS_MAX })
  if (returning.length === 0) return
  await finishGiveUps(services)
  for (const { id } of returning) await endPayoutReturn(database, { id, at: now() })
}

/** Credits a user with what the bank has paid and sent back, once, through the account to which it has come back. */
export async function creditSentBack({ database, exchange, now }: PayoutServices, line: PayoutLine): Promise<void> {
  const { id, way, userId, coinId, amount } = line
  if (way === undefined) throw new Error(`payout ${id} was never ordered`)
  const reference = `payout/${id}/sent-back`
  const credited = await exchange.submit({
    type: 'credit',
    ...{
      userId,
      key: serverKey(reference),
      fingerprint: reference,
      reference,
      source: ACCOUNT_OF_WAY[way],
      coinId,
      amount,
    },
  })
  if (credited.kind === 'refused' && credited.code !== 'ALREADY_CREDITED')
    throw new Error(`the payout ${id} that came back could not be credited: ${credited.code}`)
  await database.transaction(async (tx) => {
    const at = now()
    if (await noteSentBack(tx, { id, at }))
      await notify(tx, line, { kind: 'WITHDRAWAL_FAILED', event: 'SENT_BACK', at })
  })
}

/**
 * Corrects the books after a bank has paid what it had reported as failed, when the money was back with its user: the amount leaves the
 * user's balance through the account that paid. While the balance is too small it stays a fault that operators see, and is tried again.
 */
export async function takeBackLatePayment(
  { database, exchange, now, log }: PayoutServices,
  line: PayoutLine,
  reference: string,
): Promise<void> {
  const { id, way, userId, coinId, amount } = line
  if (way === undefined) throw new Error(`payout ${id} was never ordered`)
  if (await notePaidLate(database, { id, reference, at: now() }))
    log.error({ withdrawal: id }, 'a payout was paid after its money had gone back to its user')
  const held = `payout/${id}/late`
  const common = { userId, fingerprint: held, reference: held }
  const hold = await exchange.submit({ ...common, type: 'hold', key: serverKey(`${held}:hold`), coinId, amount })
  if (hold.kind === 'refused' && hold.code !== 'ALREADY_HELD') return
  const settled = await exchange.submit({
    ...{ ...common, type: 'settle', key: serverKey(`${held}:settle`), rest: 'released' },
    parts: [{ account: ACCOUNT_OF_WAY[way], amount }],
  })
  if (settled.kind === 'refused' && settled.code !== 'HOLD_NOT_FOUND')
    throw new Error(`what is held for the late payout ${id} could not leave: ${settled.code}`)
  await database.transaction(async (tx) => {
    const at = now()
    if (await noteTakenBack(tx, { id, at })) await notifyPaid(tx, line, at)
  })
}
