import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'

/** A cap of the keyboard, on screens that have one: raised, so that it is taken for no count. */
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
