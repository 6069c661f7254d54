import { chakra } from '@chakra-ui/react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callApi } from '#client/lib/call-api.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmSheet } from '#client/ui/confirm-sheet.tsx'
import { FormSheet } from '#client/ui/form-sheet.tsx'
import { TextAreaField } from '#client/ui/text-area-field.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { showToast } from '#client/ui/toasts.ts'
import { addCannedAnswer, changeCannedAnswer, removeCannedAnswer } from '#contract/operations-canned-answers.ts'
import { CANNED_TITLE_LENGTH_MAX, TICKET_LENGTHS_MAX } from '#domain/ticket.ts'
import { CONSOLE } from '../operator.queries.ts'
import { type CannedAnswer, useQuickAct } from './tickets.queries.ts'

type Text = Pick<CannedAnswer, 'title' | 'fa' | 'en'>

/** Changes, adds or deletes a ready answer. */
export function CannedAnswerSheet({ answer, onClose }: { answer: CannedAnswer | undefined; onClose: () => void }) {
  const { t } = useTranslation('tickets')
  const [text, setText] = useState<Text>({ title: answer?.title ?? '', fa: answer?.fa ?? '', en: answer?.en ?? '' })
  // The key keeps a press after a lost answer from adding it twice.
  const [clientKey, setKey] = useState(() => crypto.randomUUID())
  const save = useSave({ id: answer?.id, clientKey, onSaved: onClose })
  const isComplete = Object.values(text).every((part) => part.trim() !== '')
  const field = (name: keyof Text, checked: boolean) => ({
    label: name === 'title' ? t('canned.name') : t(`canned.${name}`),
    required: true,
    value: text[name],
    onChange: (typed: string) => {
      setText({ ...text, [name]: typed })
      // A changed text after a failure is another answer, with a new key.
      if (save.isError) setKey(crypto.randomUUID())
    },
    problem: checked && text[name].trim() === '' ? t('canned.missing') : undefined,
  })
  return (
    <FormSheet
      title={answer ? t('canned.editOf', { title: answer.title }) : t('canned.add')}
      action={t('canned.save')}
      busy={save.isPending}
      error={save.error}
      complete={isComplete}
      onSend={() => save.mutate(text)}
      onClose={onClose}
    >
      {(checked) => (
        <>
          <TextField {...field('title', checked)} maxLength={CANNED_TITLE_LENGTH_MAX} autoComplete="off" />
          <TextAreaField {...field('fa', checked)} language="fa" maxLength={TICKET_LENGTHS_MAX.text} />
          <TextAreaField {...field('en', checked)} language="en" maxLength={TICKET_LENGTHS_MAX.text} />
          {answer && <RemoveButton answer={answer} onRemoved={onClose} />}
        </>
      )}
    </FormSheet>
  )
}

function useSave({ id, clientKey, onSaved }: { id: string | undefined; clientKey: string; onSaved: () => void }) {
  const { t } = useTranslation('tickets')
  const client = useQueryClient()
  return useMutation({
    networkMode: 'always',
    retry: false,
    mutationFn: (text: Text): Promise<unknown> =>
      id === undefined
        ? callApi(addCannedAnswer, { body: { ...text, clientKey } })
        : callApi(changeCannedAnswer, { params: { id }, body: text }),
    onSuccess: async () => {
      showToast({ tone: 'success', title: t('canned.saved') })
      onSaved()
      await client.invalidateQueries({ queryKey: [CONSOLE] })
    },
  })
}

function RemoveButton({ answer: { id, title }, onRemoved }: { answer: CannedAnswer; onRemoved: () => void }) {
  const { t } = useTranslation('tickets')
  const [asking, setAsking] = useState(false)
  const remove = useQuickAct({ act: () => callApi(removeCannedAnswer, { params: { id } }), done: t('canned.removed') })
  return (
    <chakra.div marginTop="4">
      <Button variant="danger" size="sm" onClick={() => setAsking(true)}>
        {t('canned.remove')}
      </Button>
      <ConfirmSheet
        open={asking}
        title={t('canned.remove')}
        yes={t('canned.remove')}
        no={t('canned.keep')}
        variant="danger"
        busy={remove.isPending}
        onYes={() => remove.mutate(undefined, { onSuccess: onRemoved })}
        onNo={() => setAsking(false)}
      >
        {t('canned.removeText', { title })}
      </ConfirmSheet>
    </chakra.div>
  )
}
