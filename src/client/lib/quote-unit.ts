import type { Language } from './locale.ts'

/** What markets are priced in. */
export type QuoteUnit = 'TOMAN' | 'TETHER'

/** The units a language offers: Toman is for Persian alone. */
export const unitsOf = (language: Language): readonly QuoteUnit[] =>
  language === 'fa' ? ['TOMAN', 'TETHER'] : ['TETHER']

export const isQuoteUnit = (text: string): text is QuoteUnit => text === 'TOMAN' || text === 'TETHER'

/** Decimals of a total on the screen. */
export const TOTAL_DECIMALS = { TOMAN: 0, TETHER: 2 } as const satisfies Record<QuoteUnit, number>

/** Where a coin is traded by default: in the unit of the language; Tether itself only in Toman, and Toman nowhere. */
export function marketOfCoin(coin: string, language: Language): { tradeTo: QuoteUnit; tradeFrom: string } | undefined {
  if (coin === 'TOMAN') return undefined
  return { tradeTo: language === 'fa' || coin === 'TETHER' ? 'TOMAN' : 'TETHER', tradeFrom: coin }
}
