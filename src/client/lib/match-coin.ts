import type { CoinNaming } from '#domain/coin.ts'
import { toPersianText } from '#domain/persian-text.ts'

/**
 * Whether any of the coin's names begins with what was typed: its symbol, its ticker, its Persian or English name.
 * Letters of Arabic keyboards and upper or lower case make no difference. An empty search finds everything.
 */
export function matchesSearch(
  coin: Pick<CoinNaming, 'symbol' | 'code' | 'persianName' | 'englishName'>,
  typed: string,
): boolean {
  const wanted = plain(typed)
  if (wanted === '') return true
  return [coin.symbol, coin.code, coin.persianName, coin.englishName].some((name) => plain(name).startsWith(wanted))
}

const plain = (text: string) => toPersianText(text.replaceAll('_', ' ')).toLowerCase()
