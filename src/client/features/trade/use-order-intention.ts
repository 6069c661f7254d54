import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Order } from '#client/lib/orders.queries.ts'
import { type Intention, useIntention } from '#client/lib/use-intention.ts'
import { orderIn } from '#client/lib/use-key-outcome.ts'
import { showToast } from '#client/ui/toasts.ts'
import { useExpiredToast } from '#client/ui/use-expired-toast.ts'
import { OrderTerms, placeOrder } from './order.commands.ts'
import { refreshAfterOrder } from './refresh-after-order.ts'

/** The order under way: once it is registered, the sheet closes, a toast says so and the lists are asked for again. */
export function useOrderIntention(market: string, onPlaced: () => void): Intention<OrderTerms, Order> {
  const { t } = useTranslation('trade')
  const client = useQueryClient()
  const done = (order: Order) => {
    intention.dismiss()
    showToast({
      tone: 'success',
      title: t('placed.title'),
      text: order.orderStatus === 'IS_OPEN' ? t('placed.open') : t('placed.filled'),
    })
    refreshAfterOrder(client)
    onPlaced()
  }
  const intention = useIntention<OrderTerms, Order>({
    kind: 'order',
    schema: OrderTerms,
    isOurs: (terms) => terms.market === market,
    send: placeOrder,
    recognize: orderIn,
    onDone: done,
  })
  useExpiredToast(intention)
  return intention
}
