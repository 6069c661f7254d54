import type { ClientBase } from 'pg'
import type { Connection } from '../connection.ts'
import { DatabaseError } from '../database-error.ts'
import { type HotStatements, PLAN_OUTDATED } from '../hot-statements.ts'
import { explainFailure } from './explain-failure.ts'

/** The driver's client as our connection. Values go as text, and one call holds one statement ("extended" mode). */
export function connectionOf(client: ClientBase, hot: HotStatements): Connection {
  return {
    query: async (sql, values) => {
      const name = hot.nameOf(sql)
      try {
        const statement = { ...(name && { name }), text: sql, values: [...values], queryMode: 'extended' }
        const result = await client.query(statement)
        return result.rows
      } catch (error) {
        const failure = explainFailure(error)
        if (failure instanceof DatabaseError && failure.code === PLAN_OUTDATED) hot.giveUp(sql)
        throw failure
      }
    },
    script: async (sql) => {
      try {
        const result = await client.query(sql)
        return [result].flat().at(-1)?.command ?? ''
      } catch (error) {
        throw explainFailure(error)
      }
    },
  }
}
