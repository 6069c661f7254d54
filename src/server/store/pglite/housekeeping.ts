import { DatabaseError } from '../database-error.ts'

/** What housekeeping needs of the engine. */
export interface KeptEngine {
  query(sql: string, values: readonly (string | null)[]): Promise<unknown[]>
  script(sql: string): Promise<string>
  readonly isInTransaction: boolean
  /** How often the write-ahead log went to disk since the start. */
  readonly logSyncs: number
}

/**
 * Written log after which a checkpoint is due. It pauses the database for as long as the changed pages need to get to the disk:
 * some fifteen milliseconds for so much, and five times that for eight times as much.
 */
const LOG_BYTES_MAX = 8 * 1_048_576
/** A look at the log's size costs a tenth of a small commit. */
const COMMITS_BETWEEN_LOOKS = 8
/** With more commits than this between two checks of the tables the database is busy. */
const COMMITS_OF_IDLENESS = 50
/**
 * Dead rows, and bytes of growth, from which on a table is vacuumed, beside a fifth of what it has. A vacuum stops everything for about a
 * millisecond for a thousand rows, so that it waits for a calm moment as long as it can.
 */
const SOON = { rows: 1_000, bytes: 1_048_576 }
const WHEN_BUSY = { rows: 100_000, bytes: 32 * 1_048_576 }
/** So much may stay in the log of an idle database. */
const LOG_BYTES_LEFT = 1_048_576

/**
 * What a server does in background processes, which the engine in one process does not have: without checkpoints the
 * log grows for ever, and without VACUUM so do the tables, until the transaction numbers run out.
 */
export class Housekeeping {
  readonly #engine: KeptEngine
  #syncsAtLook = 0
  #syncsBefore = 0

  constructor(engine: KeptEngine) {
    this.#engine = engine
  }

  /** After every answer: a checkpoint when much log has gathered. */
  async afterAnswer(): Promise<void> {
    const { isInTransaction, logSyncs } = this.#engine
    if (isInTransaction || logSyncs - this.#syncsAtLook < COMMITS_BETWEEN_LOOKS) return
    this.#syncsAtLook = logSyncs
    await this.#checkpoint({ ofBytes: LOG_BYTES_MAX })
  }

  /** Every ten seconds: vacuums and analyses the table that needs it most, and makes a checkpoint while the database is idle. */
  async onTimer(): Promise<void> {
    const { isInTransaction, logSyncs } = this.#engine
    if (isInTransaction) return
    const isBusy = logSyncs - this.#syncsBefore > COMMITS_OF_IDLENESS
    this.#syncsBefore = logSyncs
    await this.#vacuum(isBusy ? WHEN_BUSY : SOON)
    // Under load it comes soon enough, and not in one pause with the vacuum.
    if (!isBusy) await this.#checkpoint({ ofBytes: LOG_BYTES_LEFT })
  }

  async #checkpoint({ ofBytes }: { ofBytes: number }): Promise<void> {
    await warnOfRefusal(async () => {
      const [grown] = await this.#engine.query(LOG_GROWN, [String(ofBytes)])
      if (grown === undefined) return
      await this.#engine.script('CHECKPOINT')
    })
  }

  async #vacuum({ rows, bytes }: { rows: number; bytes: number }): Promise<void> {
    await warnOfRefusal(async () => {
      const [neediest] = await this.#engine.query(NEEDIEST_TABLE, [String(rows), String(bytes)])
      if (isNamed(neediest)) await this.#engine.script(`VACUUM (ANALYZE) ${neediest.name}`)
    })
  }
}

/** A row when the log has grown by so many bytes since the last checkpoint. */
const LOG_GROWN = 'SELECT 1 FROM pg_control_checkpoint() WHERE pg_current_wal_lsn() - redo_lsn > $1::bigint'

/**
 * As PostgreSQL's own autovacuum decides; growth is asked too, since a restart forgets the counters, and never more than 32 MB
 * beyond what is allowed.
 */
const NEEDIEST_TABLE = `
  SELECT c.oid::regclass::text AS name
  FROM pg_class c
  LEFT JOIN pg_stat_all_tables s ON s.relid = c.oid
  WHERE c.relkind = 'r' AND c.relpersistence = 'p' AND (
    s.n_dead_tup > $1::integer + 0.2 * greatest(c.reltuples, 0)
    OR s.n_mod_since_analyze > $1::integer + 0.2 * greatest(c.reltuples, 0)
    OR pg_relation_size(c.oid) - 8192 * c.relpages::bigint > $2::integer + least(0.2 * 8192 * c.relpages::bigint, 32505856)
    OR age(c.relfrozenxid) > 50000000
  )
  ORDER BY age(c.relfrozenxid) > 50000000 DESC, coalesce(s.n_dead_tup, 0) DESC
  LIMIT 1`

function isNamed(row: unknown): row is { name: string } {
  return typeof row === 'object' && row !== null && 'name' in row && typeof row.name === 'string'
}

/** A refusal (a full disk, say) is tried again next time; anything else is the engine's end. */
async function warnOfRefusal(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    process.emitWarning(`the database's housekeeping was refused: ${error.message}`)
  }
}
