import * as z from 'zod/mini'
import { Rejected, rejected } from '#contract/rejected.ts'
import { formatDecimal, parseDecimal } from '#domain/decimal.ts'
import type { KnownNetwork } from '#domain/networks.ts'
import { amount } from '#domain/units.ts'
import type { Proposal } from '../../store/accounts/proposals.ts'
import type { Transaction } from '../../store/database.ts'
import {
  confirmColdPayment,
  findColdPayment,
  insertColdPayment,
  isTransactionBooked,
} from '../../store/wallets/cold-payments.ts'
import { findForCold, setForCold } from '../../store/wallets/outgoing-transfers.ts'
import { lockWithdrawal } from '../../store/wallets/withdrawals.ts'
import { bookColdPayment, seenBy } from '../../wallets/chains/book-cold-payment.ts'
import { networkFeeOf } from '../../wallets/chains/book-network-fee.ts'
import { inLedgerUnits } from '../../wallets/chains/chain-units.ts'
import { type Act, recordAct } from '../act.ts'
import type { ConsoleServices } from '../console-services.ts'
import type { Approved, Executing } from '../proposals/proposal.ts'
import { proposeSetting, readSetting } from '../proposals/setting.ts'
import type { CustodyWatch } from './read-custody.ts'

type Services = Pick<ConsoleServices, 'accounts' | 'catalogue' | 'custody'>

/**
 * Sets a withdrawal aside before it is paid from cold storage: custody's limits may let it pass an hour later, and its user may cancel it. Both
 * would pay it twice. Refuses WITHDRAWAL_NOT_WAITING, also while custody is asked for it.
 */
export function setWithdrawalCold(
  { accounts: { database, now } }: Pick<Services, 'accounts'>,
  id: number,
  act: Act,
): Promise<Rejected | undefined> {
  return database.transaction(async (tx) => {
    const at = now()
    const withdrawal = await lockWithdrawal(tx, id)
    if (withdrawal?.state !== 'APPROVED' || !(await setForCold(tx, { id, network: withdrawal.tokenType, at })))
      return rejected('WITHDRAWAL_NOT_WAITING')
    await recordAct(tx, act, {
      ...{ at, kind: 'WITHDRAWAL_SET_COLD', userId: withdrawal.userId },
      details: { withdrawal: id },
    })
    return undefined
  })
}

interface Reported {
  readonly network: KnownNetwork
  readonly coin: string
  readonly txid: string
  /** Absent: it paid the hot wallet. */
  readonly withdrawal: number | undefined
}

const SUBJECT_DIGITS = 40

/**
 * Reports a payment from cold storage, for another operator to confirm, once custody has found it in a block with the right sender, receiver and
 * amount. Refuses CUSTODY_UNAVAILABLE, COIN_NOT_FOUND, WITHDRAWAL_NOT_WAITING, COLD_PAYMENT_NOT_FOUND, COLD_PAYMENT_DIFFERS, NOTHING_TO_CHANGE for
 * a transaction that is booked, TOO_MANY_PROPOSALS, PROPOSAL_EXISTS.
 */
export async function proposeColdPayment(
  { accounts: { database, now }, catalogue, custody }: Services,
  watch: Pick<CustodyWatch, 'status'>,
  { reported: { network: name, coin: symbol, txid, withdrawal: id }, act }: { reported: Reported; act: Act },
): Promise<{ readonly id: number } | Rejected> {
  const network = (await watch.status())?.networks.find((each) => each.network === name)
  if (!network || !custody) return rejected('CUSTODY_UNAVAILABLE')
  const coin = catalogue.coinBySymbol.get(symbol)
  const decimals = network.coins.find((each) => each.symbol === symbol)?.decimals
  if (!coin || decimals === undefined) return rejected('COIN_NOT_FOUND')
  const withdrawal = id === undefined ? undefined : await findForCold(database, id)
  if (id !== undefined && withdrawal?.coinId !== coin.id) return rejected('WITHDRAWAL_NOT_WAITING')
  const to = withdrawal?.address ?? network.hotAddress
  const seen = await seenBy({ custody, catalogue }, network, { txid, coinId: coin.id, to, tag: withdrawal?.tag })
  if (!seen) return rejected('COLD_PAYMENT_NOT_FOUND', { field: 'txid' })
  const paid = inLedgerUnits(parseDecimal(seen.amount, 0) ?? 0n, decimals, coin)
  const isRight = withdrawal ? paid === withdrawal.amount - withdrawal.networkFee : paid > 0n
  if (!isRight) return rejected('COLD_PAYMENT_DIFFERS', { field: 'txid' })
  const sent = { id: txid, state: 'CONFIRMED' as const, txids: [txid], isFinal: seen.isFinal, fee: seen.fee }
  const { fee = amount(0n) } = networkFeeOf({ catalogue }, network, sent) ?? {}
  return database.transaction(async (tx) => {
    if (await isTransactionBooked(tx, { network: name, txid })) return rejected('NOTHING_TO_CHANGE')
    const after = {
      ...{ tokenType: name, coldAmount: `${formatDecimal(paid, coin.decimals)} ${coin.code}`, coldAddress: to },
      coldTransaction: txid,
    }
    const subject = `${name} ${txid.slice(-SUBJECT_DIGITS)}`
    const setting = { kind: 'BOOK_COLD_PAYMENT', subject, before: undefined, after } as const
    const proposed = await proposeSetting(tx, setting, { act, at: now() })
    if (proposed instanceof Rejected) return proposed
    const payment = { proposalId: proposed.id, network: name, txid, coinId: coin.id, amount: paid, fee }
    await insertColdPayment(tx, { ...payment, withdrawalId: id })
    return proposed
  })
}

/** It is booked once it is final. */
export async function confirmProposedPayment(
  tx: Transaction,
  { id, payload }: Proposal,
  { at }: { at: Date },
): Promise<Approved | Rejected> {
  if (!(await confirmColdPayment(tx, { proposalId: id, at }))) return rejected('NOTHING_TO_CHANGE')
  return { details: readSetting(payload, z.object({})).changes }
}

/** @throws Error while the transaction is not final, so that it is tried again */
export async function bookProposedPayment(
  { accounts: { database, now }, catalogue, custody, exchange }: Executing,
  { id }: Pick<Proposal, 'id'>,
): Promise<void> {
  const payment = await findColdPayment(database, id)
  if (!payment || !custody) throw new Error('custody is not connected')
  await bookColdPayment({ database, exchange, catalogue, custody, now }, payment)
}
