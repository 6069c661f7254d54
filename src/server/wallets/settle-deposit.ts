import { TOMAN } from '#domain/coin.ts'
import { isCredited } from '../store/wallets/balances.ts'
import { type DepositRow, type DepositStatus, endDeposit } from '../store/wallets/deposits.ts'
import type { Wallets } from './wallets.ts'

export type Settlement = DepositStatus | 'GATEWAY_UNAVAILABLE'

/** A payment that nobody made within this time is given up. Gateways close theirs within half an hour. */
const WAITING_MS_MAX = 24 * 3_600_000

/**
 * Asks the gateway about a payment and credits it if it was paid: exactly once, however often and from wherever this
 * is called. The browser's word is not asked.
 */
export async function settleDeposit(wallets: Wallets, deposit: DepositRow): Promise<Settlement> {
  const { gateway, log } = wallets
  if (deposit.status !== 'RAISED_BY_USER') return deposit.status
  const { authority, amount } = deposit
  if (authority === undefined) return giveUpIfOld(wallets, deposit)
  const outcome = await gateway.verify({ authority, amount })
  if (outcome.kind === 'unavailable') return 'GATEWAY_UNAVAILABLE'
  if (outcome.kind === 'paid') {
    await creditDeposit(wallets, deposit)
    return end(wallets, deposit, { status: 'CONFIRMED', refId: outcome.refId })
  }
  if (outcome.reason === 'AMOUNT_DIFFERS') {
    log.error({ deposit: deposit.id }, 'the gateway holds another amount for this payment; a person must look')
    return 'RAISED_BY_USER'
  }
  if (outcome.reason === 'UNKNOWN_AUTHORITY') return end(wallets, deposit, { status: 'UNCONFIRMED', refId: undefined })
  const inquiry = await gateway.inquire({ authority })
  if (inquiry.kind === 'unavailable') return 'GATEWAY_UNAVAILABLE'
  if (inquiry.kind === 'unknown-authority') return giveUpIfOld(wallets, deposit)
  switch (inquiry.state) {
    case 'FAILED':
    case 'REVERSED':
      return end(wallets, deposit, { status: 'UNCONFIRMED', refId: undefined })
    case 'PAID':
    case 'VERIFIED':
      // Paid since we asked: the next question credits it, however old it is.
      return 'RAISED_BY_USER'
    case 'WAITING':
      return giveUpIfOld(wallets, deposit)
  }
}

/**
 * The key makes a second credit a repeat of the first; the ledger's own memory guards when the key is long forgotten.
 * The slash keeps our keys apart from those that clients make.
 */
async function creditDeposit({ database, exchange, catalogue, now }: Wallets, deposit: DepositRow): Promise<void> {
  const toman = catalogue.coinBySymbol.get(TOMAN)
  if (!toman) throw new Error('the catalogue has no Toman')
  const reference = `deposit/${deposit.id}`
  if (await isCredited(database, reference)) return
  const result = await exchange.submit({
    type: 'credit',
    userId: deposit.userId,
    key: reference,
    fingerprint: `${reference} ${deposit.amount}`,
    at: now().getTime(),
    source: 'gatewayClearing',
    coinId: toman.id,
    amount: deposit.amount,
    reference,
  })
  if (result.kind !== 'moved') throw new Error(`deposit ${deposit.id} could not be credited`)
}

async function end(
  { database, now }: Wallets,
  deposit: DepositRow,
  { status, refId }: { status: 'CONFIRMED' | 'UNCONFIRMED'; refId: string | undefined },
): Promise<Settlement> {
  await endDeposit(database, { id: deposit.id, status, refId, at: now() })
  return status
}

async function giveUpIfOld(wallets: Wallets, deposit: DepositRow): Promise<Settlement> {
  const age = wallets.now().getTime() - deposit.createdAt.getTime()
  return age > WAITING_MS_MAX ? end(wallets, deposit, { status: 'UNCONFIRMED', refId: undefined }) : 'RAISED_BY_USER'
}
