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
import { TotalText, wholeDigits } from '#client/ui/total-text.tsx'
import type { Side } from '#domain/order.ts'
import { useGrouped } from './book-grouping.tsx'
import { measureBook, runningTotals, type ShownLevel } from './book-math.ts'
import { DEPTH_ROWS, marketInfoQuery, type OrderBook, orderBookQuery } from './market.queries.ts'
import { type MarketPath, marketSymbol } from './market-path.ts'

type DepthProps = {
  path: MarketPath
  onTake: TakeLevel
  /** Rows of each side. */
  rows?: number
  /** Beside the form of a phone: amounts are rounded to what fits. */
  short?: boolean
}

/** Sellers above, buyers below, the last price in the middle. Its height does not depend on the number of levels. */
export function Depth(props: DepthProps) {
  const options = orderBookQuery(marketSymbol(props.path))
  const query = useQuery(options)
  return (
    <chakra.div display="grid" gap="1" gridTemplateColumns="minmax(0, 1fr)" containerType="inline-size">
      <QueryView
        query={query}
        data={query.data}
        rows={2 * (props.rows ?? DEPTH_ROWS)}
        height="1.25rem"
        age={{ queryKey: options.queryKey }}
      >
        {(book) => <Book {...props} book={book} />}
      </QueryView>
    </chakra.div>
  )
}

function Book({ path, book, onTake, rows = DEPTH_ROWS, short = false }: DepthProps & { book: OrderBook }) {
  const { t } = useTranslation('trade')
  const { t: word } = useTranslation('orders')
  const { unitOf } = useCoins()
  const market = marketSymbol(path)
  const asks = useGrouped(book.sellOrderBook, { market, side: 'SELL', rows })
  const bids = useGrouped(book.buyOrderBook, { market, side: 'BUY', rows })
  const spread = measureBook({ bids: book.buyOrderBook, asks: book.sellOrderBook })?.spreadPercent
  const level = { onTake, rows, totalDecimals: TOTAL_DECIMALS[path.tradeTo], ...decimalsOf([...asks, ...bids], short) }
  return (
    <chakra.div
      display="grid"
      justifyContent="space-between"
      columnGap="2"
      css={{
        ...tableFigures,
        gridTemplateColumns: 'repeat(3, auto)',
        [NARROW_BOOK]: { gridTemplateColumns: 'repeat(2, auto)', columnGap: '0.25rem' },
      }}
    >
      <chakra.div
        aria-hidden="true"
        display="grid"
        gridTemplateColumns="subgrid"
        gridColumn="1 / -1"
        fontSize="min(0.6875rem, 3.75vw)"
        color="fg.muted"
        whiteSpace="nowrap"
        paddingBottom="1"
        paddingInline="1"
      >
        <chakra.span {...figureColumn}>{word('column.priceIn', { unit: unitOf(path.tradeTo) })}</chakra.span>
        <chakra.span {...figureColumn}>
          {short ? unitOf(path.tradeFrom) : word('column.amountIn', { unit: unitOf(path.tradeFrom) })}
        </chakra.span>
        <chakra.span css={{ ...figureColumn, ...WIDE_ONLY }}>{t('book.sum')}</chakra.span>
      </chakra.div>
      <DepthRows side="SELL" caption={t('book.sellers')} levels={asks} {...level} />
      <Middle path={path} spread={spread} />
      <DepthRows side="BUY" caption={t('book.buyers')} levels={bids} {...level} />
    </chakra.div>
  )
}

/** Digits of an amount next to a phone's form. */
const SHORT_DIGITS = 6

/** The decimals of both columns, so that their points are aligned. */
function decimalsOf(levels: readonly ShownLevel[], short: boolean) {
  const amounts = levels.map(({ volume }) => volume)
  const whole = Math.max(1, ...amounts.map(wholeDigits))
  const all = finest(amounts)
  return {
    priceDecimals: finest(levels.map(({ unitPrice }) => unitPrice)),
    amountDecimals: short ? Math.min(all, Math.max(0, SHORT_DIGITS - whole)) : all,
  }
}

const Middle = memo(function Middle({ path, spread }: { path: MarketPath; spread: string | undefined }) {
  const { t } = useTranslation('trade')
  const last = useQuery(marketInfoQuery(marketSymbol(path))).data?.lastPrice
  return (
    <chakra.dl
      gridColumn="1 / -1"
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

interface Decimals {
  readonly priceDecimals: number
  readonly amountDecimals: number
  /** Decimals of the total, which is only a guide here. */
  readonly totalDecimals: number
}

type DepthRowsProps = Decimals & {
  side: Side
  caption: string
  levels: readonly ShownLevel[]
  rows: number
  onTake: TakeLevel
}

/** Next to a phone's form, and with large letters, the book omits totals, which are only a guide, to make space for prices and amounts. */
const NARROW_BOOK = '@container (max-width: 16rem)'
const WIDE_ONLY = { [NARROW_BOOK]: { display: 'none' } }

/** Never larger than fits beside the form of a small phone. */
const BOOK_FONT = 'clamp(0.625rem, 7.2cqi, 0.75rem)'
const ROW_HEIGHT = { base: '1.375rem', lg: '1.25rem' } as const

/** The columns of the whole book: each is as wide as its longest figure, so that all three fit. */
const ownColumns = { display: 'grid', gridTemplateColumns: 'subgrid', gridColumn: '1 / -1' } as const

const Levels = chakra('ul', { base: { listStyleType: 'none', ...ownColumns, fontSize: BOOK_FONT } })

const Row = chakra('li', {
  base: { position: 'relative', ...ownColumns, alignItems: 'center', paddingInline: '1', height: ROW_HEIGHT },
})

/** The button lies over its whole row, the total included. */
const Take = chakra('button', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'subgrid',
    gridColumn: '1 / span 2',
    alignItems: 'center',
    height: 'full',
    textAlign: 'start',
    _after: { content: '""', position: 'absolute', inset: '0', borderRadius: 'sm' },
    _hover: { _after: { bg: 'fg', opacity: 0.06 } },
  },
})

/**
 * The levels of one side, the best next to the middle. Level, bar and total of a row render apart from each other: a level that changes renders alone,
 * and behind it only the totals that contain it.
 */
function DepthRows({ caption, side, levels, rows, totalDecimals, onTake, ...decimals }: DepthRowsProps) {
  const { t } = useTranslation('trade')
  const totals = runningTotals(levels)
  const shown = levels.map((level, at) => ({ ...level, total: totals[at] ?? '0' }))
  return (
    <Levels aria-label={caption} alignContent={side === 'SELL' ? 'end' : 'start'} minHeight={heightOf(rows)}>
      {(side === 'SELL' ? shown.toReversed() : shown).map(({ unitPrice, volume, executedPercent, total }) => (
        <Row key={unitPrice}>
          <Bar side={side} percent={executedPercent} />
          <Level side={side} unitPrice={unitPrice} volume={volume} onTake={onTake} {...decimals} />
          <Total value={total} decimals={totalDecimals} />
        </Row>
      ))}
      {levels.length === 0 && (
        <chakra.li gridColumn="1 / -1" color="fg.muted" paddingBlock="4" textAlign="center">
          {t('book.emptySide')}
        </chakra.li>
      )}
    </Levels>
  )
}

const heightOf = (rows: number) => ({
  base: `calc(${rows} * ${ROW_HEIGHT.base})`,
  lg: `calc(${rows} * ${ROW_HEIGHT.lg})`,
})

const Bar = memo(function Bar({ side, percent }: { side: Side; percent: number }) {
  return (
    <chakra.span
      aria-hidden="true"
      position="absolute"
      insetBlock="1px"
      insetInlineEnd="0"
      borderRadius="sm"
      bg={side === 'BUY' ? 'buy.subtle' : 'sell.subtle'}
      transition="width 300ms"
      style={{ width: `${percent}%` }}
    />
  )
})

type LevelProps = Omit<Decimals, 'totalDecimals'> & {
  side: Side
  unitPrice: string
  volume: string
  onTake: TakeLevel
}

const Level = memo(function Level({ side, unitPrice, volume, priceDecimals, amountDecimals, onTake }: LevelProps) {
  const { t } = useTranslation('trade')
  const language = useLanguage()
  return (
    <Take
      type="button"
      title={t('book.take', { price: showDecimal(unitPrice, language) })}
      onClick={() => onTake({ side: otherSide(side), price: unitPrice, amount: volume })}
    >
      <chakra.span position="relative" color={side === 'BUY' ? 'buy' : 'sell'} fontWeight="semibold" {...figureColumn}>
        <DecimalText value={unitPrice} fractionMin={priceDecimals} />
      </chakra.span>
      <chakra.span position="relative" {...figureColumn}>
        <DecimalText value={volume} fractionMin={amountDecimals} fractionMax={shownDecimals(volume, amountDecimals)} />
      </chakra.span>
    </Take>
  )
})

/** A small amount keeps its first digit: a level is never shown as zero. */
const shownDecimals = (volume: string, decimals: number) =>
  Math.max(decimals, /^0?\.0*[1-9]/.exec(volume)?.[0].replace(/^0/, '').slice(1).length ?? 0)

const Total = memo(function Total({ value, decimals }: { value: string; decimals: number }) {
  return (
    <chakra.span position="relative" color="fg.muted" css={{ ...figureColumn, ...WIDE_ONLY }}>
      <TotalText value={value} decimals={decimals} />
    </chakra.span>
  )
})

const otherSide = (side: Side): Side => (side === 'BUY' ? 'SELL' : 'BUY')
