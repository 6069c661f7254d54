import { SECOND_MS } from '#domain/durations.ts'
import { type NetworkTransfer, TRANSFERS, type Transfers } from '#domain/transfers.ts'
import type { Route } from '../http/route.ts'
import type { CustodyClient } from '../providers/custody/custody.ts'
import { createCustodySocket } from '../providers/custody/custody-socket.ts'
import { chainRoutes } from '../wallets/chains/routes.ts'
import { scanDeposits } from '../wallets/chains/scan-deposits.ts'
import type { Core } from './core.ts'
import type { Job } from './jobs.ts'

const SCAN_EVERY_MS = 3 * SECOND_MS
/** Scanning many blocks takes a node a while. */
const CUSTODY_TIMEOUT_MS = 30 * SECOND_MS

/** Coins that come in over chains. */
export interface Chains {
  /** The ways that work now: a network while custody reaches its node. */
  readonly transfers: Transfers
  readonly routes: readonly Route[]
  readonly jobs: readonly Job[]
  /** Absent on a server that is not connected to custody. */
  readonly custody: CustodyClient | undefined
  close(): void
}

/** Stands in for custody on a server that is not connected to it. */
const NO_CUSTODY: CustodyClient = { ask: async () => ({ kind: 'unavailable' }), close: () => undefined }

export function openChains({ config, database, exchange, catalogue, logger }: Core): Chains {
  const { custodySocket: path } = config
  const connected = path === undefined ? undefined : createCustodySocket({ path, timeoutMs: CUSTODY_TIMEOUT_MS })
  const custody = connected ?? NO_CUSTODY
  const networks = new Map<string, NetworkTransfer>()
  const transfers = { ...TRANSFERS, networks }
  const services = { ...{ database, exchange, catalogue, transfers, custody }, now: () => new Date(), log: logger }
  const follow = async () => {
    const status = await custody.ask('status', {})
    const served = status.kind === 'answered' ? status.result.networks : []
    networks.clear()
    for (const { network, reachable, coins } of served)
      networks.set(network, {
        ...{ deposit: reachable, withdrawal: false },
        coins: new Set(coins.map(({ symbol }) => symbol)),
      })
    await scanDeposits(services)
  }
  const job: Job = { name: 'read deposits from chains', everyMs: SCAN_EVERY_MS, runsIn: 'one process', run: follow }
  return {
    transfers,
    routes: chainRoutes(services),
    jobs: connected ? [job] : [],
    custody: connected,
    close: custody.close,
  }
}
