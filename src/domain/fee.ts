import { divide, formatDecimal, parseDecimal } from './decimal.ts'
import { type Amount, amount, MILLION, type Ppm, ppm } from './units.ts'

/** A percent with four decimals is an exact number of parts per million. */
export const PERCENT_DECIMALS = 4

/** The fee of a quick trade: 0.3 %. */
export const FEE_QUICK_TRADE = ppm(3_000n)

/** No level's fee is higher than 5 %. */
export const FEE_MAX = ppm(50_000n)

/** Parts per million as percent, for people: "0.3". */
export const percentOf = (rate: Ppm): string => formatDecimal(rate, PERCENT_DECIMALS)

/** A percentage up to a maximum as parts per million; `undefined` for any other text. */
export function parsePercent(text: string, max: Ppm): Ppm | undefined {
  const parsed = parseDecimal(text, PERCENT_DECIMALS)
  return parsed === undefined || parsed > max ? undefined : ppm(parsed)
}

/** The fee on a received amount, rounded down: never more than the agreed percent. */
export function feeOn(received: Amount, rate: Ppm): Amount {
  return amount(divide(received * rate, MILLION, 'down'))
}

/** The share of an invited user's fees that the inviter and the user divide: 30 %. */
export const REFERRAL_SHARE = ppm(300_000n)

/**
 * The part of it that an inviter may give to the friend who uses a code, in percent of the fee. The inviter keeps the rest, which is never
 * the smaller part.
 */
export const FRIEND_PERCENTS = [0, 5, 10, 15] as const
export type FriendPercent = (typeof FRIEND_PERCENTS)[number]

/** A percent of the fee as the share stored with orders; `undefined` for zero. */
export const friendShareOf = (percent: FriendPercent): Ppm | undefined =>
  percent === 0 ? undefined : ppm(BigInt(percent * 10_000))

/** The parts of a fee for the inviter and the friend, each rounded down: the fractions of a unit stay with the exchange. */
export function rewardsOn(fee: Amount, friendShare = ppm(0n)): { readonly inviter: Amount; readonly friend: Amount } {
  return {
    inviter: amount(divide(fee * (REFERRAL_SHARE - friendShare), MILLION, 'down')),
    friend: amount(divide(fee * friendShare, MILLION, 'down')),
  }
}

/** The fee rates of an order and its referral reward, fixed when it is placed. */
export interface Charges {
  /** Applies when the order takes liquidity from the book. */
  readonly taker: Ppm
  /** Applies when the order is on the book and is taken. */
  readonly maker: Ppm
  /** The user who invited the order's user. */
  readonly inviterId: number | undefined
  /** The share of its fees that the order's user gets back, out of the inviter's share; absent: none. */
  readonly friendShare?: Ppm
}

export const ACCOUNT_LEVELS = ['VIP_1', 'VIP_2', 'VIP_3', 'VIP_4', 'SUPERVISOR'] as const
export type AccountLevel = (typeof ACCOUNT_LEVELS)[number]

const MONTHS = 3

/**
 * The first day, "yyyy-mm-dd" in UTC, whose trades count for a level at an instant: three months earlier, or the last day of that month.
 */
export function levelWindowStart(at: Date): string {
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()]
  const lastDay = new Date(Date.UTC(year, month - MONTHS + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - MONTHS, Math.min(day, lastDay))).toISOString().slice(0, 10)
}
