import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import type { CreatedApiKey } from './api-keys.queries.ts'

type KeySecretProps = { created: Pick<CreatedApiKey, 'key' | 'secret'>; onClose: () => void }

/** A new key and its secret, shown only once. A press outside does not close the sheet. */
export function KeySecret({ created: { key, secret }, onClose }: KeySecretProps) {
  const { t } = useTranslation('apiKeys')
  return (
    <Sheet
      open
      title={t('secret.title')}
      onClose={onClose}
      dismissible={false}
      footer={
        <Button full onClick={onClose}>
          {t('secret.done')}
        </Button>
      }
    >
      <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="4">
        <Notice tone="warning">{t('secret.once')}</Notice>
        <Shown name={t('secret.key')} text={key} copy={t('secret.copyKey')} />
        <Shown name={t('secret.secret')} text={secret} copy={t('secret.copySecret')} />
      </chakra.div>
    </Sheet>
  )
}

function Shown({ name, text, copy }: { name: string; text: string; copy: string }) {
  return (
    <chakra.div minWidth="0">
      <chakra.p fontSize="sm" color="fg.muted" marginBottom="1">
        {name}
      </chakra.p>
      <chakra.p dir="ltr" padding="3" borderRadius="md" bg="sunken" fontSize="sm" wordBreak="break-all">
        <code>{text}</code>
      </chakra.p>
      <chakra.div marginTop="2">
        <CopyButton text={text} label={copy} />
      </chakra.div>
    </chakra.div>
  )
}
