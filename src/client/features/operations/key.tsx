import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'

/** A key of the keyboard, on screens that have one. */
export function Key({ children }: { children: ReactNode }) {
  return (
    <chakra.kbd
      aria-hidden="true"
      hideBelow="lg"
      paddingInline="1.5"
      borderWidth="1px"
      borderColor="line.strong"
      borderRadius="sm"
      fontSize="2xs"
      fontFamily="body"
      color="fg.faint"
    >
      {children}
    </chakra.kbd>
  )
}
