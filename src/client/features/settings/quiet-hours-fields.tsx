import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { showDate } from '#client/ui/show-date.ts'
import { TEHRAN_OFFSET_MS } from '#domain/jalali.ts'
import type { QuietHours } from '#domain/notices.ts'
import { areNoHours, DAY_MINUTES } from '#domain/quiet-hours.ts'

const STEP_MINUTES = 30
const HALF_HOURS = Array.from({ length: DAY_MINUTES / STEP_MINUTES }, (_, index) => index * STEP_MINUTES)
/** The default: from eleven in the evening to seven in the morning. */
const USUAL: QuietHours = { from: 1_380, to: 420 }
const SOME_MIDNIGHT_MS = Date.UTC(2026, 0, 1) - TEHRAN_OFFSET_MS

interface QuietHoursFieldsProps {
  hours: QuietHours | null
  onChange: (hours: QuietHours | null) => void
}

export function QuietHoursFields({ hours, onChange }: QuietHoursFieldsProps) {
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
