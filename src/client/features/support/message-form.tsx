import { chakra } from '@chakra-ui/react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isRefusal } from '#client/lib/call-api.ts'
import { preparePicture } from '#client/lib/shrink-picture.ts'
import { AttachButton } from '#client/ui/attach-button.tsx'
import { Button } from '#client/ui/button.tsx'
import { Form } from '#client/ui/form.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { TextAreaField } from '#client/ui/text-area-field.tsx'
import { showToast } from '#client/ui/toasts.ts'
import { SendRefusal } from './send-refusal.tsx'
import {
  dropMessageDraft,
  emptyMessage,
  keepMessageDraft,
  type MessageDraft,
  readMessageDraft,
} from './support-drafts.ts'
import { useSupportSentences } from './support-sentences.ts'
import { useWriteMessage } from './tickets.commands.ts'

const ACCEPT = 'image/png,image/jpeg,image/webp,application/pdf'
/** More than is taken, so that what is too much is said and not cut off. */
const TYPED_MAX = 10_000

/** A text, a file, or both. What was typed stays until it was sent. */
export function MessageForm({ id, onSent }: { id: string; onSent: () => void }) {
  const { t } = useTranslation('support')
  const { textProblem, fileProblem, attachHint } = useSupportSentences()
  const [draft, setDraft] = useState<MessageDraft>(() => readMessageDraft(id))
  const [file, setFile] = useState<File>()
  const [checked, setChecked] = useState(false)
  const { write, isOffline } = useWriteMessage(id)
  const set = (next: MessageDraft) => {
    setDraft(next)
    keepMessageDraft(id, next)
  }
  const tooLarge = fileProblem(file)
  const isOnlyFile = draft.text.trim() === '' && file !== undefined
  const problem = isOnlyFile ? undefined : textProblem(draft.text, 'message')
  const pick = async (picked: File | undefined) => {
    write.reset()
    setFile(picked && (await preparePicture(picked)).file)
    // Another file is another message.
    set({ ...draft, clientKey: emptyMessage().clientKey })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (problem || tooLarge || write.isPending) return
    write.mutate(
      { ...draft, file },
      {
        onSuccess: () => {
          dropMessageDraft(id)
          setDraft(emptyMessage())
          setFile(undefined)
          setChecked(false)
          showToast({ tone: 'success', title: t('talk.sent') })
          onSent()
        },
        onError: (error) => {
          if (isRefusal(error, 'IDEMPOTENCY_KEY_REUSED')) set({ ...draft, clientKey: emptyMessage().clientKey })
        },
      },
    )
  }
  return (
    <Form onSubmit={submit}>
      {isOffline && <Notice tone="warning">{t('offline')}</Notice>}
      {write.isError && !isOffline && <SendRefusal error={write.error} />}
      <TextAreaField
        label={t('talk.message')}
        maxLength={TYPED_MAX}
        value={draft.text}
        onChange={(text) => set({ ...draft, text })}
        problem={checked ? problem : undefined}
      />
      <chakra.div display="flex" flexWrap="wrap" alignItems="flex-start" justifyContent="space-between" gap="3">
        <AttachButton
          label={t('talk.attach')}
          hint={attachHint}
          removeLabel={(name) => t('talk.remove', { name })}
          accept={ACCEPT}
          file={file}
          problem={tooLarge}
          onChange={(picked) => void pick(picked)}
        />
        <Button type="submit" loading={write.isPending}>
          {t('talk.send')}
        </Button>
      </chakra.div>
    </Form>
  )
}
