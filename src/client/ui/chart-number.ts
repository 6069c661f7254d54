import { formatDecimal, parseDecimal } from '#domain/decimal.ts'

/** More decimals than any drawn price has. */
const DECIMALS = 8
const SCALE = 10 ** DECIMALS

/** Converts decimal text to a height for drawing; nothing converts it back. */
export function toChartNumber(text: string): number {
  const scaled = parseDecimal(text, DECIMALS)
  return scaled === undefined ? Number.NaN : Number(scaled) / SCALE
}

/** The multiple of the tick that is nearest to a height in a drawing, as decimal text: a finger's place on a chart becomes a price to confirm. */
export function nearestTick(height: number, tick: string): string {
  const step = parseDecimal(tick, DECIMALS) ?? 1n
  return formatDecimal(BigInt(Math.round((height * SCALE) / Number(step))) * step, DECIMALS)
}

/** As `toChartNumber`, for text that may begin with a "-". */
export function toSignedChartNumber(text: string): number {
  return text.startsWith('-') ? -toChartNumber(text.slice(1)) : toChartNumber(text)
}

/** Shares of a whole in whole percent that sum to a hundred: the percents lost by rounding down go to the largest remainders. */
export function wholePercents(parts: readonly bigint[]): string[] {
  const whole = parts.reduce((sum, part) => sum + part, 0n)
  if (whole === 0n) return parts.map(() => '0')
  const floors = parts.map((part) => (part * 100n) / whole)
  const left = 100n - floors.reduce((sum, floor) => sum + floor, 0n)
  const byRemainder = parts
    .map((part, index) => ({ index, remainder: (part * 100n) % whole }))
    .sort((a, b) => (a.remainder < b.remainder ? 1 : a.remainder > b.remainder ? -1 : a.index - b.index))
  const raised = new Set(byRemainder.filter((_, rank) => rank < left).map(({ index }) => index))
  return floors.map((floor, index) => String(raised.has(index) ? floor + 1n : floor))
}

/** The part's share of the whole, between 0 and 1, for the angle or width of a drawing. */
export function shareOf({ part, whole }: { part: bigint; whole: bigint }): number {
  return whole === 0n ? 0 : Number((part * 10_000n) / whole) / 10_000
}
