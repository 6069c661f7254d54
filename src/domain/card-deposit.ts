import { MINUTE_MS } from './durations.ts'
import { type Amount, amount } from './units.ts'

/** A user's payments that may still be made, at the most. */
export const OPEN_DEPOSITS_MAX = 5

/** Gateways close a payment that nobody has made within this time. */
export const PAYABLE_MS = 30 * MINUTE_MS

/** How a payment ended that nobody has made. ABANDONED: nobody came back from the gateway's page, or never got there. */
export const UNPAID = ['CANCELLED', 'ABANDONED'] as const
export type Unpaid = (typeof UNPAID)[number]

/** How a payment ended that was not credited; each is a filter of its own. PAID_BACK: another's card paid, to which the money goes back. */
export const DEPOSIT_ENDINGS = ['FAILED', ...UNPAID, 'PAID_BACK'] as const
export type DepositEnding = (typeof DEPOSIT_ENDINGS)[number]

/** The payments that count against the limits of a user's new one. */
export interface DepositUse {
  /** The payments that may still be made. */
  readonly openCount: number
  /** The sum of those credited today in Tehran and those that may still be made. */
  readonly used: Amount
  /** The most of a day, by the user's level. */
  readonly dayMax: Amount
}

/** The rest of the day's limit. */
export const leftOfDay = ({ used, dayMax }: Pick<DepositUse, 'used' | 'dayMax'>): Amount =>
  amount(used < dayMax ? dayMax - used : 0n)

/** The reason why another payment may not be begun. */
export function refuseDeposit(
  use: DepositUse,
  { wanted, openMax }: { wanted: Amount; openMax: number },
): 'TOO_MANY_OPEN_DEPOSITS' | 'DEPOSIT_DAY_LIMIT_REACHED' | undefined {
  if (use.openCount >= openMax) return 'TOO_MANY_OPEN_DEPOSITS'
  return wanted > leftOfDay(use) ? 'DEPOSIT_DAY_LIMIT_REACHED' : undefined
}
