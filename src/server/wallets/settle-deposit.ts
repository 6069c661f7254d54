import { TOMAN, TOMAN_DECIMALS } from '#domain/coin.ts'
import { formatDecimal } from '#domain/decimal.ts'
import { DAY_MS } from '#domain/durations.ts'
import { serverKey } from '../exchange/exchange.ts'
import { queueNotice } from '../notifications/queue-notice.ts'
import type { VerifyOutcome } from '../providers/payments/payments.ts'
import {
  type DepositEnd,
  type DepositFault,
  type DepositRow,
  type DepositStatus,
  endDeposit,
  noteFault,
  waitingDeposits,
} from '../store/wallets/deposits.ts'
import type { WalletServices } from './wallets.ts'

export type Settlement = DepositStatus | 'GATEWAY_UNAVAILABLE'

/** A payment that is not made within this time is closed. Gateways close theirs within half an hour. */
const WAITING_MS_MAX = DAY_MS

/**
 * Asks the gateway about a payment and credits it if it was paid: exactly once, however often this is called. Nothing that the browser
 * sends is trusted. If the gateway reports another amount, the payment is not credited: it ends with that fault, one error is logged, and a
 * later settlement credits it should the gateway then agree. A recent payment stays open if the gateway does not know it or refuses us:
 * otherwise a wrong setting of ours would close paid ones.
 */
export async function settleDeposit(wallets: WalletServices, deposit: DepositRow): Promise<Settlement> {
  const { cardGateway, log } = wallets
  if (deposit.status !== 'RAISED_BY_USER' && deposit.fault === undefined) return deposit.status
  const { authority, amount } = deposit
  if (authority === undefined) return giveUpIfOld(wallets, deposit)
  const outcome = await cardGateway.verify({ authority, amount })
  if (outcome.kind === 'unavailable') return gatewayUnavailable(wallets, deposit, outcome)
  if (outcome.kind === 'paid') {
    await creditDeposit(wallets, deposit)
    await end(wallets, deposit, { status: 'CONFIRMED', refId: outcome.refId })
    return 'CONFIRMED'
  }
  if (outcome.reason === 'AMOUNT_DIFFERS') {
    if (await end(wallets, deposit, { status: 'UNCONFIRMED', fault: outcome.reason }))
      log.error({ deposit: deposit.id }, 'the gateway holds another amount for this payment; a person must look')
    return 'UNCONFIRMED'
  }
  if (outcome.reason === 'UNKNOWN_AUTHORITY') return doubt(wallets, deposit)
  const inquiry = await cardGateway.inquire({ authority })
  if (inquiry.kind === 'unavailable') return gatewayUnavailable(wallets, deposit, inquiry)
  if (inquiry.kind === 'unknown-authority') return doubt(wallets, deposit)
  switch (inquiry.state) {
    case 'FAILED':
    case 'REVERSED':
      return giveUp(wallets, deposit)
    case 'PAID':
    case 'VERIFIED':
      // Paid after the first call: the next settlement credits it, however old it is.
      return 'RAISED_BY_USER'
    case 'WAITING':
      return giveUpIfOld(wallets, deposit)
  }
}

/** The key makes a second credit a repeat of the first; after a day, the reference does. */
async function creditDeposit({ exchange, catalogue }: WalletServices, deposit: DepositRow): Promise<void> {
  const toman = catalogue.coinBySymbol.get(TOMAN)
  if (!toman) throw new Error('the catalogue has no Toman')
  const reference = `deposit/${deposit.id}`
  const result = await exchange.submit({
    type: 'credit',
    userId: deposit.userId,
    key: serverKey(reference),
    fingerprint: `${reference} ${deposit.amount}`,
    source: `gateway/${deposit.gateway}`,
    coinId: toman.id,
    amount: deposit.amount,
    reference,
  })
  const isCredited = result.kind === 'moved' || (result.kind === 'refused' && result.code === 'ALREADY_CREDITED')
  if (!isCredited) throw new Error(`deposit ${deposit.id} could not be credited`)
}

/** Ends a deposit and notifies its owner in the same transaction. @returns whether it ended now */
const end = ({ database, now }: WalletServices, deposit: DepositRow, how: DepositEnd): Promise<boolean> =>
  database.transaction(async (tx) => {
    const { id, userId } = deposit
    const at = now()
    const isNow = await endDeposit(tx, { id, at, end: how })
    if (isNow)
      await queueNotice(tx, {
        userId,
        kind: how.status === 'CONFIRMED' ? 'DEPOSIT_CREDITED' : 'DEPOSIT_FAILED',
        params: { depositId: String(id), coin: TOMAN, amount: formatDecimal(deposit.amount, TOMAN_DECIMALS) },
        topic: `deposit:${id}`,
        eventKey: `deposit:${id}:${how.status}`,
        at,
      })
    return isNow
  })

async function giveUp(wallets: WalletServices, deposit: DepositRow, fault?: DepositFault): Promise<Settlement> {
  await end(wallets, deposit, { status: 'UNCONFIRMED', ...(fault ? { fault } : {}) })
  return 'UNCONFIRMED'
}

async function gatewayUnavailable(
  wallets: WalletServices,
  deposit: DepositRow,
  { fault }: Extract<VerifyOutcome, { kind: 'unavailable' }>,
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
  return giveUpIfOld(wallets, deposit, fault)
}

/** Logs an error for the operator, once per payment and fault. */
async function alarm(
  { database, log }: WalletServices,
  { id }: DepositRow,
  { fault, message }: { fault: DepositFault; message: string },
): Promise<void> {
  if (await noteFault(database, { id, fault })) log.error({ deposit: id, fault }, message)
}

async function giveUpIfOld(wallets: WalletServices, deposit: DepositRow, fault?: DepositFault): Promise<Settlement> {
  const age = wallets.now().getTime() - deposit.createdAt.getTime()
  return age > WAITING_MS_MAX ? giveUp(wallets, deposit, fault) : deposit.status
}

const ROWS_MAX = 100

/**
 * Asks the gateway about every payment older than `minAgeMs` that still waits, since its payer may never have returned to us. A payment
 * that cannot be settled does not keep the later ones from being asked about.
 */
export async function reconcileDeposits(wallets: WalletServices, { minAgeMs }: { minAgeMs: number }): Promise<void> {
  const before = new Date(wallets.now().getTime() - minAgeMs)
  for (let afterId: number | undefined = 0; afterId !== undefined; ) {
    const deposits: DepositRow[] = await waitingDeposits(wallets.database, { before, afterId, most: ROWS_MAX })
    for (const deposit of deposits) await settleOrLeave(wallets, deposit)
    afterId = deposits.at(-1)?.id
  }
}

async function settleOrLeave(wallets: WalletServices, deposit: DepositRow): Promise<void> {
  try {
    await settleDeposit(wallets, deposit)
  } catch (error) {
    wallets.log.warn({ err: error, deposit: deposit.id }, 'a payment could not be reconciled; it is tried again')
  }
}
