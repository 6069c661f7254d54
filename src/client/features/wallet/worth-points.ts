import type { WorthRow } from '#client/entities/wallet/worth-history.queries.ts'
import { FINEST_DECIMALS, formatDecimal, parseDecimal } from '#domain/decimal.ts'
import { percentOfCost } from '#domain/position.ts'

/** A point of the line in the unit of the screen, as decimal text; `undefined` is unknown. */
export interface WorthPoint {
  readonly at: string
  /** The last point; all others are midnights. */
  readonly isNow: boolean
  readonly worth: string | undefined
  /** The worth of the first point and what was put in since: what the worth would be without gain. */
  readonly invested: string | undefined
  /** Deposits less withdrawals since the first point. */
  readonly putIn: string | undefined
  readonly gain: string | undefined
  /** Of the most that was invested at a time up to here. */
  readonly percent: string | undefined
}

/**
 * The worth, and how much of its change is gain. The gain is unknown where a coin has no price, now or at the first point, or had none when it
 * was moved: a worth without that coin would look like a loss.
 */
export function worthPoints(rows: readonly WorthRow[], unit: 'TOMAN' | 'TETHER'): readonly WorthPoint[] {
  const [worth, putIn] = unit === 'TOMAN' ? (['toman', 'putInToman'] as const) : (['tether', 'putInTether'] as const)
  const [first] = rows
  const begin = first && first.unpriced.length === 0 ? unitsOf(first[worth]) : undefined
  let most = 0n
  return rows.map((row, index) => {
    const [now, moved] = [unitsOf(row[worth]), unitsOf(row[putIn])]
    const invested = begin === undefined || moved === undefined ? undefined : begin + moved
    if (invested !== undefined && invested > most) most = invested
    const gain = invested === undefined || now === undefined || row.unpriced.length > 0 ? undefined : now - invested
    return {
      ...{ at: row.at, isNow: index === rows.length - 1 },
      ...{ worth: textOf(now), invested: textOf(invested), putIn: textOf(moved), gain: textOf(gain) },
      percent: gain === undefined ? undefined : percentOfCost({ cost: most, profit: gain }),
    }
  })
}

/** The coins without a price at one of the points. */
export const unpricedCoins = (rows: readonly WorthRow[]): readonly string[] => [
  ...new Set(rows.flatMap(({ unpriced }) => unpriced)),
]

function unitsOf(text: string | null): bigint | undefined {
  if (text === null) return undefined
  const size = parseDecimal(text.replace('-', ''), FINEST_DECIMALS)
  return size !== undefined && text.startsWith('-') ? -size : size
}

const textOf = (value: bigint | undefined) => (value === undefined ? undefined : formatDecimal(value, FINEST_DECIMALS))
