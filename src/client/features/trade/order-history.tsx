import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { orderHistoryQuery } from '#client/lib/orders.queries.ts'
import { DataTable } from '#client/ui/data-table.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ErrorState } from '#client/ui/error-state.tsx'
import { SkeletonRows } from '#client/ui/skeleton.tsx'
import { useOrderColumns } from './use-order-columns.tsx'

/** The caller's last fifty orders of a market that are open no more. */
export function OrderHistory({ market }: { market: string }) {
  const { t } = useTranslation('trade')
  const { type, tradedPrice, amount, tradedValue, executed, status, at } = useOrderColumns(market)
  const { data: orders, isError, isFetching, refetch } = useQuery(orderHistoryQuery(market))
  if (!orders && isError) return <ErrorState onRetry={() => void refetch()} retrying={isFetching} />
  if (!orders) return <SkeletonRows rows={3} />
  if (orders.length === 0)
    return (
      <EmptyState
        icon={<History size={24} />}
        title={t('orders.emptyHistory.title')}
        text={t('orders.emptyHistory.text')}
      />
    )
  return (
    <DataTable
      dense
      caption={t('orders.history')}
      rows={orders}
      keyOf={({ id }) => id}
      columns={[type, tradedPrice, amount, tradedValue, executed, status, at]}
    />
  )
}
