import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CoinIcon } from '#client/entities/coin/coin-icon.tsx'
import { useCoinOption } from '#client/entities/coin/use-coin-option.tsx'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { marketsQuery } from '#client/entities/market/markets.queries.ts'
import { unitsOf } from '#client/entities/market/quote-unit.ts'
import { PriceAlertButton } from '#client/entities/price-alert/price-alert-button.tsx'
import { useLanguage } from '#client/lib/locale.ts'
import { Card } from '#client/ui/card.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { tableFigures } from '#client/ui/figures.ts'
import { FlashingPrice } from '#client/ui/flashing-price.tsx'
import { PlainLink } from '#client/ui/link.tsx'
import { PickList, pickRow } from '#client/ui/pick-field.tsx'
import { PriceChange } from '#client/ui/price-change.tsx'
import { QueryAge } from '#client/ui/query-age.tsx'
import { QueryView } from '#client/ui/query-view.tsx'
import { Segmented } from '#client/ui/segmented.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import { finest } from '#client/ui/show-decimal.ts'
import { useWide } from '#client/ui/use-wide.ts'
import { type MarketInfo, marketDetailsQuery, marketInfoQuery } from './market.queries.ts'
import { type MarketPath, marketSymbol } from './market-path.ts'

const MarketMark = lazy(() => import('#client/entities/market/market-mark.tsx'))
const PriceAlertBell = lazy(() => import('#client/entities/price-alert/price-alert-bell.tsx'))

/** The market and its last day at a glance and, if it has trading hours, until when it is open or closed. */
export function TitleBar({ path }: { path: MarketPath }) {
  const { t } = useTranslation('trade')
  const { unitOf, pairOf } = useCoins()
  const options = marketInfoQuery(marketSymbol(path))
  const { data: info } = useQuery(options)
  const quote = unitOf(path.tradeTo)
  // A fixed number of decimals keeps a price from jumping when its last digit changes.
  const details = useQuery(marketDetailsQuery(marketSymbol(path))).data
  const fractionMin = finest([details?.tickSize ?? ''])
  const present = {
    market: { symbol: marketSymbol(path), base: path.tradeFrom, quote: path.tradeTo },
    price: info?.lastPrice,
    priceKey: options.queryKey,
  }
  const wide = useWide()
  return (
    <Card padded={false} paddingInline="4" paddingBlock="3">
      <chakra.h1 srOnly>{t('title', { pair: pairOf({ base: path.tradeFrom, quote: path.tradeTo }) })}</chakra.h1>
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" columnGap={{ base: '4', xl: '8' }} rowGap="2">
        <chakra.div
          display={{ base: 'flex', lg: 'contents' }}
          flexBasis="full"
          alignItems="center"
          justifyContent="space-between"
          gap="2"
          minWidth="0"
        >
          <MarketPicker path={path} />
          <Suspense>{!wide && <PriceAlertBell {...present} />}</Suspense>
        </chakra.div>
        <chakra.div
          flexBasis={{ base: 'full', lg: 'auto' }}
          display={{ base: 'flex', lg: 'block' }}
          justifyContent="space-between"
          alignItems="center"
          flexWrap="wrap"
          columnGap="3"
        >
          <chakra.div fontSize="clamp(1.125rem, 6vw, 1.5rem)" fontWeight="black" lineHeight="tight" whiteSpace="nowrap">
            <FlashingPrice value={info?.lastPrice} fractionMin={fractionMin} unit={quote} />
          </chakra.div>
          <chakra.div display="flex" flexWrap="wrap" gap="2" fontSize="sm">
            {info?.isReference ? (
              <chakra.span color="fg.muted">{t('bar.reference')}</chakra.span>
            ) : (
              <PriceChange percent={info?.last24HoursChange} />
            )}
            <Suspense>
              <MarketMark state={details?.state} withTime />
            </Suspense>
            <QueryAge queryKey={options.queryKey} />
          </chakra.div>
        </chakra.div>
        <DayFigures info={info} fractionMin={fractionMin} unit={unitOf(path.tradeFrom)} />
        {wide && <PriceAlertButton {...present} />}
      </chakra.div>
    </Card>
  )
}

type DayFiguresProps = { info: MarketInfo | undefined; fractionMin: number; unit: string }

function DayFigures({ info, fractionMin, unit }: DayFiguresProps) {
  const { t } = useTranslation('trade')
  return (
    <chakra.dl
      display="flex"
      flexWrap="wrap"
      justifyContent={{ base: 'space-between', lg: 'start' }}
      columnGap={{ base: '3', xl: '8' }}
      css={tableFigures}
      flexBasis={{ base: 'full', lg: 'auto' }}
    >
      <Figure name={t('bar.high')}>
        <DecimalText value={info?.maxPrice ?? undefined} fractionMin={fractionMin} />
      </Figure>
      <Figure name={t('bar.low')}>
        <DecimalText value={info?.minPrice ?? undefined} fractionMin={fractionMin} />
      </Figure>
      <Figure name={t('bar.volume')}>
        <DecimalText value={info?.last24HourVolume} fractionMax={3} unit={unit} />
      </Figure>
    </chakra.dl>
  )
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <chakra.div whiteSpace="nowrap">
      <chakra.dt fontSize="xs" color="fg.muted" lineHeight="snug">
        {name}
      </chakra.dt>
      <chakra.dd fontSize="sm" fontWeight="semibold">
        {children}
      </chakra.dd>
    </chakra.div>
  )
}

/** The market's name; a press opens the list of all markets, which links to their pages. */
function MarketPicker({ path }: { path: MarketPath }) {
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
