import type { SqlValue } from './database.ts'

/**
 * Writes a value in PostgreSQL's text format, the same for both engines; thousands of elements cost one string.
 * @throws RangeError for a number or a date that has no finite text
 */
export function encodeValue(value: SqlValue): string | null {
  if (value === null || typeof value === 'string') return value
  return isArray(value) ? encodeArray(value) : encodeScalar(value)
}

type Scalar = Exclude<SqlValue, string | null | readonly SqlValue[]>

function encodeScalar(value: Scalar): string {
  switch (typeof value) {
    case 'bigint':
      return value.toString()
    case 'number':
      if (!Number.isFinite(value)) throw new RangeError(`not a number that SQL can hold: ${value}`)
      return value.toString()
    case 'boolean':
      return value ? 't' : 'f'
    default:
      return encodeObject(value)
  }
}

function encodeObject(value: Date | Uint8Array | { readonly json: unknown }): string {
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) {
    return `\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}`
  }
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
  switch (typeof value) {
    case 'bigint':
    case 'number':
    case 'boolean':
      return encodeScalar(value)
    case 'string':
      return quote(value)
    default:
      return isArray(value) ? encodeArray(value) : quote(encodeObject(value))
  }
}

const SPECIAL = /["\\]/

function quote(text: string): string {
  return SPECIAL.test(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : `"${text}"`
}

/** `Array.isArray` does not narrow readonly arrays. */
function isArray(value: SqlValue): value is readonly SqlValue[] {
  return Array.isArray(value)
}
