import { useLanguage } from '#client/lib/locale.ts'
import { BareInput, FieldBox } from '#client/ui/field-box.ts'
import { FieldFrame } from '#client/ui/field-frame.tsx'
import { type DayFieldProps, JalaliDayField } from './jalali-day-field.tsx'

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
