import type { ClientBase } from 'pg'
import type { Connection } from '../connection.ts'
import { explainFailure } from './explain-failure.ts'

/** The driver's client as our connection. Values go as text, and one call holds one statement ("extended" mode). */
export function connectionOf(client: ClientBase): Connection {
  return {
    query: async (sql, values) => {
      try {
        const statement = { text: sql, values: [...values], queryMode: 'extended' }
        const result = await client.query(statement)
        return result.rows
      } catch (error) {
        throw explainFailure(error)
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
