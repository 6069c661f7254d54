import type { QuoteUnit } from '#client/entities/market/quote-unit.ts'
import type { CoinNaming } from '#domain/coin.ts'
import { formatDecimal, parseDecimal } from '#domain/decimal.ts'
import { wholePrice } from '#domain/market.ts'
import { billed } from '#domain/quick-trade.ts'
import { type Calendar, type Purchase, purchaseFor, type Rhythm, type Weekday } from '#domain/recurring-buy.ts'
import { type Amount, amount, PRICE_DECIMALS, type Price } from '#domain/units.ts'

export interface PlanForm {
  readonly unit: QuoteUnit
  readonly coin: string
  /** ASCII decimal text, or empty. */
  readonly total: string
  readonly kind: Rhythm['kind']
  readonly weekday: Weekday
  readonly day: number
  readonly calendar: Calendar
  readonly minute: number
  /** Empty for no ceiling. */
  readonly ceiling: string
}

/** Ten in the morning: every market is open then. */
const USUAL_MINUTE = 600

/** The form of a new plan. The calendar is that of the language, and stays with the plan. */
export const newPlanForm = ({ unit, coin, calendar }: Pick<PlanForm, 'unit' | 'coin' | 'calendar'>): PlanForm => ({
  ...{ unit, coin, calendar, total: '', ceiling: '' },
  ...{ kind: 'WEEKLY', weekday: 'SATURDAY', day: 1, minute: USUAL_MINUTE },
})

/** The form that changes a plan. */
export function formOfPlan(
  { unit, coin, calendar }: Pick<PlanForm, 'unit' | 'coin' | 'calendar'>,
  { total, ceiling, rhythm }: { total: string; ceiling: string | null; rhythm: Rhythm },
): PlanForm {
  const usual = newPlanForm({ unit, coin, calendar })
  return { ...usual, ...rhythm, total, ceiling: ceiling ?? '' }
}

export function rhythmOf({ kind, weekday, day, calendar, minute }: PlanForm): Rhythm {
  if (kind === 'DAILY') return { kind, minute }
  return kind === 'WEEKLY' ? { kind, weekday, minute } : { kind, day, calendar, minute }
}

/** The terms as they are sent. */
export const termsOf = (form: PlanForm) => ({
  total: form.total,
  ...(form.ceiling !== '' && { ceiling: form.ceiling }),
  rhythm: rhythmOf(form),
})

/** The data for the form's validation. Data that is not loaded yet is `undefined`, never zero. */
export interface PlanFacts {
  readonly coin: (CoinNaming & { readonly exchangeMin: Amount; readonly exchangeMax: Amount }) | undefined
  readonly quote: (CoinNaming & { readonly billedDecimals: number }) | undefined
  /** The price to buy at now; `undefined` if it is stale. */
  readonly unitPrice: Price | undefined
}

export interface PlanSummary {
  /** The amount that the total buys now, after the fee, as decimal text; `undefined` without a total or a price. */
  readonly received: string | undefined
  /** The bound that the total breaks now, as decimal text of the quote coin. */
  readonly misfit: { readonly kind: 'least' | 'most'; readonly bound: string } | undefined
  /** The price is above the ceiling now. */
  readonly isCeilingLow: boolean
}

const NOTHING: PlanSummary = { received: undefined, misfit: undefined, isCeilingLow: false }

/** The purchase that a plan would make now, and the bound of quick trade that it breaks. The server decides again at each purchase. */
export function summarizePlan(form: PlanForm, { coin, quote, unitPrice }: PlanFacts): PlanSummary {
  const ceiling = parseDecimal(form.ceiling, PRICE_DECIMALS)
  const isCeilingLow = ceiling !== undefined && unitPrice !== undefined && unitPrice > ceiling
  const total = quote && parseDecimal(form.total, quote.decimals)
  if (!coin || !quote || !unitPrice || !total) return { ...NOTHING, isCeilingLow }
  const market = { base: coin, quote }
  const bought = purchaseFor({ total: amount(total), unitPrice, market })
  const worth = (bound: Amount, direction: 'up' | 'down') =>
    formatDecimal(
      billed(wholePrice({ quantity: bound, unitPrice, market }, direction), quote, direction),
      quote.decimals,
    )
  const misfit =
    bought.quantity < coin.exchangeMin
      ? ({ kind: 'least', bound: worth(coin.exchangeMin, 'up') } as const)
      : bought.quantity > coin.exchangeMax
        ? ({ kind: 'most', bound: worth(coin.exchangeMax, 'down') } as const)
        : undefined
  return { received: misfit ? undefined : receivedOf(bought, coin), misfit, isCeilingLow }
}

const receivedOf = ({ quantity, fee }: Purchase, { decimals }: CoinNaming): string =>
  formatDecimal(amount(quantity - fee), decimals)

/** "GOLD_TOMAN" as its coin and the coin of its price. */
export function coinsOf(marketType: string): { readonly coin: string; readonly unit: QuoteUnit } {
  const coin = marketType.replace(/_(TOMAN|TETHER)$/, '')
  return { coin, unit: marketType.endsWith('_TETHER') ? 'TETHER' : 'TOMAN' }
}
