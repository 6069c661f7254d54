/** A value to be passed to SQL. Arrays become PostgreSQL arrays; `{ json }` becomes a json or jsonb document; `undefined` is SQL's null. */
export type SqlValue =
  | string
  | number
  | bigint
  | boolean
  | Date
  | null
  | undefined
  | Uint8Array
  | { readonly json: unknown }
  | readonly SqlValue[]

/**
 * One SQL statement with `$1…` values, answered with its rows keyed by column name.
 *
 * Columns arrive as: int8, numeric → bigint (a numeric with a fraction is an `UnreadableValue`); int2, int4, float → number;
 * bool → boolean; timestamptz → Date (milliseconds); bytea → Uint8Array; json, jsonb → parsed; arrays of these →
 * arrays; SQL null → null; uuid, date, text and enums → text; other types as pg-types reads them.
 *
 * @throws DatabaseError when the database refused the statement: nothing of it was kept.
 * @throws DatabaseUnavailable when the outcome is unknown: the connection was lost, or the database is closed.
 */
export interface Queryable {
  query<Row>(sql: string, values?: readonly SqlValue[]): Promise<Row[]>
}

/**
 * Statements on one connection, executed in the order of the calls, each in its own transaction. A statement is sent without waiting for
 * earlier answers, and executed even if an earlier one was refused or lost: a statement that depends on another must check for it. Values
 * are read before `query` returns.
 */
export interface Pipeline extends Queryable {
  /** Waits for pending answers; later statements are refused with `DatabaseUnavailable`. */
  close(): Promise<void>
}

export interface Transaction extends Queryable {
  /** Runs several statements without values and rows, as migrations need. */
  script(sql: string): Promise<void>
  /** Reports news of this topic, with or without a detail, after the commit and never without it, so that readers need not poll. */
  announce(topic: string, detail?: string): void
}

export interface Database extends Queryable {
  readonly engine: 'pglite' | 'postgres'
  /**
   * Runs `work` in one transaction: committed when it resolves, rolled back when it throws. A failed statement that
   * `work` swallowed still rolls back and rejects. Inside `work` only `tx` may be used; this database would wait for itself.
   */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>
  /** Opens a pipeline; the database closes those that are still open. */
  pipeline(): Pipeline
  /**
   * Calls back after each transaction that announced the topic, of other processes too, and whenever some may have been missed; with the
   * detail that the announcement named. Returns a function that stops it.
   */
  onAnnounced(topic: string, listener: (detail: string | undefined) => void): () => void
  /** Announces a topic to the other processes of this database, without a transaction. */
  announceToOthers(topic: string, detail: string): Promise<void>
  /**
   * Copies the files of the database into a new folder as they are between two commits; all work waits meanwhile. Absent for a server, which its
   * own programs copy. @throws Error if the copy failed; the database serves on
   */
  copyTo?(folder: string): Promise<void>
  /** Waits for work in progress; later work is refused with `DatabaseUnavailable`. */
  close(): Promise<void>
}

/** PostgreSQL's description of a refusal, limited to what our code may use or log: its `detail` repeats values of the row. */
export interface Refusal {
  readonly message: string
  /** SQLSTATE, five characters: '23505' is a broken unique constraint. */
  readonly code: string
  readonly constraint?: string | undefined
  readonly table?: string | undefined
  readonly column?: string | undefined
}

/** The database refused a statement, which had no effect. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'
  readonly code: string
  readonly constraint: string | undefined
  readonly table: string | undefined
  readonly column: string | undefined

  constructor(refusal: Refusal) {
    super(refusal.message)
    this.code = refusal.code
    this.constraint = refusal.constraint
    this.table = refusal.table
    this.column = refusal.column
  }
}

/**
 * The database could not be reached, was lost, or is closed. A statement or commit in progress may or may not have taken effect: only a
 * query on a new connection can tell.
 */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'

  constructor(message: string, cause?: unknown) {
    super(message, { cause })
  }
}
