import { chakra } from '@chakra-ui/react'
import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'

/** The properties of every field, whatever its input. */
export type FieldProps = {
  label: string
  /** Shown under the field while there is no problem. */
  hint?: ReactNode
  /** The sentence of a failed check or of a refusal by the server. */
  problem?: string | undefined
  required?: boolean
  disabled?: boolean
  /** Content at the label's far end: a balance, a link. */
  aside?: ReactNode
}

export type FieldIds = {
  id: string
  'aria-invalid': boolean | undefined
  'aria-describedby': string | undefined
  'aria-required': boolean | undefined
}

const Label = chakra('label', { base: { fontSize: 'sm', fontWeight: 'medium', color: 'fg.muted' } })

/** A label, an input, and below it the problem or the hint. The input gets the ids that tie the three together. */
export function FieldFrame({
  label,
  hint,
  problem,
  required,
  aside,
  children,
}: FieldProps & { children: (ids: FieldIds) => ReactNode }) {
  const id = useId()
  const note = problem ?? hint
  const ids = {
    id,
    'aria-invalid': problem ? true : undefined,
    'aria-describedby': note ? `${id}-note` : undefined,
    'aria-required': required || undefined,
  }
  return (
    <chakra.div display="flex" flexDirection="column" gap="1.5" minWidth="0" textAlign="start">
      <chakra.div display="flex" justifyContent="space-between" alignItems="baseline" gap="3">
        <Label htmlFor={id}>{label}</Label>
        {aside && (
          <chakra.span fontSize="xs" color="fg.faint">
            {aside}
          </chakra.span>
        )}
      </chakra.div>
      {children(ids)}
      {problem ? (
        <FieldProblem id={`${id}-note`}>{problem}</FieldProblem>
      ) : (
        hint && (
          <chakra.div id={`${id}-note`} fontSize="xs" lineHeight="snug" color="fg.faint">
            {hint}
          </chakra.div>
        )
      )}
    </chakra.div>
  )
}

/** The problem of a field, shown below it. */
export function FieldProblem({ id, children }: { id: string; children: ReactNode }) {
  return (
    <chakra.div id={id} display="flex" gap="1.5" alignItems="flex-start" fontSize="xs" lineHeight="snug" color="sell">
      <chakra.span flexShrink="0" paddingTop="0.5">
        <CircleAlert size={13} aria-hidden="true" />
      </chakra.span>
      <span>{children}</span>
    </chakra.div>
  )
}
