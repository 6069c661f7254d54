import type { SendState } from '#contract/custody.ts'
import type { CustodyRefusal } from '#contract/custody-refusals.ts'
import type { Coin } from '#domain/coin.ts'
import { formatDecimal, parseDecimal } from '#domain/decimal.ts'
import { MINUTE_MS, SECOND_MS } from '#domain/durations.ts'
import type { CoinFailure } from '#domain/outgoing-transfer.ts'
import { amount as units } from '#domain/units.ts'
import { serverKey } from '../../exchange/exchange.ts'
import { queueNotice } from '../../notifications/queue-notice.ts'
import { eachItem } from '../../store/each-item.ts'
import {
  beginSending,
  type CoinWithdrawal,
  endOutgoing,
  noteLook,
  noteProgress,
  sentCoinWithdrawals,
  signaturesOf,
  unsentCoinWithdrawals,
  waitAgain,
} from '../../store/wallets/outgoing-transfers.ts'
import { advanceWithdrawal, areWithdrawalsStopped, lockWithdrawal } from '../../store/wallets/withdrawals.ts'
import { giveBack } from '../give-back.ts'
import { coinOf } from '../own-withdrawals.ts'
import { bookNetworkFee, networkFeeOf } from './book-network-fee.ts'
import type { BookingServices, ChainServices, NetworkStatus } from './chain-services.ts'
import { inChainUnits, inLedgerUnits } from './chain-units.ts'
import { accountOf } from './ledger-accounts.ts'

const ROWS_MAX = 50
/** The least time between two looks at what is on its way. */
const LOOK_EVERY_MS = 5 * SECOND_MS
/** Custody accepts a payment within this time of the decision to ask for it, and never later. */
const ASKED_WITHIN_MS = 15 * SECOND_MS
/** By then no question of that time can be accepted any more, even if two clocks differ. */
const REFUSAL_STANDS_MS = 30 * SECOND_MS
const RETRY_MS = 10 * MINUTE_MS
/** Refusals that say nothing of the payment: it is asked for again at once. */
const REFUSED_FOR_NOW: ReadonlySet<string> = new Set<CustodyRefusal>(['NODE_FAILED', 'TOO_LATE', 'CUSTODY_FAILED'])
/** A transaction that is in no block by then is signed anew with a higher fee. */
const SLOW_MS = 10 * MINUTE_MS

/** Faults of the payment itself, for which it is refused again however often it is asked for. */
const REFUSED_FOR_EVER: ReadonlySet<CustodyRefusal> = new Set([
  'ADDRESS_INVALID',
  'OWN_ADDRESS',
  'AMOUNT_INVALID',
  'TAG_NOT_SUPPORTED',
  'TAG_INVALID',
  'TAG_REQUIRED',
])

/**
 * Takes every withdrawal over a chain one step further. Custody knows a payment by the withdrawal's number and pays it once, however often it
 * is asked. An unknown outcome counts as nothing: the withdrawal is looked up until custody says what became of it.
 */
export async function sendWithdrawals(services: ChainServices): Promise<void> {
  const { custody, database, log } = services
  const status = await custody.ask('status', {})
  if (status.kind !== 'answered') return
  const isStopped = status.result.stopped || (await areWithdrawalsStopped(database))
  for (const network of status.result.networks.filter(({ reachable }) => reachable)) {
    if (!isStopped) await beginWaiting(services, network)
    const before = new Date(services.now().getTime() - LOOK_EVERY_MS)
    const sent = await sentCoinWithdrawals(database, { network: network.network, before, most: ROWS_MAX })
    await eachItem(sent, (withdrawal) => follow(services, network, withdrawal), {
      ...{ log, label: ({ id }) => ({ withdrawal: id }), failure: 'a withdrawal could not be followed' },
    })
  }
}

/**
 * Begins what waits. A withdrawal whose money is not held was not raised by the exchange: it is never sent. One to an address that is on the
 * list of screening by now is refused, and nothing is sent while screening says nothing.
 */
async function beginWaiting(services: ChainServices, { network, confirmations }: NetworkStatus): Promise<void> {
  const { database, now, log, screening } = services
  const begin = async ({ id, address, isHeld, isFrozen }: CoinWithdrawal) => {
    const screened = await screening.check({ network, addresses: [address] })
    if (screened.kind === 'unavailable') return undefined
    if (!isHeld) return log.error({ withdrawal: id }, 'nothing is held for a withdrawal, which is not sent')
    if (isFrozen) return end(services, id, { as: 'REFUSED', reason: 'ACCOUNT_FROZEN' })
    if (screened.kind === 'hit') return end(services, id, { as: 'REFUSED', reason: 'ADDRESS_BLOCKED' })
    return database.transaction((tx) =>
      beginSending(tx, { id, network, confirmationsNeeded: confirmations, at: now() }),
    )
  }
  await eachItem(await unsentCoinWithdrawals(database, { network, at: now(), most: ROWS_MAX }), begin, {
    ...{ log, label: ({ id }) => ({ withdrawal: id }), failure: 'a withdrawal could not be begun' },
  })
}

/** The name under which custody knows a withdrawal. */
export const intentOf = ({ id }: Pick<CoinWithdrawal, 'id'>): string => `withdrawal-${id}`

async function follow(services: ChainServices, network: NetworkStatus, withdrawal: CoinWithdrawal): Promise<void> {
  const { custody, database, now } = services
  const { id } = withdrawal
  // The time of the question: an answer that was read late says nothing of the time since.
  const at = now()
  const found = await custody.ask('find', { id: intentOf(withdrawal) })
  if (found.kind !== 'answered') return noteLook(database, { id, at })
  if (found.result.state === 'UNKNOWN_INTENT' && withdrawal.state === 'SIGNED')
    return askFor(services, network, { withdrawal, at })
  // Its journal is older than this payment: nothing may be asked for again before a person has looked at the chain.
  if (found.result.state === 'UNKNOWN_INTENT') throw new Error(`custody does not know what it has sent for ${id}`)
  return book(services, network, { withdrawal, sent: found.result })
}

/** Asks custody for a payment that it does not know. One that it refused, or that was not asked for in time, waits again. */
async function askFor(
  services: ChainServices,
  network: NetworkStatus,
  { withdrawal, at }: { withdrawal: CoinWithdrawal; at: Date },
): Promise<void> {
  const { custody, database } = services
  const { id, askedAt, refusal, address, tag } = withdrawal
  const asked = askedAt?.getTime() ?? 0
  if (at.getTime() >= asked + REFUSAL_STANDS_MS) {
    const isSoon = refusal === undefined || REFUSED_FOR_NOW.has(refusal)
    const retryAt = new Date(at.getTime() + (isSoon ? 0 : RETRY_MS))
    await database.transaction((tx) => waitAgain(tx, { id, at, retryAt }))
    return
  }
  const until = asked + ASKED_WITHIN_MS
  if (refusal !== undefined || at.getTime() >= until) return noteLook(database, { id, at })
  const payment = paymentOf(services, network, withdrawal)
  if (!payment) return noteLook(database, { id, at, refusal: 'COIN_NOT_SERVED' })
  const answer = await custody.ask('send', {
    ...{ id: intentOf(withdrawal), network: network.network, to: address, until, ...payment },
    ...(tag !== undefined && { tag }),
    approvals: await signaturesOf(database, id),
  })
  if (answer.kind === 'answered') return book(services, network, { withdrawal, sent: answer.result })
  if (answer.kind === 'refused' && REFUSED_FOR_EVER.has(answer.code))
    return end(services, id, { as: 'FAILED', reason: 'ADDRESS_REFUSED' })
  return noteLook(database, { id, at, refusal: answer.kind === 'refused' ? answer.code : undefined })
}

/** The coin and its base units that a withdrawal pays; `undefined` while the network does not carry the coin. */
function paymentOf(
  { catalogue }: Pick<ChainServices, 'catalogue'>,
  { coins }: NetworkStatus,
  { coinId, amount, networkFee }: CoinWithdrawal,
): { readonly coin: string; readonly amount: string } | undefined {
  const coin = coinOf(catalogue, coinId)
  const carried = coins.find(({ symbol }) => symbol === coin.symbol)
  if (!carried) return undefined
  const base = inChainUnits(units(amount - networkFee), carried.decimals, coin)
  return { coin: carried.symbol, amount: base.toString() }
}

interface Sent {
  readonly withdrawal: CoinWithdrawal
  readonly sent: SendState
}

/** Notes how far a payment is, and ends the withdrawal once its outcome is final. */
async function book(services: ChainServices, network: NetworkStatus, { withdrawal, sent }: Sent): Promise<void> {
  const { database, custody, now } = services
  const { id } = withdrawal
  const { state, txid, confirmations, isFinal } = sent
  const at = now()
  // A number of a lost state of the database may be another's by now.
  const asked = paymentOf(services, network, withdrawal)
  if (asked && sent.amount !== undefined && sent.amount !== asked.amount)
    throw new Error(`custody has sent ${sent.amount} for ${id}, and ${asked.amount} was asked`)
  if (state === 'CONFIRMED' && isFinal) return confirm(services, network, { withdrawal, sent })
  if (state === 'FAILED' && isFinal) {
    await bookNetworkFee(services, network, { cause: intentOf(withdrawal), userId: withdrawal.userId, sent })
    return end(services, id, { as: 'FAILED', reason: 'NETWORK_FAILED' })
  }
  const isWithNode = state === 'SENT' || state === 'CONFIRMED'
  if (isWithNode) await announceSent(services, withdrawal, at)
  const fee = state === 'CONFIRMED' ? networkFeeOf(services, network, sent)?.fee : undefined
  await noteProgress(database, { id, at, txid: isWithNode ? txid : undefined, confirmations, fee })
  const isSlow =
    state === 'SENT' && withdrawal.sentAt !== undefined && at.getTime() - withdrawal.sentAt.getTime() >= SLOW_MS
  // A refusal says that it is in a block by now, or that its fee is as high as it may be.
  if (isSlow) await custody.ask('replace', { id: intentOf(withdrawal) })
}

const announceSent = ({ database, catalogue }: ChainServices, withdrawal: CoinWithdrawal, at: Date): Promise<void> =>
  database.transaction(async (tx) => {
    if (await advanceWithdrawal(tx, { id: withdrawal.id, to: 'SENT', at }))
      await notify(tx, withdrawal, { coin: coinOf(catalogue, withdrawal.coinId), kind: 'SENT', at })
  })

const notify = (
  tx: Parameters<typeof queueNotice>[0],
  { id, userId, amount }: CoinWithdrawal,
  { coin, kind, at }: { coin: Coin; kind: 'SENT' | 'CONFIRMED'; at: Date },
): Promise<void> =>
  queueNotice(tx, {
    ...{ userId, kind: `WITHDRAWAL_${kind}`, topic: `withdrawal:${id}`, eventKey: `withdrawal:${id}:${kind}`, at },
    params: { withdrawalId: String(id), coin: coin.symbol, amount: formatDecimal(amount, coin.decimals) },
  })

/** The amount that the chain was given leaves through the network's wallet, and the rest of the amount is the fee that its user was charged. */
export async function confirm(
  services: BookingServices,
  network: NetworkStatus,
  { withdrawal, sent, wallet = 'hot' }: Sent & { readonly wallet?: 'hot' | 'cold' },
): Promise<void> {
  const { database, exchange, catalogue, now } = services
  const { id, userId, coinId, amount, holdReference: reference } = withdrawal
  const coin = coinOf(catalogue, coinId)
  const decimals = network.coins.find(({ symbol }) => symbol === coin.symbol)?.decimals
  if (decimals === undefined || sent.txid === undefined) throw new Error(`custody does not say what it sent for ${id}`)
  const paid = inLedgerUnits(parseDecimal(sent.amount ?? '', 0) ?? 0n, decimals, coin)
  const charged = units(amount - paid)
  const result = await exchange.submit({
    type: 'settle',
    ...{ userId, key: serverKey(`chain:settle:${id}`), fingerprint: reference, reference, rest: 'released' },
    parts: [
      { account: accountOf(wallet, network.network), amount: paid },
      ...(charged > 0n ? [{ account: accountOf('feesCharged', network.network), amount: charged }] : []),
    ],
  })
  // A missing hold may be settled already; the mark requires that it is.
  if (result.kind === 'refused' && result.code !== 'HOLD_NOT_FOUND')
    throw new Error(`what is held for withdrawal ${id} could not leave: ${result.code}`)
  const fee = await bookNetworkFee(services, network, { cause: intentOf(withdrawal), userId, sent, wallet })
  const { txid, confirmations = network.confirmations } = sent
  await database.transaction(async (tx) => {
    const at = now()
    if (!(await endOutgoing(tx, { id, at, txid, confirmations, fee }))) return
    await advanceWithdrawal(tx, { id, to: 'CONFIRMED', at, sentReference: txid })
    await notify(tx, withdrawal, { coin, kind: 'CONFIRMED', at })
  })
}

/** Ends a withdrawal that will never be paid, and gives its money back. */
async function end(
  services: ChainServices,
  id: number,
  how: { readonly as: 'REFUSED' | 'FAILED'; readonly reason: CoinFailure },
): Promise<void> {
  const row = await services.database.transaction((tx) => lockWithdrawal(tx, id))
  if (row) await giveBack(services, row, how)
}
