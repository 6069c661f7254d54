import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AttachFile } from '#client/entities/ticket/attach-file.tsx'
import {
  emptyMessage,
  MESSAGE_TYPED_MAX,
  messageDraft,
  useDraft,
  useSentDraft,
} from '#client/entities/ticket/use-draft.ts'
import { useTicketSentences } from '#client/entities/ticket/use-ticket-sentences.ts'
import { isRefusal } from '#client/lib/call-api.ts'
import { Button } from '#client/ui/button.tsx'
import { Form } from '#client/ui/form.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { TextAreaField } from '#client/ui/text-area-field.tsx'
import { SendRefusal } from './send-refusal.tsx'
import { useSupportSentences } from './support-sentences.ts'
import { useWriteMessage, writingKey } from './tickets.commands.ts'

/** A text, a file, or both. The draft is stored until it is sent. */
export function MessageForm({ id, onSent }: { id: string; onSent: () => void }) {
  const { t } = useTranslation('support')
  const { textProblem } = useSupportSentences()
  const { fileProblem, lengthLeft } = useTicketSentences()
  const { draft, set, renewKey, clear, file, pick, lostFile, isPreparing } = useDraft({
    stored: messageDraft(`ticket-message:${id}`),
    empty: emptyMessage,
  })
  const [checked, setChecked] = useState(false)
  const clearForm = () => {
    clear()
    setChecked(false)
  }
  const { write, isOffline } = useWriteMessage(id, { onSent: clearForm })
  useSentDraft({ mutationKey: writingKey(id), clientKey: draft.clientKey, onSent: clearForm })
  const isOnlyFile = draft.text.trim() === '' && file !== undefined
  const problem = isOnlyFile ? undefined : textProblem(draft.text, 'message')
  const submit = () => {
    setChecked(true)
    if (isPreparing || problem || fileProblem(file) || write.isPending) return
    write.mutate(
      { ...draft, file },
      {
        onSuccess: onSent,
        onError: (error) => isRefusal(error, 'IDEMPOTENCY_KEY_REUSED') && renewKey(),
      },
    )
  }
  return (
    <Form onSubmit={submit}>
      {isOffline && <Notice tone="warning">{t('offline')}</Notice>}
      {write.isError && !isOffline && <SendRefusal error={write.error} />}
      <TextAreaField
        label={t('talk.message')}
        isMessage
        aside={lengthLeft(draft.text)}
        maxLength={MESSAGE_TYPED_MAX}
        value={draft.text}
        onChange={(text) => set({ text })}
        problem={checked ? problem : undefined}
      />
      <chakra.div display="flex" flexWrap="wrap" alignItems="flex-start" justifyContent="space-between" gap="3">
        <AttachFile
          file={file}
          lostFile={lostFile}
          onPick={(picked) => {
            write.reset()
            pick(picked)
          }}
        />
        <chakra.div display="flex" alignItems="center" gap="3">
          <chakra.span role="status" fontSize="sm" color="buy">
            {write.isSuccess && draft.text === '' && file === undefined && t('talk.sent')}
          </chakra.span>
          <Button type="submit" loading={write.isPending || isPreparing}>
            {t('talk.send')}
          </Button>
        </chakra.div>
      </chakra.div>
    </Form>
  )
}
