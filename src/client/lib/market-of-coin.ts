import type { Language } from './locale.ts'
import type { QuoteUnit } from './quote-unit.ts'

/** Where a coin is traded by default: in the unit of the language; Tether itself only in Toman, and Toman nowhere. */
export function marketOfCoin(coin: string, language: Language): { tradeTo: QuoteUnit; tradeFrom: string } | undefined {
  if (coin === 'TOMAN') return undefined
  return { tradeTo: language === 'fa' || coin === 'TETHER' ? 'TOMAN' : 'TETHER', tradeFrom: coin }
}
