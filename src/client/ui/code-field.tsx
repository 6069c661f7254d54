import { chakra } from '@chakra-ui/react'
import { useEffect, useRef } from 'react'
import { useLanguage } from '#client/lib/locale.ts'
import { toAsciiDigits } from '#domain/ascii-digits.ts'
import { FieldFrame, type FieldProps } from './field-frame.tsx'
import { showDigits } from './show-digits.ts'

type CodeFieldProps = FieldProps & {
  /** ASCII digits. */
  value: string
  onChange: (value: string) => void
  /** Called once the last digit is entered. */
  onComplete?: (value: string) => void
  length: 5 | 6
}

const Wrap = chakra('div', {
  base: {
    position: 'relative',
    display: 'grid',
    gridAutoFlow: 'column',
    gridAutoColumns: '1fr',
    gap: '2',
    '& input': {
      position: 'absolute',
      inset: '0',
      width: 'full',
      opacity: '0',
      fontSize: 'md',
      cursor: 'text',
    },
    '& span': {
      display: 'grid',
      placeItems: 'center',
      height: '3.5rem',
      bg: 'sunken',
      borderWidth: '1px',
      borderColor: 'line.strong',
      borderRadius: 'md',
      fontSize: '2xl',
      fontWeight: 'bold',
    },
    '& input:focus-visible ~ span[data-next]': {
      borderColor: 'gold',
      boxShadow: '0 0 0 1px var(--k-colors-gold)',
    },
    '& input[aria-invalid=true] ~ span': { borderColor: 'sell' },
  },
})

/**
 * A single real input over drawn boxes, so that paste, autofill from an SMS and screen readers work as for any field. Chakra's PinInput, 10.3 KB,
 * has an input for each digit and refuses Persian ones.
 */
export function CodeField(props: CodeFieldProps) {
  const { value, length, onChange, onComplete } = props
  const input = useRef<HTMLInputElement>(null)
  const ready = !props.disabled
  // Pages show this field alone, so it takes the focus at first, and again after each refusal.
  useEffect(() => {
    if (ready) input.current?.focus({ preventScroll: true })
  }, [ready])
  const language = useLanguage()
  const boxes = Array.from({ length }, (_, index) => ({ place: index, digit: value.charAt(index) }))
  const edit = (text: string) => {
    const digits = toAsciiDigits(text).replace(/\D/g, '').slice(0, length)
    if (digits === value) return
    onChange(digits)
    if (digits.length === length) onComplete?.(digits)
  }
  return (
    <FieldFrame {...props}>
      {(ids) => (
        <Wrap dir="ltr">
          <input
            {...ids}
            ref={input}
            dir="ltr"
            type="text"
            inputMode="numeric"
            autoComplete="one-time-code"
            disabled={props.disabled}
            value={value}
            onChange={(event) => edit(event.currentTarget.value)}
            onSelect={(event) => event.currentTarget.setSelectionRange(value.length, value.length)}
          />
          {boxes.map(({ place, digit }) => (
            <span
              key={place}
              aria-hidden="true"
              data-next={place === Math.min(value.length, length - 1) ? '' : undefined}
            >
              {showDigits(digit, language)}
            </span>
          ))}
        </Wrap>
      )}
    </FieldFrame>
  )
}
