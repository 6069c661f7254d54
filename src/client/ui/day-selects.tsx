import { chakra } from '@chakra-ui/react'
import moment from 'moment-jalaali'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Language, useLanguage } from '#client/lib/locale.ts'
import { FieldProblem } from './field-frame.tsx'
import { SelectField } from './select-field.tsx'
import { showDigits } from './show-digits.ts'

/** Months count from 1. */
type CalendarDay = { year: number; month: number; day: number }
type Part = keyof CalendarDay
type Chosen = { readonly [Each in Part]?: CalendarDay[Each] | undefined }

export type DaySelectsProps = {
  label: string
  /** The labels of the three parts. */
  words: Readonly<Record<Part, string>>
  /** A day as ISO 8601, or empty. */
  value: string
  /** Called with a day once all three parts are chosen, with the empty text until then. */
  onChange: (value: string) => void
  /** The offered years of the calendar, from its present one. */
  years: (present: number) => readonly number[]
  /** A day that the chosen month does not have is chosen again, or becomes the last of the month. */
  missingDay: 'cleared' | 'last'
  /** Called with whether some of the three parts are chosen and others lack. */
  onPartly?: (isPartly: boolean) => void
  problem?: string | undefined
  /** The beginning of the names of the selects. */
  name?: string
  note?: ReactNode
}

const DAYS_MAX = 31

/**
 * A day in the calendar of the language, Jalali in Persian and Gregorian in English, chosen by day, month and year: faster than paging a
 * calendar. Lazy at its callers, since the calendar's arithmetic is a package of its own.
 */
export default function DaySelects(props: DaySelectsProps) {
  const { label, words, value, onChange, onPartly, years, missingDay, problem, name, note } = props
  const { t } = useTranslation('ui')
  const language = useLanguage()
  const problemId = useId()
  const calendar = calendarOf(language)
  const [partly, setPartly] = useState<Chosen>({})
  const chosen = calendar.fromIso(value) ?? partly
  const choose = (change: Chosen) => {
    const { year, month, day } = { ...chosen, ...change }
    const last = daysIn(calendar, { year, month })
    const possible = day === undefined || day <= last ? day : missingDay === 'last' ? last : undefined
    const next = { year, month, day: possible }
    setPartly(next)
    onChange(year && month && possible ? calendar.toIso({ year, month, day: possible }) : '')
    onPartly?.(isPartOf(next))
  }
  const hint = isPartOf(chosen) ? t('day.partly') : note
  const part = (each: Part, options: readonly number[], show: (option: number) => string) => (
    <SelectField
      label={words[each]}
      {...(name ? { name: `${name}.${each}` } : {})}
      value={chosen[each] === undefined ? '' : String(chosen[each])}
      options={[
        { value: '', label: '—' },
        ...options.map((option) => ({ value: String(option), label: show(option) })),
      ]}
      onChange={(text) => choose({ [each]: options.find((option) => String(option) === text) })}
    />
  )
  const digits = (number: number) => showDigits(String(number), language)
  return (
    <chakra.fieldset minWidth="0" {...(problem ? { 'data-problem': '', 'aria-describedby': problemId } : {})}>
      <chakra.legend fontSize="sm" fontWeight="medium" color="fg.muted" marginBottom="1.5">
        {label}
      </chakra.legend>
      <chakra.div display="grid" gridTemplateColumns="minmax(0, 70fr) minmax(0, 110fr) minmax(0, 92fr)" gap="2">
        {part('day', numbersTo(daysIn(calendar, chosen)), digits)}
        {part('month', numbersTo(12), (month) => monthNames(language)[month - 1] ?? '')}
        {part('year', years(calendar.present()), digits)}
      </chakra.div>
      {hint && !problem && (
        <chakra.p fontSize="xs" color="fg.muted" marginTop="1.5">
          {hint}
        </chakra.p>
      )}
      {problem && (
        <chakra.div marginTop="1.5">
          <FieldProblem id={problemId}>{problem}</FieldProblem>
        </chakra.div>
      )}
    </chakra.fieldset>
  )
}

/** Whether a day is begun and not complete: it says so at its field, since it counts for nothing. */
const isPartOf = ({ year, month, day }: Chosen): boolean => {
  const parts = [year, month, day].filter((part) => part !== undefined)
  return parts.length > 0 && parts.length < 3
}

const numbersTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)

type Calendar = ReturnType<typeof calendarOf>

/** The days of a month; as many as a month can have until it is chosen. */
const daysIn = (calendar: Calendar, { year, month }: Chosen) =>
  year && month ? calendar.daysIn({ year, month }) : DAYS_MAX

function calendarOf(language: Language) {
  const isJalali = language === 'fa'
  return {
    present: () => (isJalali ? moment().jYear() : moment().year()),
    daysIn: ({ year, month }: { year: number; month: number }) =>
      isJalali ? moment.jDaysInMonth(year, month - 1) : moment({ year, month: month - 1 }).daysInMonth(),
    toIso: ({ year, month, day }: CalendarDay) =>
      moment(`${year}-${month}-${day}`, isJalali ? 'jYYYY-jM-jD' : 'YYYY-M-D').format('YYYY-MM-DD'),
    fromIso: (iso: string): CalendarDay | undefined => {
      const at = moment(iso, 'YYYY-MM-DD', true)
      if (!at.isValid()) return undefined
      return isJalali
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
