import { chakra } from '@chakra-ui/react'
import { FlaskConical } from 'lucide-react'
import type { ReactNode } from 'react'

/** A thin line above every screen while outside services are sandboxes, since no real money moves then. */
export function SandboxBanner({ label, children }: { label: string; children: ReactNode }) {
  return (
    <chakra.aside
      aria-label={label}
      display="flex"
      alignItems="center"
      justifyContent="center"
      gap="2"
      paddingInline="4"
      paddingTop="1.5"
      paddingBottom="1"
      bg="gold.subtle"
      color="gold"
      fontSize="xs"
      fontWeight="medium"
      textAlign="center"
      // A height of whole pixels leaves the content below at the size that it has without the line.
      lineHeight="1.5"
    >
      <FlaskConical size={14} aria-hidden="true" />
      <span>{children}</span>
    </chakra.aside>
  )
}
