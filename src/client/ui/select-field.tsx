import { chakra } from '@chakra-ui/react'
import { ChevronDown } from 'lucide-react'
import { FieldBox } from './field-box.ts'
import { FieldFrame, type FieldProps } from './field-frame.tsx'

type SelectFieldProps<Value extends string> = FieldProps & {
  value: Value
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
  name?: string
}

const Native = chakra('select', {
  base: {
    appearance: 'none',
    flex: '1',
    minWidth: '0',
    textOverflow: 'ellipsis',
    height: '3rem',
    paddingInlineStart: '3.5',
    paddingInlineEnd: '9',
    bg: 'transparent',
    color: 'fg',
    fontSize: 'md',
    outline: 'none!',
    '& option': { bg: 'surface', color: 'fg' },
  },
})

/** The phone's own picker, in our box. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { value, options, onChange } = props
  return (
    <FieldFrame {...props}>
      {(ids) => (
        <FieldBox position="relative">
          <Native
            {...ids}
            name={props.name}
            disabled={props.disabled}
            value={value}
            onChange={(event) => {
              const chosen = options.find((option) => option.value === event.currentTarget.value)
              if (chosen) onChange(chosen.value)
            }}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </Native>
          <chakra.span position="absolute" insetInlineEnd="3.5" pointerEvents="none" color="fg.muted">
            <ChevronDown size={18} aria-hidden="true" />
          </chakra.span>
        </FieldBox>
      )}
    </FieldFrame>
  )
}
