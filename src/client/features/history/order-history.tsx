import { useInfiniteQuery } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Order } from '#client/lib/orders.queries.ts'
import { sideOf, tradedValue } from '#client/lib/traded-price.ts'
import { useCoins } from '#client/lib/use-coins.ts'
import { useTickDecimals } from '#client/lib/use-tick-decimals.ts'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ButtonLink } from '#client/ui/link.tsx'
import { OrderPrice } from '#client/ui/order-price.tsx'
import { SideText } from '#client/ui/side-text.tsx'
import { TotalText } from '#client/ui/total-text.tsx'
import { orderPagesQuery } from './history.queries.ts'
import { PageList } from './page-list.tsx'

/** Every order of the caller's that is open no more, in all markets. */
export function OrderHistory() {
  const { t } = useTranslation('history')
  const pages = useInfiniteQuery(orderPagesQuery())
  const columns = useColumns((pages.data?.pages ?? []).flatMap(({ content }) => content))
  const empty = (
    <EmptyState
      icon={<ListChecks size={24} />}
      title={t('orders.empty.title')}
      text={t('orders.empty.text')}
      action={
        <ButtonLink to="/markets" variant="quiet">
          {t('orders.empty.action')}
        </ButtonLink>
      }
    />
  )
  return (
    <PageList pages={pages} empty={empty}>
      {(rows) => <DataTable caption={t('tabs.orders')} rows={rows} keyOf={idOf} columns={columns} />}
    </PageList>
  )
}

const idOf = ({ id }: Order) => id

function useColumns(orders: readonly Order[]): readonly Column<Order>[] {
  const { t } = useTranslation('history')
  const { t: word } = useTranslation('orders')
  const { coinOf, pairOf, unitOf } = useCoins()
  const decimalsOf = useTickDecimals(orders.map(({ marketType }) => marketType))
  return [
    {
      key: 'type',
      label: t('orders.type'),
      cell: ({ orderType }) => <SideText side={sideOf(orderType)}>{word(`type.${orderType}`)}</SideText>,
    },
    {
      key: 'market',
      label: t('orders.market'),
      cell: ({ sourceCoin, destinationCoin }) => pairOf({ base: destinationCoin, quote: sourceCoin }),
    },
    {
      key: 'price',
      label: t('orders.price'),
      figure: true,
      cell: (order) => (
        <OrderPrice order={order} decimals={decimalsOf(order.marketType)} unit={unitOf(order.sourceCoin)} />
      ),
    },
    {
      key: 'amount',
      label: t('orders.amount'),
      figure: true,
      cell: ({ amount, destinationCoin }) => <DecimalText value={amount} unit={unitOf(destinationCoin)} />,
    },
    {
      key: 'value',
      label: t('orders.value'),
      figure: true,
      cell: (order) => (
        <TotalText
          value={tradedValue(order)}
          decimals={coinOf(order.sourceCoin)?.shownDecimals ?? 2}
          unit={unitOf(order.sourceCoin)}
        />
      ),
    },
    {
      key: 'executed',
      label: t('orders.executed'),
      figure: true,
      cell: ({ executedPercent }) => <DecimalText value={String(executedPercent)} percent />,
    },
    { key: 'status', label: t('orders.status'), cell: ({ orderStatus }) => word(`status.${orderStatus}`) },
    { key: 'at', label: t('orders.at'), cell: ({ createdAtDateTime }) => <DateText at={createdAtDateTime} /> },
  ]
}
