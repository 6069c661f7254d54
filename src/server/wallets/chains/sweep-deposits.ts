import type { SendState } from '#contract/custody.ts'
import { amount } from '#domain/units.ts'
import { eachItem } from '../../store/each-item.ts'
import { beginSweeps, endSweep, noteSweep, openSweeps, type Sweep } from '../../store/wallets/sweeps.ts'
import { areWithdrawalsStopped } from '../../store/wallets/withdrawals.ts'
import { coinOf } from '../own-withdrawals.ts'
import { bookNetworkFee } from './book-network-fee.ts'
import type { ChainServices, NetworkStatus } from './chain-services.ts'
import { leastOf } from './scan-deposits.ts'

/** Coins are moved once they are this many times what their network charges, so that moving them costs a small part. */
const LEAST_FEES = 10n
/** Addresses that are begun in a round. */
const BEGUN_MAX = 5

/**
 * Moves what users have deposited from their addresses to the hot wallet, which pays withdrawals. Both are one account of the ledger, so that
 * only the networks' fees are booked.
 */
export async function sweepDeposits(services: ChainServices): Promise<void> {
  const { custody, database, catalogue, now, log } = services
  const status = await custody.ask('status', {})
  if (status.kind !== 'answered' || status.result.stopped || (await areWithdrawalsStopped(database))) return
  for (const network of status.result.networks.filter(({ reachable }) => reachable)) {
    for (const { symbol } of network.coins) {
      const coin = catalogue.coinBySymbol.get(symbol)
      if (!coin) continue
      const least = amount(leastOf(coin, network.network) * LEAST_FEES)
      await beginSweeps(database, { network: network.network, coinId: coin.id, least, at: now(), most: BEGUN_MAX })
    }
    await eachItem(await openSweeps(database, network.network), (sweep) => follow(services, network, sweep), {
      ...{ log, label: ({ id }) => ({ sweep: id }), failure: 'coins of a deposit address could not be moved' },
    })
  }
}

/** The name under which custody knows a sweep. */
export const intentOf = ({ id }: Pick<Sweep, 'id'>): string => `sweep-deposits-${id}`

async function follow(services: ChainServices, network: NetworkStatus, sweep: Sweep): Promise<void> {
  const { custody, catalogue, database, now } = services
  const { id, coinId, index } = sweep
  const found = await custody.ask('find', { id: intentOf(sweep) })
  if (found.kind !== 'answered') return noteSweep(database, { id, at: now() })
  if (found.result.state !== 'UNKNOWN_INTENT') return book(services, network, { sweep, sent: found.result })
  const { symbol } = coinOf(catalogue, coinId)
  const coin = network.coins.find((each) => each.symbol === symbol)?.symbol
  if (coin === undefined) return noteSweep(database, { id, at: now(), refusal: 'COIN_NOT_SERVED' })
  const asked = await custody.ask('sweep', { id: intentOf(sweep), network: network.network, index, coin })
  if (asked.kind === 'answered') return book(services, network, { sweep, sent: asked.result })
  // Another sweep has moved them, or the network spends deposits where they are.
  if (asked.kind === 'refused' && asked.code === 'NOTHING_TO_SWEEP') return end(services, sweep)
  return noteSweep(database, { id, at: now(), refusal: asked.kind === 'refused' ? asked.code : undefined })
}

/** The name of the coins for its fee, which custody sends first where the address has none. */
export const gasIntentOf = (sweep: Pick<Sweep, 'id'>): string => `${intentOf(sweep)}:gas`

const end = ({ database, now }: ChainServices, { id }: Sweep): Promise<void> =>
  database.transaction((tx) => endSweep(tx, { id, at: now() }))

async function book(
  services: ChainServices,
  network: NetworkStatus,
  { sweep, sent }: { sweep: Sweep; sent: SendState },
): Promise<void> {
  const { custody, database, now } = services
  const { id, userId } = sweep
  if (!sent.isFinal) return noteSweep(database, { id, at: now(), txid: sent.txid })
  const gas = await custody.ask('find', { id: gasIntentOf(sweep) })
  if (gas.kind !== 'answered') return noteSweep(database, { id, at: now(), txid: sent.txid })
  for (const each of [sent, gas.result])
    if (each.isFinal) await bookNetworkFee(services, network, { cause: each.id, userId, sent: each })
  // A sweep that failed for good stays in sight and is not tried again: each try costs a fee.
  const refusal = sent.state === 'FAILED' ? 'FAILED' : undefined
  await noteSweep(database, { id, at: now(), txid: sent.txid, refusal })
  if (refusal === undefined) await end(services, sweep)
}
