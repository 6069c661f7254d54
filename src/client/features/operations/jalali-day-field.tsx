import { chakra } from '@chakra-ui/react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldProblem } from '#client/ui/field-frame.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { showDigits } from '#client/ui/show-digits.ts'
import { gregorianToJalali, jalaliDateAt, jalaliToGregorian, parseJalaliDate } from '#domain/jalali.ts'

export type DayFieldProps = {
  label: string
  /** "yyyy-mm-dd", or empty. */
  value: string
  onChange: (day: string) => void
  /** The fault of the value, once the button was pressed. */
  problem?: string | undefined
}

const YEARS_BACK = 5
const YEARS_AHEAD = 2
const YEAR_MS = 365.2422 * 86_400_000
const PARTS = { year: [0, 4], month: [4, 6], day: [6, 8] } as const

type Part = keyof typeof PARTS
/** "1405", "09" and "01"; each is empty until it is chosen. */
type Parts = Readonly<Record<Part, string>>

const NONE: Parts = { year: '', month: '', day: '' }

const partsOf = (iso: string): Parts | undefined => {
  const date = gregorianToJalali(iso)
  return date && { year: date.slice(...PARTS.year), month: date.slice(...PARTS.month), day: date.slice(...PARTS.day) }
}

/** "01", "02" … */
const numbersTo = (last: number) => Array.from({ length: last }, (_, index) => String(index + 1).padStart(2, '0'))

const yearsAround = (now: Date) =>
  Array.from({ length: YEARS_BACK + 1 + YEARS_AHEAD }, (_, index) =>
    jalaliDateAt(new Date(now.getTime() + (index - YEARS_BACK) * YEAR_MS)).slice(...PARTS.year),
  )

/** A name from the browser's own calendar, taken from the middle of the month. */
const monthName = (month: string) =>
  new Intl.DateTimeFormat('fa-IR-u-ca-persian', { month: 'long', timeZone: 'UTC' }).format(
    Date.UTC(2021, 3 + numbersTo(12).indexOf(month), 5),
  )

/** A day of the Jalali calendar, chosen by day, month and year. A day that the month does not have becomes its last. */
export function JalaliDayField({ label, value, onChange, problem }: DayFieldProps) {
  const { t } = useTranslation('desk')
  const [partly, setPartly] = useState(NONE)
  const note = useId()
  const chosen = partsOf(value) ?? partly
  const choose = (part: Part) => (text: string) => {
    const next = { ...chosen, [part]: text }
    setPartly(next)
    onChange(isoOf(next))
  }
  const select = (part: Part, values: readonly string[], show: (value: string) => string) => (
    <SelectField
      label={t(`day.${part}`)}
      value={chosen[part]}
      options={[{ value: '', label: '—' }, ...values.map((value) => ({ value, label: show(value) }))]}
      onChange={choose(part)}
    />
  )
  const digits = (text: string) => showDigits(text.replace(/^0/, ''), 'fa')
  return (
    <chakra.fieldset minWidth="0" {...(problem ? { 'data-problem': '', 'aria-describedby': note } : {})}>
      <chakra.legend fontSize="sm" fontWeight="medium" color="fg.muted" marginBottom="1.5">
        {label}
      </chakra.legend>
      <chakra.div display="grid" gridTemplateColumns="minmax(0, 70fr) minmax(0, 110fr) minmax(0, 92fr)" gap="2">
        {select('day', numbersTo(31), digits)}
        {select('month', numbersTo(12), monthName)}
        {select('year', yearsAround(new Date()), digits)}
      </chakra.div>
      {problem && <FieldProblem id={note}>{problem}</FieldProblem>}
    </chakra.fieldset>
  )
}

/** The day of the chosen parts, at most the last of its month; empty until all are chosen. */
function isoOf({ year, month, day }: Parts): string {
  if (year === '' || month === '' || day === '') return ''
  for (const last of [day, '30', '29']) {
    const date = last <= day ? parseJalaliDate(`${year}${month}${last}`) : undefined
    if (date) return jalaliToGregorian(date)
  }
  return ''
}
