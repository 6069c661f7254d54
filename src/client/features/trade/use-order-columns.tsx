import { useTranslation } from 'react-i18next'
import type { Order } from '#client/lib/orders.queries.ts'
import { sideOf, tradedValue } from '#client/lib/traded-price.ts'
import { useCoins } from '#client/lib/use-coins.ts'
import { useTickDecimals } from '#client/lib/use-tick-decimals.ts'
import type { Column } from '#client/ui/data-table.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { OrderPrice } from '#client/ui/order-price.tsx'
import { SideText } from '#client/ui/side-text.tsx'
import { TotalText } from '#client/ui/total-text.tsx'

const MARKET = /^(.+)_(TOMAN|TETHER)$/

type Name =
  | 'type'
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
 * How each figure of an order is named and shown; a list takes the columns it needs. In a list of one market the units
 * are part of the column heads, which leaves more room for the figures.
 */
export function useOrderColumns(market?: string): Record<Name, Column<Order>> {
  const { t } = useTranslation('trade')
  const { t: word } = useTranslation('orders')
  const { coinOf, pairOf, unitOf } = useCoins()
  const [, base, quote] = MARKET.exec(market ?? '') ?? []
  const unitBeside = (symbol: string) => (market === undefined ? { unit: unitOf(symbol) } : {})
  const decimalsOf = useTickDecimals(market === undefined ? [] : [market])
  const priceHead = {
    key: 'price',
    label: quote ? t('book.price', { unit: unitOf(quote) }) : t('orders.price'),
    figure: true,
  }
  const valueHead = { key: 'value', label: t('orders.value'), figure: true }
  const total = (value: string | null, coin: string) => (
    <TotalText value={value} decimals={coinOf(coin)?.shownDecimals ?? 2} {...unitBeside(coin)} />
  )
  return {
    type: {
      key: 'type',
      label: t('orders.side'),
      cell: ({ orderType }) => <SideText side={sideOf(orderType)}>{word(`type.${orderType}`)}</SideText>,
    },
    pair: {
      key: 'pair',
      label: t('orders.market'),
      cell: ({ sourceCoin, destinationCoin }) => pairOf({ base: destinationCoin, quote: sourceCoin }),
    },
    price: {
      ...priceHead,
      cell: ({ unitPrice, sourceCoin }) =>
        unitPrice === null ? word('marketPrice') : <DecimalText value={unitPrice} {...unitBeside(sourceCoin)} />,
    },
    tradedPrice: {
      ...priceHead,
      cell: (order) => (
        <OrderPrice order={order} decimals={decimalsOf(order.marketType)} {...unitBeside(order.sourceCoin)} />
      ),
    },
    amount: {
      key: 'amount',
      label: base ? t('book.amount', { unit: unitOf(base) }) : t('orders.amount'),
      figure: true,
      cell: ({ amount, destinationCoin }) => <DecimalText value={amount} {...unitBeside(destinationCoin)} />,
    },
    value: {
      ...valueHead,
      cell: ({ overallValue, sourceCoin }) => total(overallValue, sourceCoin),
    },
    tradedValue: { ...valueHead, cell: (order) => total(tradedValue(order), order.sourceCoin) },
    executed: {
      key: 'executed',
      label: t('orders.executed'),
      figure: true,
      cell: ({ executedPercent }) => <DecimalText value={String(executedPercent)} percent />,
    },
    status: { key: 'status', label: t('orders.status'), cell: ({ orderStatus }) => word(`status.${orderStatus}`) },
    at: { key: 'at', label: t('orders.at'), cell: ({ createdAtDateTime }) => <DateText at={createdAtDateTime} /> },
  }
}
