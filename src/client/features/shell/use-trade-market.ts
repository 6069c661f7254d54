import { useParams } from '@tanstack/react-router'
import { type Language, useLanguage } from '#client/lib/locale.ts'

/** Where a link to the professional screen leads: to the market that is open there, so that the link is the current one, or else to the first. */
export function useTradeMarket() {
  const language = useLanguage()
  const { tradeTo, tradeFrom } = useParams({ strict: false })
  return tradeTo && tradeFrom ? { tradeTo, tradeFrom } : firstMarket(language)
}

/** Where the professional screen opens: gold, in the unit of the language. */
export const firstMarket = (language: Language) => ({
  tradeTo: language === 'fa' ? 'TOMAN' : 'TETHER',
  tradeFrom: 'GOLD',
})
