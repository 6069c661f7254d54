import { DAY_MS, MINUTE_MS, SECOND_MS } from '#domain/durations.ts'
import type { Payout, PayoutGateway, PayoutLookUp } from '../../providers/payouts/payouts.ts'
import { eachItem } from '../../store/each-item.ts'
import {
  countPayoutAttempts,
  lapsedPayoutLines,
  notePayoutLook,
  openPayoutLines,
  orderPayoutLine,
  type PayoutLine,
  paidPayoutLines,
  sentPayoutLines,
  unsentPayoutLines,
} from '../../store/wallets/payouts.ts'
import { advanceWithdrawal, areWithdrawalsStopped } from '../../store/wallets/withdrawals.ts'
import { reconcileStatements } from './import-statement.ts'
import type { PayoutServices } from './payout-services.ts'
import {
  creditSentBack,
  finishPayments,
  finishReturns,
  returnPayout,
  settlePayout,
  takeBackLatePayment,
} from './settle-payout.ts'

/** Lines of one submission. */
const SUBMITTED_MAX = 50
const ROWS_MAX = 200
/** The least time between two look-ups of a line. */
const LOOK_EVERY_MS = 10 * SECOND_MS
const LOOK_AT_LAPSED_EVERY_MS = 10 * MINUTE_MS
/** A submission without an answer has arrived within this time, or never does. */
const ARRIVES_WITHIN_MS = 2 * MINUTE_MS
/** How long a line that has ended is looked up: banks pay, and send back, days after they reported the contrary. */
const LAPSED_MS = 7 * DAY_MS

type Sending = PayoutServices & { readonly gateway: PayoutGateway; readonly stopping: AbortSignal | undefined }

/** A round of all that operators have ordered; it also completes whatever a stop interrupted. */
export async function runPayouts(services: PayoutServices, stopping?: AbortSignal): Promise<void> {
  await sendPayouts(services, stopping)
  if (!stopping?.aborted) await reconcileStatements(services)
}

/**
 * Takes the ordered batches one step further: checks lines that wait, submits to the gateway what it has never had, looks up what it may
 * have, and completes returns. An unknown outcome counts as nothing: the line is looked up until the gateway says what became of it.
 */
async function sendPayouts(services: PayoutServices, stopping: AbortSignal | undefined): Promise<void> {
  const { gateway, database } = services
  await finishPayments(services)
  await finishReturns(services)
  const isStopped = await areWithdrawalsStopped(database)
  if (!isStopped) await orderCheckedLines(services)
  if (!gateway) return
  const sending = { ...services, gateway, stopping }
  if (!isStopped) await submitUnsent(sending)
  await lookUpSent(sending, { resubmits: !isStopped })
  await lookUpLapsed(sending)
  await lookUpPaid(sending)
}

/** Compares each line of an ordered batch again with the user as they are now. A line that no longer fits is given back. */
export async function orderCheckedLines(services: PayoutServices): Promise<void> {
  const { database, log } = services
  const order = (line: PayoutLine) => {
    if (line.isFrozen) return returnPayout(services, line, 'ACCOUNT_FROZEN')
    if (!line.isOwn) return returnPayout(services, line, 'SHEBA_NOT_OWN')
    return orderPayoutLine(database, line.id)
  }
  await eachItem(await openPayoutLines(database, { state: 'WAITING', most: ROWS_MAX }), order, {
    ...{ log, label: labelOf, failure: 'a line of a batch could not be ordered' },
  })
}

const labelOf = ({ id }: PayoutLine) => ({ withdrawal: id })

/** Submits lines that were never submitted. Each attempt is written before it is made; its outcome is found by the look-up. */
async function submitUnsent(services: Sending): Promise<void> {
  const { database } = services
  for (;;) {
    const lines = services.stopping?.aborted ? [] : await unsentPayoutLines(database, SUBMITTED_MAX)
    if (lines.length === 0) return
    await submit(services, lines, { attempts: 0 })
  }
}

async function submit(
  { database, gateway, now }: Sending,
  lines: readonly PayoutLine[],
  { attempts }: { attempts: number },
): Promise<string | undefined> {
  const ids = lines.map(({ id }) => id)
  const counted = await countPayoutAttempts(database, { ids, attempts, at: now() })
  const mine = lines.filter(({ id }) => counted.includes(id))
  const [first] = mine
  if (!first) return undefined
  const outcome = await gateway.submit({
    batchId: `${transferIdOf(first)}-${attempts + 1}`,
    payouts: mine.map(payoutOf),
  })
  if (outcome.kind === 'accepted')
    for (const { id } of mine) await advanceWithdrawal(database, { id, to: 'SENT', at: now() })
  return outcome.kind === 'refused' ? outcome.code : undefined
}

const transferIdOf = ({ id }: Pick<PayoutLine, 'id'>) => `kimia-${id}`

const payoutOf = (line: PayoutLine): Payout => ({
  transferId: transferIdOf(line),
  sheba: line.sheba,
  firstName: line.firstName,
  lastName: line.lastName,
  amount: line.amount,
  description: descriptionOf(line),
})

/** The words that the receiver's bank shows. */
export const descriptionOf = ({ id }: Pick<PayoutLine, 'id'>) => `برداشت ${id} از کیمیا`

async function lookUpSent(services: Sending, { resubmits }: { resubmits: boolean }): Promise<void> {
  const { database, now, gateway, log, stopping } = services
  const before = new Date(now().getTime() - LOOK_EVERY_MS)
  const look = async (line: PayoutLine) =>
    follow(services, line, { found: await gateway.find(payoutOf(line)), resubmits })
  await eachItem(await sentPayoutLines(database, { before, most: ROWS_MAX }), look, {
    ...{ log, label: labelOf, failure: 'a payout could not be followed', stopping },
  })
}

async function follow(
  services: Sending,
  line: PayoutLine,
  { found, resubmits }: { found: PayoutLookUp; resubmits: boolean },
): Promise<void> {
  const { database, now } = services
  const { id } = line
  if (found.kind === 'unavailable') return notePayoutLook(database, { id, at: now(), failing: 'unchanged' })
  if (found.kind === 'not-found') return followUnknown(services, line, { resubmits })
  if (found.state === 'PAID') {
    await settlePayout(services, line, found.reference ?? transferIdOf(line))
    return undefined
  }
  if (found.state === 'UNDER_WAY') {
    await advanceWithdrawal(database, { id, to: 'SENT', at: now() })
    return notePayoutLook(database, { id, at: now(), failing: undefined })
  }
  return followFailing(services, line, found.reason ?? found.state)
}

/** Submits again, alone and under the same name, what the gateway certainly does not have: by its name it can never have it twice. */
async function followUnknown(
  services: Sending,
  line: PayoutLine,
  { resubmits }: { resubmits: boolean },
): Promise<void> {
  const { database, now } = services
  const { id, attempts, attemptedAt, failingSince, failure } = line
  if (failingSince !== undefined) return followFailing(services, line, failure ?? 'REFUSED')
  await notePayoutLook(database, { id, at: now(), failing: 'unchanged' })
  const hasArrived = attemptedAt !== undefined && now().getTime() - attemptedAt.getTime() >= ARRIVES_WITHIN_MS
  if (!hasArrived || !resubmits) return
  const refused = await submit(services, [line], { attempts })
  if (refused !== undefined) await notePayoutLook(database, { id, at: now(), failing: refused })
}

/** A "failed" that has stood for long enough gives the money back; until then it may still turn into a payment. */
async function followFailing(services: Sending, line: PayoutLine, reason: string): Promise<void> {
  const { database, now, rules } = services
  const { id, failingSince } = line
  await notePayoutLook(database, { id, at: now(), failing: reason.slice(0, REASON_MAX) })
  const since = failingSince ?? now()
  if (now().getTime() - since.getTime() >= rules.failureStandsMs) await returnPayout(services, line, 'BANK_DID_NOT_PAY')
}

const REASON_MAX = 300

/** Looks for payments of what was given back. */
async function lookUpLapsed(services: Sending): Promise<void> {
  const { database, now, gateway, log, stopping } = services
  const at = now().getTime()
  const times = { endedAfter: new Date(at - LAPSED_MS), before: new Date(at - LOOK_AT_LAPSED_EVERY_MS) }
  const look = async (line: PayoutLine) => {
    await notePayoutLook(database, { id: line.id, at: now(), failing: 'unchanged' })
    const found = await gateway.find(payoutOf(line))
    const isPaid = found.kind === 'found' && found.state === 'PAID'
    const reference = isPaid ? (found.reference ?? transferIdOf(line)) : line.reference
    if (reference !== undefined) await takeBackLatePayment(services, line, reference)
  }
  await eachItem(await lapsedPayoutLines(database, { ...times, most: ROWS_MAX }), look, {
    ...{ log, label: labelOf, failure: 'a returned payout could not be followed', stopping },
  })
}

/** Looks for payments that the receiver's bank has sent back. Like a failure, it has to stand before the books follow. */
async function lookUpPaid(services: Sending): Promise<void> {
  const { database, now, gateway, rules, log, stopping } = services
  const at = now().getTime()
  const times = { orderedAfter: new Date(at - LAPSED_MS), before: new Date(at - LOOK_AT_LAPSED_EVERY_MS) }
  const look = async (line: PayoutLine) => {
    const found = await gateway.find(payoutOf(line))
    const isSentBack = found.kind === 'found' && found.state === 'FAILED'
    const failing = isSentBack ? (found.reason ?? found.state).slice(0, REASON_MAX) : undefined
    await notePayoutLook(database, {
      ...{ id: line.id, at: now(), failing: found.kind === 'found' ? failing : 'unchanged' },
    })
    const since = line.failingSince ?? now()
    if (isSentBack && now().getTime() - since.getTime() >= rules.failureStandsMs) await creditSentBack(services, line)
  }
  await eachItem(await paidPayoutLines(database, { ...times, most: ROWS_MAX }), look, {
    ...{ log, label: labelOf, failure: 'a paid payout could not be followed', stopping },
  })
}
