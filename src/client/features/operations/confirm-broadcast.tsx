import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { callApi } from '#client/lib/call-api.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { showDecimal } from '#client/ui/show-decimal.ts'
import type { Input, Reply } from '#contract/endpoint.ts'
import { type previewBroadcast, sendBroadcast } from '#contract/operations-broadcasts.ts'
import { ActSheet } from './act-sheet.tsx'
import { MessagePreview, useReceiverText } from './broadcast-words.tsx'

export type Broadcast = Pick<Input<typeof sendBroadcast>['body'], 'receiverFilter' | 'messages'>
export type Count = Reply<typeof previewBroadcast>['baseDTO']

type ConfirmProps = { broadcast: Broadcast; count: Count; clientKey: string; onBack: () => void; onClose: () => void }

/** Asks for confirmation, with the number of receivers. */
export function ConfirmBroadcast({ broadcast, count, clientKey, onBack, onClose }: ConfirmProps) {
  const { t } = useTranslation('proposals')
  const language = useLanguage()
  const receiverTextOf = useReceiverText()
  const receivers = showDecimal(String(count.receivers), language)
  const word = count.needsApproval ? 'propose' : 'send'
  return (
    <ActSheet
      title={t(`broadcast.${word}`, { receivers })}
      text={t(`broadcast.${word}Text`)}
      yes={t(`broadcast.${word}`, { receivers })}
      act={(reason) => callApi(sendBroadcast, { body: { ...broadcast, clientKey, reason } })}
      done={({ baseDTO: { sent } }) =>
        sent === null
          ? t('broadcast.proposedDone')
          : t('broadcast.sent', { receivers: showDecimal(String(sent), language) })
      }
      back={{ words: t('broadcast.edit'), go: onBack }}
      onClose={onClose}
    >
      <chakra.p fontSize="sm">
        <chakra.span color="fg.muted">{t('broadcast.receivers')}: </chakra.span>
        {receiverTextOf(broadcast.receiverFilter)}
      </chakra.p>
      <MessagePreview messages={broadcast.messages} />
    </ActSheet>
  )
}
