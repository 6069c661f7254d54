import type { JalaliDate } from './jalali.ts'
import { isWithinTradingHours, nextOpening, tradingDayAt } from './trading-hours.ts'

/** When a market is open: at any hour, or in the working hours of the exchange. */
export type MarketHours = 'always' | 'working'

export type Language = 'fa' | 'en'

export interface Sentence {
  readonly fa: string
  readonly en: string
}

/** An operator's halt: trading stops temporarily, or orders can only be cancelled because of a delisting. */
export interface Halt {
  readonly kind: 'halted' | 'cancel-only'
  readonly reason: Sentence
}

export type MarketState =
  /** `closesAt` is the end of its working hours; absent if the market never closes. */
  | { readonly kind: 'open'; readonly closesAt?: Date | undefined }
  /** Outside its hours. `opensAt` is absent if no opening is known. */
  | { readonly kind: 'closed'; readonly opensAt: Date | undefined }
  | Halt

/** The rules of when markets trade, in addition to the catalogue. */
export interface MarketRules {
  /** `always`: no market ever closes, whatever its own hours. */
  readonly hours: MarketHours
  /** The halts ordered by operators, by market id. */
  readonly halts: ReadonlyMap<number, Halt>
  readonly holidays: ReadonlySet<JalaliDate>
  /** Grows with every change of the rules and of the catalogue. */
  readonly revision: number
}

const DELISTED: Halt = {
  kind: 'cancel-only',
  reason: { fa: 'این بازار دیگر فعال نیست.', en: 'This market is no longer active.' },
}

/** The fields of the catalogue that decide when a market trades. */
interface ListedMarket {
  readonly id: number
  readonly active: boolean
  readonly hours: MarketHours
}

/** Whether orders are accepted and matched at an instant; they can always be cancelled. */
export function isMarketOpen({ id, active, hours }: ListedMarket, rules: MarketRules, at: Date): boolean {
  if (!active || rules.halts.has(id)) return false
  return neverCloses(hours, rules) || isWithinTradingHours(at, rules.holidays)
}

const neverCloses = (hours: MarketHours, rules: MarketRules) => rules.hours === 'always' || hours === 'always'

/** The state of a market at an instant. The catalogue decides first, then the operator's halt, then the hours. */
export function marketStateAt(market: ListedMarket, rules: MarketRules, at: Date): MarketState {
  if (isMarketOpen(market, rules, at)) {
    const closesAt = neverCloses(market.hours, rules) ? undefined : tradingDayAt(at, rules.holidays)?.closesAt
    return { kind: 'open', closesAt }
  }
  if (!market.active) return DELISTED
  return rules.halts.get(market.id) ?? { kind: 'closed', opensAt: nextOpening(at, rules.holidays) }
}
