import { DatabaseError as ServerError } from 'pg'
import { DatabaseError } from '../database-error.ts'
import { DatabaseUnavailable } from '../database-unavailable.ts'
import { UnreadableValue } from '../unreadable-value.ts'

/** The driver's failure in our words: a refusal, a lost connection, or a value that could not be read. */
export function explainFailure(error: unknown): Error {
  if (error instanceof DatabaseUnavailable || error instanceof UnreadableValue) return error
  if (error instanceof ServerError && error.code !== undefined && !isEnd(error)) {
    const { message, code, constraint, table, column } = error
    return new DatabaseError({ message, code, constraint, table, column })
  }
  const message = error instanceof Error ? error.message : String(error)
  return new DatabaseUnavailable(`the database server is not available: ${message}`, error)
}

/** FATAL and PANIC end the connection; class 08 says that it is gone. */
function isEnd(error: ServerError): boolean {
  return error.severity === 'FATAL' || error.severity === 'PANIC' || error.code?.startsWith('08') === true
}
