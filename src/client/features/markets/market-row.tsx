import { Link } from '@tanstack/react-router'
import { lazy, memo, Suspense } from 'react'
import { CoinIcon } from '#client/entities/coin/coin-icon.tsx'
import type { MarkFavourite } from '#client/entities/market/market-buttons.tsx'
import { hasMark, type MarketRow, marketsQuery } from '#client/entities/market/markets.queries.ts'
import { type QuoteUnit, TOTAL_DECIMALS, tradePage } from '#client/entities/market/quote-unit.ts'
import { figureColumn } from '#client/ui/figures.ts'
import { FlashingPrice } from '#client/ui/flashing-price.tsx'
import { MARKS } from '#client/ui/marks.ts'
import { PriceChange } from '#client/ui/price-change.tsx'
import { finest } from '#client/ui/show-decimal.ts'
import { Sparkline } from '#client/ui/sparkline.tsx'
import { TotalText } from '#client/ui/total-text.tsx'

const MarketMark = lazy(() => import('#client/entities/market/market-mark.tsx'))
const MarketButtons = lazy(() => import('#client/entities/market/market-buttons.tsx'))

/** On small phones, and with large letters, it does not fit next to a price of twelve digits. */
export const hideOnNarrow = { '@media (max-width: 24rem)': { display: 'none' } }

/** The height of a row whose name has one line, with letters of the usual size. Rows of a known height move nothing when they are measured. */
export const ROW_PX = 68
const REM_PX = 16

/**
 * The look of the rows: a thousand of them are scrolled through, and a styled component costs more than the figure inside it. The large picture of the
 * coin is above the hovered row.
 */
export const ROWS = {
  width: 'full',
  borderCollapse: 'collapse',
  '& .market': {
    position: 'relative',
    height: `${ROW_PX / REM_PX}rem`,
    borderBottomWidth: '1px',
    borderColor: 'line',
    transition: 'background-color 140ms',
    _hover: { bg: 'hover', '& .preview': { display: 'block' } },
    _last: { borderBottomWidth: '0' },
  },
  '& .market td': {
    paddingBlock: { base: '1.5', md: '3' },
    paddingInline: { base: '1', md: '3' },
    verticalAlign: 'middle',
  },
  '& .coin': { display: 'flex', alignItems: 'center', gap: { base: '2.5', md: '3' } },
  '& .coin > div': { minWidth: '0', fontSize: 'xs', color: 'fg.muted' },
  '& .icon': { flexShrink: '0', '@media (max-width: 18rem)': { display: 'none' } },
  '& .market a': {
    display: 'block',
    // Its own touch area, above the bell's in the same place.
    paddingTop: '1.5',
    marginTop: '-1.5',
    fontWeight: 'semibold',
    fontSize: { base: 'sm', sm: 'md' },
    lineHeight: 'snug',
    color: 'fg',
    overflowWrap: 'anywhere',
    _before: { content: '""', position: 'absolute', inset: '0' },
  },
  '& .week': { textAlign: { base: 'center', md: 'start' }, ...hideOnNarrow },
  '& .week svg': { display: 'inline-block', width: { base: '3rem', md: '4.5rem', lg: '6rem' } },
  '& .figure': figureColumn,
  '& .price': { fontWeight: 'semibold', fontSize: { base: 'sm', sm: 'md' }, whiteSpace: 'nowrap' },
  '& .price + div': { fontSize: 'xs', lineHeight: 'tight', marginBlock: '0.5' },
  '& td.volume': { fontSize: 'sm' },
  '& div.volume': { fontSize: '2xs', lineHeight: 'tight', color: 'fg.muted', whiteSpace: 'nowrap' },
  '& .market .buttons': { position: 'relative', zIndex: '1', whiteSpace: 'nowrap', padding: '0' },
  ...MARKS,
  // Beside the ticker, as wide as its icon. Its touch area extends into the free space of the row without making the row higher.
  '& div > button.mark': {
    position: 'relative',
    zIndex: '1',
    verticalAlign: 'middle',
    marginInline: '-0.5rem',
    marginTop: '-0.5rem',
    marginBottom: '-1rem',
    // Aligns the icon with the ticker, although the button starts below the name.
    '& svg': { width: '4', height: '4', transform: 'translateY(-0.3rem)' },
  },
  '& .preview': {
    display: 'none',
    position: 'absolute',
    insetInlineStart: '2',
    bottom: 'calc(100% - 0.75rem)',
    zIndex: '2',
    padding: '2',
    borderRadius: 'xl',
    borderWidth: '1px',
    borderColor: 'line',
    bg: 'raised',
    pointerEvents: 'none',
    '@media (hover: none)': { display: 'none!' },
  },
} as const

type OneMarketProps = {
  row: MarketRow
  unit: QuoteUnit
  name: string
  code: string
  /** The name of the row's link. */
  label: string
  isUser: boolean
  /** Whether each figure has its column. */
  isWide: boolean
  /** In the table of all markets. */
  volume: string | undefined
  /** The word before the volume, where that has no column. */
  volumeName: string
  isFavourite: boolean | undefined
  onMark: MarkFavourite | undefined
  /** For a row of a part of the list. */
  measure: ((row: Element | null) => void) | undefined
  /** Its place in the whole list, from 0. */
  place: number
}

/** Memoized: a scroll draws the rows that come, and a poll those that have changed. */
export const OneMarket = memo(function OneMarket(props: OneMarketProps) {
  const { row, unit, name, code, label, isUser, isWide, volume, volumeName, isFavourite, onMark, measure, place } =
    props
  const { relatedCoin, lastPrice, last24HoursChange, lastWeekData } = row
  const buttons = isUser && (
    <Suspense fallback={null}>
      <MarketButtons
        {...{ name, isFavourite, onMark }}
        market={{ symbol: row.marketType, base: relatedCoin, quote: unit }}
        price={lastPrice}
        priceKey={marketsQuery(unit).queryKey}
      />
    </Suspense>
  )
  return (
    <tr className="market" ref={measure} data-index={measure && place} aria-rowindex={measure && place + 2}>
      <td>
        <span className="preview">
          <CoinIcon symbol={relatedCoin} size={88} />
        </span>
        <div className="coin">
          <span className="icon">
            <CoinIcon symbol={relatedCoin} size={32} />
          </span>
          <div>
            <Link {...tradePage({ tradeTo: unit, tradeFrom: relatedCoin }, isUser)} aria-label={label}>
              {name}
            </Link>
            {code} <Mark row={row} />
            {!isWide && buttons}
          </div>
        </div>
      </td>
      <td className="week">
        <Sparkline points={lastWeekData} />
      </td>
      <td className="figure">
        <div className="price">
          <FlashingPrice value={lastPrice} fractionMin={finest([lastPrice, ...lastWeekData])} />
        </div>
        {!isWide && (
          <div>
            <PriceChange percent={last24HoursChange} />
          </div>
        )}
        {!isWide && volume !== undefined && (
          <div className="volume">
            {volumeName} <TotalText value={volume} decimals={TOTAL_DECIMALS[unit]} />
          </div>
        )}
      </td>
      {isWide && (
        <td className="figure">
          <PriceChange percent={last24HoursChange} plate />
        </td>
      )}
      {isWide && volume !== undefined && (
        <td className="figure volume">
          <TotalText value={volume} decimals={TOTAL_DECIMALS[unit]} />
        </td>
      )}
      {isWide && isUser && <td className="buttons">{buttons}</td>}
    </tr>
  )
})

const Mark = ({ row: { state } }: { row: MarketRow }) =>
  hasMark(state) && (
    <Suspense>
      <MarketMark state={state} />
    </Suspense>
  )
