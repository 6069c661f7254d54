import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { TOTAL_DECIMALS } from '#client/entities/market/quote-unit.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { figureColumn, tableFigures } from '#client/ui/figures.ts'
import { FlashingPrice } from '#client/ui/flashing-price.tsx'
import { QueryView } from '#client/ui/query-view.tsx'
import { finest, showDecimal } from '#client/ui/show-decimal.ts'
import { TotalText } from '#client/ui/total-text.tsx'
import type { Side } from '#domain/order.ts'
import { measureBook } from './book-math.ts'
import { DEPTH_ROWS, type DepthRow, type OrderBook, orderBookQuery } from './market.queries.ts'
import { type MarketPath, marketSymbol } from './market-path.ts'

type DepthProps = { path: MarketPath; onTake: TakeLevel }

/** Sellers above, buyers below, the best prices of both in the middle. */
export function Depth({ path, onTake }: DepthProps) {
  const options = orderBookQuery(marketSymbol(path))
  const query = useQuery(options)
  return (
    <chakra.div display="grid" gap="1" gridTemplateColumns="minmax(0, 1fr)" containerType="inline-size">
      <QueryView query={query} data={query.data} rows={12} height="1.5rem" age={{ queryKey: options.queryKey }}>
        {(book) => <Book path={path} book={book} onTake={onTake} />}
      </QueryView>
    </chakra.div>
  )
}

function Book({ path, book, onTake }: DepthProps & { book: OrderBook }) {
  const { t } = useTranslation('trade')
  const { t: word } = useTranslation('orders')
  const { unitOf } = useCoins()
  const asks = book.sellOrderBook.slice(0, DEPTH_ROWS)
  const bids = book.buyOrderBook.slice(0, DEPTH_ROWS)
  return (
    <chakra.div
      display="grid"
      justifyContent="space-between"
      columnGap="2"
      css={{
        ...tableFigures,
        gridTemplateColumns: 'repeat(3, auto)',
        [NARROW_BOOK]: { gridTemplateColumns: 'repeat(2, auto)' },
      }}
    >
      <chakra.div
        aria-hidden="true"
        display="grid"
        gridTemplateColumns="subgrid"
        gridColumn="1 / -1"
        fontSize={BOOK_FONT}
        color="fg.muted"
        whiteSpace="nowrap"
        paddingBottom="1"
        paddingInline="1.5"
      >
        <chakra.span {...figureColumn}>{word('column.priceIn', { unit: unitOf(path.tradeTo) })}</chakra.span>
        <chakra.span {...figureColumn}>{word('column.amountIn', { unit: unitOf(path.tradeFrom) })}</chakra.span>
        <chakra.span css={{ ...figureColumn, [NARROW_BOOK]: { display: 'none' } }}>{t('book.total')}</chakra.span>
      </chakra.div>
      <DepthRows
        side="SELL"
        caption={t('book.sellers')}
        rows={asks.toReversed()}
        totalDecimals={TOTAL_DECIMALS[path.tradeTo]}
        onTake={onTake}
      />
      <Middle book={book} />
      <DepthRows
        side="BUY"
        caption={t('book.buyers')}
        rows={bids}
        totalDecimals={TOTAL_DECIMALS[path.tradeTo]}
        onTake={onTake}
      />
    </chakra.div>
  )
}

function Middle({ book }: { book: OrderBook }) {
  const { t } = useTranslation('trade')
  const measures = measureBook({ bids: book.buyOrderBook, asks: book.sellOrderBook })
  return (
    <chakra.dl
      gridColumn="1 / -1"
      display="flex"
      flexWrap="wrap"
      justifyContent="space-between"
      alignItems="baseline"
      gap="3"
      paddingBlock="2"
      paddingInline="1.5"
      marginBlock="1"
      borderBlockWidth="1px"
      borderColor="line"
      fontSize="xs"
    >
      <chakra.div display="flex" gap="1.5" alignItems="baseline">
        <chakra.dt color="fg.muted">{t('book.mid')}</chakra.dt>
        <chakra.dd fontWeight="bold" fontSize="md">
          <FlashingPrice value={measures?.mid} />
        </chakra.dd>
      </chakra.div>
      <chakra.div display="flex" gap="1.5">
        <chakra.dt color="fg.muted">{t('book.spread')}</chakra.dt>
        <dd>
          <DecimalText value={measures?.spread} />{' '}
          <DecimalText value={measures?.spreadPercent} percent fractionMax={3} />
        </dd>
      </chakra.div>
    </chakra.dl>
  )
}

/** Called for a pressed level, with the side of the order that would take it, its price and its amount. */
export type TakeLevel = (level: { side: Side; price: string; amount: string }) => void

interface LevelProps {
  readonly side: Side
  /** Decimals of the total, which is only a guide here. */
  readonly totalDecimals: number
  readonly onTake: TakeLevel
}

type DepthRowsProps = LevelProps & { caption: string; rows: readonly DepthRow[] }

/** With large letters on a small screen, the book omits totals, which are only a guide, to make space for prices and amounts. */
const NARROW_BOOK = '@container (max-width: 16rem)'

/** As `xs`, but never larger than fits on a small phone. */
const BOOK_FONT = 'min(0.75rem, 3.75vw)'

/** The columns of the whole book: each is as wide as its longest figure, so that all three fit. */
const ownColumns = { display: 'grid', gridTemplateColumns: 'subgrid', gridColumn: '1 / -1' } as const

const Row = chakra('button', {
  base: {
    position: 'relative',
    ...ownColumns,
    alignItems: 'center',
    width: 'full',
    minHeight: { base: '2rem', lg: '1.5rem' },
    paddingInline: '1.5',
    fontSize: BOOK_FONT,
    textAlign: 'start',
    borderRadius: 'sm',
    _hover: { bg: 'hover' },
  },
})

/** The levels of one side. The bar behind a row shows its share of the deepest displayed level. */
function DepthRows({ caption, rows, ...level }: DepthRowsProps) {
  const { t } = useTranslation('trade')
  const priceDecimals = finest(rows.map(({ unitPrice }) => unitPrice))
  const amountDecimals = finest(rows.map(({ volume }) => volume))
  return (
    <chakra.ul listStyleType="none" aria-label={caption} {...ownColumns}>
      {rows.map((row) => (
        <Level key={row.unitPrice} row={row} {...level} priceDecimals={priceDecimals} amountDecimals={amountDecimals} />
      ))}
      {rows.length === 0 && (
        <chakra.li gridColumn="1 / -1" fontSize="xs" color="fg.muted" paddingBlock="4" textAlign="center">
          {t('book.emptySide')}
        </chakra.li>
      )}
    </chakra.ul>
  )
}

type OneLevelProps = LevelProps & { row: DepthRow; priceDecimals: number; amountDecimals: number }

/** Memoized: React Query keeps an unchanged level as the same object, so it does not render again. */
const Level = memo(function Level({ side, row, priceDecimals, amountDecimals, totalDecimals, onTake }: OneLevelProps) {
  const { t } = useTranslation('trade')
  const language = useLanguage()
  const { unitPrice, volume } = row
  const colour = side === 'BUY' ? 'buy' : 'sell'
  return (
    <chakra.li {...ownColumns}>
      <Row
        type="button"
        title={t('book.take', { price: showDecimal(unitPrice, language) })}
        onClick={() => onTake({ side: otherSide(side), price: unitPrice, amount: volume })}
      >
        <chakra.span
          aria-hidden="true"
          position="absolute"
          insetBlock="1px"
          insetInlineEnd="0"
          borderRadius="sm"
          bg={`${colour}.subtle`}
          transition="width 300ms"
          style={{ width: `${row.executedPercent}%` }}
        />
        <chakra.span position="relative" color={colour} fontWeight="semibold" {...figureColumn}>
          <DecimalText value={unitPrice} fractionMin={priceDecimals} />
        </chakra.span>
        <chakra.span position="relative" {...figureColumn}>
          <DecimalText value={volume} fractionMin={amountDecimals} />
        </chakra.span>
        <chakra.span position="relative" color="fg.muted" css={{ ...figureColumn, [NARROW_BOOK]: { display: 'none' } }}>
          <TotalText value={row.wholePrice} decimals={totalDecimals} />
        </chakra.span>
      </Row>
    </chakra.li>
  )
})

const otherSide = (side: Side): Side => (side === 'BUY' ? 'SELL' : 'BUY')
