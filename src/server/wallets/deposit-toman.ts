import { type Rejected, rejectAmount, rejected } from '#contract/rejected.ts'
import { maskBankCard, parseBankCard } from '#domain/bank-card.ts'
import { parseAmount, TOMAN } from '#domain/coin.ts'
import type { PaymentGateway } from '#domain/ledger.ts'
import type { RequestOutcome } from '../providers/payments/payments.ts'
import type { Queryable } from '../store/database.ts'
import { endDeposit, findDepositByKey, keepDeposit, nameDeposit } from '../store/wallets/deposits.ts'
import { depositOnWire } from './own-deposits.ts'
import { callbackOf, returnOf } from './payment-return.ts'
import type { WalletServices } from './wallets.ts'

/** The gateway that new payments go through. */
const GATEWAY: PaymentGateway = 'ZARINPAL'

export interface DepositRequest {
  readonly userId: number
  readonly amount: string
  readonly cardNumber: string
  readonly key: string
  /** The page to which the payer wants to return, and the origin where the payer's page was opened. */
  readonly callBackURL: string | undefined
  readonly origin: string
}

/**
 * Begins a card payment and returns the page for the payer. Moves no money. A repeat of the key leads to the same payment. Refuses, in this
 * order: UNACCEPTABLE_AMOUNT, AMOUNT_IS_LOW, AMOUNT_IS_HIGH, CARD_NOT_VERIFIED, CALLBACK_REFUSED, IDEMPOTENCY_KEY_REUSED,
 * GATEWAY_UNAVAILABLE, GATEWAY_REFUSED. OUTCOME_UNKNOWN: the gateway was asked and may have opened the payment.
 */
export async function depositToman(
  wallets: WalletServices,
  request: DepositRequest,
): Promise<{ id: string; redirectSite: string } | Rejected> {
  const { database, cardGateway, catalogue, now, log } = wallets
  const toman = catalogue.coinBySymbol.get(TOMAN)
  const amount = toman && parseAmount(request.amount, toman)
  if (!toman || amount === undefined || amount === 0n) return rejected('UNACCEPTABLE_AMOUNT', { field: 'amount' })
  if (!toman.bank) throw new Error('Toman has no bank limits')
  const bounds = { min: toman.bank.minDeposit, max: toman.bank.maxDeposit }
  if (amount < bounds.min) return rejectAmount('AMOUNT_IS_LOW', { coin: toman, ...bounds })
  if (amount > bounds.max) return rejectAmount('AMOUNT_IS_HIGH', { coin: toman, ...bounds })
  const payer = await wallets.payerOf(request.userId)
  const card = parseBankCard(request.cardNumber)
  if (!card || !payer.cards.includes(card)) return rejected('CARD_NOT_VERIFIED', { field: 'cardNumber' })
  const returning = returnOf(request, wallets)
  if (returning === undefined) return rejected('CALLBACK_REFUSED', { field: 'callBackURL' })

  const fingerprint = `${amount} ${maskBankCard(card)}`
  const deposit = await keepDeposit(database, {
    userId: request.userId,
    amount,
    gateway: GATEWAY,
    cardMasked: maskBankCard(card),
    key: request.key,
    fingerprint,
    createdAt: now(),
  })
  if (deposit.fingerprint !== fingerprint) return rejected('IDEMPOTENCY_KEY_REUSED')
  if (deposit.redirectUrl) return { id: String(deposit.id), redirectSite: deposit.redirectUrl }
  if (deposit.status !== 'RAISED_BY_USER') return rejected('GATEWAY_REFUSED')

  const outcome = await cardGateway.request({
    amount,
    mobileNumber: payer.mobileNumber,
    cardNumber: card,
    description: `Kimia ${deposit.id}`,
    callbackUrl: callbackOf(returning),
    orderId: String(deposit.id),
  })
  if (outcome.kind === 'unavailable') {
    if (outcome.fault === 'ACCOUNT_REFUSED')
      log.error({ fault: outcome.fault }, 'the gateway refuses our account; check its settings')
    return rejected(UNASKED.has(outcome.fault) ? 'GATEWAY_UNAVAILABLE' : 'OUTCOME_UNKNOWN')
  }
  if (outcome.kind === 'refused') {
    if (outcome.code === 'REQUEST_REFUSED')
      log.error(
        { deposit: deposit.id },
        'the gateway refuses what we ask of it; check the address that payers come back to',
      )
    // A concurrent request with the same key may have opened the payment: then it can be paid.
    const opened = await findDepositByKey(database, request)
    if (opened?.redirectUrl) return { id: String(deposit.id), redirectSite: opened.redirectUrl }
    await endDeposit(database, { id: deposit.id, at: now(), end: { status: 'UNCONFIRMED' } })
    return rejected('GATEWAY_REFUSED')
  }
  // If two concurrent requests share a key, both payers are sent to the payment that was named first.
  const named = await nameDeposit(database, { id: deposit.id, ...outcome })
  return { id: String(deposit.id), redirectSite: named.redirectUrl ?? outcome.redirectUrl }
}

/** Faults after which the gateway has certainly not opened a payment. */
const UNASKED: ReadonlySet<Extract<RequestOutcome, { kind: 'unavailable' }>['fault']> = new Set([
  'UNREACHABLE',
  'TOO_MANY_REQUESTS',
  'ACCOUNT_REFUSED',
])

interface BegunDeposit {
  readonly deposit: ReturnType<typeof depositOnWire>
  /** The page of the gateway for the payer; null until the gateway has named it. */
  readonly redirectSite: string | null
}

/** Finds the payment that was begun under a user's key. */
export const findBegunDeposit =
  (database: Queryable) =>
  async (whose: { userId: number; key: string }): Promise<BegunDeposit | undefined> => {
    const row = await findDepositByKey(database, whose)
    return row && { deposit: depositOnWire(row), redirectSite: row.redirectUrl ?? null }
  }
