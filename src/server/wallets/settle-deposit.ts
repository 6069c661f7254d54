import { createHash } from 'node:crypto'
import { maskBankCard } from '#domain/bank-card.ts'
import { PAYABLE_MS, type Unpaid } from '#domain/card-deposit.ts'
import { DAY_MS } from '#domain/durations.ts'
import type { NoticeKind } from '#domain/notices.ts'
import type { CardGateway, PaidReceipt, VerifyOutcome } from '../providers/payments/payments.ts'
import { eachItem } from '../store/each-item.ts'
import { putInOutbox } from '../store/outbox.ts'
import {
  abandonedDeposits,
  type DepositEnd,
  type DepositFault,
  type DepositRow,
  type DepositStatus,
  decidePayer,
  endDeposit,
  noteFault,
  waitingDeposits,
} from '../store/wallets/deposits.ts'
import { creditDeposit, holdDeposit } from './deposit-entries.ts'
import { depositNotice } from './deposit-notice.ts'
import { PAY_BACK, payBackKey } from './pay-back.ts'
import type { WalletServices } from './wallets.ts'

export type Settlement = DepositStatus | 'GATEWAY_UNAVAILABLE'

/** A payment that the gateway does not know is closed after this time. */
const DOUBTED_MS_MAX = DAY_MS
/** One that was abandoned is looked up for this time after it began. */
const ABANDONED_MS_MAX = DAY_MS

/**
 * Asks the gateway about a payment and credits it if it was paid: exactly once, however often this is called. Nothing that the browser
 * sends is trusted. If the gateway reports another amount, the payment is not credited: it ends with that fault, one error is logged, and a
 * later settlement credits it should the gateway then agree. If another's card paid, the money is held in suspense and paid back. A recent
 * payment stays open if the gateway does not know it or refuses us: otherwise a wrong setting of ours would close paid ones. One that nobody
 * has made within the gateways' time is abandoned: it frees its place among the open ones, and is still credited if it was paid after all.
 * @param failedAs how a payment ended that the gateway reports as failed: CANCELLED if its payer came back without paying, ABANDONED if nobody
 * came back
 */
export async function settleDeposit(
  wallets: WalletServices,
  deposit: DepositRow,
  { failedAs }: { failedAs?: Unpaid | undefined } = {},
): Promise<Settlement> {
  const { status, fault, authority, amount, unpaid } = deposit
  const isDoubtful = unpaid === 'ABANDONED' || (fault !== undefined && fault !== 'CARD_DIFFERS')
  if (status !== 'RAISED_BY_USER' && !isDoubtful) return status
  if (authority === undefined) return abandonIfOld(wallets, deposit)
  const gateway = wallets.cardGateways.of(deposit.gateway)
  if (!gateway) return gatewayUnavailable(wallets, deposit, { fault: 'ACCOUNT_REFUSED' })
  const outcome = await gateway.verify({ authority, amount })
  switch (outcome.kind) {
    case 'unavailable':
      return gatewayUnavailable(wallets, deposit, outcome)
    case 'paid':
      return receive(wallets, deposit, outcome)
    case 'not-paid':
      if (outcome.reason === 'NOT_PAID') return settleUnpaid(wallets, gateway, { ...deposit, authority, failedAs })
      if (outcome.reason === 'UNKNOWN_AUTHORITY') return doubt(wallets, deposit)
      if (await end(wallets, deposit, { status: 'UNCONFIRMED', fault: outcome.reason }))
        wallets.log.error(
          { deposit: deposit.id },
          'the gateway holds another amount for this payment; a person must look',
        )
      return 'UNCONFIRMED'
  }
}

async function settleUnpaid(
  wallets: WalletServices,
  gateway: CardGateway,
  deposit: DepositRow & { readonly authority: string; readonly failedAs: Unpaid | undefined },
): Promise<Settlement> {
  const inquiry = await gateway.inquire(deposit)
  if (inquiry.kind === 'unavailable') return gatewayUnavailable(wallets, deposit, inquiry)
  if (inquiry.kind === 'unknown-authority') return doubt(wallets, deposit)
  switch (inquiry.state) {
    case 'FAILED':
      return giveUp(wallets, deposit, { unpaid: deposit.failedAs })
    case 'REVERSED':
      return giveUp(wallets, deposit)
    case 'PAID':
    case 'VERIFIED':
      // Paid after the first call: the next settlement credits it, however old it is.
      return 'RAISED_BY_USER'
    case 'WAITING':
      return abandonIfOld(wallets, deposit)
  }
}

/** Credits a payment by the chosen card; holds one by another's, which goes back. Whose card it was is decided once. */
async function receive(wallets: WalletServices, deposit: DepositRow, receipt: PaidReceipt): Promise<Settlement> {
  const { id } = deposit
  const { refId } = receipt
  const isOwn = await isChosenCard(wallets, deposit, receipt)
  const paidBy = await decidePayer(wallets.database, { id, paidBy: isOwn ? 'OWN' : 'ANOTHER' })
  if (paidBy === 'OWN') {
    await creditDeposit(wallets, deposit)
    await end(wallets, deposit, { status: 'CONFIRMED', refId })
    return 'CONFIRMED'
  }
  await holdDeposit(wallets, deposit)
  if (await end(wallets, deposit, { status: 'UNCONFIRMED', fault: 'CARD_DIFFERS', refId, payBack: 'DUE' }))
    wallets.log.warn({ deposit: id }, "another's card paid; the money is held and paid back")
  return 'UNCONFIRMED'
}

/**
 * Whether the card that paid is the chosen one and still verified as the user's. The row keeps the visible digits alone, which with the
 * hash would give the whole card away, so that the user's cards are hashed. A gateway that sends no card was told which one may pay.
 */
async function isChosenCard(
  { payerOf }: WalletServices,
  { userId, cardMasked }: DepositRow,
  { cardHash, cardPan }: PaidReceipt,
): Promise<boolean> {
  if (cardHash === '') return cardPan === '' || sameDigits(cardPan, cardMasked)
  const { cards } = await payerOf(userId)
  return cards.some((card) => maskBankCard(card) === cardMasked && hashOf(card) === cardHash.toUpperCase())
}

const sameDigits = (one: string, other: string): boolean =>
  one.slice(0, 6) === other.slice(0, 6) && one.slice(-4) === other.slice(-4)

const hashOf = (card: string): string => createHash('sha256').update(card).digest('hex').toUpperCase()

function noticeOf({ status, payBack, unpaid }: DepositEnd): NoticeKind {
  if (status === 'CONFIRMED') return 'DEPOSIT_CREDITED'
  if (payBack) return 'DEPOSIT_HELD'
  return unpaid ? `DEPOSIT_${unpaid}` : 'DEPOSIT_FAILED'
}

/** Ends a deposit, notifies its owner and orders the paying back, all in one transaction. @returns whether it ended now */
const end = ({ database, now }: WalletServices, deposit: DepositRow, how: DepositEnd): Promise<boolean> =>
  database.transaction(async (tx) => {
    const at = now()
    const isNow = await endDeposit(tx, { id: deposit.id, at, end: how })
    if (!isNow) return false
    if (how.payBack) await putInOutbox(tx, [{ kind: PAY_BACK, key: payBackKey(deposit), dueAt: at }])
    await depositNotice(tx, deposit, { kind: noticeOf(how), of: how.payBack ?? how.unpaid ?? how.status, at })
    return true
  })

async function giveUp(
  wallets: WalletServices,
  deposit: DepositRow,
  how: Pick<DepositEnd, 'fault' | 'unpaid'> = {},
): Promise<Settlement> {
  await end(wallets, deposit, { status: 'UNCONFIRMED', ...how })
  return 'UNCONFIRMED'
}

async function gatewayUnavailable(
  wallets: WalletServices,
  deposit: DepositRow,
  { fault }: Pick<Extract<VerifyOutcome, { kind: 'unavailable' }>, 'fault'>,
): Promise<Settlement> {
  if (fault === 'ACCOUNT_REFUSED')
    await alarm(wallets, deposit, { fault, message: 'the gateway refuses our account; check its settings' })
  return 'GATEWAY_UNAVAILABLE'
}

/** Handles a gateway that denies a payment, although it opened it for us. */
async function doubt(wallets: WalletServices, deposit: DepositRow): Promise<Settlement> {
  const fault = 'UNKNOWN_AUTHORITY'
  await alarm(wallets, deposit, {
    fault,
    message: 'the gateway does not know a payment that it opened; check our account',
  })
  return ageOf(wallets, deposit) > DOUBTED_MS_MAX ? giveUp(wallets, deposit, { fault }) : deposit.status
}

/** Logs an error for the operator, once per payment and fault. */
async function alarm(
  { database, log }: WalletServices,
  { id }: DepositRow,
  { fault, message }: { fault: DepositFault; message: string },
): Promise<void> {
  if (await noteFault(database, { id, fault })) log.error({ deposit: id, fault }, message)
}

const ageOf = ({ now }: WalletServices, { createdAt }: DepositRow): number => now().getTime() - createdAt.getTime()

async function abandonIfOld(wallets: WalletServices, deposit: DepositRow): Promise<Settlement> {
  return ageOf(wallets, deposit) > PAYABLE_MS ? giveUp(wallets, deposit, { unpaid: 'ABANDONED' }) : deposit.status
}

const ROWS_MAX = 100

/**
 * Asks the gateway about every payment older than `minAgeMs` that still waits, since its payer may never have returned to us. A payment
 * that cannot be settled does not keep the later ones from being asked about.
 */
export const reconcileDeposits = (
  wallets: WalletServices,
  { minAgeMs, stopping }: { minAgeMs: number; stopping?: AbortSignal },
): Promise<void> => {
  const before = new Date(wallets.now().getTime() - minAgeMs)
  return settleEach(wallets, stopping, (afterId) =>
    waitingDeposits(wallets.database, { before, afterId, most: ROWS_MAX }),
  )
}

/** Asks the gateway again about the payments of the last day that were abandoned: a late one is credited. */
export const reconcileAbandoned = (wallets: WalletServices, stopping?: AbortSignal): Promise<void> => {
  const before = wallets.now()
  const since = new Date(before.getTime() - ABANDONED_MS_MAX)
  return settleEach(wallets, stopping, (afterId) =>
    abandonedDeposits(wallets.database, { since, before, afterId, most: ROWS_MAX }),
  )
}

async function settleEach(
  wallets: WalletServices,
  stopping: AbortSignal | undefined,
  read: (afterId: number) => Promise<DepositRow[]>,
): Promise<void> {
  for (let afterId: number | undefined = 0; afterId !== undefined; ) {
    const deposits: DepositRow[] = await read(afterId)
    await eachItem(deposits, (deposit) => settleDeposit(wallets, deposit, { failedAs: 'ABANDONED' }), {
      ...{
        log: wallets.log,
        label: ({ id }) => ({ deposit: id }),
        failure: 'a payment could not be reconciled',
        stopping,
      },
    })
    if (stopping?.aborted) return
    afterId = deposits.at(-1)?.id
  }
}
