import { formatDecimal, parseDecimal } from '#domain/decimal.ts'

/** As fine as the ledger counts Toman. */
const DECIMALS = 6

/** The sum of amounts of Toman, signed decimal text; what is unknown adds nothing. */
export function sumOf(values: readonly (string | null)[]): string {
  let sum = 0n
  for (const value of values) {
    const units = parseDecimal((value ?? '').replace('-', ''), DECIMALS) ?? 0n
    sum += value?.startsWith('-') ? -units : units
  }
  return formatDecimal(sum, DECIMALS)
}
