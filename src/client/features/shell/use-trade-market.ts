import { useParams } from '@tanstack/react-router'
import { type Language, useLanguage } from '#client/lib/locale.ts'
import { unitsOf } from '#client/lib/quote-unit.ts'

/** The market that a link to the trade page opens: the one on the screen, so that the link is the current one, or else the first. */
export function useTradeMarket() {
  const language = useLanguage()
  const { tradeTo, tradeFrom } = useParams({ strict: false })
  return tradeTo && tradeFrom ? { tradeTo, tradeFrom } : firstMarket(language)
}

/** The market that the trade page opens with: gold, in the unit of the language. */
export const firstMarket = (language: Language) => ({
  tradeTo: unitsOf(language)[0],
  tradeFrom: 'GOLD',
})
