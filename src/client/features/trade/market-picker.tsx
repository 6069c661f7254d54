import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CoinIcon } from '#client/entities/coin/coin-icon.tsx'
import { useCoinOption } from '#client/entities/coin/use-coin-option.tsx'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { marketsQuery } from '#client/entities/market/markets.queries.ts'
import { unitsOf } from '#client/entities/market/quote-unit.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { PlainLink } from '#client/ui/link.tsx'
import { PickList, pickRow } from '#client/ui/pick-field.tsx'
import { QueryView } from '#client/ui/query-view.tsx'
import { Segmented } from '#client/ui/segmented.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
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
  const optionOf = useCoinOption()
  const units = unitsOf(useLanguage())
  const [unit, setUnit] = useState(path.tradeTo)
  const query = useQuery(marketsQuery(unit))
  const options = query.data?.flatMap(({ relatedCoin, lastPrice, last24HoursChange }) =>
    optionOf(relatedCoin, { price: lastPrice, change: last24HoursChange }),
  )
  const head = (
    <>
      <Segmented
        label={t('market.unit')}
        value={unit}
        options={units.map((each) => ({ value: each, label: t(`market.${each}`) }))}
        onChange={setUnit}
      />
      <QueryView
        query={query}
        data={options}
        rows={6}
        height="3.25rem"
        age={{ queryKey: marketsQuery(unit).queryKey }}
      />
    </>
  )
  return (
    <PickList
      options={options}
      value={unit === path.tradeTo ? path.tradeFrom : ''}
      searchLabel={t('market.search')}
      none={t('market.none')}
      head={head}
      link={({ value }, content) => (
        <PlainLink
          to="/profile/trade/$tradeTo/$tradeFrom"
          params={{ tradeTo: unit, tradeFrom: value }}
          onClick={onChosen}
          aria-current={value === path.tradeFrom && unit === path.tradeTo ? 'page' : undefined}
          css={pickRow}
        >
          {content}
        </PlainLink>
      )}
    />
  )
}
