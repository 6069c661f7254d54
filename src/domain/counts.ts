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
