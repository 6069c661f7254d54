import type { SystemStyleObject } from '@chakra-ui/react'

/**
 * A style while the keyboard of a phone is up: a field that opens it has the focus, and the page has only the height that is left (`interactive-widget`
 * in index.html). No style knows of the keyboard itself.
 */
export const besideKeyboard = (style: SystemStyleObject) => ({
  '@media (pointer: coarse) and (max-height: 34em)': { 'body:has(:read-write:focus) &': style },
})

/** A phone whose letters have been set to about twice their size: `em` of a query follow them. What then does not fit side by side takes two lines. */
export const DOUBLE_LETTERS = '@media (max-width: 15em)'

/** A phone that lies on its side: it has no height for bars that stay. With large letters an upright one is no wider than high, and keeps them. */
export const ON_ITS_SIDE = '(orientation: landscape) and (max-height: 30em)'
