import { chakra } from '@chakra-ui/react'
import { NativeSelect } from '@chakra-ui/react/native-select'
import { ChevronDown } from 'lucide-react'
import { FieldBox } from './field-box.ts'
import { FieldFrame, type FieldProps } from './field-frame.tsx'

type SelectFieldProps<Value extends string> = FieldProps & {
  value: Value
  /** `detail` is shown after the label in the picker and below it in the field, where they would not fit side by side. */
  options: readonly { value: Value; label: string; detail?: string }[]
  onChange: (value: Value) => void
  name?: string
}

const NATIVE = {
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
} as const

/** A native picker shows only a single line. */
const TwoLines = chakra('span', {
  base: {
    position: 'absolute',
    insetInlineStart: '3.5',
    insetInlineEnd: '9',
    display: 'grid',
    lineHeight: 'snug',
    pointerEvents: 'none',
    '& small': { fontSize: 'xs', color: 'fg.muted' },
  },
})

/** The phone's own picker, in our box. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { value, options, onChange } = props
  const chosen = options.find((option) => option.value === value)
  return (
    <FieldFrame {...props}>
      {(ids) => (
        <NativeSelect.Root as={FieldBox} position="relative" disabled={props.disabled ?? false}>
          <NativeSelect.Field
            {...NATIVE}
            {...ids}
            opacity={chosen?.detail ? 0 : undefined}
            name={props.name}
            value={value}
            onChange={(event) => {
              const next = options.find((option) => option.value === event.currentTarget.value)
              if (next) onChange(next.value)
            }}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.detail ? `${option.label} · ${option.detail}` : option.label}
              </option>
            ))}
          </NativeSelect.Field>
          {chosen?.detail && (
            <TwoLines aria-hidden="true">
              {chosen.label}
              <small>{chosen.detail}</small>
            </TwoLines>
          )}
          <NativeSelect.Indicator position="absolute" insetInlineEnd="3.5" pointerEvents="none" color="fg.muted">
            <ChevronDown size={18} aria-hidden="true" />
          </NativeSelect.Indicator>
        </NativeSelect.Root>
      )}
    </FieldFrame>
  )
}
