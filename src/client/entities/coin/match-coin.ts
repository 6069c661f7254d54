import { type CoinNaming, namesOf } from '#domain/coin.ts'
import { toPersianText } from '#domain/persian-text.ts'

/**
 * Whether one of the coin's names begins with the typed text: its symbol, ticker, Persian or English name, or a former name. Letters of Arabic
 * keyboards and letter case make no difference. An empty search matches everything.
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
