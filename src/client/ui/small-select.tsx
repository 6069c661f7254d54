import { chakra } from '@chakra-ui/react'
import { ChevronDown } from 'lucide-react'

type SmallSelectProps<Value extends string> = {
  /** Describes the choice to screen readers. */
  label: string
  value: Value
  options: readonly { readonly value: Value; readonly label: string }[]
  onChange: (value: Value) => void
}

/** A choice in a panel's head, low on a desktop. */
export function SmallSelect<Value extends string>({ label, value, options, onChange }: SmallSelectProps<Value>) {
  return (
    <chakra.span display="inline-grid" position="relative" alignItems="center">
      <chakra.select
        aria-label={label}
        title={label}
        value={value}
        onChange={(event) => {
          const next = options.find((option) => option.value === event.currentTarget.value)
          if (next) onChange(next.value)
        }}
        height={{ base: 'tap', lg: '8' }}
        // It keeps the width of its longest option where there is space, and shows a word at least.
        minWidth="3.75rem"
        width="full"
        paddingInlineStart={{ base: '1.5', lg: '2' }}
        paddingInlineEnd="6"
        appearance="none"
        borderWidth="1px"
        borderColor="line"
        borderRadius="sm"
        bg="transparent"
        fontSize="xs"
        css={{ '& option': { bg: 'surface', color: 'fg' } }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </chakra.select>
      <chakra.span position="absolute" insetInlineEnd="1.5" pointerEvents="none" color="fg.muted">
        <ChevronDown size={14} aria-hidden="true" />
      </chakra.span>
    </chakra.span>
  )
}
