import { formatDecimal, parseDecimal } from '#domain/decimal.ts'

/** The decimals of Toman in the ledger. */
const DECIMALS = 6

/** The sum of amounts of Toman, as signed decimal text; unknown ones add nothing. */
export function sumOf(values: readonly (string | null)[]): string {
  let sum = 0n
  for (const value of values) {
    const units = parseDecimal((value ?? '').replace('-', ''), DECIMALS) ?? 0n
    sum += value?.startsWith('-') ? -units : units
  }
  return formatDecimal(sum, DECIMALS)
}
