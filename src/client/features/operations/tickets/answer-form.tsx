import { chakra } from '@chakra-ui/react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callApi } from '#client/lib/call-api.ts'
import { type Language, useLanguage } from '#client/lib/locale.ts'
import { AttachButton } from '#client/ui/attach-button.tsx'
import { Button } from '#client/ui/button.tsx'
import { Form } from '#client/ui/form.tsx'
import { RefusalNotice } from '#client/ui/refusal-notice.tsx'
import { Segmented } from '#client/ui/segmented.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { showDecimal } from '#client/ui/show-decimal.ts'
import { TextAreaField } from '#client/ui/text-area-field.tsx'
import { showToast } from '#client/ui/toasts.ts'
import { answerTicket, noteOnTicket } from '#contract/operations-tickets.ts'
import { checkTicketText, TICKET_FILE_BYTES_MAX, TICKET_LENGTHS_MAX } from '#domain/ticket.ts'
import { CONSOLE } from '../operator.queries.ts'
import { cannedAnswersQuery } from './tickets.queries.ts'

type Mode = 'answer' | 'note'

const ACCEPT = 'image/png,image/jpeg,image/webp,application/pdf'
const TYPED_MAX = 10_000
const MEGABYTE = 1024 * 1024

const emptyMessage = () => ({ text: '', file: undefined as File | undefined, clientKey: crypto.randomUUID() })

/** A reply to the customer, or a note that the customer never sees: each of them has a text of its own. */
export function AnswerForm({ ticketId, closed }: { ticketId: string; closed: boolean }) {
  const { t } = useTranslation('tickets')
  const [chosen, setMode] = useState<Mode>('answer')
  const mode = closed ? 'note' : chosen
  return (
    <chakra.div display="grid" gap="4" gridTemplateColumns="minmax(0, 1fr)">
      {!closed && (
        <Segmented
          label={t('mode.label')}
          value={mode}
          options={(['answer', 'note'] as const).map((value) => ({ value, label: t(`mode.${value}`) }))}
          onChange={setMode}
        />
      )}
      <div hidden={mode !== 'answer'}>{!closed && <MessageForm ticketId={ticketId} mode="answer" />}</div>
      <div hidden={mode !== 'note'}>
        <MessageForm ticketId={ticketId} mode="note" />
      </div>
    </chakra.div>
  )
}

function MessageForm({ ticketId, mode }: { ticketId: string; mode: Mode }) {
  const { t } = useTranslation('tickets')
  const client = useQueryClient()
  const [message, setMessage] = useState(emptyMessage)
  const [checked, setChecked] = useState(false)
  const { text, file, clientKey } = message
  const { textProblem, fileProblem, hint } = useProblems({ mode, text, file })
  const isAnswer = mode === 'answer'
  const send = useMutation({
    networkMode: 'always',
    retry: false,
    mutationFn: (): Promise<unknown> => {
      if (!isAnswer) return callApi(noteOnTicket, { params: { id: ticketId }, body: { text, clientKey } })
      const body = { clientKey, ...(text.trim() === '' ? {} : { text }) }
      return callApi(answerTicket, { params: { id: ticketId }, body, files: file ? { file } : {} })
    },
    onSuccess: async () => {
      showToast({ tone: 'success', title: isAnswer ? t('answer.done') : t('noting.done') })
      setMessage(emptyMessage())
      setChecked(false)
      await client.invalidateQueries({ queryKey: [CONSOLE] })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (!textProblem && !fileProblem && !send.isPending) send.mutate()
  }
  // What was changed is another message.
  const change = (part: Partial<typeof message>) => {
    setMessage({ ...message, clientKey: send.isError ? emptyMessage().clientKey : clientKey, ...part })
  }
  return (
    <Form onSubmit={submit} gridTemplateColumns="minmax(0, 1fr)">
      {send.isError && <RefusalNotice error={send.error} />}
      {isAnswer && <CannedChoice onChoose={(ready) => change({ text: ready })} />}
      <TextAreaField
        label={isAnswer ? t('answer.label') : t('noting.label')}
        maxLength={TYPED_MAX}
        value={text}
        onChange={(typed) => change({ text: typed })}
        problem={checked ? textProblem : undefined}
      />
      <chakra.div display="flex" flexWrap="wrap" alignItems="flex-start" justifyContent="space-between" gap="3">
        {isAnswer ? (
          <AttachButton
            label={t('answer.attach')}
            hint={hint}
            removeLabel={(name) => t('answer.remove', { name })}
            accept={ACCEPT}
            file={file}
            problem={fileProblem}
            onChange={(picked) => change({ file: picked })}
          />
        ) : (
          <span />
        )}
        <Button type="submit" loading={send.isPending}>
          {isAnswer ? t('answer.send') : t('noting.send')}
        </Button>
      </chakra.div>
    </Form>
  )
}

function useProblems({ mode, text, file }: { mode: Mode; text: string; file: File | undefined }) {
  const { t } = useTranslation('tickets')
  const language = useLanguage()
  const megabytes = showDecimal(String(TICKET_FILE_BYTES_MAX / MEGABYTE), language)
  const problem = checkTicketText('text', text)
  const missing = mode === 'answer' ? t('answer.missing') : t('noting.missing')
  const tooLong = t('answer.tooLong', { max: showDecimal(String(TICKET_LENGTHS_MAX.text), language) })
  const isFine = problem === undefined || (problem === 'REQUIRED' && file !== undefined)
  return {
    textProblem: isFine ? undefined : problem === 'REQUIRED' ? missing : tooLong,
    fileProblem: file && file.size > TICKET_FILE_BYTES_MAX ? t('answer.tooLarge', { megabytes }) : undefined,
    hint: t('answer.hint', { megabytes }),
  }
}

/** Ready answers, in the language in which the customer writes. */
function CannedChoice({ onChoose }: { onChoose: (text: string) => void }) {
  const { t } = useTranslation('tickets')
  const { data: answers = [] } = useQuery(cannedAnswersQuery())
  const [language, setLanguage] = useState<Language>('fa')
  if (answers.length === 0) return null
  return (
    <chakra.div display="flex" flexWrap="wrap" alignItems="flex-end" gap="3">
      <chakra.div flex="1 1 14rem" minWidth="0">
        <SelectField
          label={t('answer.ready')}
          value=""
          options={[
            { value: '', label: t('answer.choose') },
            ...answers.map(({ id, title }) => ({ value: id, label: title })),
          ]}
          onChange={(id) => {
            const answer = answers.find((each) => each.id === id)
            if (answer) onChoose(answer[language])
          }}
        />
      </chakra.div>
      <Segmented
        label={t('answer.language')}
        value={language}
        options={[
          { value: 'fa', label: <span lang="fa">فارسی</span> },
          { value: 'en', label: <span lang="en">English</span> },
        ]}
        onChange={setLanguage}
      />
    </chakra.div>
  )
}
