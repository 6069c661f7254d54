import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { DataTable } from '#client/ui/data-table.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ConsoleList } from '../console-list.tsx'
import { userDeliveriesQuery } from './deliveries.queries.ts'
import { useDeliveryColumns } from './delivery-columns.tsx'

/** A customer's deliveries of gold; the status includes the reason of one that was refused. */
export function CustomerDeliveries({ id }: { id: string }) {
  const { t } = useTranslation('customers')
  const pages = useInfiniteQuery(userDeliveriesQuery(id))
  const { at, weight, place, state } = useDeliveryColumns()
  return (
    <ConsoleList pages={pages} empty={<EmptyState title={t('none.deliveries')} />}>
      {(rows) => (
        <DataTable
          caption={t('tabs.deliveries')}
          rows={rows}
          keyOf={(row) => row.id}
          columns={[at, weight, place, state]}
          dense
        />
      )}
    </ConsoleList>
  )
}
