import { divide, formatDecimal } from './decimal.ts'
import { type Amount, amount, type Ppm, ppm } from './units.ts'

const MILLION = 1_000_000n
/** Parts per million are percent with four decimals. */
export const PERCENT_DECIMALS = 4

/** The fee of a quick trade: 0.3 %. */
export const FEE_QUICK_TRADE = ppm(3_000n)

/** Parts per million as percent, for people: "0.3". */
export const percentOf = (rate: Ppm): string => formatDecimal(rate, PERCENT_DECIMALS)

/** The fee on what a party receives, rounded down: never more than the percent that was agreed. */
export function feeOn(received: Amount, rate: Ppm): Amount {
  return amount(divide(received * rate, MILLION, 'down'))
}

/** An inviter's share of the fees of the invited users: 30 %. */
export const REFERRAL_SHARE = ppm(300_000n)

/** The inviter's part of a fee, rounded down: the fraction of a unit stays with the exchange. */
export function rewardOn(fee: Amount): Amount {
  return amount(divide(fee * REFERRAL_SHARE, MILLION, 'down'))
}

/** The fee rates of an order and its referral reward, fixed when it is placed. */
export interface Charges {
  /** Where the order takes liquidity from the book. */
  readonly taker: Ppm
  /** Where the order is on the book and is taken. */
  readonly maker: Ppm
  /** The user who invited the order's user. */
  readonly inviterId: number | undefined
}

export const ACCOUNT_LEVELS = ['VIP_1', 'VIP_2', 'VIP_3', 'VIP_4', 'SUPERVISOR'] as const
export type AccountLevel = (typeof ACCOUNT_LEVELS)[number]

const MONTHS = 3

/** The first day, "yyyy-mm-dd" of UTC, whose trades count for a level at an instant: three months before, or the last day of that month. */
export function levelWindowStart(at: Date): string {
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()]
  const lastDay = new Date(Date.UTC(year, month - MONTHS + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - MONTHS, Math.min(day, lastDay))).toISOString().slice(0, 10)
}
