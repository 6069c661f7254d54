import { randomBytes } from 'node:crypto'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/durations.ts'
import { anchorAuditLog, type LastAnchor } from '../accounts/audit-anchors.ts'
import { countAgainst } from '../accounts/limits.ts'
import type { Route } from '../http/route.ts'
import { openAnchorPlace } from '../providers/anchors/anchor-place.ts'
import { LiabilityBoard } from '../wallets/liabilities/liability-board.ts'
import {
  type LiabilityServices,
  openStatementKey,
  type StatementKey,
} from '../wallets/liabilities/liability-services.ts'
import { LIABILITIES_ORDERED, publishLiabilities } from '../wallets/liabilities/publish-liabilities.ts'
import { liabilityRoutes, PROOFS_MAX } from '../wallets/liabilities/routes.ts'
import type { Chains } from './chains.ts'
import type { Core } from './core.ts'
import type { Job } from './jobs.ts'
import { keyFile } from './key-file.ts'

/** A statement is due with the first run of a day in Tehran. */
const PUBLISH_EVERY_MS = MINUTE_MS
/** The longest delay until a publication by another process is shown. */
const RELOAD_EVERY_MS = 5 * SECOND_MS
const KEY_BYTES = 32

export interface Liabilities {
  readonly board: LiabilityBoard
  readonly routes: readonly Route[]
  readonly jobs: readonly Job[]
}

/** Statements of what all customers are owed with the proofs of each, and the anchors of the audit log, which the same key signs. */
export function openLiabilities(core: Core, { custody }: Pick<Chains, 'custody'>): Liabilities {
  const { database, catalogue, sealer, logger } = core
  const board = new LiabilityBoard({ database })
  const countProof = (userId: number) =>
    countAgainst(database, {
      limit: { kind: 'liabilities:proof', subject: String(userId), max: PROOFS_MAX, windowMs: HOUR_MS },
      at: new Date(),
    })
  const services = { ...{ database, catalogue, sealer, custody }, now: () => new Date(), log: logger }
  return {
    board,
    routes: liabilityRoutes({ database, catalogue, sealer, board, countProof }),
    jobs: [
      { name: 'read statements of liabilities', everyMs: RELOAD_EVERY_MS, runsIn: 'each process', run: board.reload },
      publishJob(services, {
        ...{ board, openKey: () => statementKeyOf(core) },
        onOrdered: (wake) => database.onAnnounced(LIABILITIES_ORDERED, wake),
      }),
      ...anchorJobs(core),
    ],
  }
}

interface Publishing {
  readonly board: LiabilityBoard
  readonly openKey: () => StatementKey
  /** Calls back when operators have ordered a statement. */
  readonly onOrdered: NonNullable<Job['onWork']>
}

/** The process that runs the job alone opens the key. */
function publishJob(services: Omit<LiabilityServices, 'key'>, { board, openKey, onOrdered }: Publishing): Job {
  let key: StatementKey | undefined
  return {
    name: 'publish liabilities',
    everyMs: PUBLISH_EVERY_MS,
    runsIn: 'one process',
    run: async (stopping) => {
      key ??= openKey()
      await publishLiabilities({ ...services, key }, stopping)
      await board.reload()
    },
    onWork: onOrdered,
  }
}

/** @throws Error in production without a key, so that the jobs that sign are shown as failing: one that lies beside the data would be another in each process */
function statementKeyOf({ config: { liabilitiesKey, production, dataDir } }: Pick<Core, 'config'>): StatementKey {
  if (production && liabilitiesKey === undefined)
    throw new Error('LIABILITIES_KEY is not set: nothing is signed, neither a proof of liabilities nor an anchor')
  const place = { dataDir, name: 'liabilities-key', make: () => randomBytes(KEY_BYTES) }
  return openStatementKey(liabilitiesKey ?? keyFile(place))
}

/** Anchors the audit log outside, where a place is set. The process that runs the job alone opens the key. */
function anchorJobs(core: Core): Job[] {
  const { config, database, gauges, logger } = core
  const { auditAnchorUrl: url, auditAnchorToken: token } = config
  if (url === undefined) {
    if (config.production)
      logger.warn('AUDIT_ANCHOR_URL is not set: who can write the database can rewrite the audit log')
    return []
  }
  const place = openAnchorPlace({ url, token })
  const note = (error: unknown) => {
    gauges.noteVendor('anchors', error === undefined ? undefined : faultOf(error))
    if (error !== undefined) logger.error({ err: error }, 'the audit log is not anchored outside')
  }
  let key: StatementKey | undefined
  let last: LastAnchor | undefined
  return [
    {
      name: 'anchor the audit log',
      everyMs: MINUTE_MS,
      runsIn: 'one process',
      run: async (stopping) => {
        key ??= statementKeyOf(core)
        last = await anchorAuditLog({ database, place, key, now: () => new Date(), note }, { last, stopping })
      },
    },
  ]
}

/** "ENOENT" for a disk that is not mounted. */
const faultOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'UNREACHABLE'
