import { chakra } from '@chakra-ui/react'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { useTickDecimals } from '#client/entities/market/use-tick-decimals.ts'
import { useLanguage } from '#client/lib/locale.ts'
import type { Column } from '#client/ui/data-table.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { showDigits } from '#client/ui/show-digits.ts'
import { AskedPrice, OrderPrice } from './order-price.tsx'
import type { Order } from './orders.queries.ts'
import { SideText } from './side-text.tsx'
import { sideOf, tradedValue } from './traded-price.ts'

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
      cell: ({ orderType }) => <SideText side={sideOf(orderType)}>{t(`type.${orderType}`)}</SideText>,
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
    status: { key: 'status', label: t('column.status'), cell: ({ orderStatus }) => t(`status.${orderStatus}`) },
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
