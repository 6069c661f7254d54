import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { newestCancelledByKimiaQuery, type Order } from '#client/lib/orders.queries.ts'
import { showToast } from '#client/ui/toasts.ts'
import { useOrderName } from '#client/ui/use-order-name.ts'

/** Shows a toast for each open order that an operator has cancelled, since the list alone would just be shorter. */
export function useOperatorCancels(open: readonly Order[] | undefined): void {
  const { t } = useTranslation('trade')
  const client = useQueryClient()
  const nameOf = useOrderName()
  const before = useRef<ReadonlySet<string>>(new Set())
  const say = useEffectEvent((order: Order) =>
    showToast({
      tone: 'info',
      title: t('orders.cancelledByKimia.title'),
      text: t('orders.cancelledByKimia.text', { order: nameOf(order) }),
    }),
  )
  useEffect(() => {
    if (!open) return
    const now = new Set(open.map(({ id }) => id))
    const gone = [...before.current].filter((id) => !now.has(id))
    before.current = now
    if (gone.length === 0) return
    client.fetchQuery(newestCancelledByKimiaQuery()).then(
      ({ content }) => {
        for (const order of content) if (gone.includes(order.id)) say(order)
      },
      // A failed request is ignored, since the history shows these orders, too.
      () => undefined,
    )
  }, [open, client])
}
