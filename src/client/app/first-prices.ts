import type { QueryClient } from '@tanstack/react-query'
import type { i18n } from 'i18next'
import { coinsQuery } from '#client/entities/coin/coins.queries.ts'
import { pricesQuery } from '#client/entities/coin/prices.queries.ts'
import { marketsQuery } from '#client/entities/market/markets.queries.ts'
import { unitsOf } from '#client/entities/market/quote-unit.ts'
import { MINUTE_MS } from '#client/lib/durations.ts'
import { language } from '#client/lib/locale.ts'
import { showDate } from '#client/ui/show-date.ts'
import { showDecimal } from '#client/ui/show-decimal.ts'

/** The name under which index.html looks for them. */
const KEY = 'first-prices'
/** As many as the first screen of a phone has room for. */
const ROWS_MAX = 8

interface Following {
  readonly client: QueryClient
  readonly words: i18n
}

/**
 * Keeps the newest prices as ready text, which index.html paints by itself: on a slow phone the app takes seconds to start, and without a network they
 * would pass without a price. Called once the app is idle.
 */
export function keepFirstPrices(following: Following): void {
  const keep = () => {
    const prices = firstPrices(following)
    try {
      if (prices) localStorage.setItem(KEY, JSON.stringify(prices))
    } catch {
      // Storage is refused.
    }
  }
  keep()
  setInterval(keep, MINUTE_MS)
  window.addEventListener('pagehide', keep)
  document.addEventListener('visibilitychange', keep)
}

/** The prices in the language of the screen, with their time in words for the same day and for a later one; absent while there are none. */
export function firstPrices({ client, words }: Following) {
  const shown = language()
  const [unit] = unitsOf(shown)
  const coins = client.getQueryData(coinsQuery().queryKey)?.content
  const [markets, quotes] = [
    client.getQueryState(marketsQuery(unit).queryKey),
    client.getQueryState(pricesQuery(unit).queryKey),
  ]
  const at = Math.max(markets?.dataUpdatedAt ?? 0, quotes?.dataUpdatedAt ?? 0)
  if (!coins || at === 0) return undefined
  const rows =
    at === markets?.dataUpdatedAt
      ? markets.data?.content.map((row) => [row.relatedCoin, row.lastPrice, row.last24HoursChange] as const)
      : quotes?.data?.content.map((row) => [row.destCoinSymbol, row.buyPrice, row.price24hrChangePercent] as const)
  const names = new Map(coins.map((coin) => [coin.name, shown === 'fa' ? coin.persianName : coin.englishName]))
  const change = { percent: true, signed: true, fractionMin: 2, fractionMax: 2, rounding: 'nearest' } as const
  const time = (style: 'time' | 'date-time') => ({ ns: 'ui' as const, time: showDate(new Date(at), shown, style) })
  return {
    ...{ language: shown, at },
    today: words.t('age.price.hour', time('time')),
    later: words.t('age.price.day', time('date-time')),
    rows: (rows ?? []).slice(0, ROWS_MAX).map(([symbol, price, percent]) => {
      return [names.get(symbol) ?? symbol, showDecimal(price, shown), showDecimal(percent, shown, change)]
    }),
  }
}
