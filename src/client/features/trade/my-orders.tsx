import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { orderHistoryQuery } from '#client/entities/order/orders.queries.ts'
import { useOrderColumns } from '#client/entities/order/use-order-columns.tsx'
import { useOrderLines } from '#client/entities/order/use-order-lines.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { QueryView } from '#client/ui/query-view.tsx'
import { RowList } from '#client/ui/row-list.tsx'
import { Segmented } from '#client/ui/segmented.tsx'
import { OpenOrders } from './open-orders.tsx'

/** The user's orders of this market: the open ones and the last closed ones. */
export function MyOrders({ market }: { market: string }) {
  const { t } = useTranslation('trade')
  const [shown, setShown] = useState<'open' | 'history'>('open')
  const panelId = useId()
  return (
    <chakra.div display="grid" gap="3" gridTemplateColumns="minmax(0, 1fr)">
      <Segmented
        as="tabs"
        look="underline"
        panelId={panelId}
        label={t('orders.label')}
        value={shown}
        options={[
          { value: 'open', label: t('orders.open') },
          { value: 'history', label: t('orders.history') },
        ]}
        onChange={setShown}
      />
      <div role="tabpanel" id={panelId}>
        {shown === 'open' ? <OpenOrders market={market} /> : <OrderHistory market={market} />}
      </div>
    </chakra.div>
  )
}

/** The user's last fifty closed orders of a market. */
export function OrderHistory({ market }: { market: string }) {
  const { t } = useTranslation('trade')
  const { type, tradedPrice, amount, tradedValue, executed, status, at } = useOrderColumns(market)
  const lines = useOrderLines()
  const query = useQuery(orderHistoryQuery(market))
  const empty = (
    <EmptyState
      icon={<History size={24} />}
      title={t('orders.emptyHistory.title')}
      text={t('orders.emptyHistory.text')}
    />
  )
  return (
    <QueryView query={query} data={query.data} rows={3} empty={empty}>
      {(orders) => (
        <RowList
          dense
          caption={t('orders.history')}
          rows={orders}
          keyOf={({ id }) => id}
          columns={[type, tradedPrice, amount, tradedValue, executed, status, at]}
          lines={lines}
        />
      )}
    </QueryView>
  )
}
