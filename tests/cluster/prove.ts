import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '#server/store/open-database.ts'
import { checkLedger } from '#server/store/prove-ledger.ts'
import { Chance } from '#tests/simulation/chance.ts'
import type { Cluster } from './cluster.ts'
import { Load } from './load.ts'
import type { Part } from './part.ts'

/** How long a part is frozen: longer than every lease. */
const FROZEN_MS = 15_000
const LANES = 16
const WARM_MS = 2_000

type Way = 'killed' | 'frozen' | 'restarted'

interface Fault {
  readonly part: string
  readonly way: Way
  /** The longest time without an acknowledged order. */
  readonly gapMs: number
  readonly orders: number
}

/** Parts of ours are restarted too, one after the other, as for a new version. */
const PLAN: readonly { readonly parts: readonly string[]; readonly ways: readonly Way[] }[] = [
  { parts: ['writer', 'the other writer', 'api-1', 'api-2', 'api-3', 'jobs'], ways: ['killed', 'frozen', 'restarted'] },
  { parts: ['primary', 'standby', 'etcd-1', 'etcd-2'], ways: ['killed', 'frozen'] },
]

export interface Proof {
  readonly faults: readonly Fault[]
  readonly orders: number
  readonly lost: readonly string[]
  readonly doubled: readonly string[]
  readonly unknown: readonly string[]
  readonly refusals: readonly string[]
  readonly ledger: readonly string[]
}

/** Kills and freezes each part in turn while customers trade, in the order that a seed draws, and counts what became of every order. */
export async function prove(
  cluster: Cluster,
  { seed, say }: { seed: number; say: (line: string) => void },
): Promise<Proof> {
  const chance = new Chance(seed)
  const load = new Load(cluster.url)
  load.begin(cluster.customers, LANES)
  const faults: Fault[] = []
  const plan = PLAN.flatMap(({ parts, ways }) => parts.flatMap((part) => ways.map((way) => ({ part, way }))))
  while (plan.length > 0) {
    const [next] = plan.splice(chance.below(plan.length), 1)
    if (!next) break
    await cluster.whole()
    await sleep(WARM_MS)
    const before = load.answeredAt.length
    const name = await nameOf(cluster, next.part)
    const part = cluster.part(name)
    const since = performance.now()
    await harm(part, next.way)
    await cluster.whole()
    await sleep(WARM_MS)
    const fault = {
      part: `${next.part} (${name})`,
      way: next.way,
      gapMs: load.longestGapSince(since),
      orders: load.answeredAt.length - before,
    }
    faults.push(fault)
    say(
      `${fault.part} ${fault.way}: ${Math.round(fault.gapMs)} ms without an acknowledged order, ${fault.orders} orders meanwhile`,
    )
  }
  await load.end()
  return { faults, refusals: load.refusals, ...(await count(cluster, load)) }
}

async function harm(part: Part, way: Way): Promise<void> {
  if (way === 'restarted') await part.stop()
  if (way === 'killed') {
    await part.signal('SIGKILL')
    // The time of a supervisor.
    await sleep(5_000)
  }
  if (way === 'frozen') {
    await part.signal('SIGSTOP')
    await sleep(FROZEN_MS)
    await part.signal('SIGCONT')
    // A writer that lost its lease ends.
    await sleep(1_000)
  }
  part.start()
}

async function nameOf(cluster: Cluster, part: string): Promise<string> {
  if (part === 'writer' || part === 'the other writer') {
    const writer = (await cluster.writer()) ?? 'writer-1'
    return part === 'writer' ? writer : writer === 'writer-1' ? 'writer-2' : 'writer-1'
  }
  if (part === 'primary' || part === 'standby') {
    const primary = (await cluster.primary()) ?? 'database-1'
    return part === 'primary' ? primary : primary === 'database-1' ? 'database-2' : 'database-1'
  }
  return part
}

/** Compares every order that was acknowledged with the rows of the database. */
async function count(cluster: Cluster, load: Load) {
  const database = await openDatabase({ databaseUrl: cluster.databaseUrl, dataDir: '' })
  try {
    const rows = await database.query<{ id: bigint; client_order_id: string }>(
      `select id, client_order_id from orders where client_order_id like 'cluster-%'`,
    )
    const byKey = Map.groupBy(rows, (row) => row.client_order_id)
    const known = new Set(load.wanted.map(({ key }) => key))
    return {
      orders: load.answeredAt.length,
      lost: load.wanted
        .filter(({ key, orderId }) => orderId !== undefined && String(byKey.get(key)?.[0]?.id) !== orderId)
        .map(({ key }) => key),
      doubled: [...byKey].filter(([, all]) => all.length > 1).map(([key]) => key),
      unknown: [...byKey.keys()].filter((key) => !known.has(key)),
      ledger: (await checkLedger(database)).faults,
    }
  } finally {
    await database.close()
  }
}
