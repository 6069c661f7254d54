import { useParams } from '@tanstack/react-router'
import { isQuoteUnit, tradePage, unitsOf } from '#client/entities/market/quote-unit.ts'
import { useSession } from '#client/entities/session/session.ts'
import { type Language, useLanguage } from '#client/lib/locale.ts'

/** The market that links to the trade page open: the market on the screen, so that the link is marked as current, or else the first. */
export function useTradeMarket() {
  const language = useLanguage()
  const { tradeTo, tradeFrom, sourceCoin: unit = tradeTo, coin = tradeFrom } = useParams({ strict: false })
  return unit && isQuoteUnit(unit) && coin ? { tradeTo: unit, tradeFrom: coin } : firstMarket(language)
}

/** The link to the trade page from everywhere. An unknown session is not a visitor. */
export const useTradeLink = () => tradePage(useTradeMarket(), useSession() !== null)

/** The default market of the trade page: gold, in the unit of the language. */
export const firstMarket = (language: Language) => ({
  tradeTo: unitsOf(language)[0],
  tradeFrom: 'GOLD',
})
