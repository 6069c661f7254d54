import type { ClientBase } from 'pg'
import type { Connection } from '../connection.ts'
import { DatabaseError } from '../database-error.ts'
import { type HotStatements, PLAN_OUTDATED } from '../hot-statements.ts'
import { explainFailure } from './explain-failure.ts'

/** What the connections of one pool share. */
export interface ConnectionHabits {
  readonly hot: HotStatements
  /** A server that is silent for longer is taken for lost. Scripts may take as long as they need. */
  readonly answerMsMax: number
}

/** The driver's client as our connection. Values go as text, and one call holds one statement ("extended" mode). */
export function connectionOf(client: ClientBase, { hot, answerMsMax }: ConnectionHabits): Connection {
  return {
    query: async (sql, values) => {
      const name = hot.nameOf(sql)
      const statement = {
        ...(name && { name }),
        text: sql,
        values: [...values],
        queryMode: 'extended',
        query_timeout: answerMsMax,
      }
      try {
        const result = await client.query(statement)
        return result.rows
      } catch (error) {
        const failure = explainFailure(error)
        if (failure instanceof DatabaseError && failure.code === PLAN_OUTDATED) hot.giveUp(sql)
        throw failure
      }
    },
    script: async (sql) => {
      await client.query(sql).catch(rethrow)
    },
    control: async (command) => {
      const statement = { text: command, query_timeout: answerMsMax }
      const result = await client.query(statement).catch(rethrow)
      return result.command
    },
  }
}

function rethrow(error: unknown): never {
  throw explainFailure(error)
}
