import { type CoinNaming, namesOf } from '#domain/coin.ts'
import { toPersianText } from '#domain/persian-text.ts'

/**
 * Whether any of the coin's names begins with what was typed: its symbol, its ticker, its Persian or English name, or a former one.
 * Letters of Arabic keyboards and upper or lower case make no difference. An empty search finds everything.
 */
export function matchesSearch(
  coin: Pick<CoinNaming, 'symbol' | 'code' | 'persianName' | 'englishName'>,
  typed: string,
): boolean {
  const wanted = plain(typed)
  if (wanted === '') return true
  return namesOf(coin).some((name) => plain(name).startsWith(wanted))
}

const plain = (text: string) => toPersianText(text.replaceAll('_', ' ')).toLowerCase()
