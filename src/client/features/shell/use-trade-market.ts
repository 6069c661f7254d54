import { useParams } from '@tanstack/react-router'
import { unitsOf } from '#client/entities/market/quote-unit.ts'
import { type Language, useLanguage } from '#client/lib/locale.ts'

/** The market that links to the trade page open: the market on the screen, so that the link is marked as current, or else the first. */
export function useTradeMarket() {
  const language = useLanguage()
  const { tradeTo, tradeFrom } = useParams({ strict: false })
  return tradeTo && tradeFrom ? { tradeTo, tradeFrom } : firstMarket(language)
}

/** The default market of the trade page: gold, in the unit of the language. */
export const firstMarket = (language: Language) => ({
  tradeTo: unitsOf(language)[0],
  tradeFrom: 'GOLD',
})
