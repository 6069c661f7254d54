import type { Coin } from '#domain/coin.ts'
import { formatDecimal } from '#domain/decimal.ts'
import { type AmountError, limitPriceBounds, type Market, trailingDistanceBounds } from '#domain/market.ts'
import { PAGE_ROWS, PAGED_ROWS_MAX, type PageOf } from '#domain/page.ts'
import { type DaySpan, type InstantSpan, instantsOf } from '#domain/tehran-day.ts'
import { type Amount, PRICE_DECIMALS, type Price } from '#domain/units.ts'
import type { ErrorCode } from './errors.ts'

interface More {
  field?: string | undefined
  details?: unknown
  retryAfterSeconds?: number | undefined
}

/** A refusal as a value: nothing was changed; `field` names the faulty part of the request, `details` is its `baseDTO`. */
export class Rejected {
  readonly code: ErrorCode
  readonly field: string | undefined
  readonly details: unknown
  /** The seconds after which a retry makes sense, if known: for "too many" and for temporary outages. */
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, { field, details, retryAfterSeconds }: More = {}) {
    this.code = code
    this.field = field
    this.details = details
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export const rejected = (code: ErrorCode, more?: More) => new Rejected(code, more)

/** The refusal of a page beyond the numbered ones, or of a request that uses page and cursor together. */
export function rejectPage({ page, size = PAGE_ROWS, before }: PageOf): Rejected | undefined {
  if (page !== undefined && before !== undefined) return rejected('BAD_REQUEST', { field: 'before' })
  return (page ?? 1) * size > PAGED_ROWS_MAX ? rejected('PAGE_TOO_FAR', { field: 'page' }) : undefined
}

/** The instants at which days in Tehran begin and end. Refuses DAY_SPAN_INVALID. */
export function readDaySpan(days: DaySpan): InstantSpan | Rejected {
  const span = instantsOf(days)
  return typeof span === 'string' ? rejected('DAY_SPAN_INVALID', { field: span }) : span
}

interface AmountBounds {
  readonly coin: Pick<Coin, 'symbol' | 'decimals'>
  readonly min: Amount
  readonly max: Amount
}

/** The refusal of an amount, with the violated bound: `{ min: "0.01", coin: "GOLD" }`, or `max`. */
export function rejectAmount(code: AmountError, { coin, min, max }: AmountBounds): Rejected {
  const bound = (value: Amount) => formatDecimal(value, coin.decimals)
  const details = {
    UNACCEPTABLE_AMOUNT: undefined,
    AMOUNT_IS_LOW: { min: bound(min), coin: coin.symbol },
    AMOUNT_IS_HIGH: { max: bound(max), coin: coin.symbol },
  }[code]
  return rejected(code, { field: 'amount', details })
}

/** The refusal of an order with too little value, with the minimum: `{ minTotal: "50000", coin: "TOMAN" }`. */
export const rejectTotal = ({ minTotal, quote }: Pick<Market, 'minTotal' | 'quote'>): Rejected =>
  rejected('TOTAL_IS_LOW', {
    field: 'amount',
    details: { minTotal: formatDecimal(minTotal, quote.decimals), coin: quote.symbol },
  })

const PRICE_FIELDS = {
  UNIT_PRICE_INVALID: 'unitPrice',
  STOP_PRICE_INVALID: 'stopPrice',
} as const

/** The refusal of a price off the market's tick, with the tick: `{ tick: "100", coin: "TOMAN" }`. */
export function rejectPrice(
  code: keyof typeof PRICE_FIELDS,
  { tick, quote }: Pick<Market, 'tick' | 'quote'>,
  field: string = PRICE_FIELDS[code],
): Rejected {
  return rejected(code, {
    field,
    details: { tick: formatDecimal(tick, PRICE_DECIMALS), coin: quote.symbol },
  })
}

/**
 * The refusal of a trailing stop's distance, with the tick, and with the bounds where there is a stop price: `{ tick: "100", min: "900",
 * max: "450000", coin: "TOMAN" }`.
 */
export function rejectDistance(stopPrice: Price | undefined, market: Pick<Market, 'tick' | 'quote'>): Rejected {
  const text = (each: Price) => formatDecimal(each, PRICE_DECIMALS)
  const bounds = stopPrice && trailingDistanceBounds(stopPrice, market)
  return rejected('TRAILING_DISTANCE_INVALID', {
    field: 'trailingDistance',
    details: {
      tick: text(market.tick),
      ...(bounds && { min: text(bounds.min), max: text(bounds.max) }),
      coin: market.quote.symbol,
    },
  })
}

/** The refusal of a limit price too far from the reference price, with the violated bound: `{ max: "500", coin: "TOMAN" }`. */
export function rejectBand(
  unitPrice: Price,
  {
    reference,
    market,
  }: { reference: Price; market: Pick<Market, 'tick' | 'limitPriceMin' | 'limitPriceMax' | 'quote'> },
  field = 'unitPrice',
): Rejected {
  const { min, max } = limitPriceBounds(reference, market)
  const bound =
    unitPrice < min ? { min: formatDecimal(min, PRICE_DECIMALS) } : { max: formatDecimal(max, PRICE_DECIMALS) }
  return rejected('UNIT_PRICE_OUT_OF_BAND', { field, details: { ...bound, coin: market.quote.symbol } })
}
