import { useQueryClient } from '@tanstack/react-query'
import type { Order } from '#client/lib/orders.queries.ts'
import { type Intention, useIntention } from '#client/lib/use-intention.ts'
import { orderIn } from '#client/lib/use-key-outcome.ts'
import { useExpiredToast } from '#client/ui/use-expired-toast.ts'
import { ConfirmedOrder, placeOrder } from './order.commands.ts'
import type { MarketRules } from './order-form.logic.ts'
import { refreshAfterOrder } from './refresh-after-order.ts'
import { useOrderToast } from './use-order-toast.ts'

/** The order under way: once it is placed, the sheet closes, a toast says what became of it and the lists are asked for again. */
export function useOrderIntention(rules: MarketRules, onPlaced: () => void): Intention<ConfirmedOrder, Order> {
  const client = useQueryClient()
  const toast = useOrderToast(rules)
  const intention = useIntention<ConfirmedOrder, Order>({
    kind: 'order',
    schema: ConfirmedOrder,
    isOurs: ({ market }) => market === rules.symbol,
    send: placeOrder,
    recognize: orderIn,
    onDone: (order) => {
      intention.dismiss()
      toast(order)
      refreshAfterOrder(client)
      onPlaced()
    },
  })
  useExpiredToast(intention)
  return intention
}
