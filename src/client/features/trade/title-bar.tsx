import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { Info } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { useFavourites, useMarkFavourite } from '#client/entities/market/favourites.queries.ts'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { FlashingPrice } from '#client/ui/flashing-price.tsx'
import { TextLink } from '#client/ui/link.tsx'
import { MARKS } from '#client/ui/marks.ts'
import { DOUBLE_LETTERS } from '#client/ui/media.ts'
import { PriceChange } from '#client/ui/price-change.tsx'
import { QueryAge } from '#client/ui/query-age.tsx'
import { finest } from '#client/ui/show-decimal.ts'
import { useWide } from '#client/ui/use-wide.ts'
import type { Reply } from '#contract/endpoint.ts'
import type { getMarketInfo } from '#contract/markets.ts'
import { infoOf, type MarketInfo, marketDetailsQuery, marketInfoQuery } from './market.queries.ts'
import { type MarketPath, marketSymbol } from './market-path.ts'
import { MarketPicker } from './market-picker.tsx'

const MarketMark = lazy(() => import('#client/entities/market/market-mark.tsx'))
const MarketButtons = lazy(() => import('#client/entities/market/market-buttons.tsx'))

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
  // A fixed number of decimals keeps a price from jumping when its last digit changes.
  const tick = useQuery(marketDetailsQuery(marketSymbol(path))).data?.tickSize
  const fractionMin = finest([tick ?? ''])
  const wide = useWide()
  const buttons = (
    <chakra.div
      display="flex"
      alignItems="center"
      marginInlineStart="auto"
      marginInlineEnd={{ base: '-6px', lg: '0' }}
      css={MARKS}
    >
      <Suspense fallback={<chakra.span width="tap" />}>
        <Marks path={path} />
      </Suspense>
      {children}
    </chakra.div>
  )
  const change = <Change path={path} plate={!wide} />
  return (
    <Frame>
      <chakra.h1 srOnly>{t('title', { pair: pairOf({ base: path.tradeFrom, quote: path.tradeTo }) })}</chakra.h1>
      <chakra.div
        display={{ base: 'flex', lg: 'contents' }}
        alignItems="center"
        gap="1.5"
        minHeight="3rem"
        css={TWO_LINES}
      >
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
        <LastPrice path={path} fractionMin={fractionMin}>
          {wide ? change : <CoinLink path={path} />}
        </LastPrice>
        <DayFigures fractionMin={fractionMin} path={path} />
        {wide && <CoinLink path={path} brief />}
      </chakra.div>
      {wide && buttons}
    </Frame>
  )
}

const TWO_LINES = { [DOUBLE_LETTERS]: { flexWrap: 'wrap' } }

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

/**
 * A part of the market's figures. Each part of the bar reads its own and renders with these alone: the volume changes with every trade, and the
 * whole bar costs more than a row of the book. `partOf` is a constant at module level.
 */
function useInfo<Part>(path: MarketPath, partOf: (info: MarketInfo) => Part): Part | undefined {
  const select = useCallback((reply: Reply<typeof getMarketInfo>) => partOf(infoOf(reply)), [partOf])
  return useQuery({ ...marketInfoQuery(marketSymbol(path)), select }).data
}

const priceOf = ({ lastPrice }: MarketInfo) => lastPrice
const isReferenceOf = ({ isReference }: MarketInfo) => isReference
const volumeOf = ({ last24HourVolume }: MarketInfo) => last24HourVolume
const dayOf = ({ maxPrice, minPrice }: MarketInfo) => ({ maxPrice, minPrice })
/** Empty for a price that was only set as a reference. */
const changeOf = ({ isReference, last24HoursChange }: MarketInfo) => (isReference ? '' : last24HoursChange)

function Marks({ path }: { path: MarketPath }) {
  const { nameOf } = useCoins()
  const { mutate: onMark } = useMarkFavourite()
  const symbol = marketSymbol(path)
  return (
    <MarketButtons
      market={{ symbol, base: path.tradeFrom, quote: path.tradeTo }}
      name={nameOf(path.tradeFrom)}
      price={useInfo(path, priceOf)}
      priceKey={marketInfoQuery(symbol).queryKey}
      isFavourite={useFavourites()?.includes(symbol)}
      onMark={onMark}
    />
  )
}

function Change({ path, plate }: { path: MarketPath; plate: boolean }) {
  const percent = useInfo(path, changeOf)
  return percent !== '' && <PriceChange percent={percent} plate={plate} />
}

/** The colour of the day's direction; a price that was only set as a reference has none. */
const colourOf = (percent: string | undefined) => {
  if (percent === undefined || /^-?0*\.?0*$/.test(percent)) return undefined
  return percent.startsWith('-') ? 'sell' : 'buy'
}

type LastPriceProps = { path: MarketPath; fractionMin: number; children: ReactNode }

/** The price of the last trade, with its unit and the state of the market below it. */
function LastPrice({ path, fractionMin, children }: LastPriceProps) {
  const { t } = useTranslation('trade')
  const { unitOf } = useCoins()
  const state = useQuery(marketDetailsQuery(marketSymbol(path))).data?.state
  const isReference = useInfo(path, isReferenceOf)
  return (
    <div>
      <chakra.div
        color={colourOf(useInfo(path, changeOf))}
        fontSize={{ base: 'clamp(1rem, 6.4vw, 1.75rem)', lg: 'xl' }}
        fontWeight="black"
        lineHeight="tight"
        whiteSpace="nowrap"
      >
        <FlashingPrice value={useInfo(path, priceOf)} fractionMin={fractionMin} />
      </chakra.div>
      <chakra.div
        display="flex"
        flexWrap="wrap"
        alignItems="center"
        columnGap="2"
        minHeight="1.25rem"
        fontSize="xs"
        color="fg.muted"
        css={AGE_FOR_LINK}
      >
        {unitOf(path.tradeTo)}
        {children}
        {isReference && <span>{t('bar.reference')}</span>}
        <Suspense>
          <MarketMark state={state} withTime />
        </Suspense>
        <QueryAge queryKey={marketInfoQuery(marketSymbol(path)).queryKey} />
      </chakra.div>
    </div>
  )
}

/**
 * On a phone the age of the price takes the place of the coin's link: the line of both would leave no space beside it for the figures of the day, and
 * all below would move.
 */
const AGE_FOR_LINK = {
  '& [data-age]': { marginBlock: '-0.125rem' },
  smDown: { '& > a:has(~ [data-age])': { display: 'none' } },
}

type DayFiguresProps = { fractionMin: number; path: MarketPath }

/** Three short lines next to the price of a phone; named columns in the line of a desktop. */
function DayFigures({ fractionMin, path }: DayFiguresProps) {
  const { t } = useTranslation('trade')
  const wide = useWide()
  const day = useInfo(path, dayOf)
  return (
    <chakra.dl
      display={{ base: 'grid', lg: 'flex' }}
      gridTemplateColumns="auto auto"
      columnGap={{ base: '2', lg: '6', xl: '8' }}
      alignItems="baseline"
      fontSize={{ base: '2xs', lg: 'sm' }}
      lineHeight={{ base: '1.125rem', lg: 'snug' }}
    >
      <Figure name={t('bar.high')}>
        <DecimalText value={day?.maxPrice ?? undefined} fractionMin={fractionMin} />
      </Figure>
      <Figure name={t('bar.low')}>
        <DecimalText value={day?.minPrice ?? undefined} fractionMin={fractionMin} />
      </Figure>
      <Figure name={t(wide ? 'bar.volume' : 'bar.dayVolume')}>
        <Volume path={path} />
      </Figure>
    </chakra.dl>
  )
}

function Volume({ path }: { path: MarketPath }) {
  const { unitOf } = useCoins()
  return <DecimalText value={useInfo(path, volumeOf)} fractionMax={3} unit={unitOf(path.tradeFrom)} />
}

/** The way to the coin's own page; a picture where a desktop's line is full. On a phone it stands next to the price's unit; its touch area extends over the price, which is no button. */
function CoinLink({ path, brief = false }: { path: MarketPath; brief?: boolean }) {
  const { t } = useTranslation('trade')
  const { nameOf } = useCoins()
  const text = t('bar.about', { name: nameOf(path.tradeFrom) })
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
      {brief ? (
        <>
          <chakra.span hideBelow="xl">{text}</chakra.span>
          <chakra.span hideFrom="xl">
            <Info size={18} role="img" aria-label={text} />
          </chakra.span>
        </>
      ) : (
        text
      )}
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
