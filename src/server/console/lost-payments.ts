import * as z from 'zod/mini'
import { accountsOfCoin, directionsOfCoin, LostPayment } from '#contract/operations-restore.ts'
import { Rejected, rejected } from '#contract/rejected.ts'
import type { Coin } from '#domain/coin.ts'
import { readId } from '#domain/counts.ts'
import { parseDecimal } from '#domain/decimal.ts'
import type { LedgerAccount } from '#domain/ledger.ts'
import { type Amount, amount } from '#domain/units.ts'
import { serverKey } from '../exchange/exchange.ts'
import { readAccountFacts } from '../store/accounts/console-users.ts'
import type { Proposal } from '../store/accounts/proposals.ts'
import { findOpenRestore } from '../store/back-up/restores.ts'
import type { Catalogue } from '../store/catalogue.ts'
import { isBooked } from '../store/console/overview.ts'
import type { Transaction } from '../store/database.ts'
import { readBalances } from '../store/wallets/balances.ts'
import { isDepositKnown } from '../store/wallets/deposits.ts'
import { lockWithdrawal } from '../store/wallets/withdrawals.ts'
import { bookNetworkFee } from '../wallets/chains/book-network-fee.ts'
import { inChainUnits } from '../wallets/chains/chain-units.ts'
import type { Act } from './act.ts'
import type { ConsoleServices } from './console-services.ts'
import type { Approved, Executing } from './proposals/proposal.ts'
import { invalid, proposeSetting, readSetting } from './proposals/setting.ts'

type Asked = z.output<typeof LostPayment>

/** With the receiver that custody names. */
const Stored = z.extend(LostPayment, { coldAddress: z.optional(z.string()) })

/** As custody and the gateway of payouts know it. */
const NAME_OF_WITHDRAWAL = /^(?:withdrawal|kimia)-(\d{1,15})$/

interface Payment {
  readonly userId: number
  readonly coin: Coin
  readonly units: Amount
  readonly isOut: boolean
  readonly account: LedgerAccount
  /** Custody's network, if it was paid over a chain. */
  readonly network: string | undefined
  /** Its name at custody, the gateway or the bank. */
  readonly name: string
  readonly reference: string
}

/**
 * Proposes to book a payment that custody, a gateway or a bank made in the time that a restore lost, while nothing may leave. One over a chain is
 * compared with custody's word, and the proposal has its receiver. Refuses NOTHING_TO_CHANGE (no restore is open, or it is booked already),
 * SETTING_INVALID, USER_NOT_FOUND, CUSTODY_UNAVAILABLE, TOO_MANY_PROPOSALS, PROPOSAL_EXISTS.
 */
export async function proposePayment(
  { accounts: { database, now }, catalogue, custody }: Pick<ConsoleServices, 'accounts' | 'catalogue' | 'custody'>,
  asked: Asked,
  act: Act,
): Promise<{ readonly id: number } | Rejected> {
  const payment = readPayment(catalogue, asked)
  if (payment instanceof Rejected) return payment
  let receiver: string | undefined
  if (payment.network !== undefined) {
    const sent = await findSent(custody, payment)
    if (!sent) return rejected('CUSTODY_UNAVAILABLE')
    if (!sent.status || sent.asked === undefined) return invalid('lostAccount')
    if (sent.state !== 'CONFIRMED' || !sent.isFinal) return invalid('transferReference')
    if (sent.coin !== payment.coin.symbol) return invalid('lostCoin')
    if (sent.network !== payment.network) return invalid('lostAccount')
    if (sent.amount !== sent.asked) return invalid('lostAmount')
    receiver = sent.to
  }
  return database.transaction(async (tx) => {
    const refused = await refusalOf(tx, payment)
    if (refused) return refused
    // The other admin compares it with the customer.
    const after = { ...asked, coldAddress: receiver }
    const proposed = { subject: payment.name, before: undefined, after }
    return proposeSetting(tx, { kind: 'BOOK_LOST_PAYMENT', ...proposed }, { act, at: now() })
  })
}

/** Refuses SETTING_INVALID. */
function readPayment({ coinBySymbol }: Catalogue, asked: Asked): Payment | Rejected {
  const coin = coinBySymbol.get(asked.lostCoin)
  if (!coin) return invalid('lostCoin')
  const account = accountsOfCoin(coin.symbol).find((each) => each === asked.lostAccount)
  if (!account) return invalid('lostAccount')
  if (!directionsOfCoin(coin.symbol).includes(asked.lostDirection)) return invalid('lostDirection')
  const isOut = asked.lostDirection === 'PAID_OUT'
  const [role, place] = account.split('/')
  const units = parseDecimal(asked.lostAmount, coin.decimals)
  if (units === undefined || units === 0n) return invalid('lostAmount')
  const name = asked.transferReference
  if (role === 'hot' && !NAME_OF_WITHDRAWAL.test(name)) return invalid('transferReference')
  return {
    ...{ userId: readId(asked.customer), coin, units: amount(units), isOut, account, name },
    network: role === 'hot' ? place : undefined,
    reference: `lost/${name}`,
  }
}

async function refusalOf(tx: Transaction, { userId, coin, units, isOut, name, reference }: Payment) {
  if (!(await findOpenRestore(tx))) return rejected('NOTHING_TO_CHANGE')
  if (!(await readAccountFacts(tx, userId))) return rejected('USER_NOT_FOUND')
  // One that the restored state has is followed by its own job.
  const number = NAME_OF_WITHDRAWAL.exec(name)?.[1]
  const isKnown = number === undefined ? await isDepositKnown(tx, name) : await lockWithdrawal(tx, readId(number))
  if (isKnown || (await isBooked(tx, reference))) return rejected('NOTHING_TO_CHANGE')
  const balance = (await readBalances(tx, userId)).find(({ coinId }) => coinId === coin.id)
  return isOut && (balance?.available ?? 0n) < units ? invalid('lostAmount') : undefined
}

/** Custody's word on a payment, its network and the asked amount in base units, if custody serves them; `undefined` while it does not answer. */
async function findSent(custody: Executing['custody'], { network: name, coin, units, name: id }: Payment) {
  const status = await custody?.ask('status', {})
  const found = await custody?.ask('find', { id })
  if (status?.kind !== 'answered' || found?.kind !== 'answered') return undefined
  const network = status.result.networks.find((each) => each.network === name)
  const decimals = network?.coins.find(({ symbol }) => symbol === coin.symbol)?.decimals
  const asked = decimals === undefined ? undefined : inChainUnits(units, decimals, coin).toString()
  return { ...found.result, status: network, asked }
}

export async function approveLostPayment(
  tx: Transaction,
  { payload }: Proposal,
  { catalogue }: Pick<Executing, 'catalogue'>,
): Promise<Approved | Rejected> {
  const { after, changes } = readSetting(payload, Stored)
  const payment = readPayment(catalogue, after)
  if (payment instanceof Rejected) return payment
  return (await refusalOf(tx, payment)) ?? { userId: payment.userId, details: changes }
}

/** Books it, with the fee that its network took; a repeat moves nothing twice. @throws Error while it cannot be booked whole */
export async function bookLostPayment(services: Executing, { payload }: Proposal): Promise<void> {
  const { catalogue, custody, exchange } = services
  const payment = readPayment(catalogue, readSetting(payload, Stored).after)
  if (payment instanceof Rejected) throw new Error('the coin of a lost payment is not served any more')
  const { userId, coin, units, isOut, account, network, name, reference } = payment
  const sent = network === undefined ? undefined : await findSent(custody, payment)
  if (network !== undefined && !sent?.status) throw new Error(`custody does not answer for ${name}`)
  const moved = { userId, fingerprint: reference, reference, coinId: coin.id, amount: units }
  const done = (result: Awaited<ReturnType<typeof exchange.submit>>, already: string) => {
    if (result.kind === 'refused' && result.code !== already)
      throw new Error(`the lost payment ${name} could not be booked: ${result.code}`)
  }
  if (!isOut) {
    const credit = { ...moved, type: 'credit', key: serverKey(reference), source: account } as const
    return done(await exchange.submit(credit), 'ALREADY_CREDITED')
  }
  done(await exchange.submit({ ...moved, type: 'hold', key: serverKey(`${reference}:hold`) }), 'ALREADY_HELD')
  const settled = await exchange.submit({
    ...{ userId, fingerprint: reference, reference, type: 'settle', key: serverKey(`${reference}:settle`) },
    ...{ parts: [{ account, amount: units }], rest: 'released' },
  })
  done(settled, 'HOLD_NOT_FOUND')
  if (sent?.status) await bookNetworkFee(services, sent.status, { cause: name, userId, sent })
}
