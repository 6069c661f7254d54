import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePasskeySentence } from '#client/entities/session/use-passkey-sentence.ts'
import { FormSheet } from '#client/ui/form-sheet.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { TextField } from '#client/ui/text-field.tsx'

const NAME_LENGTH_MAX = 40

type PasskeyNameSheetProps = {
  title: string
  action: string
  /** The present name. */
  name?: string
  command: {
    readonly isPending: boolean
    readonly error: unknown
    mutate: (name: string, options: { onSuccess: () => void }) => void
  }
  onClose: () => void
  onDone: () => void
}

/** Asks for the name of a passkey, before it is created or to rename it. */
export function PasskeyNameSheet({ title, action, name = '', command, onClose, onDone }: PasskeyNameSheetProps) {
  const { t } = useTranslation('passkeys')
  const sentenceOf = usePasskeySentence()
  const [draft, setDraft] = useState(name)
  const text = draft.trim()
  return (
    <FormSheet
      title={title}
      action={action}
      busy={command.isPending}
      complete={text !== ''}
      onSend={() => command.mutate(text, { onSuccess: onDone })}
      onClose={onClose}
    >
      {(checked) => (
        <>
          {command.error !== null && <Notice tone="error">{sentenceOf(command.error)}</Notice>}
          <TextField
            label={t('name.label')}
            name="passkeyName"
            autoComplete="off"
            placeholder={t('name.placeholder')}
            maxLength={NAME_LENGTH_MAX}
            required
            value={draft}
            onChange={setDraft}
            problem={checked && text === '' ? t('name.required') : undefined}
          />
        </>
      )}
    </FormSheet>
  )
}
