import { chakra } from '@chakra-ui/react'
import { Search } from 'lucide-react'
import { TextField } from './text-field.tsx'

type SearchFieldProps = { label: string; value: string; onChange: (value: string) => void; maxLength?: number }

/** A field that filters a list while the user types. */
export function SearchField(props: SearchFieldProps) {
  return (
    <TextField
      {...props}
      type="search"
      inputMode="search"
      autoComplete="off"
      end={
        <chakra.span paddingInlineEnd="3.5" color="fg.faint">
          <Search size={18} aria-hidden="true" />
        </chakra.span>
      }
    />
  )
}
