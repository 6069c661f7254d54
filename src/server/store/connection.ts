/**
 * One connection to PostgreSQL, whichever engine is behind it. Calls must not overlap.
 * Both verbs throw DatabaseError or DatabaseUnavailable.
 */
export interface Connection {
  /** One statement; values already in PostgreSQL's text format. */
  query<Row>(sql: string, values: readonly (string | null)[]): Promise<Row[]>
  /** Several statements without values, answered with the last one's command tag ("COMMIT", "ROLLBACK", …). */
  script(sql: string): Promise<string>
}
