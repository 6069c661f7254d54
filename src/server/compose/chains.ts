import type { Rejected } from '#contract/rejected.ts'
import { GOLD_DELIVERY } from '#domain/delivery.ts'
import { MINUTE_MS, SECOND_MS } from '#domain/durations.ts'
import type { Destination } from '#domain/ledger.ts'
import { KNOWN_NETWORKS } from '#domain/networks.ts'
import { BANK_TRANSFER } from '#domain/outgoing-transfer.ts'
import { type NetworkTransfer, TRANSFERS, type Transfers } from '#domain/transfers.ts'
import { USER_TRANSFER } from '#domain/user-transfer.ts'
import type { AddressBook } from '../accounts/saved-address-routes.ts'
import type { Route } from '../http/route.ts'
import type { CustodyClient } from '../providers/custody/custody.ts'
import { createCustodySocket } from '../providers/custody/custody-socket.ts'
import { createAddressList } from '../providers/screening/address-list.ts'
import { NO_SCREENING, type Screening } from '../providers/screening/screening.ts'
import { LeaseLost } from '../store/job-leases.ts'
import type { NetworkStatus } from '../wallets/chains/chain-services.ts'
import { explorerOf } from '../wallets/chains/explorers.ts'
import { moveToCold } from '../wallets/chains/move-to-cold.ts'
import { bookOpeningBalances } from '../wallets/chains/opening-balances.ts'
import { readAddress, readCoinDestination } from '../wallets/chains/read-coin-destination.ts'
import { chainRoutes } from '../wallets/chains/routes.ts'
import { scanDeposits } from '../wallets/chains/scan-deposits.ts'
import { sendWithdrawals } from '../wallets/chains/send-withdrawals.ts'
import { sweepDeposits } from '../wallets/chains/sweep-deposits.ts'
import { giveBackUnserved } from '../wallets/give-back.ts'
import type { AskedDestination } from '../wallets/wallets.ts'
import type { Core } from './core.ts'
import type { Job, Lease } from './jobs.ts'

const SCAN_EVERY_MS = 3 * SECOND_MS
/** Custody asks a node of each network for it, for each process. */
const STATUS_EVERY_MS = 10 * SECOND_MS
const SEND_EVERY_MS = 3 * SECOND_MS
const SWEEP_EVERY_MS = MINUTE_MS
/** It counts all balances. */
const COLD_EVERY_MS = 5 * MINUTE_MS
/** Scanning many blocks takes a node a while. */
const CUSTODY_TIMEOUT_MS = 30 * SECOND_MS

/** Coins that come in and leave over chains. */
export interface Chains {
  /** The ways that work now: a network while custody reaches its node. */
  readonly transfers: Transfers
  readonly readCoinDestination: (asked: AskedDestination) => Promise<Destination | Rejected>
  /** An address as its network writes it. */
  readonly readAddress: AddressBook['readAddress']
  /** The ways out that this server serves, whether they work now or not. */
  readonly withdrawalWays: readonly string[]
  readonly routes: readonly Route[]
  readonly jobs: readonly Job[]
  /** Absent on a server that is not connected to custody. */
  readonly custody: CustodyClient | undefined
  close(): void
}

/** Stands in for custody on a server that is not connected to it. */
const NO_CUSTODY: CustodyClient = { ask: async () => ({ kind: 'unavailable' }), close: () => undefined }

/**
 * Custody as a job may ask it: the fence of its lease goes with each question, so that a process that was paused pays nothing that the next
 * holder of the lease knows nothing of. The first question after the lease was lost ends the run.
 */
export const underLease = (
  custody: Pick<CustodyClient, 'ask'>,
  { isHeld, fence }: Pick<Lease, 'isHeld' | 'fence'>,
): Pick<CustodyClient, 'ask'> => ({
  async ask(method, params) {
    if (!isHeld()) throw new LeaseLost()
    const reply = await custody.ask(method, params, fence)
    if (reply.kind === 'refused' && reply.code === 'LEASE_LOST') throw new LeaseLost(reply.reason)
    return reply
  },
})

/** Screening whose faults the gauges show, so that operators on duty are woken. */
function openScreening({ config: { screeningList }, gauges }: Pick<Core, 'config' | 'gauges'>): Screening {
  if (screeningList === undefined) return NO_SCREENING
  const list = createAddressList(screeningList)
  return {
    async check(asked) {
      const outcome = await list.check(asked)
      gauges.noteVendor('screening', outcome.kind === 'unavailable' ? outcome.fault : undefined)
      return outcome
    },
  }
}

/** A process that answers customers reads nothing from chains, and has to know all the same which of them custody serves. */
const asking = (askStatus: () => Promise<unknown>): Job => ({
  name: 'ask custody which networks it serves',
  everyMs: STATUS_EVERY_MS,
  runsIn: 'each process',
  run: async () => void (await askStatus()),
})

export function openChains({ config, database, exchange, catalogue, logger, gauges }: Core): Chains {
  const { custodySocket: path } = config
  const { role, custodyToken: token } = config.process
  const connected = path === undefined ? undefined : createCustodySocket({ path, token, timeoutMs: CUSTODY_TIMEOUT_MS })
  const custody = connected ?? NO_CUSTODY
  const networks = new Map<string, NetworkTransfer>()
  const transfers = { ...TRANSFERS, networks }
  const screening = openScreening({ config, gauges })
  const services = {
    ...{ database, exchange, catalogue, transfers, custody, screening },
    now: () => new Date(),
    log: logger,
  }
  const askStatus = async () => {
    const status = await custody.ask('status', {})
    const { stopped, networks: served } = status.kind === 'answered' ? status.result : { stopped: true, networks: [] }
    gauges.noteCustody({
      ...{ reachable: status.kind === 'answered', stopped },
      networks: new Map(served.map(({ network, reachable }) => [network, reachable])),
    })
    networks.clear()
    for (const network of served) networks.set(network.network, transferOf(network, { stopped }))
    return served
  }
  const follow = async () => {
    const served = await askStatus()
    // Asked also while nothing moves: operators hear of a list that cannot be read before customers do.
    await screening.check({ network: '', addresses: [] })
    await bookOpeningBalances(services, served)
    await scanDeposits(services)
  }
  const under = (lease: Lease) => ({ ...services, custody: underLease(custody, lease) })
  const jobs: Job[] = [
    { name: 'read deposits from chains', everyMs: SCAN_EVERY_MS, runsIn: 'one process', run: follow },
    {
      name: 'send withdrawals to chains',
      everyMs: SEND_EVERY_MS,
      runsIn: 'one process',
      run: (_stopping, lease) => sendWithdrawals(under(lease)),
    },
    {
      name: 'move deposits to the hot wallet',
      everyMs: SWEEP_EVERY_MS,
      runsIn: 'one process',
      run: (_stopping, lease) => sweepDeposits(under(lease)),
    },
    {
      name: 'move coins to cold storage',
      everyMs: COLD_EVERY_MS,
      runsIn: 'one process',
      run: (_stopping, lease) => moveToCold(under(lease)),
    },
  ]
  return {
    transfers,
    readAddress: (typed) => readAddress(services, typed),
    readCoinDestination: (asked) => readCoinDestination(services, asked),
    withdrawalWays: [
      ...(transfers.bank.withdrawal ? [BANK_TRANSFER] : []),
      ...[USER_TRANSFER, GOLD_DELIVERY],
      ...(path === undefined ? [] : KNOWN_NETWORKS),
    ],
    routes: chainRoutes(services),
    jobs: path === undefined ? [] : role === 'api' ? [asking(askStatus)] : jobs,
    custody: connected,
    close: custody.close,
  }
}

/**
 * Gives back, at a start, the withdrawals over ways that are not served any more. The process that has them sent knows these; one that answers
 * customers may not even be connected to custody.
 */
export async function endUnserved(
  { config, database, exchange, catalogue, logger: log }: Core,
  { withdrawalWays: served }: Pick<Chains, 'withdrawalWays'>,
): Promise<void> {
  if (config.process.role === 'api') return
  await giveBackUnserved({ database, exchange, catalogue, now: () => new Date(), log }, { served })
}

function transferOf(
  { network, reachable, coins, chain }: NetworkStatus,
  { stopped }: { stopped: boolean },
): NetworkTransfer {
  const explorer = explorerOf({ network, chain })
  return {
    ...{ deposit: reachable, withdrawal: reachable && !stopped },
    coins: new Set(coins.map(({ symbol }) => symbol)),
    ...(explorer !== undefined && { explorer }),
  }
}
