import { chakra } from '@chakra-ui/react'
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

/** What is wrong with a field, below it. */
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
