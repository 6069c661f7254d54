import { DatabaseError } from '../database.ts'

/** The functions of the engine that housekeeping uses. */
export interface KeptEngine {
  query(sql: string, values: readonly (string | null)[]): Promise<unknown[]>
  script(sql: string): Promise<string>
  readonly isInTransaction: boolean
  /** How often the write-ahead log was synced to disk since the start. */
  readonly logSyncs: number
}

/**
 * Bytes of log after which a checkpoint is due. It pauses the database until the changed pages are on disk: some fifteen milliseconds for
 * this size, and five times that for eight times the size.
 */
const LOG_BYTES_MAX = 8 * 1_048_576
/** Checking the log's size costs a tenth of a small commit. */
const COMMITS_BETWEEN_LOOKS = 8
/** More commits than this between two checks of the tables mean that the database is busy. */
const COMMITS_OF_IDLENESS = 10
/** Dead rows, and bytes of growth, above which a table is vacuumed in a calm moment, in addition to a fifth of its size. */
const CALM = { rows: 1_000, bytes: 1_048_576 }
/** Dead and new rows above which a busy table is vacuumed: a millisecond per thousand, regardless of the table's size. */
const BUSY = { dead: 10_000, inserted: 50_000 }
/** A table whose last vacuum under load took longer waits for a calm moment. */
const PIECE_MS_MAX = 30
/** Bytes that may stay in the log of an idle database. */
const LOG_BYTES_LEFT = 1_048_576

/**
 * Does the work of a server's background processes, which the engine in one process lacks: without checkpoints the log grows forever, and
 * without VACUUM so do the tables, until the transaction numbers run out.
 */
export class Housekeeping {
  readonly #engine: KeptEngine
  #syncsAtLook = 0
  #syncsBefore = 0
  /** The duration of the last partial vacuum of each table that has had no full one since. */
  readonly #pieceMs = new Map<string, number>()
  #asksGrowth = true

  constructor(engine: KeptEngine) {
    this.#engine = engine
  }

  /** After every answer: a checkpoint if the log has grown enough. */
  async afterAnswer(): Promise<void> {
    const { isInTransaction, logSyncs } = this.#engine
    if (isInTransaction || logSyncs - this.#syncsAtLook < COMMITS_BETWEEN_LOOKS) return
    this.#syncsAtLook = logSyncs
    await this.#checkpoint({ ofBytes: LOG_BYTES_MAX })
  }

  /** Every two seconds: vacuums the table that needs it most, and makes a checkpoint while the database is idle. */
  async onTimer(): Promise<void> {
    const { isInTransaction, logSyncs } = this.#engine
    if (isInTransaction) return
    const isBusy = logSyncs - this.#syncsBefore > COMMITS_OF_IDLENESS
    this.#syncsBefore = logSyncs
    await warnOfRefusal(() => (isBusy ? this.#vacuumPiece() : this.#vacuum()))
    // Under load a checkpoint comes soon enough, and should not add to the vacuum's pause.
    if (!isBusy) await this.#checkpoint({ ofBytes: LOG_BYTES_LEFT })
  }

  async #checkpoint({ ofBytes }: { ofBytes: number }): Promise<void> {
    await warnOfRefusal(async () => {
      const [grown] = await this.#engine.query(LOG_GROWN, [String(ofBytes)])
      if (grown === undefined) return
      await this.#engine.script('CHECKPOINT')
    })
  }

  /**
   * Under load: frees the dead rows of changed pages without reading the indexes, which would take a quarter of a second for a million
   * rows. The pages keep short pointers to freed rows until the vacuum in a calm moment, and each partial vacuum reads those pages again,
   * so it takes longer and longer until it is skipped.
   */
  async #vacuumPiece(): Promise<void> {
    const changed = await this.#engine.query(CHANGED_TABLES, [String(BUSY.dead), String(BUSY.inserted)])
    const names = changed.filter(isNamed).map(({ name }) => name)
    const name = names.find((each) => (this.#pieceMs.get(each) ?? 0) <= PIECE_MS_MAX)
    if (name === undefined) return
    const began = performance.now()
    await this.#engine.script(`VACUUM (INDEX_CLEANUP OFF, TRUNCATE OFF) ${name}`)
    this.#pieceMs.set(name, performance.now() - began)
  }

  /** In a calm moment: vacuums a whole table with its indexes and statistics, first the partially vacuumed ones. */
  async #vacuum(): Promise<void> {
    const name = [...this.#pieceMs.keys()][0] ?? (await this.#neediest())
    if (name === undefined) return
    await this.#engine.script(`VACUUM (ANALYZE) ${name}`)
    this.#pieceMs.delete(name)
  }

  /** A restart may lose the counters, so growth is checked too, until no table has grown; that check opens a hundred files. */
  async #neediest(): Promise<string | undefined> {
    const values = [String(CALM.rows), String(CALM.bytes), String(this.#asksGrowth)]
    const neediest = (await this.#engine.query(NEEDIEST_TABLE, values)).find(isNamed)
    if (!neediest) this.#asksGrowth = false
    return neediest?.name
  }
}

/** Returns a row if the log has grown by this many bytes since the last checkpoint. */
const LOG_GROWN = 'SELECT 1 FROM pg_control_checkpoint() WHERE pg_current_wal_lsn() - redo_lsn > $1::bigint'

/** Uses the rule of PostgreSQL's own autovacuum; for growth, never more than 32 MB beyond the allowance. */
const NEEDIEST_TABLE = `
  SELECT oid::regclass::text AS name, pg_stat_get_dead_tuples(oid) AS dead FROM pg_class
  WHERE relkind = 'r' AND relpersistence = 'p' AND (
    pg_stat_get_dead_tuples(oid) > $1::integer + 0.2 * greatest(reltuples, 0)
    OR pg_stat_get_mod_since_analyze(oid) > $1::integer + 0.2 * greatest(reltuples, 0)
    OR age(relfrozenxid) > 50000000
    OR $3::boolean AND pg_relation_size(oid) - 8192 * relpages::bigint > $2::integer + least(0.2 * 8192 * relpages::bigint, 32505856)
  )
  ORDER BY age(relfrozenxid) > 50000000 DESC, dead DESC
  LIMIT 1`

/** Reads the counters of this process alone, which costs nothing: the table with the most dead rows first. */
const CHANGED_TABLES = `
  SELECT oid::regclass::text AS name FROM pg_class
  WHERE relkind = 'r' AND relpersistence = 'p'
    AND (pg_stat_get_dead_tuples(oid) > $1::integer OR pg_stat_get_ins_since_vacuum(oid) > $2::integer
      OR age(relfrozenxid) > 500000000)
  ORDER BY pg_stat_get_dead_tuples(oid) DESC`

function isNamed(row: unknown): row is { name: string } {
  return typeof row === 'object' && row !== null && 'name' in row && typeof row.name === 'string'
}

/** A refusal (a full disk, for example) is retried the next time; any other error ends the engine. */
async function warnOfRefusal(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    process.emitWarning(`the database's housekeeping was refused: ${error.message}`)
  }
}
