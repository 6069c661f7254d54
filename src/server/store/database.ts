/** A value on its way into SQL. Arrays become PostgreSQL arrays; `{ json }` becomes a json or jsonb document. */
export type SqlValue =
  | string
  | number
  | bigint
  | boolean
  | Date
  | null
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
 * Statements for one connection: executed one after the other, in the order of the calls, each a transaction of its own. A statement is
 * sent without waiting for earlier answers, and is executed even where an earlier one was refused or lost: a statement that depends on
 * another must check for it. Values are read before `query` returns.
 */
export interface Pipeline extends Queryable {
  /** Waits for the answers that are due; whatever comes later is refused with `DatabaseUnavailable`. */
  close(): Promise<void>
}

export interface Transaction extends Queryable {
  /** Runs several statements at once, without values and without rows: what migrations need. */
  script(sql: string): Promise<void>
  /** Says after the commit, and never without it, that there is something new of this topic: its readers need not poll. */
  announce(topic: string): void
}

export interface Database extends Queryable {
  readonly engine: 'pglite' | 'postgres'
  /**
   * Runs `work` in one transaction: committed when it resolves, rolled back when it throws. A failed statement that
   * `work` swallowed still rolls back and rejects. Inside `work` only `tx` may be used; this database would wait for itself.
   */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>
  /** Opens one; the database closes those that are open. */
  pipeline(): Pipeline
  /** Calls back after each transaction of this process that has announced the topic. Returns how to stop. */
  onAnnounced(topic: string, listener: () => void): () => void
  /** Waits for the work that has begun; whatever comes later is refused with `DatabaseUnavailable`. */
  close(): Promise<void>
}
