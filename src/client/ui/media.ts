import type { SystemStyleObject } from '@chakra-ui/react'

/** A style while the keyboard of a phone is up, as `markKeyboard` has marked the page. */
export const besideKeyboard = (style: SystemStyleObject) => ({ '[data-keyboard] &': style })

/**
 * Marks the page while the keyboard of a phone is up: a field that opens it has the focus, and the page has only the height that is left
 * (`interactive-widget` in index.html). Nothing tells a page of the keyboard itself. The same conditions as a media query of a style were missed by
 * Chromium at one change of height in fifty: the bar stayed above the keyboard.
 */
export function markKeyboard(page: Window): void {
  const { documentElement } = page.document
  const mark = () => {
    const isTyping = page.document.activeElement?.matches(':read-write') === true
    const isLow = page.matchMedia('(pointer: coarse) and (max-height: 34em)').matches
    documentElement.toggleAttribute('data-keyboard', isTyping && isLow)
  }
  for (const event of ['focusin', 'focusout', 'resize']) page.addEventListener(event, mark)
}

/** A phone whose letters have been set to about twice their size: `em` of a query follow them. What then does not fit side by side takes two lines. */
export const DOUBLE_LETTERS = '@media (max-width: 15em)'

/** A phone that lies on its side: it has no height for bars that stay. With large letters an upright one is no wider than high, and keeps them. */
export const ON_ITS_SIDE = '(orientation: landscape) and (max-height: 30em)'

/** People who have asked their device for less transparency: nothing shines through a surface, and nothing behind it is blurred. */
export const LESS_TRANSPARENCY = '@media (prefers-reduced-transparency: reduce)'
