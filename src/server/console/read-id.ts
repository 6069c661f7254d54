import { fromCount, toCount } from '#domain/counts.ts'
import { parseDecimal } from '#domain/decimal.ts'

const ID_MAX = fromCount(Number.MAX_SAFE_INTEGER)

/** Parses an id of the wire; an invalid one becomes 0, which nothing has. */
export function readId(text: string): number {
  const id = parseDecimal(text, 0) ?? 0n
  return id > ID_MAX ? 0 : toCount(id)
}
