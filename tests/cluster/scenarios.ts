import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { Cluster } from './cluster.ts'
import { type Bounds, DATABASE_FROZEN } from './faults.ts'
import type { PublicAddress } from './public-address.ts'
import type { StreamFollower } from './streams.ts'

const STOPPED_MS = 60_000
const WOKEN_MS = 20_000
/** A stream that was cut off is opened again after two seconds. */
const STREAMS_BACK_MS = 3_000

/** A story of its own: returns what went wrong in it. */
export interface Scenario extends Bounds {
  readonly name: string
  /** A link accepts a call a moment before it knows that its target does not: without links the balancer tries another process. */
  readonly hasLinks: boolean
  readonly run: (stage: Stage) => Promise<string[]>
}

interface Stage {
  readonly cluster: Cluster
  readonly address: PublicAddress
  readonly followers: readonly StreamFollower[]
  readonly say: (line: string) => void
}

export const SCENARIOS: readonly Scenario[] = [
  { name: 'the primary stopped for a minute', hasLinks: true, run: wakePrimary, ...DATABASE_FROZEN },
  { name: 'every role restarted in turn', hasLinks: false, run: restartAll },
]

/**
 * Stops the primary for a minute, while another one takes over. Sessions that are still open on it then commit, and write anew: none of it may be
 * acknowledged, and none of it may be found afterwards.
 */
async function wakePrimary({ cluster, say }: Stage): Promise<string[]> {
  const name = (await cluster.primary()) ?? 'database-1'
  const [begun, late] = [clientOf(cluster.nodeUrl(name)), clientOf(cluster.nodeUrl(name))]
  await Promise.all([begun.connect(), late.connect()])
  await begun.query('create table if not exists woken (word text)')
  await begun.query('begin')
  await begun.query("insert into woken values ('begun before')")
  await cluster.part(name).signal('SIGSTOP')
  await sleep(STOPPED_MS)
  const since = performance.now()
  const outcomes = [outcomeOf(begun, 'commit'), outcomeOf(late, "insert into woken values ('sent after')")]
  await cluster.part(name).signal('SIGCONT')
  const faults: string[] = []
  for (const outcome of outcomes) {
    const how = await Promise.race([outcome, sleep(WOKEN_MS, 'was not answered')])
    say(`  a commit on the woken primary ${how}, after ${Math.round(performance.now() - since)} ms`)
    if (how === 'was acknowledged') faults.push(`${name} acknowledged a commit after it was stopped for a minute`)
  }
  for (const client of [begun, late]) void client.end().catch(() => undefined)
  await cluster.whole()
  const present = clientOf(cluster.databaseUrl)
  await present.connect()
  const { rows } = await present.query('select word from woken')
  await present.end()
  return [...faults, ...rows.map(({ word }) => `a row of the woken primary stayed: ${word}`)]
}

function clientOf(connectionString: string): Client {
  const client = new Client({ connectionString })
  client.on('error', () => undefined)
  return client
}

/** An acknowledgement with a warning says that the standby does not have it: nobody may rely on it, and our processes do not. */
async function outcomeOf(client: Client, sql: string): Promise<string> {
  let warning: string | undefined
  client.on('notice', ({ message }) => {
    warning = message
  })
  try {
    await client.query(sql)
    return warning === undefined ? 'was acknowledged' : `was answered with a warning (${warning})`
  } catch (error) {
    return `failed (${error instanceof Error ? error.message : error})`
  }
}

/** Restarts all that runs, one after the other, as for a new version: no call of a customer breaks off, and no stream begins anew. */
async function restartAll({ cluster, address, followers, say }: Stage): Promise<string[]> {
  const faults: string[] = []
  const resets = () => followers.reduce((sum, each) => sum + each.resets, 0)
  const restart = async (name: string, { mayBreak = false, mayReset = false } = {}) => {
    await cluster.whole()
    const [breaks, before] = [address.breaks.length, resets()]
    const since = performance.now()
    await cluster.part(name).stop()
    cluster.part(name).start()
    await cluster.whole()
    await sleep(mayReset ? STREAMS_BACK_MS : 1_000)
    const broken = address.breaks.slice(breaks)
    say(
      `  ${name} restarted in ${Math.round(performance.now() - since)} ms, ${broken.length} calls broke off, ${resets() - before} streams began anew`,
    )
    if (broken.length > 0 && !mayBreak)
      faults.push(`${broken.length} calls broke off while ${name} was restarted: ${broken[0]?.reason}`)
    if (resets() > before && !mayReset)
      faults.push(`${resets() - before} streams began anew while ${name} was restarted`)
  }
  for (const name of ['api-1', 'api-2', 'api-3', 'jobs']) await restart(name)
  // Coins cannot be withdrawn meanwhile, as the answer says.
  await restart('custody', { mayBreak: true })
  const writer = (await cluster.writer()) ?? 'writer-1'
  await restart(writer === 'writer-1' ? 'writer-2' : 'writer-1')
  await restart(writer)
  for (const name of ['etcd-1', 'etcd-2', 'etcd-3']) await restart(name)
  // All connections go through this one, while each machine of a real cluster has its own. The writer builds its memory anew without a connection to the
  // database, so that streams which were cut off meanwhile come back to the whole state.
  await restart('haproxy', { mayBreak: true, mayReset: true })
  const primary = (await cluster.primary()) ?? 'database-1'
  const standby = primary === 'database-1' ? 'database-2' : 'database-1'
  // A database that is handed over cuts its connections; each call is asked again under its key.
  await restart(standby, { mayBreak: true })
  await cluster.switchOver()
  await restart(primary, { mayBreak: true })
  return faults
}
