import { chakra } from '@chakra-ui/react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isRefusal } from '#client/lib/call-api.ts'
import type { Order } from '#client/lib/orders.queries.ts'
import { isOutcomeUnknown } from '#client/lib/use-intention.ts'
import { ConfirmSheet } from '#client/ui/confirm-sheet.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { showToast } from '#client/ui/toasts.ts'
import { useSentenceOf } from '#client/ui/use-sentence-of.ts'
import { cancelOrder } from './order.commands.ts'
import { refreshAfterOrder } from './refresh-after-order.ts'

type CancelOrderProps = { order: Order; onClose: () => void }

/** Asks before an order is cancelled. One that has ended meanwhile is said so, and the lists are brought up to date. */
export function CancelOrder({ order, onClose }: CancelOrderProps) {
  const { t } = useTranslation('trade')
  const client = useQueryClient()
  const sentenceOf = useSentenceOf()
  // One intention as long as the sheet is open: trying again asks for the same cancellation.
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const leave = () => {
    onClose()
    refreshAfterOrder(client)
  }
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => cancelOrder({ id: order.id, idempotencyKey }),
    networkMode: 'always',
    retry: false,
    onSuccess: () => {
      leave()
      showToast({ tone: 'success', title: t('cancel.done') })
    },
    onError: (refused) => {
      if (!isRefusal(refused, 'ORDER_NOT_OPEN') && !isRefusal(refused, 'ORDER_NOT_FOUND')) return
      leave()
      showToast({ tone: 'info', title: refused.message })
    },
  })
  return (
    <ConfirmSheet
      open
      title={t('cancel.title')}
      yes={t('cancel.yes')}
      no={t('cancel.no')}
      variant="danger"
      busy={isPending}
      onYes={() => mutate()}
      onNo={onClose}
    >
      <chakra.div display="grid" gap="3">
        <p>{t('cancel.text')}</p>
        {error && (
          <Notice tone="error" urgent>
            {isOutcomeUnknown(error) ? t('cancel.unknown') : sentenceOf(error)}
          </Notice>
        )}
      </chakra.div>
    </ConfirmSheet>
  )
}
