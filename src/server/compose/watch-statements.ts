import type { Database, Queryable } from '../store/database.ts'

const SLOW_MS = 1_000
const SHOWN_LETTERS = 160

interface Watching {
  readonly log: { warn(details: object, message: string): void }
  /** Receives the duration of each statement in seconds. */
  readonly observe?: ((seconds: number) => void) | undefined
  /** A statement that takes longer gets a line in the log; absent: a second. */
  readonly slowMs?: number
}

/**
 * The same database, but slow statements are logged. Statements of the writer's pipelines are excluded, since they wait for each other on
 * purpose. The text of a statement contains no values, so the line reveals nothing about a person.
 */
export function watchStatements(database: Database, { log, observe, slowMs = SLOW_MS }: Watching): Database {
  const timed = (queryable: Queryable): Queryable['query'] => {
    return async (sql, values) => {
      const began = performance.now()
      try {
        return await queryable.query(sql, values)
      } finally {
        const ms = performance.now() - began
        observe?.(ms / 1_000)
        if (ms > slowMs) log.warn({ ms: Math.round(ms), statement: shorten(sql) }, 'a statement took long')
      }
    }
  }
  return {
    ...database,
    query: timed(database),
    transaction: (work) => database.transaction((tx) => work({ ...tx, query: timed(tx) })),
  }
}

const shorten = (sql: string) => sql.replace(/\s+/g, ' ').trim().slice(0, SHOWN_LETTERS)
