import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { type CoinDetails, coinsQuery, nameOfCoin } from './coins.queries.ts'

interface KnownCoins {
  readonly coinOf: (symbol: string) => CoinDetails | undefined
  /** The coin's name in the language of the screen; blank while the names load, the symbol if they cannot be loaded. */
  readonly nameOf: (symbol: string) => string
  /** The unit written after an amount: gram, Toman, BTC. */
  readonly unitOf: (symbol: string) => string
  /** Formats an amount of a bill: with its unit and all decimals that are billed in that coin. */
  readonly billed: (symbol: string) => { unit: string; fractionMax: number }
  readonly pairOf: (market: { base: string; quote: string }) => string
}

/** A blank as high as a name, so that nothing moves when the name arrives. */
const EMPTY_PLACE = '\u00A0'

/** The names and units of the coins. */
export function useCoins(): KnownCoins {
  const { t } = useTranslation('coins')
  const language = useLanguage()
  const { data: coins, isLoading } = useQuery(coinsQuery())
  const unnamed = (symbol: string) => (isLoading ? EMPTY_PLACE : symbol)
  const coinOf = (symbol: string) => coins?.get(symbol)
  const nameOf = (symbol: string) => {
    const coin = coinOf(symbol)
    return coin ? nameOfCoin(coin, language) : unnamed(symbol)
  }
  const unitOf = (symbol: string) =>
    symbol === 'TOMAN' || symbol === 'TETHER' || symbol === 'GOLD'
      ? t(`unit.${symbol}`)
      : (coinOf(symbol)?.code ?? unnamed(symbol))
  const pairOf = ({ base, quote }: { base: string; quote: string }) =>
    isLoading ? EMPTY_PLACE : t('market', { base: nameOf(base), quote: nameOf(quote) })
  const billed = (symbol: string) => ({ unit: unitOf(symbol), fractionMax: coinOf(symbol)?.billedDecimals ?? 8 })
  return { coinOf, nameOf, unitOf, billed, pairOf }
}
