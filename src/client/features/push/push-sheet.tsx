import { chakra } from '@chakra-ui/react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pushStateQuery, turnPushOn } from '#client/lib/push-device.ts'
import { closePushOffer } from '#client/lib/push-offer.ts'
import { ConfirmSheet } from '#client/ui/confirm-sheet.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { useTopSheet } from '#client/ui/sheet-history.ts'
import { showToast } from '#client/ui/toasts.ts'
import { useSentenceOf } from '#client/ui/use-sentence-of.ts'

/** An open sheet is work in progress, so the offer waits until it is closed. */
export default function PushSheet(): ReactNode {
  const isFree = useTopSheet() === undefined
  const [isShown, setShown] = useState(isFree)
  if (isFree && !isShown) setShown(true)
  return isShown && <Offer />
}

/** Explains notifications before the browser asks for its permission, which it does only once. */
function Offer(): ReactNode {
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
