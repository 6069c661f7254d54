import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CoinIcon } from '#client/entities/coin/coin-icon.tsx'
import { useCoinOption } from '#client/entities/coin/use-coin-option.tsx'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { marketsQuery } from '#client/entities/market/markets.queries.ts'
import { tradePage, unitsOf } from '#client/entities/market/quote-unit.ts'
import { useSession } from '#client/entities/session/session.ts'
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
  const { pairOf } = useCoins()
  const [open, setOpen] = useState(false)
  const pair = pairOf({ base: path.tradeFrom, quote: path.tradeTo })
  return (
    <>
      <chakra.button
        type="button"
        aria-haspopup="dialog"
        data-key="market"
        onClick={() => setOpen(true)}
        display="flex"
        alignItems="center"
        gap={{ base: '1', lg: '3' }}
        minWidth="0"
        minHeight="3rem"
        borderRadius="md"
        _hover={{ bg: 'hover' }}
      >
        <chakra.span hideBelow="sm">
          <CoinIcon symbol={path.tradeFrom} size={32} />
        </chakra.span>
        <chakra.span srOnly>{t('market.change')}</chakra.span>
        <chakra.span
          fontWeight="black"
          fontSize="clamp(0.875rem, 4.3vw, 1.125rem)"
          // The longest names take two lines beside the buttons of a small phone.
          lineHeight={{ base: '1.15', lg: 'inherit' }}
          whiteSpace={{ lg: 'nowrap' }}
          textAlign="start"
        >
          {pair}
        </chakra.span>
        <chakra.span flexShrink="0">
          <ChevronDown size={18} aria-hidden="true" />
        </chakra.span>
      </chakra.button>
      <Sheet open={open} title={t('market.choose')} onClose={() => setOpen(false)}>
        <MarketList path={path} onChosen={() => setOpen(false)} />
      </Sheet>
    </>
  )
}

/**
 * The markets of a unit with their prices, which a press opens. They come from the list of markets, which other pages have fetched already and which
 * says all that the `tickerPrices` of a market's figures do.
 */
function MarketList({ path, onChosen }: { path: MarketPath; onChosen: () => void }) {
  const { t } = useTranslation('trade')
  const isUser = Boolean(useSession())
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
          {...tradePage({ tradeTo: unit, tradeFrom: value }, isUser)}
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
