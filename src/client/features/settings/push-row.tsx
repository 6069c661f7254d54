import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { BellRing } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { pushStateQuery, turnPushOff } from '#client/lib/push-device.ts'
import { openPushOffer } from '#client/lib/push-offer.ts'
import { Button } from '#client/ui/button.tsx'
import { showToast } from '#client/ui/toasts.ts'
import { useSentenceOf } from '#client/ui/use-sentence-of.ts'
import { SettingRow } from './setting-row.tsx'

/** Whether this browser shows notifications while the app is closed, and the way to change it. */
export function PushRow() {
  const { t } = useTranslation('push')
  const sentenceOf = useSentenceOf()
  const client = useQueryClient()
  const { data: state } = useQuery(pushStateQuery())
  const turnOff = useMutation({
    mutationFn: turnPushOff,
    onSettled: () => client.invalidateQueries({ queryKey: pushStateQuery().queryKey }),
    onError: (error) => showToast({ tone: 'error', title: sentenceOf(error) }),
  })
  if (state === undefined || state === 'unavailable') return null
  return (
    <SettingRow icon={<BellRing size={20} />} name={t('name')} text={t(`state.${state}`)}>
      {state === 'on' && (
        <Button size="sm" variant="quiet" loading={turnOff.isPending} onClick={() => turnOff.mutate()}>
          {t('turnOff')}
        </Button>
      )}
      {state === 'off' && (
        <Button size="sm" onClick={openPushOffer}>
          {t('turnOn')}
        </Button>
      )}
    </SettingRow>
  )
}
