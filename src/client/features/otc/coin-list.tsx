import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CoinIcon } from '#client/entities/coin/coin-icon.tsx'
import type { CoinDetails } from '#client/entities/coin/coins.queries.ts'
import { matchesSearch } from '#client/entities/coin/match-coin.ts'
import { pricesQuery } from '#client/entities/coin/prices.queries.ts'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import type { QuoteUnit } from '#client/entities/market/quote-unit.ts'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { PriceChange } from '#client/ui/price-change.tsx'
import { QueryAge } from '#client/ui/query-age.tsx'
import { SearchField } from '#client/ui/search-field.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import { Unloaded } from '#client/ui/unloaded.tsx'
import { formatDecimal } from '#domain/decimal.ts'
import { PRICE_DECIMALS } from '#domain/units.ts'

type CoinListProps = { unit: QuoteUnit; value: string; onChoose: (symbol: string) => void }

const Row = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    width: 'full',
    minHeight: '3.5rem',
    paddingInline: '2',
    marginInline: '0',
    borderRadius: 'md',
    textAlign: 'start',
    _hover: { bg: 'hover' },
    '&[aria-current=true]': { bg: 'gold.subtle' },
  },
})

/** Every coin of quick trade, with its price and a search. */
export default function CoinSheet({ onClose, ...list }: CoinListProps & { onClose: () => void }) {
  const { t } = useTranslation('otc')
  return (
    <Sheet open title={t('coin.choose')} onClose={onClose}>
      <CoinList {...list} />
    </Sheet>
  )
}

function CoinList({ unit, value, onChoose }: CoinListProps) {
  const { t } = useTranslation('otc')
  const { coinOf, nameOf, unitOf } = useCoins()
  const query = useQuery(pricesQuery(unit))
  const prices = query.data
  const [typed, setTyped] = useState('')
  const listed = [...(prices?.bySymbol ?? [])].map(([symbol, price]) => ({ coin: coinOf(symbol), price }))
  const found = listed.filter(
    (row): row is typeof row & { coin: CoinDetails } => row.coin !== undefined && matchesSearch(row.coin, typed),
  )
  return (
    <chakra.div display="grid" gap="3" minHeight="24rem" alignContent="start">
      <SearchField label={t('coin.search')} value={typed} onChange={setTyped} />
      {!prices && <Unloaded query={query} rows={6} height="3.5rem" />}
      <div>
        <QueryAge queryKey={pricesQuery(unit).queryKey} />
      </div>
      <chakra.ul listStyleType="none" display="grid" gap="1">
        {found.map(({ coin, price }) => (
          <li key={coin.symbol}>
            <Row type="button" aria-current={coin.symbol === value} onClick={() => onChoose(coin.symbol)}>
              <CoinIcon symbol={coin.symbol} size={32} />
              <chakra.span flex="1" minWidth="0">
                <chakra.span display="block" fontWeight="semibold">
                  {nameOf(coin.symbol)}
                </chakra.span>
                <chakra.span display="block" fontSize="xs" color="fg.muted">
                  {coin.code}
                </chakra.span>
              </chakra.span>
              <chakra.span textAlign="end" fontSize="sm" display="grid" justifyItems="end">
                <DecimalText value={formatDecimal(price.buy, PRICE_DECIMALS)} unit={unitOf(unit)} />
                <chakra.span fontSize="xs">
                  <PriceChange percent={price.change24h} />
                </chakra.span>
              </chakra.span>
            </Row>
          </li>
        ))}
      </chakra.ul>
      {prices && found.length === 0 && (
        <chakra.p role="status" color="fg.muted" fontSize="sm" textAlign="center" paddingBlock="6">
          {t('coin.none')}
        </chakra.p>
      )}
    </chakra.div>
  )
}
