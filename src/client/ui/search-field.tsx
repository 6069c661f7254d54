import { chakra } from '@chakra-ui/react'
import { Search } from 'lucide-react'
import { BareInput, FieldBox } from './field-box.ts'
import { TextField } from './text-field.tsx'

type SearchFieldProps = { label: string; value: string; onChange: (value: string) => void; maxLength?: number }

/** A field that filters a list while the user types. */
export function SearchField(props: SearchFieldProps) {
  return <TextField {...props} {...SEARCHING} end={<Glass />} />
}

/** A low one for a panel of a desktop, with a hint in it instead of the name above it. */
export function SmallSearchField({ label, hint, value, onChange }: SearchFieldProps & { hint: string }) {
  return (
    <FieldBox flex="1" minWidth="0" minHeight="9">
      <BareInput
        {...SEARCHING}
        aria-label={label}
        placeholder={hint}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        height="9"
        fontSize="xs"
        paddingInline="2"
      />
    </FieldBox>
  )
}

const SEARCHING = { type: 'search', inputMode: 'search', autoComplete: 'off' } as const

const Glass = () => (
  <chakra.span paddingInlineEnd="3.5" color="fg.faint">
    <Search size={18} aria-hidden="true" />
  </chakra.span>
)
