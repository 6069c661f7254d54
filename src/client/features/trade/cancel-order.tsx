import { chakra } from '@chakra-ui/react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import type { Order } from '#client/entities/order/orders.queries.ts'
import { type NamedOrder, useOrderName } from '#client/entities/order/use-order-name.ts'
import { useIntention } from '#client/lib/use-intention.ts'
import { orderIn } from '#client/lib/use-key-outcome.ts'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { FactList } from '#client/ui/fact-list.tsx'
import { showToast } from '#client/ui/toasts.ts'
import { useExpiredToast } from '#client/ui/use-expired-toast.ts'
import { CancelSheet } from './cancel-sheet.tsx'
import { CANCEL_ORDER, CancelTerms, cancelOrder, refreshAfterOrder } from './order.commands.ts'

type CancelOrderProps = {
  /** Absent: resumes a cancellation without an answer. */
  order: Order | undefined
  onClose: () => void
}

/** Confirms the cancellation of an order. An order that has already ended is reported as such, and the lists are refreshed. */
export function CancelOrder({ order, onClose }: CancelOrderProps) {
  const { t } = useTranslation('trade')
  const client = useQueryClient()
  const nameOf = useOrderName()
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
    onDone: (cancelled) => leave({ tone: 'success', title: t('cancel.done'), text: nameOf(cancelled) }),
    first: order && { id: order.id, order },
  })
  useExpiredToast(intention)
  const { refusal } = intention
  const ended = refusal?.code === 'ORDER_NOT_OPEN' || refusal?.code === 'ORDER_NOT_FOUND' ? refusal : undefined
  const sayEnded = useEffectEvent((title: string) => leave({ tone: 'info', title }))
  useEffect(() => {
    if (ended) sayEnded(ended.message)
  }, [ended])
  return (
    <CancelSheet
      intention={intention}
      title={t('cancel.title')}
      yes={t('cancel.yes')}
      no={t('cancel.no')}
      onClose={onClose}
    >
      <chakra.p>{t('cancel.text')}</chakra.p>
      {intention.terms?.order && <OrderFacts order={intention.terms.order} />}
    </CancelSheet>
  )
}

function OrderFacts({ order: { orderType, amount, unitPrice, sourceCoin, destinationCoin } }: { order: NamedOrder }) {
  const { t: word } = useTranslation('orders')
  const { pairOf, unitOf } = useCoins()
  return (
    <FactList
      facts={[
        { label: word('column.type'), value: word(`type.${orderType}`) },
        { label: word('column.market'), value: pairOf({ base: destinationCoin, quote: sourceCoin }) },
        { label: word('column.amount'), value: <DecimalText value={amount} unit={unitOf(destinationCoin)} /> },
        ...(unitPrice === null
          ? []
          : [{ label: word('column.price'), value: <DecimalText value={unitPrice} unit={unitOf(sourceCoin)} /> }]),
      ]}
    />
  )
}
