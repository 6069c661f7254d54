import { protocol } from '@electric-sql/pglite'
import { DatabaseError } from '../database-error.ts'
import { type Decoder, decoderOf } from '../decode-value.ts'

const { messages: shapes } = protocol

interface Reading {
  rows: unknown[]
  command: string
  refusal: DatabaseError | undefined
}

interface Column {
  readonly name: string
  readonly decode: Decoder
}

/**
 * Reads the engine's messages of one exchange: the rows and command tag of its last statement. @throws DatabaseError for a refusal; Error
 * if the engine reports its own end
 */
export function readAnswer(messages: readonly unknown[]): { rows: unknown[]; command: string } {
  const reading: Reading = { rows: [], command: '', refusal: undefined }
  let columns: Column[] = []
  for (const message of messages) {
    if (message instanceof shapes.DataRowMessage) reading.rows.push(readRow(columns, message.fields))
    else if (message instanceof shapes.RowDescriptionMessage) {
      reading.rows = []
      columns = message.fields.map(({ name, dataTypeID }) => ({ name, decode: decoderOf(dataTypeID) }))
    } else if (message instanceof shapes.CommandCompleteMessage) {
      reading.command = message.text.split(' ', 1)[0] ?? ''
      if (columns.length === 0) reading.rows = []
    } else if (message instanceof shapes.DatabaseError) reading.refusal ??= readRefusal(message)
  }
  if (reading.refusal) throw reading.refusal
  return reading
}

function readRow(columns: readonly Column[], texts: readonly (string | null)[]): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  for (let index = 0; index < columns.length; index++) {
    const column = columns[index]
    const text = texts[index] ?? null
    if (column) row[column.name] = text === null ? null : column.decode(text)
  }
  return row
}

type ServerError = InstanceType<typeof shapes.DatabaseError>

function readRefusal({ message, severity, code, constraint, table, column }: ServerError): DatabaseError {
  if (severity === 'PANIC' || severity === 'FATAL') throw new Error(`the engine ended: ${message}`)
  return new DatabaseError({ message, code: code ?? 'XX000', constraint, table, column })
}
