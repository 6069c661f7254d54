/** The rules of average cost in exact fractions, from the whole history of one user in one market; it shares no code with `#domain`. */

export interface NaiveFill {
  readonly side: 'BUY' | 'SELL'
  /** Coins given or taken before the fee, the money for them, and the fee, which the receiving side of the coin pays from it. */
  readonly amount: bigint
  readonly value: bigint
  readonly fee: bigint
}

/** An exact number. */
export interface Fraction {
  readonly over: bigint
  readonly under: bigint
}

const fraction = (over: bigint, under = 1n): Fraction => {
  let [a, b] = [over < 0n ? -over : over, under]
  while (b !== 0n) [a, b] = [b, a % b]
  return a === 0n ? { over: 0n, under: 1n } : { over: over / a, under: under / a }
}
const plus = (a: Fraction, b: Fraction) => fraction(a.over * b.under + b.over * a.under, a.under * b.under)
const minus = (a: Fraction, b: Fraction) => plus(a, { over: -b.over, under: b.under })
const times = (a: Fraction, b: Fraction) => fraction(a.over * b.over, a.under * b.under)

export interface NaivePosition {
  readonly coins: bigint
  /** The average price of one base unit; it stays while coins are sold. */
  readonly average: Fraction
  readonly realised: Fraction
}

export function naivePosition(fills: readonly NaiveFill[]): NaivePosition {
  let coins = 0n
  let average = fraction(0n)
  let realised = fraction(0n)
  for (const { side, amount, value, fee } of fills) {
    if (side === 'BUY') {
      const spent = plus(times(average, fraction(coins)), fraction(value))
      coins += amount - fee
      if (coins === 0n) realised = minus(realised, spent)
      else average = times(spent, fraction(1n, coins))
      continue
    }
    const known = amount < coins ? amount : coins
    const proceeds = times(fraction(value - fee), fraction(known, amount))
    realised = plus(realised, minus(proceeds, times(average, fraction(known))))
    coins -= known
    if (coins === 0n) average = fraction(0n)
  }
  return { coins, average, realised }
}

/** How far a number is from a fraction, in whole numbers rounded up. */
export function distance(value: bigint, { over, under }: Fraction): bigint {
  const difference = value * under - over
  const size = difference < 0n ? -difference : difference
  return (size + under - 1n) / under
}

/** A fraction a number of times as large. */
export const scaled = ({ over, under }: Fraction, by: bigint): Fraction => fraction(over * by, under)
