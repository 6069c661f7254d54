import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'

type EmptyStateProps = {
  icon?: ReactNode
  title: string
  text?: ReactNode
  /** The next step: a button or a link. */
  action?: ReactNode
  /** For an empty state that fills the page: its title is the page's heading. */
  heading?: boolean
}

/** Says that a list is still empty, and what to do about it. */
export function EmptyState({ icon, title, text, action, heading = false }: EmptyStateProps) {
  return (
    <chakra.div display="grid" justifyItems="center" gap="2" textAlign="center" paddingBlock="10" paddingInline="4">
      {icon && (
        <chakra.div
          display="grid"
          placeItems="center"
          width="3.5rem"
          height="3.5rem"
          borderRadius="full"
          bg="hover"
          color="fg.muted"
          marginBottom="2"
          aria-hidden="true"
        >
          {icon}
        </chakra.div>
      )}
      <chakra.p as={heading ? 'h1' : 'p'} fontWeight="semibold" fontSize={heading ? 'xl' : 'md'}>
        {title}
      </chakra.p>
      {text && (
        <chakra.p fontSize="sm" color="fg.muted" maxWidth="24rem">
          {text}
        </chakra.p>
      )}
      {action && <chakra.div marginTop="3">{action}</chakra.div>}
    </chakra.div>
  )
}
