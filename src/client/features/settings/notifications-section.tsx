import { chakra } from '@chakra-ui/react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { BellRing } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { pushStateQuery, turnPushOff, turnPushOn } from '#client/lib/push-device.ts'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { QueryView } from '#client/ui/query-view.tsx'
import { Section } from '#client/ui/section.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { showDate } from '#client/ui/show-date.ts'
import { showToast } from '#client/ui/toasts.ts'
import { useSentenceOf } from '#client/ui/use-sentence-of.ts'
import { TEHRAN_OFFSET_MS } from '#domain/jalali.ts'
import {
  NOTICE_CHANNELS,
  NOTICE_GROUPS,
  type NoticeChannelName,
  type NoticeGroup,
  type QuietHours,
} from '#domain/notices.ts'
import { areNoHours, DAY_MINUTES } from '#domain/quiet-hours.ts'
import { type Preferences, preferencesQuery, useSetPreferences } from './notification-preferences.queries.ts'
import { SettingRow } from './setting-row.tsx'

/** The channels of each topic, the quiet hours, and the text on a locked screen. Each choice is stored immediately. */
export function NotificationsSection() {
  const { t } = useTranslation('notifications')
  const query = useQuery(preferencesQuery())
  return (
    <chakra.div id="notifications" scrollMarginTop="5rem">
      <Section title={t('preferences.title')} note={t('preferences.note')}>
        <QueryView query={query} data={query.data?.baseDTO} rows={4} height="2.75rem">
          {(preferences) => <Choices preferences={preferences} />}
        </QueryView>
      </Section>
    </chakra.div>
  )
}

function Choices({ preferences }: { preferences: Preferences }) {
  const { t } = useTranslation('notifications')
  const sentenceOf = useSentenceOf()
  const set = useSetPreferences()
  const sayKept = () => showToast({ tone: 'success', title: t('preferences.kept') })
  return (
    <chakra.div display="grid" gap="5">
      {set.isError && <Notice tone="error">{sentenceOf(set.error)}</Notice>}
      <PushRow />
      <ChannelTable choices={preferences.choices} onChoose={(choice) => set.mutate({ choices: [choice] })} />
      <QuietHoursFields
        hours={preferences.quietHours}
        onChange={(quietHours) => set.mutate({ quietHours }, { onSuccess: sayKept })}
      />
      <Checkbox checked={preferences.showsAmounts} onChange={(showsAmounts) => set.mutate({ showsAmounts })}>
        {t('preferences.amounts')}
      </Checkbox>
    </chakra.div>
  )
}

type Choice = Preferences['choices'][number]

interface ChannelTableProps {
  choices: readonly Choice[]
  onChoose: (choice: { group: NoticeGroup; channel: NoticeChannelName; on: boolean }) => void
}

const cell = { paddingBlock: '1', paddingInline: '1', textAlign: 'center' } as const

/** A table of topics by channels, for the channels that the exchange offers. */
function ChannelTable({ choices, onChoose }: ChannelTableProps) {
  const { t } = useTranslation('notifications')
  const channels = NOTICE_CHANNELS.filter((channel) => choices.some((choice) => choice.channel === channel))
  return (
    <chakra.table width="full" fontSize="sm">
      <thead>
        <chakra.tr borderBottomWidth="1px" borderColor="line" color="fg.muted">
          <chakra.th scope="col" textAlign="start" fontWeight="medium" paddingBlock="2">
            {t('preferences.subject')}
          </chakra.th>
          {channels.map((channel) => (
            <chakra.th key={channel} scope="col" fontWeight="medium" {...cell}>
              {t(`channel.${channel}`)}
            </chakra.th>
          ))}
        </chakra.tr>
      </thead>
      <tbody>
        {NOTICE_GROUPS.filter((group) => choices.some((choice) => choice.group === group)).map((group) => (
          <chakra.tr key={group} borderBottomWidth="1px" borderColor="line">
            <chakra.th scope="row" textAlign="start" fontWeight="medium" overflowWrap="anywhere">
              {t(`group.${group}`)}
            </chakra.th>
            {channels.map((channel) => (
              <chakra.td key={channel} {...cell}>
                <ChoiceOf
                  choice={choices.find((each) => each.group === group && each.channel === channel)}
                  onChoose={onChoose}
                />
              </chakra.td>
            ))}
          </chakra.tr>
        ))}
      </tbody>
    </chakra.table>
  )
}

function ChoiceOf({
  choice,
  onChoose,
}: {
  choice: Choice | undefined
  onChoose: ChannelTableProps['onChoose']
}): ReactNode {
  const { t } = useTranslation('notifications')
  if (!choice)
    return (
      <chakra.span color="fg.muted">
        <span aria-hidden="true">–</span>
        <chakra.span srOnly>{t('preferences.notOffered')}</chakra.span>
      </chakra.span>
    )
  const { group, channel, on, fixed } = choice
  if (fixed) return <chakra.span color="fg.muted">{t('preferences.always')}</chakra.span>
  return (
    // The whole cell is the touch area, not only the box.
    <chakra.span
      display="inline-flex"
      justifyContent="center"
      css={{ '& label': { minWidth: 'tap', justifyContent: 'center', gap: '0' } }}
    >
      <Checkbox checked={on} onChange={(next) => onChoose({ group, channel, on: next })}>
        <chakra.span srOnly>
          {t('preferences.by', { group: t(`group.${group}`), channel: t(`channel.${channel}`) })}
        </chakra.span>
      </Checkbox>
    </chakra.span>
  )
}

/** Whether this browser shows notifications while the app is closed, with a switch. */
export function PushRow() {
  const { t } = useTranslation('push')
  const sentenceOf = useSentenceOf()
  const client = useQueryClient()
  const { data: state } = useQuery(pushStateQuery())
  const turnOff = useMutation({
    mutationFn: turnPushOff,
    onSettled: () => client.invalidateQueries({ queryKey: pushStateQuery().queryKey }),
    onError: (error) => showToast({ tone: 'error', title: sentenceOf(error) }),
  })
  // No confirmation of ours: the browser asks for its permission, and the press itself is the request.
  const turnOn = useMutation({
    mutationFn: turnPushOn,
    onSettled: () => client.invalidateQueries({ queryKey: pushStateQuery().queryKey }),
    onSuccess: (outcome) =>
      showToast(
        outcome === 'on' ? { tone: 'success', title: t('done') } : { tone: 'error', title: t(`outcome.${outcome}`) },
      ),
    onError: (error) => showToast({ tone: 'error', title: sentenceOf(error) }),
  })
  if (state === undefined || state === 'unavailable') return null
  return (
    <SettingRow icon={<BellRing size={20} />} name={t('name')} text={t(`state.${state}`)}>
      {state === 'on' && (
        <Button size="sm" variant="quiet" loading={turnOff.isPending} onClick={() => turnOff.mutate()}>
          {t('turnOff')}
        </Button>
      )}
      {state === 'off' && (
        <Button size="sm" loading={turnOn.isPending} onClick={() => turnOn.mutate()}>
          {t('turnOn')}
        </Button>
      )}
    </SettingRow>
  )
}

const STEP_MINUTES = 30
const HALF_HOURS = Array.from({ length: DAY_MINUTES / STEP_MINUTES }, (_, index) => index * STEP_MINUTES)
/** The default: from eleven in the evening to seven in the morning. */
const USUAL: QuietHours = { from: 1_380, to: 420 }
const SOME_MIDNIGHT_MS = Date.UTC(2026, 0, 1) - TEHRAN_OFFSET_MS

interface QuietHoursFieldsProps {
  hours: QuietHours | null
  onChange: (hours: QuietHours | null) => void
}

function QuietHoursFields({ hours, onChange }: QuietHoursFieldsProps) {
  const { t } = useTranslation('notifications')
  // A chosen span that is rejected because it has no length.
  const [refused, setRefused] = useState<QuietHours>()
  const shown = refused ?? hours
  const change = (next: QuietHours | null) => {
    const isRefused = next !== null && areNoHours(next)
    setRefused(isRefused ? next : undefined)
    if (!isRefused) onChange(next)
  }
  const problem = refused && t('preferences.quietEmpty')
  return (
    <chakra.fieldset display="grid" gap="2">
      <chakra.legend fontWeight="semibold" fontSize="sm">
        {t('preferences.quiet')}
      </chakra.legend>
      <chakra.p fontSize="sm" color="fg.muted">
        {t('preferences.quietText')}
      </chakra.p>
      <Checkbox checked={shown !== null} onChange={(on) => change(on ? USUAL : null)}>
        {t('preferences.quietOn')}
      </Checkbox>
      {shown && (
        <chakra.div display="grid" gridTemplateColumns="1fr 1fr" gap="3" maxWidth="24rem">
          <MinuteField
            label={t('preferences.from')}
            minute={shown.from}
            onChange={(from) => change({ ...shown, from })}
          />
          <MinuteField
            label={t('preferences.to')}
            minute={shown.to}
            problem={problem}
            onChange={(to) => change({ ...shown, to })}
          />
        </chakra.div>
      )}
    </chakra.fieldset>
  )
}

interface MinuteFieldProps {
  label: string
  minute: number
  problem?: string | undefined
  onChange: (minute: number) => void
}

/** A time of the day in half hours; a stored time between them stays available. */
function MinuteField({ label, minute, problem, onChange }: MinuteFieldProps) {
  const language = useLanguage()
  const minutes = HALF_HOURS.includes(minute) ? HALF_HOURS : [...HALF_HOURS, minute].toSorted((a, b) => a - b)
  return (
    <SelectField
      label={label}
      problem={problem}
      value={String(minute)}
      options={minutes.map((each) => ({
        value: String(each),
        label: showDate(new Date(SOME_MIDNIGHT_MS + each * 60_000), language, 'time'),
      }))}
      onChange={(chosen) => onChange(minutes.find((each) => String(each) === chosen) ?? minute)}
    />
  )
}
