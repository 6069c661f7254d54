import type { Database, Queryable } from '#server/store/database.ts'

/** A database whose process is killed as it sends a certain statement. */
export function dieAt(healthy: Database, statement: RegExp): Database {
  const dying = ({ query }: Queryable): Queryable => ({
    query: (sql, values) => (statement.test(sql.trim()) ? Promise.reject(new Error('killed')) : query(sql, values)),
  })
  return {
    ...healthy,
    ...dying(healthy),
    transaction: (work) => healthy.transaction((tx) => work({ ...tx, ...dying(tx) })),
  }
}
