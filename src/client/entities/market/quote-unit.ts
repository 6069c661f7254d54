import type { Language } from '#client/lib/locale.ts'

/** The units that markets are priced in. */
export type QuoteUnit = 'TOMAN' | 'TETHER'

/** Both units, the usual one of the language first. Users who pay in Toman need its markets in English, too. */
export const unitsOf = (language: Language): readonly [QuoteUnit, QuoteUnit] =>
  language === 'fa' ? ['TOMAN', 'TETHER'] : ['TETHER', 'TOMAN']

export const isQuoteUnit = (text: string): text is QuoteUnit => text === 'TOMAN' || text === 'TETHER'

/** Decimals of a displayed total. */
export const TOTAL_DECIMALS = { TOMAN: 0, TETHER: 2 } as const satisfies Record<QuoteUnit, number>

/** The default market of a coin: priced in the unit of the language. Tether trades only in Toman, and Toman has no market. */
export function marketOfCoin(coin: string, language: Language): { tradeTo: QuoteUnit; tradeFrom: string } | undefined {
  if (coin === 'TOMAN') return undefined
  return { tradeTo: coin === 'TETHER' ? 'TOMAN' : unitsOf(language)[0], tradeFrom: coin }
}

/** The link to the trade page of a market: a visitor sees the public one, which asks for a login only at the order. */
export const tradePage = ({ tradeTo, tradeFrom }: { tradeTo: QuoteUnit; tradeFrom: string }, isUser: boolean) =>
  isUser
    ? { to: '/profile/trade/$tradeTo/$tradeFrom' as const, params: { tradeTo, tradeFrom } }
    : {
        to: '/market/$coin/$sourceCoin' as const,
        params: { coin: tradeFrom, sourceCoin: tradeTo },
        search: { tradeFrom, tradeTo },
      }
