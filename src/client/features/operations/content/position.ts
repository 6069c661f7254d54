import { toCount } from '#domain/counts.ts'
import { parseDecimal } from '#domain/decimal.ts'

/** Parses the typed position of an entry; `undefined` if it is not a number. */
export function positionOf(text: string): number | undefined {
  const read = parseDecimal(text, 0)
  return read === undefined ? undefined : toCount(read)
}
