import { useMutation } from '@tanstack/react-query'
import { LifeBuoy } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmMutation } from '#client/ui/confirm-mutation.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { showDigits } from '#client/ui/show-digits.ts'
import { useSentenceOf } from '#client/ui/use-sentence-of.ts'
import { useRenewRecoveryCodes } from './security.commands.ts'
import { SettingRow } from './setting-row.tsx'

type RecoveryCodesRowProps = {
  unused: number
  onRenewed: (codes: readonly string[]) => void
}

/** The number of recovery codes left, with a button to replace them. */
export function RecoveryCodesRow({ unused, onRenewed }: RecoveryCodesRowProps) {
  const { t } = useTranslation('settings')
  const sentenceOf = useSentenceOf()
  const language = useLanguage()
  const [asking, setAsking] = useState(false)
  const renew = useRenewRecoveryCodes()
  const first = useMutation({ mutationFn: renew, onSuccess: onRenewed })
  return (
    <>
      <SettingRow
        icon={<LifeBuoy size={20} />}
        name={t('recovery.title')}
        text={unused === 0 ? t('recovery.none') : t('recovery.left', { unused: showDigits(String(unused), language) })}
      >
        <Button
          variant="quiet"
          size="sm"
          loading={first.isPending}
          onClick={() => (unused === 0 ? first.mutate() : setAsking(true))}
        >
          {t(unused === 0 ? 'recovery.make' : 'recovery.renew')}
        </Button>
      </SettingRow>
      {first.isError && <Notice tone="error">{sentenceOf(first.error)}</Notice>}
      {asking && (
        <ConfirmMutation
          title={t('recovery.renewTitle')}
          yes={t('recovery.renew')}
          no={t('cancel')}
          variant="primary"
          act={renew}
          onDone={onRenewed}
          onClose={() => setAsking(false)}
        >
          {t('recovery.renewText')}
        </ConfirmMutation>
      )}
    </>
  )
}
