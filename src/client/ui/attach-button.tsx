import { chakra } from '@chakra-ui/react'
import { Paperclip, X } from 'lucide-react'
import { useId, useRef } from 'react'
import { FieldProblem } from './field-frame.tsx'
import { IconButton } from './icon-button.tsx'

type AttachButtonProps = {
  label: string
  hint: string
  removeLabel: (name: string) => string
  accept: string
  file: File | undefined
  problem: string | undefined
  onChange: (file: File | undefined) => void
}

const Label = chakra('label', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '2',
    minHeight: 'tap',
    paddingInline: '3.5',
    borderRadius: 'md',
    bg: 'hover',
    fontSize: 'sm',
    fontWeight: 'semibold',
    cursor: 'pointer',
    '&:has(:focus-visible)': { outline: '2px solid var(--k-colors-gold)', outlineOffset: '2px' },
  },
})

/** Picks the file of a message and shows its name. */
export function AttachButton(props: AttachButtonProps) {
  const { label, hint, removeLabel, accept, file, problem, onChange } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const change = (next: File | undefined) => {
    // Without the reset, the browser would ignore the same file when it is picked again after its removal.
    if (input.current) input.current.value = ''
    onChange(next)
  }
  return (
    <chakra.div display="grid" gap="1.5" minWidth="0">
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="2" minWidth="0">
        <Label>
          <Paperclip size={18} aria-hidden="true" />
          {label}
          <chakra.input
            ref={input}
            type="file"
            srOnly
            accept={accept}
            aria-invalid={problem ? true : undefined}
            aria-describedby={`${id}-note`}
            onChange={(event) => change(event.currentTarget.files?.[0] ?? undefined)}
          />
        </Label>
        {file && (
          <chakra.span display="inline-flex" alignItems="center" minWidth="0" fontSize="sm">
            <chakra.bdi truncate>{file.name}</chakra.bdi>
            <IconButton
              label={removeLabel(file.name)}
              icon={<X size={18} aria-hidden="true" />}
              onClick={() => change(undefined)}
            />
          </chakra.span>
        )}
      </chakra.div>
      {problem ? (
        <FieldProblem id={`${id}-note`}>{problem}</FieldProblem>
      ) : (
        <chakra.p id={`${id}-note`} fontSize="xs" color="fg.muted">
          {hint}
        </chakra.p>
      )}
    </chakra.div>
  )
}
