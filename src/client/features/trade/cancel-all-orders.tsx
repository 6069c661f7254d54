import { chakra } from '@chakra-ui/react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { useIntention } from '#client/lib/use-intention.ts'
import type { KeyOutcome } from '#client/lib/use-key-outcome.ts'
import { amountInSentence } from '#client/ui/amount-in-sentence.ts'
import { showToast } from '#client/ui/toasts.ts'
import { useExpiredToast } from '#client/ui/use-expired-toast.ts'
import { CancelSheet } from './cancel-sheet.tsx'
import { CANCEL_ALL, CancelAllTerms, cancelAllOrders, refreshAfterOrder } from './order.commands.ts'

type CancelAllOrdersProps = {
  /** Cancels the orders of this market, or of all. Absent: resumes a cancellation without an answer. */
  terms: CancelAllTerms | undefined
  onClose: () => void
}

/** Confirms the cancellation of every open order, including orders beyond the loaded pages. */
export function CancelAllOrders({ terms, onClose }: CancelAllOrdersProps) {
  const { t } = useTranslation('trade')
  const language = useLanguage()
  const client = useQueryClient()
  const intention = useIntention<CancelAllTerms, { cancelled: number }>({
    kind: CANCEL_ALL,
    schema: CancelAllTerms,
    send: cancelAllOrders,
    recognize: cancelledIn,
    onDone: ({ cancelled }) => {
      onClose()
      refreshAfterOrder(client)
      showToast({
        tone: 'success',
        title: t('cancelAll.done', { number: amountInSentence(String(cancelled), language) }),
      })
    },
    first: terms,
  })
  useExpiredToast(intention)
  const scope = intention.terms?.market === undefined ? 'everywhere' : 'inMarket'
  return (
    <CancelSheet
      intention={intention}
      title={t('cancelAll.title')}
      yes={t('cancelAll.yes')}
      no={t('cancelAll.no')}
      onClose={onClose}
    >
      <chakra.p>{t(`cancelAll.${scope}`)}</chakra.p>
    </CancelSheet>
  )
}

const cancelledIn = (found: KeyOutcome) =>
  found.kind === 'ORDERS_CANCELLED' ? { cancelled: found.cancelled } : undefined
