import { parseDecimal } from './decimal.ts'

/** Converts ids and counts between the database's 64 bits and JavaScript's number. Amounts and prices stay bigint and never come here. */

/** A count as number. Throws a RangeError beyond the exact range of a number. */
export function toCount(value: bigint): number {
  const count = Number(value)
  if (!Number.isSafeInteger(count)) throw new RangeError(`${value} is more than can be counted`)
  return count
}

/** A whole number as bigint. Throws a RangeError for a fraction. */
export function fromCount(count: number): bigint {
  return BigInt(count)
}

const ID_MAX = fromCount(Number.MAX_SAFE_INTEGER)

/** Parses an id of the wire; an invalid one becomes 0, which nothing has. */
export function readId(text: string): number {
  const id = parseDecimal(text, 0) ?? 0n
  return id > ID_MAX ? 0 : toCount(id)
}
