import { fromCount, toCount } from '#domain/counts.ts'
import { parseDecimal } from '#domain/decimal.ts'

const ID_MAX = fromCount(Number.MAX_SAFE_INTEGER)

/** An id of the wire; one that nothing has becomes 0. */
export function readId(text: string): number {
  const id = parseDecimal(text, 0) ?? 0n
  return id > ID_MAX ? 0 : toCount(id)
}
