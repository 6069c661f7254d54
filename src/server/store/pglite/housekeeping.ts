import { DatabaseError } from '../database-error.ts'

/** What housekeeping needs of the engine. */
export interface House {
  query(sql: string, values: readonly (string | null)[]): Promise<unknown[]>
  script(sql: string): Promise<string>
  readonly isInTransaction: boolean
  /** Files of the write-ahead log begun since the start, 16 MB each. */
  readonly logSegments: number
}

/** More log between two checkpoints means a longer recovery after a crash; less means more pauses. */
const LOG_SEGMENTS_MAX = 4

/**
 * What a server does in background processes, which the engine in one process does not have: without checkpoints the
 * log grows for ever, and without VACUUM so do the tables, until the transaction numbers run out.
 */
export class Housekeeping {
  readonly #house: House
  #segmentsAtCheckpoint = 0

  constructor(house: House) {
    this.#house = house
  }

  /** After every answer: a checkpoint when much log has gathered. Pauses the database for milliseconds. */
  async afterAnswer(): Promise<void> {
    if (this.#house.logSegments - this.#segmentsAtCheckpoint >= LOG_SEGMENTS_MAX) await this.#checkpoint()
  }

  /** Now and then: the table that needs it most is vacuumed and analysed, and a started log segment is settled. */
  async nowAndThen(): Promise<void> {
    if (this.#house.isInTransaction) return
    await this.#vacuum()
    if (this.#house.logSegments > this.#segmentsAtCheckpoint) await this.#checkpoint()
  }

  async #checkpoint(): Promise<void> {
    if (this.#house.isInTransaction) return
    this.#segmentsAtCheckpoint = this.#house.logSegments
    await warnOfRefusal(() => this.#house.script('CHECKPOINT'))
  }

  async #vacuum(): Promise<void> {
    await warnOfRefusal(async () => {
      const [neediest] = await this.#house.query(NEEDIEST_TABLE, [])
      if (isNamed(neediest)) await this.#house.script(`VACUUM (ANALYZE) ${neediest.name}`)
    })
  }
}

/** The thresholds are those of PostgreSQL's own autovacuum; growth is asked too, since a restart forgets the counters. */
const NEEDIEST_TABLE = `
  SELECT c.oid::regclass::text AS name
  FROM pg_class c
  LEFT JOIN pg_stat_all_tables s ON s.relid = c.oid
  WHERE c.relkind = 'r' AND c.relpersistence = 'p' AND (
    s.n_dead_tup > 1000 + 0.2 * greatest(c.reltuples, 0)
    OR s.n_mod_since_analyze > 1000 + 0.2 * greatest(c.reltuples, 0)
    OR pg_relation_size(c.oid) > 1048576 + 1.2 * 8192 * c.relpages::bigint
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
