import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type Order, recentOrdersQuery } from '#client/entities/order/orders.queries.ts'
import { useOrderColumns, useOrderLines } from '#client/entities/order/use-order-columns.tsx'
import { useOrderDetails } from '#client/entities/order/use-order-details.tsx'
import type { Column } from '#client/ui/data-table.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ButtonLink, TextLink } from '#client/ui/link.tsx'
import { QueryView } from '#client/ui/query-view.tsx'
import { RowList } from '#client/ui/row-list.tsx'
import { Section } from '#client/ui/section.tsx'

/** Closed orders of several markets. */
export function EndedOrders({ caption, orders }: { caption: string; orders: readonly Order[] }) {
  const { t } = useTranslation('history')
  const markets = orders.map(({ marketType }) => marketType)
  const lines = useOrderLines(undefined, markets)
  const details = useOrderDetails()
  const { type, number, pair, tradedPrice, amount, tradedValue, executed, status, at } = useOrderColumns(
    undefined,
    markets,
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
  return (
    <>
      <RowList
        caption={caption}
        rows={orders}
        keyOf={idOfOrder}
        columns={[named, pair, tradedPrice, amount, tradedValue, executed, status, at, details.column]}
        lines={lines}
      />
      {details.sheet}
    </>
  )
}

const idOfOrder = ({ id }: Order) => id

const RECENT_ROWS = 5

/** The newest few closed orders, with a link to all of them. */
export function RecentOrders() {
  const { t } = useTranslation('history')
  const query = useQuery(recentOrdersQuery())
  return (
    <Section
      title={t('orders.recent')}
      aside={
        <TextLink to="/profile/history" search={{ tab: 'orders' }}>
          {t('orders.all')}
        </TextLink>
      }
    >
      <QueryView query={query} data={query.data} rows={3} empty={<NoOrders />}>
        {(orders) => <EndedOrders caption={t('orders.recent')} orders={orders.slice(0, RECENT_ROWS)} />}
      </QueryView>
    </Section>
  )
}

export function NoOrders() {
  const { t } = useTranslation('history')
  return (
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
}
