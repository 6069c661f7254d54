import { namesOf } from '#domain/coin.ts'
import type { Market } from '#domain/market.ts'
import { toPersianText } from '#domain/persian-text.ts'
import { chartTypeOf } from './chart-symbol.ts'

export const SEARCH_LIMIT = 30

/** Finds markets by symbol, ticker or name in either language; those that begin with the search text come first. */
export function searchMarkets(
  markets: readonly Market[],
  { query, type, limit }: { query: string; type: string; limit: number },
): Market[] {
  const wanted = fold(query)
  const ofType = markets.filter((market) => type === '' || chartTypeOf(market) === type)
  const found = ofType.flatMap((market) => {
    const place = placeIn(market, wanted)
    return place === undefined ? [] : { market, place }
  })
  return found
    .toSorted((a, b) => a.place - b.place)
    .slice(0, Math.max(0, Math.min(limit, SEARCH_LIMIT)))
    .map(({ market }) => market)
}

/** 0 if a name equals the search text, 1 if a name begins with it, 2 if a name contains it; `undefined` otherwise. */
function placeIn({ symbol, base, quote }: Market, wanted: string): 0 | 1 | 2 | undefined {
  const names = [symbol, `${base.code}${quote.code}`, `${base.code}/${quote.code}`, ...namesOf(base)]
  const folded = names.map(fold)
  if (folded.some((name) => name === wanted)) return 0
  if (folded.some((name) => name.startsWith(wanted))) return 1
  return folded.some((name) => name.includes(wanted)) ? 2 : undefined
}

const fold = (text: string) => toPersianText(text).toLowerCase()
