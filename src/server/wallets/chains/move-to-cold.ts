import type { SendState } from '#contract/custody.ts'
import type { Coin } from '#domain/coin.ts'
import { divide, parseDecimal } from '#domain/decimal.ts'
import { MINUTE_MS, SECOND_MS } from '#domain/durations.ts'
import { ownerIdOf } from '#domain/ledger.ts'
import { type Amount, amount, MILLION } from '#domain/units.ts'
import { serverKey } from '../../exchange/exchange.ts'
import { readHotShares } from '../../store/console/coins.ts'
import { readBackingRows } from '../../store/console/overview.ts'
import { eachItem } from '../../store/each-item.ts'
import {
  beginColdMove,
  type ColdMove,
  endColdMove,
  openColdMoves,
  sumWaiting,
  type WaitingSum,
} from '../../store/wallets/cold-moves.ts'
import { countIssued } from '../../store/wallets/deposit-addresses.ts'
import { areWithdrawalsStopped } from '../../store/wallets/withdrawals.ts'
import { coinOf } from '../own-withdrawals.ts'
import { bookNetworkFee } from './book-network-fee.ts'
import type { BookingServices, ChainServices, NetworkStatus } from './chain-services.ts'
import { inChainUnits, inLedgerUnits } from './chain-units.ts'
import { accountOf } from './ledger-accounts.ts'
import { leastOf } from './scan-deposits.ts'

/** Custody accepts a move within this time of its beginning, and never later. */
const ASKED_WITHIN_MS = 15 * SECOND_MS
/** By then no question of that time can be accepted any more, even if two clocks differ. */
const REFUSAL_STANDS_MS = 30 * SECOND_MS
/** A transaction that is in no block by then is signed anew with a higher fee. */
const SLOW_MS = 10 * MINUTE_MS
/** Coins are moved once they are this many times what their network charges, so that moving them costs a small part. */
const LEAST_FEES = 10n
/** The hot wallet keeps so many network fees of a network's own coin, by which it also pays for tokens. */
const KEPT_FEES = 100n

/**
 * Moves to cold storage what the hot wallets hold of a coin above its share of what customers are owed, and never what waits to be paid. Coins
 * on deposit addresses count, since their keys are as hot; they leave once they are swept.
 */
export async function moveToCold(services: ChainServices): Promise<void> {
  const { custody, database, log } = services
  const status = await custody.ask('status', {})
  if (status.kind !== 'answered') return
  const networks = status.result.networks.filter(({ reachable }) => reachable)
  const followAll = async () => {
    const followOne = async (move: ColdMove) => {
      const network = networks.find((each) => each.network === move.network)
      if (network) await follow(services, network, move)
    }
    await eachItem(await openColdMoves(database), followOne, {
      ...{ log, label: ({ id }) => ({ move: id }), failure: 'coins could not be moved to cold storage' },
    })
  }
  await followAll()
  if (status.result.stopped || (await areWithdrawalsStopped(database))) return
  await begin(services, networks)
  await followAll()
}

/** The coins of one network, in the ledger's units. */
interface Held {
  readonly network: NetworkStatus
  readonly coin: Coin
  readonly hot: bigint
  readonly all: bigint
}

async function begin(services: ChainServices, networks: readonly NetworkStatus[]): Promise<void> {
  const { database, now } = services
  const held = await countHeld(services, networks)
  // Over a network that did not answer may be more, and never less.
  const open = await openColdMoves(database)
  const waiting = await sumWaiting(database)
  const shares = await readHotShares(database)
  const owed = new Map((await readBackingRows(database)).map((row) => [row.coinId, row.owed]))
  for (const coin of new Set(held.map((each) => each.coin))) {
    if (open.some(({ coinId }) => coinId === coin.id)) continue
    const places = held.filter((each) => each.coin === coin).toSorted((a, b) => (a.hot < b.hot ? 1 : -1))
    const may = divide((owed.get(coin.id) ?? 0n) * (shares.get(coin.symbol) ?? MILLION), MILLION, 'up')
    let excess = places.reduce((sum, { all }) => sum + all, 0n) - may
    for (const place of places) {
      const units = smaller(excess, place.hot - keptOf(place, waiting))
      const least = leastOf(coin, place.network.network) * LEAST_FEES
      if (place.network.coldAddress === undefined || units < least) continue
      const { network } = place.network
      await beginColdMove(database, { network, coinId: coin.id, amount: amount(units), begunAt: now() })
      excess -= units
    }
  }
}

const smaller = (one: bigint, other: bigint) => (one < other ? one : other)

/** Coins that stay: those that wait to be paid over a network, and fees of its own coin. */
function keptOf({ network: { network, coins }, coin }: Held, waiting: readonly WaitingSum[]): bigint {
  const sum = waiting.find((each) => each.network === network && each.coinId === coin.id)?.units ?? 0n
  return coins[0]?.symbol === coin.symbol ? sum + leastOf(coin, network) * KEPT_FEES : sum
}

async function countHeld(
  { custody, catalogue, database }: ChainServices,
  networks: readonly NetworkStatus[],
): Promise<Held[]> {
  const issued = await countIssued(database)
  const held: Held[] = []
  for (const network of networks) {
    const reply = await custody.ask('balances', { network: network.network, issued })
    if (reply.kind !== 'answered') continue
    for (const { symbol, decimals, ...row } of reply.result.coins) {
      const coin = catalogue.coinBySymbol.get(symbol)
      const [hot, deposits] = [parseDecimal(row.hot, 0), parseDecimal(row.deposits, 0)]
      if (!coin || hot === undefined || deposits === undefined) continue
      const cut = (units: bigint) => inLedgerUnits(units, decimals, coin)
      held.push({ network, coin, hot: cut(hot), all: cut(hot + deposits) })
    }
  }
  return held
}

/** The name under which custody knows a move. */
export const intentOf = ({ id }: Pick<ColdMove, 'id'>): string => `to-cold-${id}`

async function follow(services: ChainServices, network: NetworkStatus, move: ColdMove): Promise<void> {
  const { custody, database, now } = services
  const { id, begunAt } = move
  // The time of the question: an answer that was read late says nothing of the time since.
  const age = now().getTime() - begunAt.getTime()
  const found = await custody.ask('find', { id: intentOf(move) })
  if (found.kind !== 'answered') return
  if (found.result.state !== 'UNKNOWN_INTENT') return book(services, network, { move, sent: found.result })
  if (age >= REFUSAL_STANDS_MS) return endColdMove(database, { id, at: now(), refusal: 'NOT_ACCEPTED' })
  const { symbol, ...coin } = coinOf(services.catalogue, move.coinId)
  const carried = network.coins.find((each) => each.symbol === symbol)
  if (!carried || network.coldAddress === undefined || age >= ASKED_WITHIN_MS) return
  const units = inChainUnits(move.amount, carried.decimals, coin)
  const asked = await custody.ask('send', {
    ...{ id: intentOf(move), network: network.network, coin: carried.symbol, to: network.coldAddress },
    ...{ amount: units.toString(), approvals: [], until: begunAt.getTime() + ASKED_WITHIN_MS },
  })
  if (asked.kind === 'answered') await book(services, network, { move, sent: asked.result })
}

/** Books a move whose outcome is final: from the hot to the cold account, and the network's fee. */
async function book(
  services: ChainServices,
  network: NetworkStatus,
  { move, sent }: { move: ColdMove; sent: SendState },
): Promise<void> {
  const { custody, database, now } = services
  const { id, begunAt } = move
  // A refusal says that it is in a block by now, or that its fee is as high as it may be.
  if (sent.state === 'SENT' && now().getTime() - begunAt.getTime() >= SLOW_MS)
    await custody.ask('replace', { id: intentOf(move) })
  if (!sent.isFinal) return
  const userId = ownerIdOf(accountOf('hot', network.network))
  if (sent.state === 'CONFIRMED') await bookMove(services, network, { cause: intentOf(move), from: 'hot', ...move })
  await bookNetworkFee(services, network, { cause: intentOf(move), userId, sent })
  const refusal = sent.state === 'FAILED' ? 'FAILED' : undefined
  await endColdMove(database, { id, at: now(), txid: sent.txid, refusal })
}

interface Moved {
  /** It names the move, which is booked once. */
  readonly cause: string
  readonly from: 'hot' | 'cold'
  readonly coinId: number
  readonly amount: Amount
}

/** Books coins that went from one wallet of the exchange to the other. */
export async function bookMove(
  { exchange }: Pick<BookingServices, 'exchange'>,
  { network }: Pick<NetworkStatus, 'network'>,
  { cause, from, coinId, amount: units }: Moved,
): Promise<void> {
  const [hot, cold] = [accountOf('hot', network), accountOf('cold', network)]
  const reference = `chain/${network}/${cause}`
  const result = await exchange.submit({
    type: 'sweep',
    ...{ userId: ownerIdOf(hot), key: serverKey(reference), fingerprint: `${reference} ${units}`, reference },
    ...{ debit: from === 'hot' ? cold : hot, credit: from === 'hot' ? hot : cold, coinId, amount: units },
  })
  if (result.kind === 'refused' && result.code !== 'ALREADY_CREDITED')
    throw new Error(`the move ${reference} could not be booked: ${result.code}`)
}
