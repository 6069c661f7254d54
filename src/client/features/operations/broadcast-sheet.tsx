import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callApi } from '#client/lib/call-api.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { Segmented } from '#client/ui/segmented.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { showDigits } from '#client/ui/show-digits.ts'
import { TextAreaField } from '#client/ui/text-area-field.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import type { Input } from '#contract/endpoint.ts'
import {
  BROADCAST_LANGUAGES,
  BROADCAST_LEVELS,
  previewBroadcast,
  sendBroadcast,
} from '#contract/operations-broadcasts.ts'
import { ActSheet } from './act-sheet.tsx'
import { CONSOLE } from './operator.queries.ts'

type ReceiverFilter = Input<typeof previewBroadcast>['body']['receiverFilter']

const EMPTY = { title: '', text: '' }
const LANGUAGES = ['fa', 'en'] as const
const LENGTH = { min: 3, title: 80, text: 500 }

/** A message in both languages, whom it goes to, and how many those are. A repeated press sends it once. */
export function BroadcastSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('desk')
  const key = useRef(crypto.randomUUID())
  const [receiverFilter, setReceiverFilter] = useState<ReceiverFilter>({
    language: 'ALL',
    level: 'ALL',
    verified: false,
  })
  const [messages, setMessages] = useState({ fa: EMPTY, en: EMPTY })
  const isShort = LANGUAGES.some((language) =>
    Object.values(messages[language]).some((text) => text.trim().length < LENGTH.min),
  )
  return (
    <ActSheet
      title={t('broadcasts.action')}
      text={t('broadcasts.approval')}
      yes={t('broadcasts.send')}
      done={t('broadcasts.done')}
      problem={isShort ? t('broadcasts.missing') : undefined}
      act={(reason) => callApi(sendBroadcast, { body: { receiverFilter, messages, clientKey: key.current, reason } })}
      onClose={onClose}
    >
      <FilterFields receiverFilter={receiverFilter} onChange={setReceiverFilter} />
      <Preview receiverFilter={receiverFilter} />
      {LANGUAGES.map((language) => (
        <chakra.fieldset key={language} dir={language === 'fa' ? 'rtl' : 'ltr'} display="grid" gap="3">
          <chakra.legend fontSize="sm" fontWeight="semibold">
            {t(`reports.in.${language}`)}
          </chakra.legend>
          <TextField
            label={t('broadcasts.title')}
            required
            maxLength={LENGTH.title}
            value={messages[language].title}
            onChange={(title) => setMessages({ ...messages, [language]: { ...messages[language], title } })}
          />
          <TextAreaField
            label={t('broadcasts.body')}
            required
            maxLength={LENGTH.text}
            value={messages[language].text}
            onChange={(text) => setMessages({ ...messages, [language]: { ...messages[language], text } })}
          />
        </chakra.fieldset>
      ))}
    </ActSheet>
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

/** How many it would reach, and whether that takes another operator. */
function Preview({ receiverFilter }: { receiverFilter: ReceiverFilter }) {
  const { t } = useTranslation('desk')
  const language = useLanguage()
  const { data } = useQuery({
    queryKey: [CONSOLE, previewBroadcast.path, receiverFilter],
    queryFn: async ({ signal }) => (await callApi(previewBroadcast, { body: { receiverFilter } }, { signal })).baseDTO,
    meta: { offline: previewBroadcast.offline, access: previewBroadcast.access },
  })
  if (!data) return null
  return (
    <Notice tone={data.needsApproval ? 'warning' : 'info'}>
      {t('broadcasts.count', { receivers: showDigits(String(data.receivers), language) })}
    </Notice>
  )
}
