import { chakra } from '@chakra-ui/react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AttachFile } from '#client/entities/ticket/attach-file.tsx'
import {
  emptyMessage,
  MESSAGE_TYPED_MAX,
  type MessageDraft,
  messageDraft,
  useDraft,
  useSentDraft,
} from '#client/entities/ticket/use-draft.ts'
import { useTicketSentences } from '#client/entities/ticket/use-ticket-sentences.ts'
import { callApi, isRefusal } from '#client/lib/call-api.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { Button } from '#client/ui/button.tsx'
import { Form } from '#client/ui/form.tsx'
import { RefusalNotice } from '#client/ui/refusal-notice.tsx'
import { Segmented } from '#client/ui/segmented.tsx'
import { showDecimal } from '#client/ui/show-decimal.ts'
import { TextAreaField } from '#client/ui/text-area-field.tsx'
import { showToast } from '#client/ui/toasts.ts'
import { answerTicket, noteOnTicket } from '#contract/operations-tickets.ts'
import { checkTicketText, TICKET_LENGTHS_MAX } from '#domain/ticket.ts'
import { CONSOLE, operatorQuery } from '../operator.queries.ts'
import { useCaretAtEnd } from '../use-caret-at-end.ts'
import { CannedChoice } from './canned-choice.tsx'

interface Desk {
  readonly operatorId: string
  readonly ticketId: string
}

/** A reply to the customer, or a note that the customer never sees; each has its own draft. */
export function AnswerForm({ ticketId, closed }: { ticketId: string; closed: boolean }) {
  const { data: operator } = useQuery(operatorQuery())
  if (!operator) return null
  return <Modes key={`${operator.id} ${ticketId}`} operatorId={operator.id} ticketId={ticketId} closed={closed} />
}

function Modes({ closed, ...desk }: Desk & { closed: boolean }) {
  const { t } = useTranslation('tickets')
  const [chosen, setMode] = useState(() => modeOf(desk))
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
      <div hidden={mode !== 'answer'}>{!closed && <MessageForm {...desk} mode="answer" />}</div>
      <div hidden={mode !== 'note'}>
        <MessageForm {...desk} mode="note" />
      </div>
    </chakra.div>
  )
}

/** An operator who has only begun a note continues with it. */
function modeOf(desk: Desk): Mode {
  const isBegun = (mode: Mode) => (deskDraftOf({ ...desk, mode }).read()?.text ?? '') !== ''
  return isBegun('note') && !isBegun('answer') ? 'note' : 'answer'
}

function MessageForm({ mode, ...desk }: Desk & { mode: Mode }) {
  const { t } = useTranslation('tickets')
  const { lengthLeft, fileProblem } = useTicketSentences()
  const { draft, set, file, pick, lostFile, isPreparing, checked, setChecked, send } = useMessage({ ...desk, mode })
  const isAnswer = mode === 'answer'
  const problem = useTextProblem({ mode, text: draft.text, hasFile: file !== undefined })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (!isPreparing && !problem && !fileProblem(file) && !send.isPending) send.mutate({ ...draft, file })
  }
  // A changed text after a failure is another message, with a new key.
  const write = (text: string) => set({ text, ...(send.isError ? { clientKey: emptyMessage().clientKey } : {}) })
  const { area, moveCaret } = useCaretAtEnd()
  const add = (text: string) => {
    write(text)
    moveCaret()
  }
  return (
    <Form onSubmit={submit} gridTemplateColumns="minmax(0, 1fr)">
      {send.isError && <RefusalNotice error={send.error} />}
      {isAnswer && (
        <CannedChoice
          onChoose={(ready) => add(draft.text.trim() === '' ? ready : `${draft.text.trimEnd()}\n\n${ready}`)}
          // A sentence that the operator has edited stays as it is.
          onTranslate={({ from, to }) => {
            if (draft.text.includes(from)) write(draft.text.replace(from, () => to))
          }}
        />
      )}
      <TextAreaField
        label={isAnswer ? t('answer.label') : t('noting.label')}
        isMessage
        areaRef={area}
        aside={lengthLeft(draft.text)}
        maxLength={MESSAGE_TYPED_MAX}
        value={draft.text}
        onChange={write}
        problem={checked ? problem : undefined}
      />
      <chakra.div display="flex" flexWrap="wrap" alignItems="flex-start" justifyContent="space-between" gap="3">
        {isAnswer ? (
          <AttachFile
            file={file}
            lostFile={lostFile}
            onPick={(picked) => {
              send.reset()
              pick(picked)
            }}
          />
        ) : (
          <span />
        )}
        <Button type="submit" loading={send.isPending || isPreparing}>
          {isAnswer ? t('answer.send') : t('noting.send')}
        </Button>
      </chakra.div>
    </Form>
  )
}

/** The draft of a message and its sending, which clears the draft. */
function useMessage({ mode, ...desk }: Desk & { mode: Mode }) {
  const drafting = useDraft({ stored: deskDraftOf({ ...desk, mode }), empty: emptyMessage })
  const { draft, clear, renewKey } = drafting
  const [checked, setChecked] = useState(false)
  const clearForm = () => {
    clear()
    setChecked(false)
  }
  const place = { ticketId: desk.ticketId, mode }
  const send = useSend({ ...place, onSent: clearForm, onReused: renewKey })
  useSentDraft({ mutationKey: sendingKey(place), clientKey: draft.clientKey, onSent: clearForm })
  return { ...drafting, checked, setChecked, send }
}

interface Sending {
  readonly ticketId: string
  readonly mode: Mode
  readonly onSent: () => void
  /** Called if another content was sent under this key before. */
  readonly onReused: () => void
}

const sendingKey = ({ ticketId, mode }: Pick<Sending, 'ticketId' | 'mode'>) => ['desk-message', ticketId, mode] as const

/** Sends a message. Sending and its follow-up continue when the page is left, so that a sent text does not stay a draft. */
function useSend({ ticketId, mode, onSent, onReused }: Sending) {
  const { t } = useTranslation('tickets')
  const client = useQueryClient()
  const params = { id: ticketId }
  return useMutation({
    networkMode: 'always',
    retry: false,
    mutationKey: sendingKey({ ticketId, mode }),
    mutationFn: ({ text, clientKey, file }: MessageDraft & { file: File | undefined }): Promise<unknown> => {
      if (mode === 'note') return callApi(noteOnTicket, { params, body: { text, clientKey } })
      const body = { clientKey, ...(text.trim() === '' ? {} : { text }) }
      return callApi(answerTicket, { params, body, files: file ? { file } : {} })
    },
    onSuccess: async () => {
      showToast({ tone: 'success', title: mode === 'answer' ? t('answer.done') : t('noting.done') })
      onSent()
      await client.invalidateQueries({ queryKey: [CONSOLE] })
    },
    onError: (error) => {
      if (isRefusal(error, 'IDEMPOTENCY_KEY_REUSED')) onReused()
    },
  })
}

function useTextProblem({ mode, text, hasFile }: { mode: Mode; text: string; hasFile: boolean }) {
  const { t } = useTranslation('tickets')
  const language = useLanguage()
  const problem = checkTicketText('text', text)
  if (problem === 'TOO_LONG')
    return t('answer.tooLong', { max: showDecimal(String(TICKET_LENGTHS_MAX.text), language) })
  if (problem === undefined || hasFile) return undefined
  return mode === 'answer' ? t('answer.missing') : t('noting.missing')
}

/** A reply to the customer, or a note that the customer never sees. */
type Mode = 'answer' | 'note'

/** This operator's unsent text on a ticket: it survives an expired session, and a logout deletes it. */
const deskDraftOf = ({ operatorId, ticketId, mode }: { operatorId: string; ticketId: string; mode: Mode }) =>
  messageDraft(`desk:${operatorId}:${ticketId}:${mode}`)
