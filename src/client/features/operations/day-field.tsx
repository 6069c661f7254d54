import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { DAY_MS } from '#client/lib/durations.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { BareInput, FieldBox } from '#client/ui/field-box.ts'
import { FieldFrame } from '#client/ui/field-frame.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { TEHRAN_OFFSET_MS } from '#domain/jalali.ts'

/** The present day in Tehran, or one before it. */
export const dayInTehran = (daysAgo = 0) =>
  new Date(Date.now() + TEHRAN_OFFSET_MS - daysAgo * DAY_MS).toISOString().slice(0, 10)

/** "yyyy-mm-dd", or empty; both days are included. */
export type DaySpan = { readonly from: string; readonly to: string }

/** The first and the last day of a span. */
export function DaySpanFields<Span extends DaySpan>({
  span,
  onChange,
}: {
  span: Span
  onChange: (span: Span) => void
}) {
  const { t } = useTranslation('desk')
  return (
    <>
      <DayField label={t('reports.from')} value={span.from} onChange={(from) => onChange({ ...span, from })} />
      <DayField label={t('reports.to')} value={span.to} onChange={(to) => onChange({ ...span, to })} />
    </>
  )
}

type DayFieldProps = {
  label: string
  /** "yyyy-mm-dd", or empty. */
  value: string
  onChange: (day: string) => void
  /** The fault of the value, once the button was pressed. */
  problem?: string | undefined
}

const YEARS_BACK = 5
const YEARS_AHEAD = 2

const DaySelects = lazy(() => import('#client/ui/day-selects.tsx'))

/** A day in the calendar of the language: Jalali in Persian; in English the browser's date field. */
export function DayField(props: DayFieldProps) {
  const { label, value, onChange, problem } = props
  if (useLanguage() === 'fa') return <JalaliDayField {...props} />
  return (
    <FieldFrame label={label} problem={problem}>
      {(ids) => (
        <FieldBox dir="ltr">
          <BareInput {...ids} type="date" value={value} onChange={(event) => onChange(event.currentTarget.value)} />
        </FieldBox>
      )}
    </FieldFrame>
  )
}

function JalaliDayField(props: DayFieldProps) {
  const { t } = useTranslation('desk')
  return (
    <Suspense fallback={<Skeleton height="6.5rem" borderRadius="md" />}>
      <DaySelects
        {...props}
        words={{ day: t('day.day'), month: t('day.month'), year: t('day.year') }}
        years={yearsAround}
        missingDay="last"
      />
    </Suspense>
  )
}

const yearsAround = (present: number) =>
  Array.from({ length: YEARS_BACK + 1 + YEARS_AHEAD }, (_, index) => present - YEARS_BACK + index)
