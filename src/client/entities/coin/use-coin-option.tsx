import { chakra } from '@chakra-ui/react'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import type { PickOption } from '#client/ui/pick-field.tsx'
import { PriceChange } from '#client/ui/price-change.tsx'
import { CoinIcon } from './coin-icon.tsx'
import { matchesSearch } from './match-coin.ts'
import { useCoins } from './use-coins.ts'

/** Decimal text; the unit's name is shown after the price if it is given. */
type CoinPrice = { readonly price: string; readonly change: string; readonly unit?: string }

/** Makes a coin's row in a list to pick from: picture, name and code, price and its change. A coin without a name has none. */
export function useCoinOption(): (symbol: string, price: CoinPrice) => PickOption[] {
  const { coinOf, nameOf } = useCoins()
  return (symbol, { price, change, unit }) => {
    const coin = coinOf(symbol)
    if (!coin) return []
    const aside = (
      <chakra.span display="grid" justifyItems="end" fontSize="sm" color="fg">
        <DecimalText value={price} {...(unit ? { unit } : {})} />
        <chakra.span fontSize="xs">
          <PriceChange percent={change} />
        </chakra.span>
      </chakra.span>
    )
    return [
      {
        value: symbol,
        label: nameOf(symbol),
        text: coin.code,
        icon: <CoinIcon symbol={symbol} size={32} />,
        aside,
        matches: (typed) => matchesSearch(coin, typed),
      },
    ]
  }
}
