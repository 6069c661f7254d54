import { reportCustody } from '#server/compose/custody-report.ts'
import { createCustodySocket } from '#server/providers/custody/custody-socket.ts'
import type { Database } from '#server/store/database.ts'
import type { Cluster } from './cluster.ts'
import { ARRIVING_DROPS, type Payment } from './visitors.ts'

const CUSTODY_MS_MAX = 30_000
const EXIT_DIFFERS = 1

/** A row of what leaves. */
export interface WithdrawalRow {
  readonly id: bigint
  readonly user_id: bigint
  readonly amount: bigint
  readonly token_type: string
  readonly address: string
  readonly state: string
}

/** Every wanted address that a withdrawal names was paid once, and one that none names was not paid. */
export function countPayments(
  { chain }: Cluster,
  { wanted, rows }: { wanted: readonly Payment[]; rows: readonly WithdrawalRow[] },
): string[] {
  const byAddress = Map.groupBy(rows, ({ address }) => address)
  const wrong = wanted.flatMap(({ address, id }) => {
    const found = byAddress.get(address) ?? []
    if (found.length > 1) return [`${address} is named by ${found.length} withdrawals`]
    if (id !== undefined && String(found[0]?.id) !== id) return [`withdrawal ${id} to ${address} was lost`]
    const [arrived, due] = [chain.balanceOf(address) ?? 0n, found.length > 0 ? ARRIVING_DROPS : 0n]
    return arrived === due ? [] : [`${address} has ${arrived} drops instead of ${due}`]
  })
  const unmade = rows.filter(({ state }) => state !== 'CONFIRMED')
  const isIdle = !wanted.some(({ id }) => id !== undefined)
  return [
    ...wrong,
    ...unmade.map(({ id, state }) => `withdrawal ${id} is still ${state}`),
    ...(isIdle ? ['nothing was paid at all'] : []),
  ]
}

/** Custody's coins beside the ledger's. */
export async function findDifferences(database: Database, { custodySocket }: Cluster): Promise<string[]> {
  const custody = createCustodySocket({ path: custodySocket, timeoutMs: CUSTODY_MS_MAX })
  try {
    const status = await custody.ask('status', {})
    const isThere = status.kind === 'answered' && status.result.networks.every(({ reachable }) => reachable)
    if (!isThere) return ['custody does not answer']
    if (status.result.stopped) return ['all sending was stopped']
    const { text, exitCode } = await reportCustody({ database, custody })
    return exitCode === EXIT_DIFFERS ? text.split('\n') : []
  } finally {
    custody.close()
  }
}
