import { chakra } from '@chakra-ui/react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callApi } from '#client/lib/call-api.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { FormSheet } from '#client/ui/form-sheet.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { Segmented } from '#client/ui/segmented.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { showDecimal } from '#client/ui/show-decimal.ts'
import { TextAreaField } from '#client/ui/text-area-field.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import type { Input, Reply } from '#contract/endpoint.ts'
import {
  BROADCAST_LANGUAGES,
  BROADCAST_LEVELS,
  previewBroadcast,
  sendBroadcast,
} from '#contract/operations-broadcasts.ts'
import { ActSheet } from './act-sheet.tsx'
import { MessagePreview, useReceiverText } from './broadcast-words.tsx'
import { answerOf, consoleQuery } from './operator.queries.ts'

type ReceiverFilter = Input<typeof previewBroadcast>['body']['receiverFilter']

const EMPTY = { title: '', text: '' }
const LANGUAGES = ['fa', 'en'] as const
const LENGTH = { min: 3, title: 80, text: 500 }

const countQuery = (receiverFilter: ReceiverFilter) =>
  queryOptions({ ...consoleQuery(previewBroadcast, { body: { receiverFilter } }), select: answerOf })

/**
 * A message in both languages: the operator writes it, previews it as readers will see it, and confirms the number of receivers. A repeated press
 * sends it once.
 */
export function BroadcastSheet({ onClose }: { onClose: () => void }) {
  const key = useRef(crypto.randomUUID())
  const [draft, setDraft] = useState<Broadcast>({
    receiverFilter: { language: 'ALL', level: 'ALL', verified: false },
    messages: { fa: EMPTY, en: EMPTY },
  })
  const [isSeen, setSeen] = useState(false)
  const { data: count } = useQuery(countQuery(draft.receiverFilter))
  if (isSeen && count)
    return (
      <ConfirmBroadcast
        broadcast={draft}
        count={count}
        clientKey={key.current}
        onBack={() => setSeen(false)}
        onClose={onClose}
      />
    )
  return (
    <WriteBroadcast draft={draft} count={count} onChange={setDraft} onNext={() => setSeen(true)} onClose={onClose} />
  )
}

type WriteProps = {
  draft: Broadcast
  count: Count | undefined
  onChange: (draft: Broadcast) => void
  onNext: () => void
  onClose: () => void
}

function WriteBroadcast({ draft, count, onChange, onNext, onClose }: WriteProps) {
  const { t } = useTranslation('desk')
  const { t: ofProposals } = useTranslation('proposals')
  const { t: ofOperations } = useTranslation('operations')
  const { receiverFilter, messages } = draft
  const isShort = LANGUAGES.some((language) =>
    Object.values(messages[language]).some((text) => text.trim().length < LENGTH.min),
  )
  const problem = isShort
    ? t('broadcasts.missing')
    : !count
      ? ofProposals('broadcast.counting')
      : count.receivers === 0
        ? ofProposals('broadcast.nobody')
        : undefined
  return (
    <FormSheet
      title={t('broadcasts.action')}
      action={ofProposals('broadcast.preview')}
      extra={
        <Button full variant="quiet" onClick={onClose}>
          {ofOperations('act.cancel')}
        </Button>
      }
      busy={false}
      complete={problem === undefined}
      onSend={onNext}
      onClose={onClose}
    >
      {(checked) => (
        <>
          <p>{t('broadcasts.approval')}</p>
          <FilterFields
            receiverFilter={receiverFilter}
            onChange={(next) => onChange({ ...draft, receiverFilter: next })}
          />
          {count && <CountNotice count={count} />}
          {LANGUAGES.map((language) => (
            <MessageFields
              key={language}
              language={language}
              message={messages[language]}
              onChange={(message) => onChange({ ...draft, messages: { ...messages, [language]: message } })}
            />
          ))}
          {checked && problem && <Notice tone="error">{problem}</Notice>}
        </>
      )}
    </FormSheet>
  )
}

type MessageFieldsProps = {
  language: (typeof LANGUAGES)[number]
  message: typeof EMPTY
  onChange: (message: typeof EMPTY) => void
}

function MessageFields({ language, message, onChange }: MessageFieldsProps) {
  const { t } = useTranslation('desk')
  return (
    <chakra.fieldset display="grid" gap="3">
      <chakra.legend fontSize="sm" fontWeight="semibold" marginBottom="2">
        {t(`reports.in.${language}`)}
      </chakra.legend>
      <TextField
        label={t('broadcasts.title')}
        required
        language={language}
        maxLength={LENGTH.title}
        value={message.title}
        onChange={(title) => onChange({ ...message, title })}
      />
      <TextAreaField
        label={t('broadcasts.body')}
        required
        language={language}
        maxLength={LENGTH.text}
        value={message.text}
        onChange={(text) => onChange({ ...message, text })}
      />
    </chakra.fieldset>
  )
}

function FilterFields({
  receiverFilter,
  onChange,
}: {
  receiverFilter: ReceiverFilter
  onChange: (receiverFilter: ReceiverFilter) => void
}) {
  const { t } = useTranslation('desk')
  const { t: ofOperations } = useTranslation('operations')
  return (
    <>
      <Segmented
        label={t('broadcasts.language')}
        value={receiverFilter.language}
        options={BROADCAST_LANGUAGES.map((value) => ({
          value,
          label: value === 'ALL' ? t('broadcasts.all') : t(`reports.in.${value}`),
        }))}
        onChange={(language) => onChange({ ...receiverFilter, language })}
      />
      <SelectField
        label={ofOperations('users.level')}
        value={receiverFilter.level}
        options={BROADCAST_LEVELS.map((value) => ({
          value,
          label: value === 'ALL' ? t('broadcasts.all') : ofOperations(`level.${value}`),
        }))}
        onChange={(level) => onChange({ ...receiverFilter, level })}
      />
      <Checkbox checked={receiverFilter.verified} onChange={(verified) => onChange({ ...receiverFilter, verified })}>
        {t('broadcasts.verified')}
      </Checkbox>
    </>
  )
}

/** The number of receivers, and whether a second operator must approve. */
function CountNotice({ count: { receivers, needsApproval } }: { count: Count }) {
  const { t } = useTranslation('proposals')
  const language = useLanguage()
  return (
    <Notice tone={needsApproval ? 'warning' : 'info'}>
      {t('broadcast.reaches', { receivers: showDecimal(String(receivers), language) })}
    </Notice>
  )
}

type Broadcast = Pick<Input<typeof sendBroadcast>['body'], 'receiverFilter' | 'messages'>
type Count = Reply<typeof previewBroadcast>['baseDTO']

type ConfirmProps = { broadcast: Broadcast; count: Count; clientKey: string; onBack: () => void; onClose: () => void }

/** Asks for confirmation, with the number of receivers. */
function ConfirmBroadcast({ broadcast, count, clientKey, onBack, onClose }: ConfirmProps) {
  const { t } = useTranslation('proposals')
  const language = useLanguage()
  const receiverTextOf = useReceiverText()
  const receivers = showDecimal(String(count.receivers), language)
  const word = count.needsApproval ? 'propose' : 'send'
  return (
    <ActSheet
      title={t(`broadcast.${word}`, { receivers })}
      text={t(`broadcast.${word}Text`)}
      yes={t(`broadcast.${word}`, { receivers })}
      act={(reason) => callApi(sendBroadcast, { body: { ...broadcast, clientKey, reason } })}
      done={({ baseDTO: { sent } }) =>
        sent === null
          ? t('broadcast.proposedDone')
          : t('broadcast.sent', { receivers: showDecimal(String(sent), language) })
      }
      back={{ words: t('broadcast.edit'), go: onBack }}
      onClose={onClose}
    >
      <chakra.p fontSize="sm">
        <chakra.span color="fg.muted">{t('broadcast.receivers')}: </chakra.span>
        {receiverTextOf(broadcast.receiverFilter)}
      </chakra.p>
      <MessagePreview messages={broadcast.messages} />
    </ActSheet>
  )
}
