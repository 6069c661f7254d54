import type { Language } from './locale.ts'

/** What markets are priced in. */
export type QuoteUnit = 'TOMAN' | 'TETHER'

/** Both units, the usual one of the language first. Who pays in Toman needs them in English, too. */
export const unitsOf = (language: Language): readonly [QuoteUnit, QuoteUnit] =>
  language === 'fa' ? ['TOMAN', 'TETHER'] : ['TETHER', 'TOMAN']

export const isQuoteUnit = (text: string): text is QuoteUnit => text === 'TOMAN' || text === 'TETHER'

/** Decimals of a total on the screen. */
export const TOTAL_DECIMALS = { TOMAN: 0, TETHER: 2 } as const satisfies Record<QuoteUnit, number>

/** Where a coin is traded by default: in the unit of the language; Tether itself only in Toman, and Toman nowhere. */
export function marketOfCoin(coin: string, language: Language): { tradeTo: QuoteUnit; tradeFrom: string } | undefined {
  if (coin === 'TOMAN') return undefined
  return { tradeTo: coin === 'TETHER' ? 'TOMAN' : unitsOf(language)[0], tradeFrom: coin }
}
