import type { Language } from '#client/lib/locale.ts'

/** Where the professional screen opens: gold, in the unit of the language. */
export const firstMarket = (language: Language) => ({
  tradeTo: language === 'fa' ? 'TOMAN' : 'TETHER',
  tradeFrom: 'GOLD',
})
