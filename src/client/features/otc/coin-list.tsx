import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { pricesQuery } from '#client/entities/coin/prices.queries.ts'
import { useCoinOption } from '#client/entities/coin/use-coin-option.tsx'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import type { QuoteUnit } from '#client/entities/market/quote-unit.ts'
import { PickList } from '#client/ui/pick-field.tsx'
import { QueryView } from '#client/ui/query-view.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import { formatDecimal } from '#domain/decimal.ts'
import { PRICE_DECIMALS } from '#domain/units.ts'

type CoinListProps = { unit: QuoteUnit; value: string; onChoose: (symbol: string) => void; onClose: () => void }

/** Every coin of quick trade, with its price and a search. */
export default function CoinSheet({ unit, value, onChoose, onClose }: CoinListProps) {
  const { t } = useTranslation('otc')
  const { unitOf } = useCoins()
  const optionOf = useCoinOption()
  const query = useQuery(pricesQuery(unit))
  const options =
    query.data &&
    [...query.data.bySymbol].flatMap(([symbol, { buy, change24h }]) =>
      optionOf(symbol, { price: formatDecimal(buy, PRICE_DECIMALS), unit: unitOf(unit), change: change24h }),
    )
  const age = { queryKey: pricesQuery(unit).queryKey }
  return (
    <Sheet open title={t('coin.choose')} onClose={onClose}>
      <PickList
        options={options}
        value={value}
        searchLabel={t('coin.search')}
        none={t('coin.none')}
        head={<QueryView query={query} data={options} rows={6} height="3.5rem" age={age} />}
        onPick={onChoose}
      />
    </Sheet>
  )
}
