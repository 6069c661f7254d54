import { parseDecimal } from './decimal.ts'
import { type Price, price } from './units.ts'

export const PRICE_ALERT_KINDS = ['ABOVE', 'BELOW', 'PERCENT'] as const
export type PriceAlertKind = (typeof PRICE_ALERT_KINDS)[number]

/** Open alerts of a user at a time. */
export const PRICE_ALERTS_MAX = 20

/** The alert is triggered at `above` or more, or at `below` or less. At least one of them is present. */
export interface AlertBounds {
  readonly above: Price | undefined
  readonly below: Price | undefined
}

const PERCENT_DECIMALS = 2
const WHOLE = 10_000n
/** 1,000 percent, ten times the price. */
const PERCENT_MAX = 100_000n

/**
 * The prices at this percentage above and below the present one. Between two ticks the farther one counts. `undefined` for a percentage
 * that is not between 0.01 and 1,000.
 */
export function boundsAround(present: Price, percent: string, tick: Price): AlertBounds | undefined {
  const hundredths = parseDecimal(percent, PERCENT_DECIMALS)
  if (hundredths === undefined || hundredths <= 0n || hundredths > PERCENT_MAX) return undefined
  const step = WHOLE * tick
  const above = price(((present * (WHOLE + hundredths) + step - 1n) / step) * tick)
  const below = hundredths < WHOLE ? price(((present * (WHOLE - hundredths)) / step) * tick) : undefined
  return { above, below: below === undefined || below <= 0n ? undefined : below }
}

/** Whether a price has reached one of the bounds. */
export const reaches = ({ above, below }: AlertBounds, now: Price): boolean =>
  (above !== undefined && now >= above) || (below !== undefined && now <= below)
