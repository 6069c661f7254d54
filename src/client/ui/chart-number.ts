import { parseDecimal } from '#domain/decimal.ts'

/** Finer than any price that is drawn. */
const DECIMALS = 8
const SCALE = 10 ** DECIMALS

/** Decimal text as a height on a drawing, which nothing reads back. */
export function toChartNumber(text: string): number {
  const scaled = parseDecimal(text, DECIMALS)
  return scaled === undefined ? Number.NaN : Number(scaled) / SCALE
}

/** The whole and its part as a share between 0 and 1, for the angle or the width of a drawing. */
export function shareOf({ part, whole }: { part: bigint; whole: bigint }): number {
  return whole === 0n ? 0 : Number((part * 10_000n) / whole) / 10_000
}
