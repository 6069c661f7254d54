import { divide } from './decimal.ts'
import { type Amount, amount, type Ppm, ppm } from './units.ts'

const MILLION = 1_000_000n

/** Wage of a quick trade: 0.3 %. */
export const FEE_QUICK_TRADE = ppm(3_000n)

/** The fee on what a party receives, rounded down: never more than the percent that was agreed. */
export function feeOn(received: Amount, rate: Ppm): Amount {
  return amount(divide(received * rate, MILLION, 'down'))
}

export const LEVELS = ['VIP_1', 'VIP_2', 'VIP_3', 'VIP_4', 'SUPERVISOR'] as const
export type Level = (typeof LEVELS)[number]
