import type { JalaliDate } from './jalali.ts'
import { isWithinTradingHours, nextOpening } from './trading-hours.ts'

/** When a market is open: at any hour, or in the working hours of the exchange. */
export type MarketHours = 'always' | 'working'

export type Language = 'fa' | 'en'

export interface Sentence {
  readonly fa: string
  readonly en: string
}

/** An operator's halt: no trade for the moment, or a delisting in which orders can only be cancelled. */
export interface Halt {
  readonly kind: 'halted' | 'cancel-only'
  readonly reason: Sentence
}

export type MarketState =
  | { readonly kind: 'open' }
  /** Outside its hours. `opensAt` is absent where no opening is in sight. */
  | { readonly kind: 'closed'; readonly opensAt: Date | undefined }
  | Halt

const OPEN: MarketState = { kind: 'open' }

const DELISTED: Halt = {
  kind: 'cancel-only',
  reason: { fa: 'این بازار دیگر فعال نیست.', en: 'This market is no longer active.' },
}

/**
 * The state of a market at an instant. The catalogue decides first, then the operator's halt, then the hours. Orders are
 * taken and matched only where it is open; they can be cancelled in every state.
 */
export function marketStateAt(
  market: { readonly active: boolean; readonly hours: MarketHours; readonly halt: Halt | undefined },
  at: Date,
  holidays: ReadonlySet<JalaliDate>,
): MarketState {
  if (!market.active) return DELISTED
  if (market.halt) return market.halt
  if (market.hours === 'always' || isWithinTradingHours(at, holidays)) return OPEN
  return { kind: 'closed', opensAt: nextOpening(at, holidays) }
}
