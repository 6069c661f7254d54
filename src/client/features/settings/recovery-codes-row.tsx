import { LifeBuoy } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmSheet } from '#client/ui/confirm-sheet.tsx'
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
  const make = () =>
    renew.mutate(undefined, {
      onSuccess: (codes) => {
        setAsking(false)
        onRenewed(codes)
      },
    })
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
          loading={renew.isPending && !asking}
          onClick={unused === 0 ? make : () => setAsking(true)}
        >
          {t(unused === 0 ? 'recovery.make' : 'recovery.renew')}
        </Button>
      </SettingRow>
      {renew.isError && !asking && <Notice tone="error">{sentenceOf(renew.error)}</Notice>}
      <ConfirmSheet
        open={asking}
        title={t('recovery.renewTitle')}
        yes={t('recovery.renew')}
        no={t('cancel')}
        busy={renew.isPending}
        onYes={make}
        onNo={() => setAsking(false)}
      >
        {renew.isError && <Notice tone="error">{sentenceOf(renew.error)}</Notice>}
        {t('recovery.renewText')}
      </ConfirmSheet>
    </>
  )
}
