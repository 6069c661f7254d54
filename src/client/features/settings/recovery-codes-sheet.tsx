import { chakra } from '@chakra-ui/react'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { Sheet } from '#client/ui/sheet.tsx'

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
            onClick={() => download(text, 'kimia-recovery-codes.txt')}
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

/** Saves a text as a file; nothing leaves the device. */
function download(text: string, name: string) {
  const url = URL.createObjectURL(new Blob([`${text}\n`], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 0)
}
