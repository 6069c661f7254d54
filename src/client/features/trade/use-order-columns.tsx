import { useTranslation } from 'react-i18next'
import type { Order } from '#client/lib/orders.queries.ts'
import { sideOf } from '#client/lib/side-of.ts'
import { useCoins } from '#client/lib/use-coins.ts'
import type { Column } from '#client/ui/data-table.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { SideText } from '#client/ui/side-text.tsx'

type Name = 'type' | 'pair' | 'price' | 'amount' | 'value' | 'executed' | 'status' | 'at'

/** How each figure of an order is named and shown; a list takes the columns it needs. */
export function useOrderColumns(): Record<Name, Column<Order>> {
  const { t } = useTranslation('trade')
  const { t: word } = useTranslation('orders')
  const { coinOf, pairOf, unitOf } = useCoins()
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
      label: t('orders.price'),
      cell: ({ unitPrice, sourceCoin }) =>
        unitPrice === null ? t('orders.marketPrice') : <DecimalText value={unitPrice} unit={unitOf(sourceCoin)} />,
    },
    amount: {
      key: 'amount',
      label: t('orders.amount'),
      cell: ({ amount, destinationCoin }) => <DecimalText value={amount} unit={unitOf(destinationCoin)} />,
    },
    value: {
      key: 'value',
      label: t('orders.value'),
      cell: ({ overallValue, sourceCoin }) => (
        <DecimalText
          value={overallValue ?? undefined}
          fractionMax={coinOf(sourceCoin)?.shownDecimals ?? 2}
          unit={unitOf(sourceCoin)}
        />
      ),
    },
    executed: {
      key: 'executed',
      label: t('orders.executed'),
      cell: ({ executedPercent }) => <DecimalText value={String(executedPercent)} percent />,
    },
    status: { key: 'status', label: t('orders.status'), cell: ({ orderStatus }) => word(`status.${orderStatus}`) },
    at: { key: 'at', label: t('orders.at'), cell: ({ createdAtDateTime }) => <DateText at={createdAtDateTime} /> },
  }
}
