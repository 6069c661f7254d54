import { chakra } from '@chakra-ui/react'
import { useQueries } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { HOUR_MS } from '#client/lib/durations.ts'
import { endpointQuery } from '#client/lib/endpoint-query.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { amountInSentence } from '#client/ui/amount-in-sentence.ts'
import type { Column } from '#client/ui/data-table.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import type { RowLines } from '#client/ui/row-list.tsx'
import { showDecimal } from '#client/ui/show-decimal.ts'
import { showDigits } from '#client/ui/show-digits.ts'
import { allMarketsOf, getMarket, getMarkets } from '#contract/markets.ts'
import { unitsOf } from '../market/quote-unit.ts'
import { endingOf, isPartly } from './ending.ts'
import type { Order } from './orders.queries.ts'
import { tradedPrice, tradedValue } from './traded-price.ts'
import { TypeText } from './type-text.tsx'

const MARKET = /^(.+)_(TOMAN|TETHER)$/

type Name =
  | 'type'
  | 'number'
  | 'pair'
  | 'price'
  | 'tradedPrice'
  | 'amount'
  | 'value'
  | 'tradedValue'
  | 'executed'
  | 'status'
  | 'at'

/**
 * The name and format of each figure of an order; a list takes the columns that it needs. `markets` are the markets of the listed orders. In a list
 * of one market the column heads contain the units, which leaves more space for the figures.
 */
export function useOrderColumns(
  market: string | undefined,
  markets: readonly string[] = market === undefined ? [] : [market],
): Record<Name, Column<Order>> {
  const { t } = useTranslation('orders')
  const language = useLanguage()
  const { pairOf, unitOf } = useCoins()
  const [, base, quote] = MARKET.exec(market ?? '') ?? []
  const statusOf = useStatusText()
  const unitBeside = (symbol: string) => (market === undefined ? { unit: unitOf(symbol) } : {})
  const decimalsOf = useTickDecimals(markets)
  const priceHead = {
    key: 'price',
    label: quote ? t('column.priceIn', { unit: unitOf(quote) }) : t('column.price'),
    figure: true,
  }
  const valueHead = { key: 'value', label: t('column.value'), figure: true }
  const total = (value: string | null, { sourceCoin: coin }: Order) => (
    <OwnTotal value={value ?? undefined} coin={coin} {...unitBeside(coin)} />
  )
  return {
    type: {
      key: 'type',
      label: t('column.type'),
      cell: (order) => <TypeText order={order} />,
    },
    number: {
      key: 'number',
      label: t('column.number'),
      cell: ({ id }) => <bdi>{showDigits(id, language)}</bdi>,
    },
    pair: {
      key: 'pair',
      label: t('column.market'),
      cell: ({ sourceCoin, destinationCoin }) => pairOf({ base: destinationCoin, quote: sourceCoin }),
    },
    price: {
      ...priceHead,
      cell: (order) => <AskedPrice order={order} {...unitBeside(order.sourceCoin)} />,
    },
    tradedPrice: {
      ...priceHead,
      cell: (order) => (
        <OrderPrice order={order} decimals={decimalsOf(order.marketType)} {...unitBeside(order.sourceCoin)} />
      ),
    },
    amount: {
      key: 'amount',
      label: base ? t('column.amountIn', { unit: unitOf(base) }) : t('column.amount'),
      figure: true,
      cell: ({ amount, destinationCoin }) => <DecimalText value={amount} {...unitBeside(destinationCoin)} />,
    },
    value: {
      ...valueHead,
      cell: (order) => total(order.overallValue, order),
    },
    tradedValue: { ...valueHead, cell: (order) => total(tradedValue(order), order) },
    executed: {
      key: 'executed',
      label: t('column.executed'),
      figure: true,
      cell: ({ executedPercent }) => <DecimalText value={String(executedPercent)} percent />,
    },
    status: { key: 'status', label: t('column.status'), cell: (order) => statusOf(order) },
    at: { key: 'at', label: t('column.at'), cell: ({ createdAtDateTime }) => <DateText at={createdAtDateTime} /> },
  }
}

/**
 * Never shortened to millions, which is only for amounts of other people. Its fractions are shown with the trades, which add up to it. In a narrow
 * column the unit wraps below the digits.
 */
function OwnTotal({ coin, ...rest }: ComponentProps<typeof DecimalText> & { coin: string }) {
  const { coinOf } = useCoins()
  return (
    <chakra.span css={{ '& [data-quantity]': { whiteSpace: 'normal' }, '& bdi': { whiteSpace: 'nowrap' } }}>
      <DecimalText {...rest} fractionMax={coinOf(coin)?.shownDecimals ?? 2} rounding="nearest" />
    </chakra.span>
  )
}

type OrderPriceProps = {
  /** An order that is no longer open. */
  order: Order
  /** Decimals of the market's prices; all decimals are shown until this is known. */
  decimals: number | undefined
  /** The unit's name after the number. */
  unit?: string
}

/** The average price at which an order traded, with its limit below if that differs; for an untraded order, the limit. */
function OrderPrice({ order, decimals, ...unit }: OrderPriceProps) {
  const { t } = useTranslation('orders')
  const language = useLanguage()
  const { coinOf } = useCoins()
  const [base, quote] = [coinOf(order.destinationCoin), coinOf(order.sourceCoin)]
  const limit = order.orderType.includes('LIMIT') ? order.unitPrice : null
  const average = base && quote && tradedPrice(order, { base, quote })
  if (average === undefined) return limit === null ? t('marketPrice') : <DecimalText value={limit} {...unit} />
  const look = { rounding: 'nearest', ...(decimals === undefined ? {} : { fractionMax: decimals }) } as const
  const isAtLimit = limit === null || showDecimal(average, language, look) === showDecimal(limit, language)
  return (
    <>
      <DecimalText value={average} {...look} {...unit} />
      {!isAtLimit && <Below>{t('limit', { price: amountInSentence(limit, language) })}</Below>}
    </>
  )
}

/** The price of an open order; for a stop that still waits, also its trigger price below, with the distance at which it follows the market. */
function AskedPrice({ order, ...unit }: Pick<OrderPriceProps, 'order' | 'unit'>) {
  const { t } = useTranslation('orders')
  const language = useLanguage()
  const { unitPrice, stopPrice, trailingDistance, orderStatus } = order
  return (
    <>
      {unitPrice === null ? t('marketPrice') : <DecimalText value={unitPrice} {...unit} />}
      {orderStatus === 'PENDING' && stopPrice && (
        <Below>{t(trailingDistance ? 'stopNow' : 'stop', { price: amountInSentence(stopPrice, language) })}</Below>
      )}
      {orderStatus === 'PENDING' && trailingDistance && (
        <Below>{t('distance', { price: amountInSentence(trailingDistance, language) })}</Below>
      )}
    </>
  )
}

const Below = ({ children }: { children: ReactNode }) => (
  <chakra.small display="block" fontSize="xs" color="fg.muted" whiteSpace="nowrap">
    {children}
  </chakra.small>
)

/**
 * The number of decimals of these markets' prices; `undefined` while it is loading. A single market is looked up by its details; several are looked
 * up in the market lists, one for each unit, whatever their number.
 */
function useTickDecimals(markets: readonly string[]): (market: string) => number | undefined {
  const [only, ...others] = new Set(markets)
  const isAlone = only !== undefined && others.length === 0
  const units = isAlone ? [] : unitsOf('fa').filter((unit) => markets.some((market) => market.endsWith(`_${unit}`)))
  const details = useQueries({
    queries: (isAlone ? [only] : []).map((market) => ({
      ...endpointQuery(getMarket, { params: { market } }),
      staleTime: HOUR_MS,
    })),
  })
  const lists = useQueries({
    queries: units.map((unit) => ({
      ...endpointQuery(getMarkets, { query: allMarketsOf(unit) }),
      staleTime: HOUR_MS,
    })),
  })
  const known = [
    ...details.flatMap(({ data }) => data?.baseDTO ?? []),
    ...lists.flatMap(({ data }) => data?.content ?? []),
  ]
  return (market) => {
    const tick = known.find(({ marketType }) => marketType === market)?.tickSize
    return tick === undefined ? undefined : (tick.split('.')[1]?.length ?? 0)
  }
}

/**
 * A closed order in two lines, with its units: there are no column heads to name them. What has traded is shown at its average price, and an order
 * without trades at its limit. A list of one market does not name the market.
 */
export function useOrderLines(
  market: string | undefined,
  markets: readonly string[] = market === undefined ? [] : [market],
): RowLines<Order> {
  const { coinOf, unitOf } = useCoins()
  const decimalsOf = useTickDecimals(markets)
  const { type, pair, status, at } = useOrderColumns(undefined)
  const priceOf = (order: Order) => {
    const [base, quote] = [coinOf(order.destinationCoin), coinOf(order.sourceCoin)]
    return (base && quote && tradedPrice(order, { base, quote })) ?? order.unitPrice ?? undefined
  }
  return {
    what: (order) => (
      <>
        {type.cell(order)} {market === undefined && pair.cell(order)}
      </>
    ),
    amount: status.cell,
    when: at.cell,
    // The longest figures fit beside the time, and not beside the names of a pair.
    result: (order) => {
      const price = priceOf(order)
      const amount = tradedValue(order) === null ? order.amount : order.executedAmount
      return (
        <>
          <DecimalText value={amount} unit={unitOf(order.destinationCoin)} />
          {price !== undefined && ' × '}
          {price !== undefined && (
            <DecimalText
              value={price}
              fractionMax={decimalsOf(order.marketType) ?? PRICE_FRACTION_MAX}
              rounding="nearest"
            />
          )}
        </>
      )
    },
  }
}

/** The average price of a market order has more decimals than two lines can show, until those of its market are known. */
const PRICE_FRACTION_MAX = 4

/** The status of an order in words, with the part that has traded. */
function useStatusText(): (order: Order) => string {
  const { t } = useTranslation('orders')
  return (order) => {
    const { orderStatus } = order
    if (endingOf(order) === 'otherLeg') return t('otherLeg')
    return isPartly(order) && hasPart(orderStatus) ? t(`partly.${orderStatus}`) : t(`status.${orderStatus}`)
  }
}

/** The statuses in which a part of an order may have traded. */
const WITH_PART = [
  'IS_OPEN',
  'FINISHED_WITH_TRANSACTION',
  'CANCELLED_BY_USER',
  'CANCELLED_BY_ADMIN',
  'EXPIRED',
] as const
const hasPart = (status: Order['orderStatus']): status is (typeof WITH_PART)[number] =>
  WITH_PART.some((each) => each === status)

/**
 * An open order in two lines: what it trades and how much, then its price and the filled part, or that it waits for its trigger. A list of one market
 * does not name its coin.
 */
export function useOpenOrderLines(market: string | undefined): RowLines<Order> {
  const { t } = useTranslation('orders')
  const language = useLanguage()
  const { nameOf, unitOf } = useCoins()
  const { type, amount, executed } = useOrderColumns(undefined)
  return {
    what: (order) => (
      <>
        {type.cell(order)} {market === undefined && nameOf(order.destinationCoin)}
      </>
    ),
    amount: amount.cell,
    when: ({ unitPrice, sourceCoin }) =>
      unitPrice === null ? t('marketPrice') : <DecimalText value={unitPrice} unit={unitOf(sourceCoin)} />,
    result: (order) =>
      order.orderStatus === 'PENDING' && order.stopPrice ? (
        t('stop', { price: amountInSentence(order.stopPrice, language) })
      ) : (
        <>
          {executed.label} {executed.cell(order)}
        </>
      ),
  }
}
