import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'

const FIELDS = 'input, textarea, select, [contenteditable]'

/** Whether a key that was pressed here is text, not a shortcut. */
export const isTyping = (target: EventTarget | null) => target instanceof Element && target.matches(FIELDS)

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

/** A row of a list of keys: in a `dl` of two columns. */
export function KeyLine({ keys, children }: { keys: readonly string[]; children: ReactNode }) {
  return (
    <>
      <chakra.dt display="flex" gap="1" dir="ltr" alignItems="center">
        {keys.map((key) => (
          <Key key={key}>{key}</Key>
        ))}
      </chakra.dt>
      <dd>{children}</dd>
    </>
  )
}
