import { useQuery } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Order, openOrdersQuery } from '#client/lib/orders.queries.ts'
import { Button } from '#client/ui/button.tsx'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ErrorState } from '#client/ui/error-state.tsx'
import { SkeletonRows } from '#client/ui/skeleton.tsx'
import { CancelOrder } from './cancel-order.tsx'
import { useOrderColumns } from './use-order-columns.tsx'

/** The caller's open orders, of one market or of all, each with its way out. Polling rests while one is being asked about. */
export function OpenOrders({ market }: { market?: string }) {
  const { t } = useTranslation('trade')
  const columns = useOrderColumns()
  const [leaving, setLeaving] = useState<Order>()
  const query = openOrdersQuery(market)
  const orders = useQuery({ ...query, ...(leaving ? { refetchInterval: false as const } : {}) })
  if (!orders.data) {
    if (orders.isError) return <ErrorState onRetry={() => void orders.refetch()} retrying={orders.isFetching} />
    return <SkeletonRows rows={2} />
  }
  const cancel: Column<Order> = {
    key: 'cancel',
    label: t('orders.cancel'),
    unnamed: true,
    cell: (order) => (
      <Button
        size="sm"
        variant="danger"
        aria-label={t('orders.cancelOne', { id: order.id })}
        onClick={() => setLeaving(order)}
      >
        {t('orders.cancel')}
      </Button>
    ),
  }
  const { type, pair, price, amount, value, executed, at } = columns
  return (
    <>
      {orders.data.length === 0 ? (
        <EmptyState
          icon={<ListChecks size={24} />}
          title={t('orders.emptyOpen.title')}
          text={t('orders.emptyOpen.text')}
        />
      ) : (
        <DataTable
          caption={t('orders.open')}
          rows={orders.data}
          keyOf={({ id }) => id}
          columns={[type, ...(market ? [] : [pair]), price, amount, value, executed, at, cancel]}
        />
      )}
      {leaving && <CancelOrder order={leaving} onClose={() => setLeaving(undefined)} />}
    </>
  )
}
