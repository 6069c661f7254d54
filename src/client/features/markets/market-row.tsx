import { chakra } from '@chakra-ui/react'
import { lazy, memo, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { CoinIcon } from '#client/entities/coin/coin-icon.tsx'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { type MarketRow, marketsQuery } from '#client/entities/market/markets.queries.ts'
import { type QuoteUnit, TOTAL_DECIMALS, tradePage } from '#client/entities/market/quote-unit.ts'
import { figureColumn } from '#client/ui/figures.ts'
import { FlashingPrice } from '#client/ui/flashing-price.tsx'
import { PlainLink } from '#client/ui/link.tsx'
import { PriceChange } from '#client/ui/price-change.tsx'
import { finest } from '#client/ui/show-decimal.ts'
import { Sparkline } from '#client/ui/sparkline.tsx'
import { TotalText } from '#client/ui/total-text.tsx'

const MarketMark = lazy(() => import('#client/entities/market/market-mark.tsx'))
const FavouriteStar = lazy(() => import('#client/entities/market/favourite-star.tsx'))
const PriceAlertBell = lazy(() => import('#client/entities/price-alert/price-alert-bell.tsx'))

const Cell = chakra('td', {
  base: { paddingBlock: { base: '2', md: '3' }, paddingInline: { base: '1', md: '3' }, verticalAlign: 'middle' },
})
export const wideCell = { base: 'none', md: 'table-cell' }

/** As wide as its icon. Its touch area extends into the free space of the row without making the row higher. */
const besideTicker = {
  position: 'relative',
  zIndex: '1',
  display: { base: 'inline-flex', md: 'none' },
  justifyContent: 'center',
  verticalAlign: 'middle',
  width: '7',
  height: 'tap',
  marginTop: '-0.5rem',
  marginBottom: '-1rem',
  // Aligns the icon with the ticker, although the button starts below the name.
  '& svg': { width: '4', height: '4', transform: 'translateY(-0.3rem)' },
} as const

/** On small phones, and with large letters, it does not fit next to a price of twelve digits. */
export const hideOnNarrow = { '@media (max-width: 24rem)': { display: 'none' } }
const hideOnNarrowest = { '@media (max-width: 18rem)': { display: 'none' } }

type OneMarketProps = {
  row: MarketRow
  unit: QuoteUnit
  isUser: boolean
  /** In the table of all markets. */
  volume: string | undefined
  /** For a row of a part of the list. */
  measure: ((row: Element | null) => void) | undefined
  /** Its place in the whole list, from 0. */
  place: number
}

/** Memoized: a scroll draws the rows that come, and a poll those that have changed. */
export const OneMarket = memo(function OneMarket({ row, unit, isUser, volume, measure, place }: OneMarketProps) {
  const { lastPrice, last24HoursChange, lastWeekData } = row
  return (
    <chakra.tr
      ref={measure}
      data-index={measure && place}
      aria-rowindex={measure && place + 2}
      position="relative"
      borderBottomWidth="1px"
      borderColor="line"
      transition="background-color 140ms"
      _hover={{ bg: 'hover', '& [data-preview]': { display: 'block' } }}
      _last={{ borderBottomWidth: '0' }}
    >
      <Name row={row} unit={unit} isUser={isUser} isStarred={volume !== undefined} />
      <Cell textAlign={{ base: 'center', md: 'start' }} css={hideOnNarrow}>
        <chakra.span display="inline-block" css={{ '& svg': { width: { base: '3rem', md: '6rem' } } }}>
          <Sparkline points={lastWeekData} />
        </chakra.span>
      </Cell>
      <Cell {...figureColumn}>
        <chakra.div fontWeight="semibold" fontSize={{ base: 'sm', sm: 'md' }} whiteSpace="nowrap">
          <FlashingPrice value={lastPrice} fractionMin={finest([lastPrice, ...lastWeekData])} />
        </chakra.div>
        <chakra.div display={{ md: 'none' }} fontSize="xs" marginTop="0.5">
          <PriceChange percent={last24HoursChange} />
        </chakra.div>
      </Cell>
      <Cell display={{ base: 'none', md: 'table-cell' }} {...figureColumn}>
        <PriceChange percent={last24HoursChange} plate />
      </Cell>
      {volume !== undefined && (
        <Cell display={wideCell} fontSize="sm" {...figureColumn}>
          <TotalText value={volume} decimals={TOTAL_DECIMALS[unit]} />
        </Cell>
      )}
      {isUser && (
        <chakra.td display={wideCell} position="relative" zIndex="1" whiteSpace="nowrap">
          <Bell row={row} unit={unit} />
          {volume !== undefined && <Star row={row} />}
        </chakra.td>
      )}
    </chakra.tr>
  )
})

type NameProps = Pick<OneMarketProps, 'row' | 'unit' | 'isUser'> & { isStarred: boolean }

/** The coin with its icon, and on a phone the buttons of the row. */
function Name({ row, unit, isUser, isStarred }: NameProps) {
  const { t } = useTranslation('markets')
  const { coinOf, nameOf } = useCoins()
  const { relatedCoin } = row
  return (
    <Cell>
      <Preview symbol={relatedCoin} />
      <chakra.div display="flex" alignItems="center" gap={{ base: '2.5', md: '3' }}>
        <chakra.span flexShrink="0" css={hideOnNarrowest}>
          <CoinIcon symbol={relatedCoin} size={32} />
        </chakra.span>
        <chakra.div minWidth="0">
          <PlainLink
            {...tradePage({ tradeTo: unit, tradeFrom: relatedCoin }, isUser)}
            aria-label={t('trade', { name: nameOf(relatedCoin) })}
            display="block"
            // Its own touch area, above the bell's in the same place.
            paddingTop="1.5"
            marginTop="-1.5"
            fontWeight="semibold"
            fontSize={{ base: 'sm', sm: 'md' }}
            lineHeight="snug"
            overflowWrap="anywhere"
            _before={{ content: '""', position: 'absolute', inset: '0' }}
          >
            {nameOf(relatedCoin)}
          </PlainLink>
          <chakra.span fontSize="xs" color="fg.muted">
            {coinOf(relatedCoin)?.code ?? relatedCoin} <Mark row={row} />
            {isUser && (
              <chakra.span {...besideTicker}>
                <Bell row={row} unit={unit} />
              </chakra.span>
            )}
            {isUser && isStarred && (
              <chakra.span {...besideTicker}>
                <Star row={row} />
              </chakra.span>
            )}
          </chakra.span>
        </chakra.div>
      </chakra.div>
    </Cell>
  )
}

const Mark = ({ row }: { row: MarketRow }) => (
  <Suspense>
    <MarketMark state={row.state} />
  </Suspense>
)

function Bell({ row: { marketType, relatedCoin, lastPrice }, unit }: { row: MarketRow; unit: QuoteUnit }) {
  return (
    <Suspense fallback={null}>
      <PriceAlertBell
        market={{ symbol: marketType, base: relatedCoin, quote: unit }}
        price={lastPrice}
        priceKey={marketsQuery(unit).queryKey}
      />
    </Suspense>
  )
}

const Star = ({ row: { marketType, relatedCoin } }: { row: MarketRow }) => (
  <Suspense fallback={null}>
    <FavouriteStar market={marketType} coin={relatedCoin} />
  </Suspense>
)

/** A large picture of the coin above the hovered row. */
function Preview({ symbol }: { symbol: string }) {
  return (
    <chakra.span
      data-preview
      display="none"
      position="absolute"
      insetInlineStart="2"
      bottom="calc(100% - 0.75rem)"
      zIndex="2"
      padding="2"
      borderRadius="xl"
      borderWidth="1px"
      borderColor="line"
      bg="raised"
      pointerEvents="none"
      css={{ '@media (hover: none)': { display: 'none!' } }}
    >
      <CoinIcon symbol={symbol} size={88} />
    </chakra.span>
  )
}
