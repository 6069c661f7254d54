import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { tableFigures } from '#client/ui/figures.ts'
import { FlashingPrice } from '#client/ui/flashing-price.tsx'
import { TextLink } from '#client/ui/link.tsx'
import { PriceChange } from '#client/ui/price-change.tsx'
import { QueryAge } from '#client/ui/query-age.tsx'
import { finest } from '#client/ui/show-decimal.ts'
import { useWide } from '#client/ui/use-wide.ts'
import { type MarketInfo, marketDetailsQuery, marketInfoQuery } from './market.queries.ts'
import { type MarketPath, marketSymbol } from './market-path.ts'
import { MarketPicker } from './market-picker.tsx'

const MarketMark = lazy(() => import('#client/entities/market/market-mark.tsx'))
const FavouriteStar = lazy(() => import('#client/entities/market/favourite-star.tsx'))
const PriceAlertBell = lazy(() => import('#client/entities/price-alert/price-alert-bell.tsx'))

type TitleBarProps = {
  path: MarketPath
  /** Further buttons of the market's line. */
  children?: ReactNode
}

/**
 * The market, its price and its last day, and, if it has trading hours, until when it is open or closed. On a phone the market takes one line; the
 * figures of the day stand beside the price in small type.
 */
export function TitleBar({ path, children }: TitleBarProps) {
  const { t } = useTranslation('trade')
  const { pairOf } = useCoins()
  const options = marketInfoQuery(marketSymbol(path))
  const { data: info } = useQuery(options)
  // A fixed number of decimals keeps a price from jumping when its last digit changes.
  const tick = useQuery(marketDetailsQuery(marketSymbol(path))).data?.tickSize
  const fractionMin = finest([tick ?? ''])
  const present = {
    market: { symbol: marketSymbol(path), base: path.tradeFrom, quote: path.tradeTo },
    price: info?.lastPrice,
    priceKey: options.queryKey,
  }
  const wide = useWide()
  const buttons = (
    <chakra.div display="flex" alignItems="center" marginInlineStart="auto" marginInlineEnd={{ base: '-1.5', lg: '0' }}>
      <Suspense fallback={<chakra.span width="tap" />}>
        <PriceAlertBell {...present} />
        <FavouriteStar market={present.market.symbol} coin={path.tradeFrom} />
      </Suspense>
      {children}
    </chakra.div>
  )
  const change = !info?.isReference && <PriceChange percent={info?.last24HoursChange} plate={!wide} />
  return (
    <Frame>
      <chakra.h1 srOnly>{t('title', { pair: pairOf({ base: path.tradeFrom, quote: path.tradeTo }) })}</chakra.h1>
      <chakra.div display={{ base: 'flex', lg: 'contents' }} alignItems="center" gap="1.5" minHeight="3rem">
        <MarketPicker path={path} />
        {/* The sign says what the arrow does, and without it the longest names fit beside three buttons. */}
        {!wide && (
          <chakra.span fontSize="xs" css={{ '& svg': { display: 'none' } }}>
            {change}
          </chakra.span>
        )}
        {!wide && buttons}
      </chakra.div>
      <chakra.div
        display={{ base: 'flex', lg: 'contents' }}
        justifyContent="space-between"
        alignItems="start"
        columnGap="2"
        flexWrap="wrap"
      >
        <LastPrice path={path} info={info} fractionMin={fractionMin}>
          {wide ? change : <CoinLink path={path} />}
        </LastPrice>
        <DayFigures info={info} fractionMin={fractionMin} path={path} />
        {wide && (
          <chakra.span hideBelow="xl">
            <CoinLink path={path} />
          </chakra.span>
        )}
      </chakra.div>
      {wide && buttons}
    </Frame>
  )
}

const Frame = chakra('div', {
  base: {
    display: { base: 'grid', lg: 'flex' },
    gridTemplateColumns: 'minmax(0, 1fr)',
    alignItems: 'center',
    columnGap: { lg: '6', xl: '8' },
    minHeight: { lg: '3.5rem' },
    paddingInline: { lg: '3' },
    bg: { lg: 'surface' },
    borderWidth: { lg: '1px' },
    borderColor: 'line',
    borderRadius: { lg: 'md' },
  },
})

/** The colour of the day's direction; a price that was only set as a reference has none. */
const colourOf = (info: MarketInfo | undefined) => {
  if (!info || info.isReference || /^-?0*\.?0*$/.test(info.last24HoursChange)) return undefined
  return info.last24HoursChange.startsWith('-') ? 'sell' : 'buy'
}

type LastPriceProps = { path: MarketPath; info: MarketInfo | undefined; fractionMin: number; children: ReactNode }

/** The price of the last trade, with its unit and the state of the market below it. */
function LastPrice({ path, info, fractionMin, children }: LastPriceProps) {
  const { t } = useTranslation('trade')
  const { unitOf } = useCoins()
  const state = useQuery(marketDetailsQuery(marketSymbol(path))).data?.state
  return (
    <div>
      <chakra.div
        color={colourOf(info)}
        css={tableFigures}
        fontSize={{ base: 'clamp(1rem, 6.4vw, 1.75rem)', lg: 'xl' }}
        fontWeight="black"
        lineHeight="tight"
        whiteSpace="nowrap"
      >
        <FlashingPrice value={info?.lastPrice} fractionMin={fractionMin} />
      </chakra.div>
      <chakra.div
        display="flex"
        flexWrap="wrap"
        alignItems="center"
        columnGap="2"
        minHeight="1.25rem"
        fontSize="xs"
        color="fg.muted"
      >
        {unitOf(path.tradeTo)}
        {children}
        {info?.isReference && <span>{t('bar.reference')}</span>}
        <Suspense>
          <MarketMark state={state} withTime />
        </Suspense>
        <QueryAge queryKey={marketInfoQuery(marketSymbol(path)).queryKey} />
      </chakra.div>
    </div>
  )
}

type DayFiguresProps = { info: MarketInfo | undefined; fractionMin: number; path: MarketPath }

/** Three short lines next to the price of a phone; named columns in the line of a desktop. */
function DayFigures({ info, fractionMin, path }: DayFiguresProps) {
  const { t } = useTranslation('trade')
  const { unitOf } = useCoins()
  const wide = useWide()
  return (
    <chakra.dl
      display={{ base: 'grid', lg: 'flex' }}
      gridTemplateColumns="auto auto"
      columnGap={{ base: '2', lg: '6', xl: '8' }}
      alignItems="baseline"
      fontSize={{ base: '2xs', lg: 'sm' }}
      lineHeight={{ base: '1.125rem', lg: 'snug' }}
      css={tableFigures}
    >
      <Figure name={t('bar.high')}>
        <DecimalText value={info?.maxPrice ?? undefined} fractionMin={fractionMin} />
      </Figure>
      <Figure name={t('bar.low')}>
        <DecimalText value={info?.minPrice ?? undefined} fractionMin={fractionMin} />
      </Figure>
      <Figure name={t(wide ? 'bar.volume' : 'bar.dayVolume')}>
        <DecimalText value={info?.last24HourVolume} fractionMax={3} unit={unitOf(path.tradeFrom)} />
      </Figure>
    </chakra.dl>
  )
}

/** The way to the coin's own page. On a phone it stands next to the price's unit; its touch area extends over the price, which is no button. */
function CoinLink({ path }: { path: MarketPath }) {
  const { t } = useTranslation('trade')
  const { nameOf } = useCoins()
  return (
    <TextLink
      to="/market/$coin/$sourceCoin"
      params={{ coin: path.tradeFrom, sourceCoin: path.tradeTo }}
      display="inline-flex"
      alignItems="center"
      minHeight={{ base: 'tap', lg: '0' }}
      marginBlock={{ base: '-0.75rem', lg: '0' }}
      whiteSpace="nowrap"
    >
      {t('bar.about', { name: nameOf(path.tradeFrom) })}
    </TextLink>
  )
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <chakra.div display={{ base: 'contents', lg: 'block' }} whiteSpace="nowrap">
      <chakra.dt fontSize={{ lg: 'xs' }} color="fg.muted">
        {name}
      </chakra.dt>
      <chakra.dd fontWeight="semibold" whiteSpace="nowrap" textAlign={{ base: 'end', lg: 'start' }}>
        {children}
      </chakra.dd>
    </chakra.div>
  )
}
