import { rejected } from '#contract/rejected.ts'
import { MINUTE_MS } from '#domain/durations.ts'
import type { Role } from '../config/role.ts'
import { copyWhileServing } from '../store/back-up/copy-while-serving.ts'
import { type Areas, openAreas } from './areas.ts'
import type { Core } from './core.ts'
import type { Job } from './jobs.ts'
import { proofJob } from './proofs.ts'

/** The parts of the areas that a process has, by its role. */
export interface Parts extends Omit<Areas, 'priceBoard' | 'pages'> {
  /** Absent in a process without the public site. */
  readonly pages: Areas['pages'] | undefined
  /** Absent in a process that shows no prices. */
  readonly priceBoard: Areas['priceBoard'] | undefined
}

/** The writer proves its books. Processes that answer customers leave whatever runs once to the one that has the jobs. */
export async function openParts(core: Core, onLost: (reason: string) => void): Promise<Parts> {
  const { config, database, exchange } = core
  const { role } = config.process
  const proof = proofJob({ database, exchange, onLost })
  if (role === 'writer') return { ...NOTHING, jobs: [proof] }
  const areas = await openAreas(core)
  const served = role === 'jobs' ? [] : areas.routes
  const own = role === 'all' ? [proof, ...copyJobs(core)] : []
  return { ...areas, routes: served, jobs: [...jobsOf(role, areas.jobs), ...own] }
}

const COPY_LOOKS_EVERY_MS = MINUTE_MS

/** Copies of the built-in database. */
const copyJobs = ({ config: { backUpDir, dataDir, backUpEveryMs: everyMs }, database, logger }: Core): Job[] =>
  backUpDir === undefined
    ? []
    : [
        {
          name: 'copy the database',
          everyMs: COPY_LOOKS_EVERY_MS,
          runsIn: 'one process',
          run: async () => {
            const folder = await copyWhileServing(database, { dataDir, backUpDir, everyMs }, new Date())
            if (folder !== undefined) logger.info({ folder }, 'the database was copied')
          },
        },
      ]

const jobsOf = (role: Role, jobs: readonly Job[]): readonly Job[] =>
  role === 'api' ? jobs.filter(({ runsIn }) => runsIn === 'each process') : jobs

const NOTHING: Parts = {
  routes: [],
  findCaller: async () => undefined,
  findOpen: async () => new Set(),
  onRefresh: () => undefined,
  findOperator: async () => undefined,
  findSigner: async () => rejected('UNAVAILABLE'),
  priceBoard: undefined,
  pages: undefined,
  jobs: [],
  start: () => undefined,
  close: async () => undefined,
}
