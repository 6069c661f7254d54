import { chakra } from '@chakra-ui/react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { memo, useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { TOTAL_DECIMALS } from '#client/entities/market/quote-unit.ts'
import { type Order, openOrderPagesQuery } from '#client/entities/order/orders.queries.ts'
import { sideOf } from '#client/entities/order/traded-price.ts'
import { useSession } from '#client/entities/session/session.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { FlashingPrice } from '#client/ui/flashing-price.tsx'
import { QueryView } from '#client/ui/query-view.tsx'
import { showDecimal } from '#client/ui/show-decimal.ts'
import { showTotal } from '#client/ui/total-text.tsx'
import type { Side } from '#domain/order.ts'
import { BOOK, type ColumnNames, type Decimals, decimalsOf, shownDecimals, widthsOf } from './book-columns.ts'
import { useGrouped } from './book-grouping.tsx'
import { measureBook, rowsWith, runningTotals, type ShownLevel } from './book-math.ts'
import { DEPTH_ROWS, isLoaded, lastPriceOf, marketInfoQuery, orderBookQuery } from './market.queries.ts'
import { type MarketPath, marketSymbol } from './market-path.ts'

type DepthProps = {
  path: MarketPath
  onTake: TakeLevel
  /** Rows of each side. */
  rows?: number
  /** Beside the form of a phone: amounts are rounded to what fits. */
  short?: boolean
}

/**
 * Sellers above, buyers below, the last price in the middle. Its height does not depend on the number of levels. The book changes ten times a second:
 * the parts that render with it are plain elements in the look of `BOOK`, since a styled component costs more than the figure inside it.
 */
export function Depth(props: DepthProps) {
  const { t } = useTranslation('trade')
  const { t: word } = useTranslation('orders')
  const { unitOf } = useCoins()
  const { path, short = false } = props
  const options = orderBookQuery(marketSymbol(path))
  const query = useQuery({ ...options, select: isLoaded })
  return (
    <chakra.div display="grid" gap="1" gridTemplateColumns="minmax(0, 1fr)" containerType="inline-size">
      <QueryView
        query={query}
        data={query.data}
        rows={2 * (props.rows ?? DEPTH_ROWS)}
        height="1.25rem"
        age={{ queryKey: options.queryKey }}
      >
        {() => (
          <chakra.div css={BOOK}>
            <Book
              {...props}
              names={{
                price: word('column.priceIn', { unit: unitOf(path.tradeTo) }),
                amount: short ? unitOf(path.tradeFrom) : word('column.amountIn', { unit: unitOf(path.tradeFrom) }),
                total: t('book.sum'),
              }}
            />
          </chakra.div>
        )}
      </QueryView>
    </chakra.div>
  )
}

type BookProps = DepthProps & { names: ColumnNames }

function Book({ path, onTake, rows = DEPTH_ROWS, short = false, names }: BookProps) {
  const { t } = useTranslation('trade')
  const market = marketSymbol(path)
  const { data: book = EMPTY_BOOK } = useQuery(orderBookQuery(market))
  const asks = useGrouped(book.sellOrderBook, { market, side: 'SELL', rows })
  const bids = useGrouped(book.buyOrderBook, { market, side: 'BUY', rows })
  const own = useOwnPrices(market)
  const spread = measureBook({ bids: book.buyOrderBook, asks: book.sellOrderBook })?.spreadPercent
  const decimals = { ...decimalsOf([...asks, ...bids], short), totalDecimals: TOTAL_DECIMALS[path.tradeTo] }
  const level = { onTake, rows, ...decimals }
  return (
    <div style={{ whiteSpace: 'nowrap', ...widthsOf([...asks, ...bids], { names, decimals }) }}>
      <div className="row head" aria-hidden="true">
        <span className="pair">
          <span className="price">{names.price}</span>
          <span className="amount">{names.amount}</span>
        </span>
        <span className="total">{names.total}</span>
      </div>
      <DepthRows side="SELL" caption={t('book.sellers')} levels={asks} own={own.SELL} {...level} />
      <Middle market={market} spread={spread} />
      <DepthRows side="BUY" caption={t('book.buyers')} levels={bids} own={own.BUY} {...level} />
    </div>
  )
}

const EMPTY_BOOK = { buyOrderBook: [], sellOrderBook: [] }

/** The prices at which orders of the user rest in the book, by their side. */
function useOwnPrices(market: string): OwnPrices {
  const session = useSession()
  const open = useInfiniteQuery({ ...openOrderPagesQuery(market), enabled: Boolean(session), select: restingPrices })
  return open.data ?? NO_PRICES
}

type OwnPrices = Readonly<Record<Side, readonly string[]>>
const NO_PRICES: OwnPrices = { BUY: [], SELL: [] }

function restingPrices({ pages }: { pages: readonly { content: readonly Order[] }[] }): OwnPrices {
  const resting = pages.flatMap(({ content }) => content).filter(({ orderStatus }) => orderStatus === 'IS_OPEN')
  const pricesOf = (side: Side) =>
    resting.flatMap(({ unitPrice, orderType }) => (unitPrice !== null && sideOf(orderType) === side ? [unitPrice] : []))
  return { BUY: pricesOf('BUY'), SELL: pricesOf('SELL') }
}

const Middle = memo(function Middle({ market, spread }: { market: string; spread: string | undefined }) {
  const { t } = useTranslation('trade')
  const last = useQuery({ ...marketInfoQuery(market), select: lastPriceOf }).data
  return (
    <chakra.dl
      display="flex"
      justifyContent="space-between"
      alignItems="center"
      gap="1"
      height="2.25rem"
      paddingInline="1"
      marginBlock="1"
      borderBlockWidth="1px"
      borderColor="line"
      whiteSpace="nowrap"
    >
      <dt hidden>{t('bar.last')}</dt>
      <chakra.dd fontWeight="bold" fontSize="clamp(0.75rem, 8.6cqi, 1rem)">
        <FlashingPrice value={last} />
      </chakra.dd>
      <dt hidden>{t('book.spread')}</dt>
      <chakra.dd title={t('book.spread')} fontSize="clamp(0.625rem, 6cqi, 0.75rem)" color="fg.muted">
        <DecimalText value={spread} percent fractionMin={2} fractionMax={2} rounding="nearest" />
      </chakra.dd>
    </chakra.dl>
  )
})

/** Called for a pressed level, with the side of the order that would take it, its price and its amount. */
export type TakeLevel = (level: { side: Side; price: string; amount: string }) => void

type DepthRowsProps = Decimals & {
  side: Side
  caption: string
  levels: readonly ShownLevel[]
  /** The prices of the user's own orders on this side. */
  own: readonly string[]
  rows: number
  onTake: TakeLevel
}

/**
 * The levels of one side, the best next to the middle. Level, bar and total of a row render apart from each other: a level that changes renders alone,
 * and behind it only the totals that contain it.
 */
function DepthRows({ caption, side, levels, own, rows, totalDecimals, onTake, ...decimals }: DepthRowsProps) {
  const { t } = useTranslation('trade')
  const language = useLanguage()
  const nameOf = useCallback((price: string) => t('book.take', { price: showDecimal(price, language) }), [t, language])
  const totals = runningTotals(levels)
  const withOwn = rowsWith(own, { levels, side })
  const shown = levels.map((level, at) => ({ ...level, total: totals[at] ?? '0' }))
  return (
    <ul className={side} aria-label={caption} style={{ minHeight: `calc(${rows} * var(--row))` }}>
      {(side === 'SELL' ? shown.toReversed() : shown).map(({ unitPrice, volume, executedPercent, total }) => (
        <li className="row" key={unitPrice}>
          <i aria-hidden="true" style={{ transform: `scaleX(${executedPercent / 100})` }} />
          {withOwn.has(unitPrice) && <b role="img" aria-label={t('book.own')} title={t('book.own')} />}
          <Level {...{ side, unitPrice, volume, nameOf, onTake }} {...decimals} />
          <Total value={total} decimals={totalDecimals} />
        </li>
      ))}
      {levels.length === 0 && <li className="none">{t('book.emptySide')}</li>}
    </ul>
  )
}

type LevelProps = Omit<Decimals, 'totalDecimals'> & {
  side: Side
  unitPrice: string
  volume: string
  nameOf: (price: string) => string
  onTake: TakeLevel
}

const Level = memo(function Level({ side, unitPrice, volume, priceDecimals, amountDecimals, ...props }: LevelProps) {
  const { nameOf, onTake } = props
  return (
    <button
      type="button"
      title={useMemo(() => nameOf(unitPrice), [nameOf, unitPrice])}
      onClick={() => onTake({ side: otherSide(side), price: unitPrice, amount: volume })}
    >
      <Price value={unitPrice} decimals={priceDecimals} />
      <span className="amount">
        <DecimalText value={volume} fractionMin={amountDecimals} fractionMax={shownDecimals(volume, amountDecimals)} />
      </span>
    </button>
  )
})

const Price = memo(function Price({ value, decimals }: { value: string; decimals: number }) {
  return (
    <span className="price">
      <DecimalText value={value} fractionMin={decimals} />
    </span>
  )
})

/** In millions if it is long; the exact total is its tooltip. */
const Total = memo(function Total({ value, decimals }: { value: string; decimals: number }) {
  const language = useLanguage()
  return (
    <span
      className="total"
      data-quantity
      title={showDecimal(value, language, { fractionMax: decimals, rounding: 'nearest' })}
    >
      <bdi dir={language === 'fa' ? 'rtl' : 'ltr'}>{showTotal(value, language, { decimals })}</bdi>
    </span>
  )
})

const otherSide = (side: Side): Side => (side === 'BUY' ? 'SELL' : 'BUY')
