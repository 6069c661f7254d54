import { toCount } from '#domain/counts.ts'
import { parseDecimal } from '#domain/decimal.ts'

/** The place of an entry as it was typed, in Latin digits; `undefined` for what is no number. */
export function positionOf(text: string): number | undefined {
  const read = parseDecimal(text, 0)
  return read === undefined ? undefined : toCount(read)
}
