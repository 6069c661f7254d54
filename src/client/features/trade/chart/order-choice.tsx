import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Order } from '#client/entities/order/orders.queries.ts'
import { useOrderName } from '#client/entities/order/use-order-name.ts'
import { ServerButton } from '#client/ui/server-button.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import { AmendOrder } from '../amend-order.tsx'
import { CancelOrder } from '../cancel-orders.tsx'

type OrderChoiceProps = { orders: readonly Order[]; onClose: () => void }

/** The orders that share a label of the chart, one of which is changed or cancelled. */
export function OrderChoice({ orders, onClose }: OrderChoiceProps) {
  const { t } = useTranslation('trade')
  const nameOf = useOrderName()
  const [act, setAct] = useState<{ what: 'amend' | 'cancel'; order: Order }>()
  if (act?.what === 'amend') return <AmendOrder order={act.order} onClose={onClose} />
  if (act) return <CancelOrder order={act.order} onClose={onClose} />
  return (
    <Sheet open title={t('chart.together')} onClose={onClose}>
      <chakra.ul listStyleType="none" display="grid">
        {orders.map((order) => (
          <Row key={order.id}>
            <chakra.span flex="1 1 12rem">{nameOf(order)}</chakra.span>
            {/* A leg of an OCO order cannot be changed. */}
            {!order.linkedOrderId && (
              <ServerButton
                brief
                size="sm"
                variant="quiet"
                aria-label={t('orders.amendOne', { order: nameOf(order) })}
                onClick={() => setAct({ what: 'amend', order })}
              >
                {t('orders.amend')}
              </ServerButton>
            )}
            <ServerButton
              brief
              size="sm"
              variant="danger"
              aria-label={t('orders.cancelOne', { order: nameOf(order) })}
              onClick={() => setAct({ what: 'cancel', order })}
            >
              {t('orders.cancel')}
            </ServerButton>
          </Row>
        ))}
      </chakra.ul>
    </Sheet>
  )
}

const Row = chakra('li', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '2',
    paddingBlock: '3',
    fontSize: 'sm',
    borderColor: 'line',
    '&:not(:last-child)': { borderBottomWidth: '1px' },
  },
})
