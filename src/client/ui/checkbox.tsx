import { chakra } from '@chakra-ui/react'
import { type ReactNode, useId } from 'react'
import { FieldProblem } from './field-frame.tsx'

type CheckboxProps = {
  checked: boolean
  onChange: (checked: boolean) => void
  name?: string
  /** The reason why it must be checked. */
  problem?: string | undefined
  children: ReactNode
}

/** The bare input, for a label of another layout than that of `Checkbox`. */
export const CheckInput = chakra('input', {
  base: {
    appearance: 'none',
    flexShrink: '0',
    width: '1.375rem',
    height: '1.375rem',
    marginBlock: '0.5',
    borderWidth: '1.5px',
    borderColor: 'fg.faint',
    borderRadius: '0.4rem',
    bg: 'sunken',
    cursor: 'pointer',
    transition: 'background-color 120ms, border-color 120ms',
    '&[aria-invalid=true]': { borderColor: 'sell' },
    '&:checked': {
      bg: 'gold.solid',
      borderColor: 'gold.solid',
      backgroundImage:
        "url(\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16' fill='none' stroke='%231D1502' stroke-width='2.4' stroke-linecap='round' stroke-linejoin='round'%3E%3Cpath d='m3.5 8.4 3 3 6-6.6'/%3E%3C/svg%3E\")",
    },
  },
})

const Row = chakra('label', {
  base: {
    display: 'flex',
    gap: '3',
    alignItems: 'flex-start',
    minHeight: 'tap',
    paddingBlock: '2.5',
    fontSize: 'sm',
    cursor: 'pointer',
  },
})

/**
 * The native input. Chakra's Checkbox, 10.5 KB, lets its input stay checked when the server refuses the choice and the box is drawn empty, so that
 * a screen reader would announce the wrong state.
 */
export function Checkbox({ checked, onChange, name, problem, children }: CheckboxProps) {
  const problemId = useId()
  const box = (
    <Row>
      <CheckInput
        type="checkbox"
        name={name}
        checked={checked}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? problemId : undefined}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>{children}</span>
    </Row>
  )
  if (!problem) return box
  return (
    <div>
      {box}
      <FieldProblem id={problemId}>{problem}</FieldProblem>
    </div>
  )
}
