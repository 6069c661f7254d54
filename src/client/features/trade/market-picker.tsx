import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CoinIcon } from '#client/entities/coin/coin-icon.tsx'
import { matchesSearch } from '#client/entities/coin/match-coin.ts'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { marketsQuery } from '#client/entities/market/markets.queries.ts'
import { unitsOf } from '#client/entities/market/quote-unit.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { PlainLink } from '#client/ui/link.tsx'
import { PriceChange } from '#client/ui/price-change.tsx'
import { QueryAge } from '#client/ui/query-age.tsx'
import { SearchField } from '#client/ui/search-field.tsx'
import { Segmented } from '#client/ui/segmented.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import { Unloaded } from '#client/ui/unloaded.tsx'
import type { MarketPath } from './market-path.ts'

/** The market's name; a press opens the list of all markets, which links to their pages. */
export function MarketPicker({ path }: { path: MarketPath }) {
  const { t } = useTranslation('trade')
  const { pairOf, coinOf } = useCoins()
  const [open, setOpen] = useState(false)
  const pair = pairOf({ base: path.tradeFrom, quote: path.tradeTo })
  return (
    <>
      <chakra.button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        display="flex"
        alignItems="center"
        gap="3"
        minHeight="3.25rem"
        paddingInline="2"
        marginInline="-2"
        borderRadius="md"
        _hover={{ bg: 'hover' }}
      >
        <CoinIcon symbol={path.tradeFrom} size={36} />
        <chakra.span textAlign="start">
          <chakra.span srOnly>{t('market.change')}</chakra.span>
          <chakra.span display="block" fontWeight="black" fontSize="lg" lineHeight="snug">
            {pair}
          </chakra.span>
          <chakra.span display="block" fontSize="xs" color="fg.muted">
            <bdi dir="ltr">
              {coinOf(path.tradeFrom)?.code ?? path.tradeFrom}/{coinOf(path.tradeTo)?.code ?? path.tradeTo}
            </bdi>
          </chakra.span>
        </chakra.span>
        <ChevronDown size={18} aria-hidden="true" />
      </chakra.button>
      <Sheet open={open} title={t('market.choose')} onClose={() => setOpen(false)}>
        <MarketList path={path} onChosen={() => setOpen(false)} />
      </Sheet>
    </>
  )
}

function MarketList({ path, onChosen }: { path: MarketPath; onChosen: () => void }) {
  const { t } = useTranslation('trade')
  const { coinOf, nameOf } = useCoins()
  const units = unitsOf(useLanguage())
  const [unit, setUnit] = useState(path.tradeTo)
  const [typed, setTyped] = useState('')
  const query = useQuery(marketsQuery(unit))
  const markets = query.data
  const found = markets?.filter(({ relatedCoin }) => {
    const coin = coinOf(relatedCoin)
    return coin !== undefined && matchesSearch(coin, typed)
  })
  return (
    <chakra.div display="grid" gap="3" minHeight="26rem" alignContent="start">
      <SearchField label={t('market.search')} value={typed} onChange={setTyped} />
      <Segmented
        label={t('market.unit')}
        value={unit}
        options={units.map((each) => ({ value: each, label: t(`market.${each}`) }))}
        onChange={setUnit}
      />
      {!found && <Unloaded query={query} rows={6} height="3.25rem" />}
      <div>
        <QueryAge queryKey={marketsQuery(unit).queryKey} />
      </div>
      <chakra.ul listStyleType="none">
        {found?.map(({ marketType, relatedCoin, lastPrice, last24HoursChange }) => (
          <li key={marketType}>
            <PlainLink
              to="/profile/trade/$tradeTo/$tradeFrom"
              params={{ tradeTo: unit, tradeFrom: relatedCoin }}
              onClick={onChosen}
              aria-current={relatedCoin === path.tradeFrom && unit === path.tradeTo ? 'page' : undefined}
              display="flex"
              alignItems="center"
              gap="3"
              minHeight="3.25rem"
              paddingInline="2"
              borderRadius="md"
              _hover={{ bg: 'hover' }}
              _currentPage={{ bg: 'gold.subtle' }}
            >
              <CoinIcon symbol={relatedCoin} size={28} />
              <chakra.span flex="1" fontWeight="semibold" fontSize="sm">
                {nameOf(relatedCoin)}
              </chakra.span>
              <chakra.span fontSize="sm" display="grid" justifyItems="end">
                <DecimalText value={lastPrice} />
                <chakra.span fontSize="xs">
                  <PriceChange percent={last24HoursChange} />
                </chakra.span>
              </chakra.span>
            </PlainLink>
          </li>
        ))}
      </chakra.ul>
      {found?.length === 0 && (
        <chakra.p role="status" color="fg.muted" fontSize="sm" textAlign="center" paddingBlock="6">
          {t('market.none')}
        </chakra.p>
      )}
    </chakra.div>
  )
}
