import { setTimeout as sleep } from 'node:timers/promises'
import type { Chance } from '#tests/simulation/chance.ts'
import type { Cluster } from './cluster.ts'

type Way = 'killed' | 'frozen' | 'restarted' | 'cut'

/** The most that a harm may cost. */
export interface Bounds {
  /** The longest time without an acknowledged order. */
  readonly gapMsMax?: number
  /** Calls that begin so long after the fault do not break off. */
  readonly breaksMsMax?: number
}

/** A harm to a part. */
export interface Fault extends Bounds {
  /** A part as it stands, as the seed draws it, or as it leads: "api", "the primary". Of a cut, both sides. */
  readonly part: string
  readonly way: Way
  readonly forMs: number
}

/** The time of a supervisor. */
const AWAY_MS = 2_000
/** Longer than the leases of our processes, which are 3 and 5 s. */
const OURS_MS = 8_000
/** Longer than a process takes to see that it alone is cut off, and long enough to find customers who still come to it. */
const CUT_OFF_MS = 18_000
/** Longer than Patroni waits for a frozen node. */
const DATABASE_MS = 15_000
/** Longer than the primary's key lives: one that is started sooner goes on as the primary, once it has recovered. */
const DATABASE_AWAY_MS = 8_000

const WRITER = { gapMsMax: 5_000 }
const DATABASE_KILLED = { gapMsMax: 6_000 }
export const DATABASE_FROZEN = { gapMsMax: 10_000 }
/** The balancer needs so long to see that a process is silent. */
const SILENT = { breaksMsMax: 4_000 }
/** A process takes so long to see that it alone is cut off, and the balancer to send its customers elsewhere. */
const CUT_OFF = { breaksMsMax: 7_000 }

/** A killed writer stays away until the other one has taken over. */
const each = (part: string, bounds: Bounds = {}): Fault[] => [
  { part, way: 'killed', forMs: part === 'the writer' ? 5_000 : AWAY_MS, ...bounds },
  { part, way: 'frozen', forMs: OURS_MS, ...bounds },
  { part, way: 'restarted', forMs: 0, ...bounds },
]

const cut = (part: string, forMs: number, bounds: Bounds = {}): Fault => ({
  ...{ part, way: 'cut', forMs },
  ...bounds,
})

export const FAULTS: readonly Fault[] = [
  ...each('the writer', WRITER),
  ...each('the other writer', WRITER),
  // HAProxy takes it out after two failed checks, which are half and a quarter of a second apart, and cuts the calls that it still tries there.
  { part: 'api', way: 'killed', forMs: AWAY_MS, breaksMsMax: 800 },
  { part: 'api', way: 'frozen', forMs: OURS_MS, ...SILENT },
  { part: 'api', way: 'restarted', forMs: 0 },
  ...each('jobs'),
  ...each('custody'),
  { part: 'the primary', way: 'killed', forMs: DATABASE_AWAY_MS, ...DATABASE_KILLED },
  { part: 'the primary', way: 'frozen', forMs: DATABASE_MS, ...DATABASE_FROZEN },
  { part: 'the standby', way: 'killed', forMs: DATABASE_AWAY_MS, ...DATABASE_KILLED },
  { part: 'the standby', way: 'frozen', forMs: DATABASE_MS, ...DATABASE_FROZEN },
  { part: 'etcd', way: 'killed', forMs: AWAY_MS },
  { part: 'etcd', way: 'frozen', forMs: OURS_MS },
  { part: 'haproxy', way: 'killed', forMs: 0 },
  // This one balancer is the only way to everything: all waits until it goes on.
  { part: 'haproxy', way: 'frozen', forMs: OURS_MS, gapMsMax: OURS_MS + DATABASE_FROZEN.gapMsMax },
  // etcd reads another's messages on a connection of its own: the others hear nothing of this one, which hears them.
  cut('one etcd from the other etcd', OURS_MS),
  cut('haproxy from api', OURS_MS, SILENT),
  cut('haproxy from the standby', OURS_MS),
  cut('api from the writer', CUT_OFF_MS, CUT_OFF),
  cut('api from database', CUT_OFF_MS, CUT_OFF),
  cut('jobs from the writer', OURS_MS),
  cut('jobs from database', OURS_MS),
  cut('the writer from database', DATABASE_MS, DATABASE_FROZEN),
  cut('the other writer from database', OURS_MS),
  // Patroni sees nothing of it, and this one balancer is the only way to the primary: it lasts until it is healed.
  cut('haproxy from the primary', OURS_MS, { gapMsMax: OURS_MS + DATABASE_FROZEN.gapMsMax }),
  cut('the primary from the standby', DATABASE_MS, DATABASE_FROZEN),
  cut('the primary from etcd', DATABASE_MS, DATABASE_FROZEN),
  cut('the standby from etcd', DATABASE_MS, DATABASE_FROZEN),
  cut('the primary from one etcd', OURS_MS, DATABASE_FROZEN),
  cut('the standby from one etcd', OURS_MS, DATABASE_FROZEN),
  cut('custody from chain', OURS_MS),
]

/** The parts that a fault means now: one, or both sides of a cut. */
export async function partsOf(
  fault: Fault,
  { cluster, chance }: { cluster: Cluster; chance: Chance },
): Promise<string[]> {
  const writer = (await cluster.writer()) ?? 'writer-1'
  const primary = (await cluster.primary()) ?? 'database-1'
  const names: Readonly<Record<string, string>> = {
    'the writer': writer,
    'the other writer': writer === 'writer-1' ? 'writer-2' : 'writer-1',
    'the primary': primary,
    'the standby': primary === 'database-1' ? 'database-2' : 'database-1',
    api: `api-${1 + chance.below(3)}`,
    'one etcd': `etcd-${1 + chance.below(3)}`,
    // A cut takes all three of them.
    etcd: fault.way === 'cut' ? 'etcd' : `etcd-${1 + chance.below(3)}`,
  }
  return fault.part.split(' from ').map((side) => names[side] ?? side)
}

/** Does it, and takes it back. */
export async function inflict(
  { way, forMs }: Fault,
  { cluster, parts: [name = '', other = ''] }: { cluster: Cluster; parts: readonly string[] },
): Promise<void> {
  if (way === 'cut') {
    for (const side of other === 'etcd' ? ['etcd-1', 'etcd-2', 'etcd-3'] : [other]) await cluster.cut(name, side)
    await sleep(forMs)
    return cluster.heal()
  }
  const part = cluster.part(name)
  if (way === 'restarted') await part.stop()
  if (way === 'killed') {
    await part.signal('SIGKILL')
    await sleep(forMs)
  }
  if (way === 'frozen') {
    await part.signal('SIGSTOP')
    await sleep(forMs)
    await part.signal('SIGCONT')
    // A writer that lost its lease ends.
    await sleep(1_000)
  }
  part.start()
}
