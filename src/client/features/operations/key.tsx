import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'

/** A key cap, on screens with a keyboard: raised, so that it does not look like a count. */
export function Key({ children }: { children: ReactNode }) {
  return (
    <chakra.kbd
      hideBelow="lg"
      minWidth="1.375rem"
      textAlign="center"
      paddingInline="1.5"
      borderWidth="1px"
      borderBottomWidth="3px"
      borderColor="line.strong"
      borderRadius="sm"
      bg="raised"
      fontSize="2xs"
      fontFamily="body"
      color="fg.muted"
    >
      {children}
    </chakra.kbd>
  )
}
