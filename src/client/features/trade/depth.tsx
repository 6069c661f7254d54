import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { TOTAL_DECIMALS } from '#client/entities/market/quote-unit.ts'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { figureColumn, tableFigures } from '#client/ui/figures.ts'
import { FlashingPrice } from '#client/ui/flashing-price.tsx'
import { QueryView } from '#client/ui/query-view.tsx'
import { measureBook } from './book-math.ts'
import { BOOK_FONT, DepthRows, NARROW_BOOK, type TakeLevel } from './depth-rows.tsx'
import { type OrderBook, orderBookQuery } from './market.queries.ts'
import { type MarketPath, marketSymbol } from './market-path.ts'

export const DEPTH_ROWS = 11

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
