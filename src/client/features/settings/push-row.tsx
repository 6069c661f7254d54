import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { BellRing } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { pushStateQuery, turnPushOff, turnPushOn } from '#client/lib/push-device.ts'
import { Button } from '#client/ui/button.tsx'
import { showToast } from '#client/ui/toasts.ts'
import { useSentenceOf } from '#client/ui/use-sentence-of.ts'
import { SettingRow } from './setting-row.tsx'

/** Whether this browser shows notifications while the app is closed, with a switch. */
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
  // No confirmation of ours: the browser asks for its permission, and the press itself is the request.
  const turnOn = useMutation({
    mutationFn: turnPushOn,
    onSettled: () => client.invalidateQueries({ queryKey: pushStateQuery().queryKey }),
    onSuccess: (outcome) =>
      showToast(
        outcome === 'on' ? { tone: 'success', title: t('done') } : { tone: 'error', title: t(`outcome.${outcome}`) },
      ),
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
        <Button size="sm" loading={turnOn.isPending} onClick={() => turnOn.mutate()}>
          {t('turnOn')}
        </Button>
      )}
    </SettingRow>
  )
}
