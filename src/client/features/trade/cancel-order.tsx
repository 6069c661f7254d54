import { chakra } from '@chakra-ui/react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Order } from '#client/lib/orders.queries.ts'
import { useIntention } from '#client/lib/use-intention.ts'
import { orderIn } from '#client/lib/use-key-outcome.ts'
import { showToast } from '#client/ui/toasts.ts'
import { useExpiredToast } from '#client/ui/use-expired-toast.ts'
import { CancelSheet } from './cancel-sheet.tsx'
import { CANCEL_ORDER, CancelTerms, cancelOrder } from './order.commands.ts'
import { refreshAfterOrder } from './refresh-after-order.ts'

type CancelOrderProps = {
  /** Absent: a cancellation that was not answered is taken up again. */
  order: Pick<Order, 'id'> | undefined
  onClose: () => void
}

/** Asks before an order is cancelled. One that has ended meanwhile is said so, and the lists are brought up to date. */
export function CancelOrder({ order, onClose }: CancelOrderProps) {
  const { t } = useTranslation('trade')
  const client = useQueryClient()
  const leave = (toast: Parameters<typeof showToast>[0]) => {
    onClose()
    refreshAfterOrder(client)
    showToast(toast)
  }
  const intention = useIntention<CancelTerms, Order>({
    kind: CANCEL_ORDER,
    schema: CancelTerms,
    send: cancelOrder,
    recognize: orderIn,
    onDone: () => leave({ tone: 'success', title: t('cancel.done') }),
    first: order && { id: order.id },
  })
  useExpiredToast(intention)
  const { refusal } = intention
  const ended = refusal?.code === 'ORDER_NOT_OPEN' || refusal?.code === 'ORDER_NOT_FOUND' ? refusal : undefined
  const sayEnded = useEffectEvent((title: string) => leave({ tone: 'info', title }))
  useEffect(() => {
    if (ended) sayEnded(ended.message)
  }, [ended])
  return (
    <CancelSheet intention={intention} title={t('cancel.title')} yes={t('cancel.yes')} onClose={onClose}>
      <chakra.p>{t('cancel.text')}</chakra.p>
    </CancelSheet>
  )
}
