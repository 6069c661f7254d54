import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type Coin, coinsQuery, nameOfCoin } from './coins.queries.ts'
import { useLanguage } from './locale.ts'

interface KnownCoins {
  readonly coinOf: (symbol: string) => Coin | undefined
  /** Its name in the language of the screen; its symbol until the names are there. */
  readonly nameOf: (symbol: string) => string
  /** What stands behind an amount of it: gram, Toman, BTC. */
  readonly unitOf: (symbol: string) => string
  readonly pairOf: (market: { base: string; quote: string }) => string
}

/** The coins as words. */
export function useCoins(): KnownCoins {
  const { t } = useTranslation('coins')
  const language = useLanguage()
  const coins = useQuery(coinsQuery()).data
  const coinOf = (symbol: string) => coins?.get(symbol)
  const nameOf = (symbol: string) => {
    const coin = coinOf(symbol)
    return coin ? nameOfCoin(coin, language) : symbol
  }
  const unitOf = (symbol: string) =>
    symbol === 'TOMAN' || symbol === 'TETHER' || symbol === 'GOLD'
      ? t(`unit.${symbol}`)
      : (coinOf(symbol)?.code ?? symbol)
  const pairOf = ({ base, quote }: { base: string; quote: string }) =>
    t('market', { base: nameOf(base), quote: nameOf(quote) })
  return { coinOf, nameOf, unitOf, pairOf }
}
