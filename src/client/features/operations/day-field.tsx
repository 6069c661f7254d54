import { BareInput, FieldBox } from '#client/ui/field-box.ts'
import { FieldFrame } from '#client/ui/field-frame.tsx'

/** A day of the calendar that the browser picks by: "yyyy-mm-dd", or empty. */
export function DayField({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (day: string) => void
}) {
  return (
    <FieldFrame label={label}>
      {(ids) => (
        <FieldBox dir="ltr">
          <BareInput {...ids} type="date" value={value} onChange={(event) => onChange(event.currentTarget.value)} />
        </FieldBox>
      )}
    </FieldFrame>
  )
}
