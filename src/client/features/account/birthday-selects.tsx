import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { SelectField } from '#client/ui/select-field.tsx'
import { showDigits } from '#client/ui/show-digits.ts'
import { birthdayCalendar, type CalendarDay } from './birthday-calendar.ts'

export type BirthdaySelectsProps = {
  /** ISO 8601 day, or empty. */
  value: string
  /** Called with a day once all three are chosen, with the empty text until then. */
  onChange: (value: string) => void
  disabled: boolean
  problem: string | undefined
}

type Chosen = Partial<CalendarDay>

/** Day, month, year: quicker for a birthday than walking a calendar back by decades. */
export default function BirthdaySelects({ value, onChange, disabled, problem }: BirthdaySelectsProps) {
  const { t } = useTranslation('account')
  const language = useLanguage()
  const calendar = birthdayCalendar(language, new Date())
  const [partly, setPartly] = useState<Chosen>({})
  const chosen = calendar.fromIso(value) ?? partly
  const days = chosen.year && chosen.month ? calendar.daysIn({ year: chosen.year, month: chosen.month }) : 31
  const choose = (change: Chosen) => {
    const next = { ...chosen, ...change }
    const last = next.year && next.month ? calendar.daysIn({ year: next.year, month: next.month }) : 31
    const { year, month, day = 0 } = { ...next, day: next.day && Math.min(next.day, last) }
    setPartly(next)
    onChange(year && month && day ? calendar.toIso({ year, month, day }) : '')
  }
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
  const part = (name: keyof CalendarDay, options: readonly number[], show: (option: number) => string) => (
    <SelectField
      label={t(`birthDay.${name}`)}
      name={`birthDay.${name}`}
      disabled={disabled}
      value={chosen[name] === undefined ? '' : String(chosen[name])}
      options={[
        { value: '', label: '—' },
        ...options.map((option) => ({ value: String(option), label: show(option) })),
      ]}
      onChange={(text) => choose({ [name]: options.find((option) => String(option) === text) })}
    />
  )
  return (
    <chakra.fieldset
      minWidth="0"
      data-problem={problem && ''}
      aria-describedby={problem ? 'birthday-problem' : undefined}
    >
      <chakra.legend fontSize="sm" fontWeight="medium" color="fg.muted" marginBottom="1.5">
        {t('field.birthDay')}
      </chakra.legend>
      <chakra.div display="grid" gridTemplateColumns="1fr 1.5fr 1.2fr" gap="2">
        {part('day', numbers(days), (day) => showDigits(String(day), language))}
        {part('month', numbers(12), (month) => calendar.monthName(month))}
        {part('year', calendar.years, (year) => showDigits(String(year), language))}
      </chakra.div>
      {problem && (
        <chakra.p id="birthday-problem" fontSize="xs" color="sell" marginTop="1.5">
          {problem}
        </chakra.p>
      )}
    </chakra.fieldset>
  )
}
