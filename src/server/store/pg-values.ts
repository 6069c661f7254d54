import { builtins, getTypeParser } from 'pg-types'
import { parse as parseArray } from 'postgres-array'
import type { SqlValue } from './database.ts'

/**
 * Writes a value in PostgreSQL's text format, the same for both engines. pg's own `prepareValue` is not used: it writes NaN as a number and
 * times in the zone of the process, and takes half as long again for a batch (3.1 µs of an order instead of 2.1). @throws RangeError for a
 * number or a date without a finite text
 */
export function encodeValue(value: SqlValue): string | null {
  if (typeof value === 'string') return value
  if (value === null || value === undefined) return null
  return isArray(value) ? encodeArray(value) : encodeScalar(value)
}

function encodeScalar(value: Exclude<SqlValue, null | undefined | readonly SqlValue[]>): string {
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
  if (value === null || value === undefined) return 'NULL'
  if (isArray(value)) return encodeArray(value)
  const text = encodeScalar(value)
  if (typeof value !== 'string' && typeof value !== 'object') return text
  return SPECIAL.test(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : `"${text}"`
}

const SPECIAL = /["\\]/

/** `Array.isArray` does not narrow readonly arrays. */
const isArray = (value: SqlValue): value is readonly SqlValue[] => Array.isArray(value)

/** The database returned a value that our types cannot hold: a numeric with a fraction, an infinite timestamp. */
export class UnreadableValue extends RangeError {
  override readonly name = 'UnreadableValue'
}

/** Converts one column's text, as PostgreSQL writes it, into our value. @throws UnreadableValue if our types cannot hold it */
export type Decoder = (text: string) => unknown

/** Reads a whole number for counting. @throws UnreadableValue if a number cannot hold it exactly */
export function readCount(text: string): number {
  const count = Number(text)
  if (text === '' || !Number.isSafeInteger(count)) throw new UnreadableValue(`not a count: "${text}"`)
  return count
}

const WHOLE = /^-?\d+$/

/** Reads a numeric. @throws UnreadableValue if it has a fraction */
export function readWhole(text: string): bigint {
  if (text === '0') return 0n
  if (!WHOLE.test(text)) throw new UnreadableValue(`a numeric that is not whole: ${text}`)
  return BigInt(text)
}

function readDate(text: string): Date {
  const date: unknown = getTypeParser(builtins.TIMESTAMPTZ, 'text')(text)
  if (!(date instanceof Date)) throw new UnreadableValue(`a timestamp without an end: ${text}`)
  return date
}

/**
 * Types that we read differently from pg-types, which turns numerics into floats, int8 into text, and dates into local times. [type, its
 * array type, decoder of one value]; the numbers are fixed in PostgreSQL's catalogue.
 */
const OWN: readonly (readonly [number, number, Decoder])[] = [
  [builtins.BYTEA, 1001, (text) => Uint8Array.from(Buffer.from(text.slice(2), 'hex'))],
  [builtins.INT8, 1016, (text) => BigInt(text)],
  [builtins.DATE, 1182, (text) => text],
  [builtins.TIMESTAMPTZ, 1185, readDate],
  [builtins.NUMERIC, 1231, readWhole],
]

const DECODERS = new Map<number, Decoder>(
  OWN.flatMap(([type, arrayType, decode]): [number, Decoder][] => [
    [type, decode],
    [arrayType, (text) => parseArray(text, decode)],
  ]),
)

/** The decoder for a PostgreSQL type by its object id; a type unknown to pg-types stays text. */
export const decoderOf = (typeOid: number): Decoder => DECODERS.get(typeOid) ?? getTypeParser(typeOid, 'text')
