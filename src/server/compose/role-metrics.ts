import { statfs } from 'node:fs/promises'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { Lease } from '../exchange/lease.ts'
import type { ServedExchange } from '../exchange/serve-exchange.ts'
import type { Gauges, VendorGauge } from '../operations/gauges.ts'
import { readLastBackUp } from '../store/back-up/manifest.ts'
import type { Database } from '../store/database.ts'
import { countSynchronousStandbys, readArchiveAge } from '../store/leadership.ts'
import { countUnderWay } from '../store/wallets/outgoing-transfers.ts'
import { within } from '../wallets/chains/compare-custody.ts'
import type { JobSettings, WatchedJob } from './jobs.ts'

const MS_PER_SECOND = 1_000
/** A database that is away must not keep the other metrics from being read. */
const ASKED_MS_MAX = 1_000

/** The parts of a process that writes. */
export interface WriterSources {
  readonly database: Database
  readonly lease: Pick<Lease, 'isHeld' | 'ageMs'>
  /** Absent where no other process follows. */
  readonly served: Pick<ServedExchange, 'followersBehindMs'> | undefined
}

/** The answer of the database, or `undefined` if there is none in time. */
const ask = <Answer>(asked: Promise<Answer>) =>
  within(
    asked.catch(() => undefined),
    ASKED_MS_MAX,
  )

export function followWriter({ database, lease, served }: WriterSources, registers: Registry[]): void {
  const gauge = gaugesIn(registers)
  gauge('kimia_writer_lease_held', '1 while no other process can write', () => (lease.isHeld() ? 1 : 0))
  if (served) {
    gauge('kimia_feed_followers', 'Processes that follow the feed', () => served.followersBehindMs().length)
    gauge(
      'kimia_follower_behind_seconds',
      'Age of the newest commit that has left for the slowest of them',
      () => Math.max(0, ...served.followersBehindMs()) / MS_PER_SECOND,
    )
  }
  // The built-in database admits one process, so that nothing is renewed, and has no standby.
  if (database.engine === 'pglite') return
  gauge(
    'kimia_writer_lease_age_seconds',
    'Time since the right to write was renewed',
    () => lease.ageMs() / MS_PER_SECOND,
  )
  gauge(
    'kimia_synchronous_standbys',
    'Standbys of PostgreSQL that a commit waits for; NaN if this login may not know',
    async () => (await ask(countSynchronousStandbys(database))) ?? Number.NaN,
  )
  gauge(
    'kimia_archive_age_seconds',
    'Time since a file of the log of PostgreSQL reached the archive; NaN where nothing is archived',
    async () => (await ask(readArchiveAge(database))) ?? Number.NaN,
  )
}

/** A gauge without labels of its own, which is read when it is asked for. */
const gaugesIn = (registers: Registry[]) => (name: string, help: string, read: () => number | Promise<number>) => {
  new Gauge({
    name,
    help,
    registers,
    async collect() {
      this.set(await read())
    },
  })
}

/** In seconds: most jobs find nothing to do, and a few ask vendors. */
const JOB_BUCKETS = [0.1, 1, 10]

/** The label is `name`, since Prometheus itself names what it reads by `job`. */
export function followJobs(registers: Registry[]): NonNullable<JobSettings['watch']> {
  const watched: WatchedJob[] = []
  const settings = { labelNames: ['name'] as const, registers }
  const times = new Histogram({
    ...{ name: 'kimia_job_seconds', help: 'Time of a run of a job', buckets: JOB_BUCKETS },
    ...settings,
  })
  const failures = new Counter({ name: 'kimia_job_failures_total', help: 'Runs of a job that failed', ...settings })
  const intervals = new Gauge({
    ...{ name: 'kimia_job_interval_seconds', help: 'Time between two runs of a job' },
    ...settings,
  })
  const successes = new Gauge({
    name: 'kimia_job_last_success_timestamp_seconds',
    help: 'When a run of the job succeeded last in this process; 0: never yet. A run that lasts is a success while it runs',
    ...settings,
    collect() {
      for (const { name, lasts, isHeld } of watched)
        if (lasts && isHeld()) this.set({ name }, Date.now() / MS_PER_SECOND)
    },
  })
  new Gauge({
    name: 'kimia_job_lease_held',
    help: '1 while this process runs the job',
    ...settings,
    collect() {
      for (const { name, isHeld } of watched) this.set({ name }, isHeld() ? 1 : 0)
    },
  })
  return (job) => {
    const { name, everyMs } = job
    watched.push(job)
    intervals.set({ name }, everyMs / MS_PER_SECOND)
    successes.set({ name }, 0)
    failures.inc({ name }, 0)
    return ({ ms, failed }) => {
      times.observe({ name }, ms / MS_PER_SECOND)
      if (failed) failures.inc({ name })
      else successes.set({ name }, Date.now() / MS_PER_SECOND)
    }
  }
}

export function followGauges(gauges: Gauges, registers: Registry[]): void {
  new Gauge({
    name: 'kimia_commands_waiting',
    help: 'Commands that wait for their commit',
    registers,
    collect() {
      this.set(gauges.waiting)
    },
  })
  new Counter({
    name: 'kimia_commands_answered_total',
    help: 'Commands that were answered or refused',
    registers,
    collect() {
      this.reset()
      this.inc(gauges.answered)
    },
  })
  new Gauge({
    name: 'kimia_command_p99_seconds',
    help: 'Time within which 99 of 100 of the last commands were answered',
    registers,
    collect() {
      this.set((gauges.p99Ms() ?? Number.NaN) / MS_PER_SECOND)
    },
  })
  const vendors = (name: string, help: string, count: (vendor: VendorGauge) => number) =>
    new Counter({
      name,
      help,
      labelNames: ['vendor'] as const,
      registers,
      collect() {
        this.reset()
        for (const gauge of gauges.vendors()) this.inc({ vendor: gauge.vendor }, count(gauge))
      },
    })
  vendors('kimia_vendor_answers_total', 'Answers of a vendor, faults too', ({ answers }) => answers)
  vendors('kimia_vendor_faults_total', 'Times that a vendor gave no usable answer', ({ faults }) => faults)
}

/** The surroundings of a process. */
export interface Machine {
  readonly dataDir: string
  readonly database: Database
  /** Whether this process has the jobs, and is connected to custody. */
  readonly asksCustody: boolean
  readonly gauges: Gauges
}

export function followMachine({ dataDir, database, asksCustody, gauges }: Machine, registers: Registry[]): void {
  const gauge = gaugesIn(registers)
  const disk = (of: 'bavail' | 'blocks') => async () => {
    const found = await statfs(dataDir).catch(() => undefined)
    return found ? found[of] * found.bsize : Number.NaN
  }
  gauge('kimia_data_disk_free_bytes', 'Room that is left on the disk of DATA_DIR', disk('bavail'))
  gauge('kimia_data_disk_bytes', 'Size of the disk of DATA_DIR', disk('blocks'))
  gauge(
    'kimia_last_back_up_timestamp_seconds',
    'When the last back-up of DATA_DIR began; 0: there was none',
    async () => {
      const at = await readLastBackUp(dataDir)
      return (at?.getTime() ?? 0) / MS_PER_SECOND
    },
  )
  if (asksCustody) followCustody(database, gauges, registers)
}

/** Nothing is known of custody, as NaN, until the jobs of this process have asked. */
function followCustody(database: Database, gauges: Gauges, registers: Registry[]): void {
  const gauge = gaugesIn(registers)
  const known = (read: () => boolean | undefined) => () => {
    const found = read()
    return found === undefined ? Number.NaN : found ? 1 : 0
  }
  gauge(
    'kimia_custody_reachable',
    '1 if custody answered last',
    known(() => gauges.custody?.reachable),
  )
  gauge(
    'kimia_custody_stopped',
    '1 while all sending is stopped, or custody does not answer',
    known(() => gauges.custody?.stopped),
  )
  gauge(
    'kimia_custody_differences',
    'Coins of networks whose count at custody differs from the ledger, at the last comparison',
    () => gauges.comparison?.differences ?? Number.NaN,
  )
  gauge(
    'kimia_custody_compared_timestamp_seconds',
    'When custody was last compared with the ledger on all networks; 0: not since the start',
    () => (gauges.comparison?.at ?? 0) / MS_PER_SECOND,
  )
  new Gauge({
    name: 'kimia_custody_network_reachable',
    help: '1 while custody reaches a node of the network',
    labelNames: ['network'] as const,
    registers,
    collect() {
      this.reset()
      for (const [network, reachable] of gauges.custody?.networks ?? []) this.set({ network }, reachable ? 1 : 0)
    },
  })
  new Gauge({
    name: 'kimia_coin_withdrawals',
    help: 'Withdrawals over chains that have not ended: APPROVED ones wait for custody',
    labelNames: ['state'] as const,
    registers,
    async collect() {
      this.reset()
      const counted = await ask(countUnderWay(database))
      // An absent series would be left out of a minimum over time.
      for (const state of counted ? ['APPROVED', 'SIGNED', 'SENT'] : []) this.set({ state }, 0)
      for (const { state, count } of counted ?? []) this.set({ state }, count)
    },
  })
}
