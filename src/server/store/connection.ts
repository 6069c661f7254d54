/**
 * One connection to PostgreSQL, whichever engine is behind it. Calls must not overlap.
 * All verbs throw DatabaseError or DatabaseUnavailable.
 */
export interface Connection {
  /** One statement; values already in PostgreSQL's text format. */
  query<Row>(sql: string, values: readonly (string | null)[]): Promise<Row[]>
  /** Several statements without values, as long as they may take. */
  script(sql: string): Promise<void>
  /** Answered with what was done: a COMMIT of what has failed is a ROLLBACK. */
  control(command: 'BEGIN' | 'COMMIT' | 'ROLLBACK'): Promise<string>
}
