import { useTranslation } from 'react-i18next'
import type { Order } from '#client/lib/orders.queries.ts'
import { sideOf } from '#client/lib/side-of.ts'
import { useCoins } from '#client/lib/use-coins.ts'
import type { Column } from '#client/ui/data-table.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { SideText } from '#client/ui/side-text.tsx'
import { TotalText } from '#client/ui/total-text.tsx'

const MARKET = /^(.+)_(TOMAN|TETHER)$/

type Name = 'type' | 'pair' | 'price' | 'amount' | 'value' | 'executed' | 'status' | 'at'

/**
 * How each figure of an order is named and shown; a list takes the columns it needs. In a list of one market the units
 * stand in the heads of their columns, where they need no room beside each figure.
 */
export function useOrderColumns(market?: string): Record<Name, Column<Order>> {
  const { t } = useTranslation('trade')
  const { t: word } = useTranslation('orders')
  const { coinOf, pairOf, unitOf } = useCoins()
  const [, base, quote] = MARKET.exec(market ?? '') ?? []
  const unitBeside = (symbol: string) => (market === undefined ? { unit: unitOf(symbol) } : {})
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
      key: 'price',
      label: quote ? t('book.price', { unit: unitOf(quote) }) : t('orders.price'),
      figure: true,
      cell: ({ unitPrice, sourceCoin }) =>
        unitPrice === null ? t('orders.marketPrice') : <DecimalText value={unitPrice} {...unitBeside(sourceCoin)} />,
    },
    amount: {
      key: 'amount',
      label: base ? t('book.amount', { unit: unitOf(base) }) : t('orders.amount'),
      figure: true,
      cell: ({ amount, destinationCoin }) => <DecimalText value={amount} {...unitBeside(destinationCoin)} />,
    },
    value: {
      key: 'value',
      label: t('orders.value'),
      figure: true,
      cell: ({ overallValue, sourceCoin }) => (
        <TotalText value={overallValue} decimals={coinOf(sourceCoin)?.shownDecimals ?? 2} {...unitBeside(sourceCoin)} />
      ),
    },
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
