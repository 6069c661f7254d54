import type { MarketRow } from '#client/entities/market/markets.queries.ts'
import { GOLD } from '#domain/coin.ts'
import { FINEST_DECIMALS, formatDecimal, parseDecimal } from '#domain/decimal.ts'
import { DAY_MS } from '#domain/durations.ts'

export const MARKET_GROUPS = ['all', 'favourites', 'gold', 'busy', 'new', 'rising', 'falling'] as const
export type MarketGroup = (typeof MARKET_GROUPS)[number]

export const MARKET_SORTS = ['name', 'price', 'change', 'volume'] as const
export type MarketSort = (typeof MARKET_SORTS)[number]

/** A name begins with its smallest letter and a figure with its largest; `isReversed` turns that. */
export interface MarketOrder {
  readonly by: MarketSort
  readonly isReversed: boolean
}

/** The order of a group for which the user has chosen none; the other groups keep the server's, or the user's own of favourites. */
const ORDER_OF_GROUP: Partial<Record<MarketGroup, MarketOrder>> = {
  busy: { by: 'volume', isReversed: false },
  rising: { by: 'change', isReversed: false },
  falling: { by: 'change', isReversed: true },
}

/** For how long after its listing a market is new. */
const NEW_MS = 30 * DAY_MS

/** The number of markets in the group of the busiest ones. */
const BUSY_MAX = 10

const unsigned = (text: string): bigint => parseDecimal(text, FINEST_DECIMALS) ?? 0n
const signed = (text: string): bigint => (text.startsWith('-') ? -unsigned(text.slice(1)) : unsigned(text))

/** The amount traded in a day in the coin of the price, scaled: for comparisons alone. */
const tradedValue = ({ last24HourVolume, lastPrice }: MarketRow): bigint =>
  unsigned(last24HourVolume) * unsigned(lastPrice)

/** The amount traded in a day in the coin of the price, as decimal text. */
export const tradedTotal = (row: MarketRow): string => formatDecimal(tradedValue(row), 2 * FINEST_DECIMALS)

const FIGURE = {
  price: ({ lastPrice }: MarketRow) => unsigned(lastPrice),
  change: ({ last24HoursChange }: MarketRow) => signed(last24HoursChange),
  volume: tradedValue,
} as const satisfies Record<Exclude<MarketSort, 'name'>, (row: MarketRow) => bigint>

type Arranging = {
  group: MarketGroup
  order: MarketOrder | undefined
  /** Symbols, in the order in which they were chosen. */
  favourites: readonly string[]
  /** The name of a traded coin, by which markets are compared in the letters of its language. */
  nameOf: (coin: string) => string
  language: string
  nowMs: number
}

/** The markets of a group in the chosen order. Markets that are equal in it keep the order of the server. */
export function arrangeMarkets(
  rows: readonly MarketRow[],
  { group, order = ORDER_OF_GROUP[group], favourites, nowMs, ...naming }: Arranging,
): readonly MarketRow[] {
  const chosen = rowsOf(group, rows, { favourites, nowMs })
  return order ? sorted(chosen, order, naming) : chosen
}

const listedMs = ({ listedAt }: MarketRow): number => (listedAt === undefined ? 0 : Date.parse(listedAt))

/**
 * The markets that were listed in the last 30 days, newest first. Those with which a list began are never new: on an exchange in its first month
 * the group would be the whole list, and no news to anybody.
 */
export function newMarkets(rows: readonly MarketRow[], nowMs: number): readonly MarketRow[] {
  const begunMs = Math.min(...rows.map(listedMs))
  return rows
    .filter((row) => listedMs(row) > Math.max(begunMs, nowMs - NEW_MS))
    .toSorted((one, other) => listedMs(other) - listedMs(one))
}

function rowsOf(
  group: MarketGroup,
  rows: readonly MarketRow[],
  { favourites, nowMs }: Pick<Arranging, 'favourites' | 'nowMs'>,
): readonly MarketRow[] {
  switch (group) {
    case 'all':
      return rows
    case 'favourites':
      return favourites.flatMap((symbol) => rows.find(({ marketType }) => marketType === symbol) ?? [])
    case 'gold':
      return rows.filter(({ relatedCoin }) => relatedCoin === GOLD)
    case 'busy':
      return sorted(rows, { by: 'volume', isReversed: false })
        .filter((row) => tradedValue(row) > 0n)
        .slice(0, BUSY_MAX)
    case 'new':
      return newMarkets(rows, nowMs)
    case 'rising':
      return rows.filter(({ last24HoursChange }) => signed(last24HoursChange) > 0n)
    case 'falling':
      return rows.filter(({ last24HoursChange }) => signed(last24HoursChange) < 0n)
  }
}

function sorted(
  rows: readonly MarketRow[],
  { by, isReversed }: MarketOrder,
  naming?: Pick<Arranging, 'nameOf' | 'language'>,
): readonly MarketRow[] {
  const turn = isReversed ? -1 : 1
  if (by === 'name') {
    const collator = new Intl.Collator(naming?.language)
    const nameOf = ({ relatedCoin }: MarketRow) => naming?.nameOf(relatedCoin) ?? relatedCoin
    return rows.toSorted((one, other) => turn * collator.compare(nameOf(one), nameOf(other)))
  }
  const figures = new Map(rows.map((row) => [row, FIGURE[by](row)]))
  const figureOf = (row: MarketRow) => figures.get(row) ?? 0n
  return rows.toSorted((one, other) => {
    const difference = figureOf(other) - figureOf(one)
    return difference === 0n ? 0 : difference > 0n ? turn : -turn
  })
}
