import { type ClientBase, DatabaseError as ServerError } from 'pg'
import { DatabaseError } from '../database-error.ts'
import { DatabaseUnavailable } from '../database-unavailable.ts'
import { UnreadableValue } from '../decode-value.ts'
import { type HotStatements, PLAN_OUTDATED } from '../hot-statements.ts'
import type { Connection } from '../transactions.ts'

/** Settings shared by the connections of one pool. */
export interface ConnectionSettings {
  readonly hot: HotStatements
  /** A server that does not answer for longer counts as lost. Scripts have no limit. */
  readonly answerMsMax: number
}

/** Adapts the driver's client to our connection. Values are sent as text, and one call sends one statement ("extended" mode). */
export function connectionOf(client: ClientBase, { hot, answerMsMax }: ConnectionSettings): Connection {
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

/** Translates the driver's error: a refusal, a lost connection, or a value that could not be read. */
export function explainFailure(error: unknown): Error {
  if (error instanceof DatabaseUnavailable || error instanceof UnreadableValue) return error
  if (error instanceof ServerError && error.code !== undefined && !isEnd(error)) {
    const { message, code, constraint, table, column } = error
    return new DatabaseError({ message, code, constraint, table, column })
  }
  const message = error instanceof Error ? error.message : String(error)
  return new DatabaseUnavailable(`the database server is not available: ${message}`, error)
}

/** FATAL and PANIC end the connection; class 08 means that it is gone. */
function isEnd(error: ServerError): boolean {
  return error.severity === 'FATAL' || error.severity === 'PANIC' || error.code?.startsWith('08') === true
}
