import { toPersianText } from '#domain/persian-text.ts'

/** What a coin answers to. */
interface Named {
  readonly symbol: string
  readonly code: string
  readonly persianName: string
  readonly englishName: string
}

/**
 * Whether any of the coin's names begins with what was typed: its symbol, its ticker, its Persian or English name.
 * Letters of Arabic keyboards and upper or lower case make no difference. An empty search finds everything.
 */
export function matchesSearch(coin: Named, typed: string): boolean {
  const wanted = plain(typed)
  if (wanted === '') return true
  return [coin.symbol, coin.code, coin.persianName, coin.englishName].some((name) => plain(name).startsWith(wanted))
}

const plain = (text: string) => toPersianText(text.replaceAll('_', ' ')).toLowerCase()
