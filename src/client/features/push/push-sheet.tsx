import { chakra } from '@chakra-ui/react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { pushStateQuery, turnPushOn } from '#client/lib/push-device.ts'
import { closePushOffer } from '#client/lib/push-offer.ts'
import { ConfirmSheet } from '#client/ui/confirm-sheet.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { showToast } from '#client/ui/toasts.ts'
import { useSentenceOf } from '#client/ui/use-sentence-of.ts'

/** Says what notifications are for before the browser asks its own question, which can be asked only once. */
export default function PushSheet(): ReactNode {
  const { t } = useTranslation('push')
  const sentenceOf = useSentenceOf()
  const client = useQueryClient()
  const turnOn = useMutation({
    mutationFn: turnPushOn,
    onSuccess: (outcome) => {
      void client.invalidateQueries({ queryKey: pushStateQuery().queryKey })
      if (outcome !== 'on') return
      showToast({ tone: 'success', title: t('done') })
      closePushOffer()
    },
  })
  const { data: outcome } = turnOn
  return (
    <ConfirmSheet
      open
      title={t('offer.title')}
      yes={t('offer.yes')}
      no={t('offer.no')}
      busy={turnOn.isPending}
      dismissible
      onYes={() => turnOn.mutate()}
      onNo={closePushOffer}
    >
      <chakra.div display="grid" gap="3">
        <p>{t('offer.text')}</p>
        <chakra.p color="fg.muted" fontSize="sm">
          {t('offer.later')}
        </chakra.p>
        {turnOn.isError && <Notice tone="error">{sentenceOf(turnOn.error)}</Notice>}
        {outcome !== undefined && outcome !== 'on' && <Notice tone="warning">{t(`outcome.${outcome}`)}</Notice>}
      </chakra.div>
    </ConfirmSheet>
  )
}
