import { chakra } from '@chakra-ui/react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Segmented } from '#client/ui/segmented.tsx'
import { OpenOrders } from './open-orders.tsx'
import { OrderHistory } from './order-history.tsx'

/** The caller's orders of this market: those open, and the last that ended. */
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
