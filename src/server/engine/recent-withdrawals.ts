import { DAY_MS, HOUR_MS } from '#domain/durations.ts'
import type { Withdrawal } from '#domain/ledger.ts'
import type { Withdrawn } from '#domain/withdrawal.ts'

/** A withdrawal that counts against the limits. */
export type RecentWithdrawal = Pick<Withdrawal, 'holdReference' | 'userId' | 'worth' | 'at'>

/** How long a withdrawal counts. */
export const RECENT_MS = DAY_MS

/** The withdrawals of the last day that were not given back. */
export class RecentWithdrawals {
  /** By the reference of their hold, oldest first. */
  readonly #all = new Map<string, RecentWithdrawal>()

  add(withdrawal: RecentWithdrawal): void {
    this.#all.set(withdrawal.holdReference, withdrawal)
  }

  /** It was given back. */
  remove(holdReference: string): void {
    this.#all.delete(holdReference)
  }

  /** The worth of what one user, and all together, have withdrawn by now. */
  sumsOf(userId: number, now: number): Withdrawn {
    let [hour, day, allHour] = [0n, 0n, 0n]
    for (const [reference, { userId: owner, worth, at }] of this.#all) {
      if (at <= now - RECENT_MS) {
        this.#all.delete(reference)
        continue
      }
      const isOfHour = at > now - HOUR_MS
      if (isOfHour) allHour += worth
      if (owner !== userId) continue
      day += worth
      if (isOfHour) hour += worth
    }
    return { hour, day, allHour }
  }
}
