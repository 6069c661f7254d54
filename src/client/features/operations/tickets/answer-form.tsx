import { chakra } from '@chakra-ui/react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MessageForm, type NewMessage } from '#client/entities/ticket/message-form.tsx'
import { messageDraft } from '#client/entities/ticket/use-draft.ts'
import { callApi } from '#client/lib/call-api.ts'
import type { Language } from '#client/lib/locale.ts'
import { Segmented } from '#client/ui/segmented.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { showToast } from '#client/ui/toasts.ts'
import { answerTicket, noteOnTicket } from '#contract/operations-tickets.ts'
import { CONSOLE, operatorQuery } from '../operator.queries.ts'
import { cannedAnswersQuery } from './tickets.queries.ts'

/** A reply to the customer, or a note that the customer never sees. */
type Mode = 'answer' | 'note'

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
      <div hidden={mode !== 'answer'}>{!closed && <Reply {...desk} />}</div>
      <div hidden={mode !== 'note'}>
        <Note {...desk} />
      </div>
    </chakra.div>
  )
}

/** An operator who has only begun a note continues with it. */
function modeOf(desk: Desk): Mode {
  const isBegun = (mode: Mode) => (deskDraftOf({ ...desk, mode }).read()?.text ?? '') !== ''
  return isBegun('note') && !isBegun('answer') ? 'note' : 'answer'
}

function Reply(desk: Desk) {
  const { t } = useTranslation('tickets')
  const send = ({ text, clientKey, file }: NewMessage) => {
    const body = { clientKey, ...(text.trim() === '' ? {} : { text }) }
    return callApi(answerTicket, { params: { id: desk.ticketId }, body, files: file ? { file } : {} })
  }
  return (
    <MessageForm
      {...useSending({ ...desk, mode: 'answer' })}
      send={send}
      words={{ label: t('answer.label'), action: t('answer.send'), missing: t('answer.missing') }}
      above={({ text, write, insert }) => (
        <CannedChoice
          onChoose={(ready) => insert(text.trim() === '' ? ready : `${text.trimEnd()}\n\n${ready}`)}
          // A sentence that the operator has edited stays as it is.
          onTranslate={({ from, to }) => {
            if (text.includes(from)) write(text.replace(from, () => to))
          }}
        />
      )}
    />
  )
}

function Note(desk: Desk) {
  const { t } = useTranslation('tickets')
  const send = ({ text, clientKey }: NewMessage) =>
    callApi(noteOnTicket, { params: { id: desk.ticketId }, body: { text, clientKey } })
  return (
    <MessageForm
      {...useSending({ ...desk, mode: 'note' })}
      send={send}
      words={{ label: t('noting.label'), action: t('noting.send'), missing: t('noting.missing') }}
      takesFile={false}
    />
  )
}

/** The draft of a message, the key of its sending, and the follow-up. */
function useSending({ mode, ...desk }: Desk & { mode: Mode }) {
  const { t } = useTranslation('tickets')
  const client = useQueryClient()
  return {
    stored: deskDraftOf({ ...desk, mode }),
    sendingKey: ['desk-message', desk.ticketId, mode],
    onSent: () => {
      showToast({ tone: 'success', title: mode === 'answer' ? t('answer.done') : t('noting.done') })
      return client.invalidateQueries({ queryKey: [CONSOLE] })
    },
  }
}

/** This operator's unsent text on a ticket: it survives an expired session, and a logout deletes it. */
const deskDraftOf = ({ operatorId, ticketId, mode }: Desk & { mode: Mode }) =>
  messageDraft(`desk:${operatorId}:${ticketId}:${mode}`)

type CannedChoiceProps = {
  onChoose: (text: string) => void
  /** Called to replace the inserted answer by its other language. */
  onTranslate: (answer: { readonly from: string; readonly to: string }) => void
}

/** Ready answers, in the language of the customer. */
function CannedChoice({ onChoose, onTranslate }: CannedChoiceProps) {
  const { t } = useTranslation('tickets')
  const { data: answers = [] } = useQuery(cannedAnswersQuery())
  const [language, setLanguage] = useState<Language>('fa')
  const [chosen, setChosen] = useState<Record<Language, string> | undefined>()
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
            if (!answer) return
            setChosen(answer)
            onChoose(answer[language])
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
        onChange={(next) => {
          setLanguage(next)
          if (chosen) onTranslate({ from: chosen[language], to: chosen[next] })
        }}
      />
    </chakra.div>
  )
}
