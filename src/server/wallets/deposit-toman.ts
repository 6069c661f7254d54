import { Rejected, rejectAmount, rejected } from '#contract/rejected.ts'
import { type BankCard, maskBankCard, parseBankCard } from '#domain/bank-card.ts'
import { PAYABLE_MS } from '#domain/card-deposit.ts'
import { parseAmount, TOMAN } from '#domain/coin.ts'
import type { PaymentGateway } from '#domain/ledger.ts'
import type { Amount } from '#domain/units.ts'
import { type CardGateway, SURELY_UNDONE } from '../providers/payments/payments.ts'
import type { Queryable } from '../store/database.ts'
import { lockDepositor } from '../store/wallets/deposit-use.ts'
import {
  type DepositRow,
  endDeposit,
  findDepositByKey,
  keepDeposit,
  nameDeposit,
  noteAsked,
} from '../store/wallets/deposits.ts'
import { checkDepositLimits } from './deposit-limits.ts'
import { depositOnWire } from './own-deposits.ts'
import { callbackOf, returnOf } from './payment-return.ts'
import type { Payer, WalletServices } from './wallets.ts'

export interface DepositRequest {
  readonly userId: number
  readonly amount: string
  readonly gateway: PaymentGateway
  readonly cardNumber: string
  readonly key: string
  /** The page to which the payer wants to return, and the origin where the payer's page was opened. */
  readonly callBackURL: string | undefined
  readonly origin: string
}

interface Begun {
  readonly id: string
  readonly redirectSite: string
}

/**
 * Begins a card payment and returns the page for the payer. Moves no money. A repeat of the key leads to the same payment. Refuses, in this
 * order: UNACCEPTABLE_AMOUNT, AMOUNT_IS_LOW, AMOUNT_IS_HIGH, CARD_NOT_VERIFIED, CALLBACK_REFUSED, IDEMPOTENCY_KEY_REUSED,
 * GATEWAY_UNAVAILABLE of one that is away, TOO_MANY_OPEN_DEPOSITS, DEPOSIT_DAY_LIMIT_REACHED, GATEWAY_UNAVAILABLE, GATEWAY_REFUSED.
 * OUTCOME_UNKNOWN: the gateway was asked and may have opened the payment.
 */
export async function depositToman(wallets: WalletServices, request: DepositRequest): Promise<Begun | Rejected> {
  const payment = await readRequest(wallets, request)
  if (payment instanceof Rejected) return payment
  const before = await findDepositByKey(wallets.database, payment)
  const repeated = before && repeatOf(before, payment)
  if (repeated) return repeated
  const gateway = wallets.cardGateways.of(payment.gateway)
  if (!gateway || !wallets.cardGateways.working().includes(payment.gateway)) return rejected('GATEWAY_UNAVAILABLE')
  const kept = await keepWithinLimits(wallets, payment)
  if (kept instanceof Rejected || 'redirectSite' in kept) return kept
  return openPayment(wallets, gateway, { ...payment, deposit: kept })
}

/** A request that was read, with the payer. */
interface Payment extends Pick<DepositRequest, 'userId' | 'gateway' | 'key'> {
  readonly amount: Amount
  readonly card: BankCard
  readonly mobileNumber: Payer['mobileNumber']
  readonly callbackUrl: string
  readonly fingerprint: string
}

async function readRequest(wallets: WalletServices, request: DepositRequest): Promise<Payment | Rejected> {
  const toman = wallets.catalogue.coinBySymbol.get(TOMAN)
  const amount = toman && parseAmount(request.amount, toman)
  if (!toman || amount === undefined || amount === 0n) return rejected('UNACCEPTABLE_AMOUNT', { field: 'amount' })
  if (!toman.bank) throw new Error('Toman has no bank limits')
  const bounds = { min: toman.bank.minDeposit, max: toman.bank.maxDeposit }
  if (amount < bounds.min) return rejectAmount('AMOUNT_IS_LOW', { coin: toman, ...bounds })
  if (amount > bounds.max) return rejectAmount('AMOUNT_IS_HIGH', { coin: toman, ...bounds })
  const { userId, gateway, key } = request
  const { cards, mobileNumber } = await wallets.payerOf(userId)
  const card = parseBankCard(request.cardNumber)
  if (!card || !cards.includes(card)) return rejected('CARD_NOT_VERIFIED', { field: 'cardNumber' })
  const returning = returnOf(request, wallets)
  if (returning === undefined) return rejected('CALLBACK_REFUSED', { field: 'callBackURL' })
  const fingerprint = `${amount} ${maskBankCard(card)}`
  return { userId, gateway, key, amount, card, mobileNumber, callbackUrl: callbackOf(returning), fingerprint }
}

/** The answer to a key that was used before; `undefined` if the gateway has to be asked again. */
function repeatOf(before: DepositRow, { fingerprint, gateway }: Payment): Begun | Rejected | undefined {
  if (before.fingerprint !== fingerprint || before.gateway !== gateway) return rejected('IDEMPOTENCY_KEY_REUSED')
  if (before.redirectUrl) return { id: String(before.id), redirectSite: before.redirectUrl }
  return before.status === 'RAISED_BY_USER' ? undefined : rejected('GATEWAY_REFUSED')
}

/** Stores the request, or takes up the one of its key, if the limits allow it. The user's requests pass this one after the other. */
const keepWithinLimits = (wallets: WalletServices, payment: Payment): Promise<DepositRow | Begun | Rejected> =>
  wallets.database.transaction(async (tx) => {
    const { userId, amount, gateway, key, fingerprint, card } = payment
    await lockDepositor(tx, userId)
    const at = wallets.now()
    const before = await findDepositByKey(tx, payment)
    const repeated = before && repeatOf(before, payment)
    if (repeated) return repeated
    // A request that waits for the gateway's answer counts already; its repeat is neither counted nor compared with itself.
    if (before?.askedAt && at.getTime() - before.askedAt.getTime() <= PAYABLE_MS) return before
    const limit = await checkDepositLimits(tx, wallets, { userId, at, amount })
    if (limit) return limit
    if (before) await noteAsked(tx, { id: before.id, askedAt: at })
    return (
      before ??
      keepDeposit(tx, { userId, amount, gateway, cardMasked: maskBankCard(card), key, fingerprint, createdAt: at })
    )
  })

/** Asks the gateway to open the payment. */
async function openPayment(
  { database, now, log }: WalletServices,
  gateway: CardGateway,
  { deposit, ...payment }: Payment & { readonly deposit: DepositRow },
): Promise<Begun | Rejected> {
  const { id } = deposit
  const outcome = await gateway.request({
    amount: payment.amount,
    mobileNumber: payment.mobileNumber,
    cardNumber: payment.card,
    description: `Kimia ${id}`,
    callbackUrl: payment.callbackUrl,
    orderId: String(id),
  })
  if (outcome.kind === 'unavailable') {
    const { fault } = outcome
    if (fault === 'ACCOUNT_REFUSED') log.error({ fault }, 'the gateway refuses our account; check its settings')
    if (!SURELY_UNDONE.has(fault)) return rejected('OUTCOME_UNKNOWN')
    await noteAsked(database, { id, askedAt: undefined })
    return rejected('GATEWAY_UNAVAILABLE')
  }
  if (outcome.kind === 'refused') {
    if (outcome.code === 'REQUEST_REFUSED')
      log.error({ deposit: id }, 'the gateway refuses what we ask of it; check the address that payers come back to')
    // A concurrent request with the same key may have opened the payment: then it can be paid.
    const opened = await findDepositByKey(database, payment)
    if (opened?.redirectUrl) return { id: String(id), redirectSite: opened.redirectUrl }
    await endDeposit(database, { id, at: now(), end: { status: 'UNCONFIRMED' } })
    return rejected('GATEWAY_REFUSED')
  }
  // If two concurrent requests share a key, both payers are sent to the payment that was named first.
  const named = await nameDeposit(database, { id, ...outcome })
  return { id: String(id), redirectSite: named.redirectUrl ?? outcome.redirectUrl }
}

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
