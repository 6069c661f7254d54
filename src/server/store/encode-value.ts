import type { SqlValue } from './database.ts'

/**
 * Writes a value in PostgreSQL's text format, the same for both engines. pg's own `prepareValue` is not used: it writes NaN as a number and
 * times in the zone of the process, and takes half as long again for a batch (3.1 µs of an order instead of 2.1). @throws RangeError for a
 * number or a date without a finite text
 */
export function encodeValue(value: SqlValue): string | null {
  if (value === null || typeof value === 'string') return value
  return isArray(value) ? encodeArray(value) : encodeScalar(value)
}

function encodeScalar(value: Exclude<SqlValue, null | readonly SqlValue[]>): string {
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new RangeError(`not a number that SQL can hold: ${value}`)
  if (typeof value !== 'object') return String(value)
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array)
    return `\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}`
  const text = JSON.stringify(value.json)
  if (text === undefined) throw new RangeError('a json value must be something that JSON can express')
  return text
}

function encodeArray(values: readonly SqlValue[]): string {
  let text = ''
  for (const value of values) text += `,${encodeElement(value)}`
  return `{${text.slice(1)}}`
}

function encodeElement(value: SqlValue): string {
  if (value === null) return 'NULL'
  if (isArray(value)) return encodeArray(value)
  const text = encodeScalar(value)
  if (typeof value !== 'string' && typeof value !== 'object') return text
  return SPECIAL.test(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : `"${text}"`
}

const SPECIAL = /["\\]/

/** `Array.isArray` does not narrow readonly arrays. */
const isArray = (value: SqlValue): value is readonly SqlValue[] => Array.isArray(value)
