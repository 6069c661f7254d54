import { chakra } from '@chakra-ui/react'
import { useMutation } from '@tanstack/react-query'
import { Download, LifeBuoy } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { saveText } from '#client/lib/save-text.ts'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { ConfirmMutation } from '#client/ui/confirm-sheet.tsx'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
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

/** Ten recovery codes, shown only once: the sheet stays open until the user confirms having saved them. */
export function RecoveryCodesSheet({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation('settings')
  const [kept, setKept] = useState(false)
  const [asked, setAsked] = useState(false)
  const text = codes.join('\n')
  const finish = () => {
    setAsked(true)
    if (kept) onClose()
  }
  return (
    <Sheet
      open
      title={t('recovery.title')}
      dismissible={false}
      onClose={onClose}
      footer={
        <Button size="lg" full onClick={finish}>
          {t('recovery.done')}
        </Button>
      }
    >
      <chakra.div display="grid" gap="4">
        <Notice tone="warning">{t('recovery.once')}</Notice>
        <chakra.ol
          dir="ltr"
          display="grid"
          gridTemplateColumns="repeat(auto-fill, minmax(12rem, 1fr))"
          gap="1.5"
          padding="4"
          borderRadius="md"
          bg="sunken"
          borderWidth="1px"
          borderColor="line"
          fontFamily="mono"
          fontSize="sm"
          listStyle="none"
          aria-label={t('recovery.title')}
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </chakra.ol>
        <chakra.div display="flex" flexWrap="wrap" gap="2.5">
          <CopyButton text={text} label={t('recovery.copy')} />
          <Button
            variant="quiet"
            size="sm"
            icon={<Download size={16} aria-hidden="true" />}
            onClick={() => saveText(text, 'kimia-recovery-codes.txt')}
          >
            {t('recovery.download')}
          </Button>
        </chakra.div>
        <Checkbox
          name="kept"
          checked={kept}
          onChange={setKept}
          problem={asked && !kept ? t('recovery.keepFirst') : undefined}
        >
          {t('recovery.kept')}
        </Checkbox>
      </chakra.div>
    </Sheet>
  )
}
