import { builtins, getTypeParser } from 'pg-types'
import { parse as parseArray } from 'postgres-array'

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
