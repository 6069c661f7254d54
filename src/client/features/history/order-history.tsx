import { chakra } from '@chakra-ui/react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Order } from '#client/entities/order/orders.queries.ts'
import { useOrderColumns, useOrderLines } from '#client/entities/order/use-order-columns.tsx'
import type { Column } from '#client/ui/data-table.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ButtonLink } from '#client/ui/link.tsx'
import { PageList } from '#client/ui/page-list.tsx'
import { RowList } from '#client/ui/row-list.tsx'
import { helpColumn } from './help-column.tsx'
import { orderPagesQuery } from './history.queries.ts'

/** All closed orders of the user, in all markets. */
export function OrderHistory() {
  const { t } = useTranslation('history')
  const lines = useOrderLines()
  const pages = useInfiniteQuery(orderPagesQuery())
  const orders = (pages.data?.pages ?? []).flatMap(({ content }) => content)
  const { type, number, pair, tradedPrice, amount, tradedValue, executed, status, at } = useOrderColumns(
    undefined,
    orders.map(({ marketType }) => marketType),
  )
  const named: Column<Order> = {
    ...type,
    cell: (order) => (
      <>
        {type.cell(order)}
        <chakra.small display="block" fontSize="xs" color="fg.muted">
          {t('orders.number')} {number.cell(order)}
        </chakra.small>
      </>
    ),
  }
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
    <PageList pages={pages} more="scroll" empty={empty}>
      {(rows) => (
        <RowList
          caption={t('tabs.orders')}
          rows={rows}
          keyOf={idOf}
          columns={[
            named,
            pair,
            tradedPrice,
            amount,
            tradedValue,
            executed,
            status,
            at,
            helpColumn(t('help.ORDER'), 'ORDER'),
          ]}
          lines={lines}
        />
      )}
    </PageList>
  )
}

const idOf = ({ id }: Order) => id
