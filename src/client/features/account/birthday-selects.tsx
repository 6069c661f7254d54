import { chakra } from '@chakra-ui/react'
import moment from 'moment-jalaali'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Language, useLanguage } from '#client/lib/locale.ts'
import { FieldProblem } from '#client/ui/field-frame.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { showDigits } from '#client/ui/show-digits.ts'
import { AGE_MIN } from '#domain/jalali.ts'

export type BirthdaySelectsProps = {
  /** A day as ISO 8601, or empty. */
  value: string
  /** Called with a day once all three parts are chosen, with the empty text until then. */
  onChange: (value: string) => void
  problem: string | undefined
}

type Chosen = { readonly [Part in keyof CalendarDay]?: CalendarDay[Part] | undefined }

/** Day, month, year: faster for a birthday than paging a calendar back by decades. */
export default function BirthdaySelects({ value, onChange, problem }: BirthdaySelectsProps) {
  const { t } = useTranslation('account')
  const language = useLanguage()
  const calendar = birthdayCalendar(language, new Date())
  const [partly, setPartly] = useState<Chosen>({})
  const chosen = calendar.fromIso(value) ?? partly
  const days = chosen.year && chosen.month ? calendar.daysIn({ year: chosen.year, month: chosen.month }) : 31
  const choose = (change: Chosen) => {
    const next: Chosen = { ...chosen, ...change }
    const last = next.year && next.month ? calendar.daysIn({ year: next.year, month: next.month }) : 31
    // A day that the month does not have is cleared, so that the user chooses again, rather than changed silently.
    const day = next.day !== undefined && next.day <= last ? next.day : undefined
    const { year, month } = next
    setPartly({ year, month, day })
    onChange(year && month && day ? calendar.toIso({ year, month, day }) : '')
  }
  const jalali = jalaliOf(value)
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
  const part = (name: keyof CalendarDay, options: readonly number[], show: (option: number) => string) => (
    <SelectField
      label={t(`birthDay.${name}`)}
      name={`birthDay.${name}`}
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
      <chakra.div display="grid" gridTemplateColumns="minmax(0, 70fr) minmax(0, 110fr) minmax(0, 92fr)" gap="2">
        {part('day', numbers(days), (day) => showDigits(String(day), language))}
        {part('month', numbers(12), (month) => calendar.monthName(month))}
        {part('year', calendar.years, (year) => showDigits(String(year), language))}
      </chakra.div>
      {language === 'en' && (
        <chakra.p fontSize="xs" color="fg.muted" marginTop="1.5">
          {jalali ? t('birthDay.onCard', { jalali }) : t('birthDay.gregorian')}
        </chakra.p>
      )}
      {problem && (
        <chakra.div marginTop="1.5">
          <FieldProblem id="birthday-problem">{problem}</FieldProblem>
        </chakra.div>
      )}
    </chakra.fieldset>
  )
}

/** The date in the form of an Iranian card, in Latin digits. */
function jalaliOf(iso: string): string | undefined {
  const at = moment(iso, 'YYYY-MM-DD', true)
  return at.isValid() ? at.format('jYYYY/jMM/jDD') : undefined
}

/** The largest age that is expected. */
const YEARS = 110

type CalendarDay = { year: number; month: number; day: number }

/** The calendar of a language: Jalali in Persian, Gregorian in English. Months count from 1. */
function birthdayCalendar(language: Language, now: Date) {
  const jalali = language === 'fa'
  const format = jalali ? 'jYYYY-jM-jD' : 'YYYY-M-D'
  const today = moment(now)
  const thisYear = jalali ? today.jYear() : today.year()
  return {
    years: Array.from({ length: YEARS }, (_, age) => thisYear - AGE_MIN - age),
    daysIn: ({ year, month }: { year: number; month: number }) =>
      jalali ? moment.jDaysInMonth(year, month - 1) : moment({ year, month: month - 1 }).daysInMonth(),
    monthName: (month: number) => monthNames(language)[month - 1] ?? '',
    toIso: ({ year, month, day }: CalendarDay) => moment(`${year}-${month}-${day}`, format).format('YYYY-MM-DD'),
    fromIso: (iso: string): CalendarDay | undefined => {
      const at = moment(iso, 'YYYY-MM-DD', true)
      if (!at.isValid()) return undefined
      return jalali
        ? { year: at.jYear(), month: at.jMonth() + 1, day: at.jDate() }
        : { year: at.year(), month: at.month() + 1, day: at.date() }
    },
  }
}

/** Month names of the browser's own calendars: of the middle days of twelve consecutive months, from the first of the year. */
function monthNames(language: Language): readonly string[] {
  const format = new Intl.DateTimeFormat(language === 'fa' ? 'fa-IR-u-ca-persian' : 'en-GB', {
    month: 'long',
    timeZone: 'UTC',
  })
  const first = language === 'fa' ? { month: 3, day: 5 } : { month: 0, day: 15 }
  return Array.from({ length: 12 }, (_, index) => format.format(Date.UTC(2021, first.month + index, first.day)))
}
