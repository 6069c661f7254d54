let last: HTMLElement | undefined

/** Follows the focus from the first sheet's module on, since a button that rests while its call runs loses it before the sheet opens. */
document.addEventListener('focusin', ({ target }) => {
  if (target instanceof HTMLElement) last = target
})

/** The control that was pressed last, also where it has lost the focus since. */
export const lastFocused = (): HTMLElement | undefined =>
  document.activeElement instanceof HTMLElement && document.activeElement !== document.body
    ? document.activeElement
    : last

/** A button rests for as long as its call is being refused. */
const TRIES_MS = [0, 100, 400]

/** Where the browser has given the focus to nobody, it goes back to the control that opened the sheet, once that is no longer at rest. */
export function giveFocusBack(opener: HTMLElement | undefined): void {
  for (const ms of TRIES_MS)
    setTimeout(() => {
      // Asked first: the page may be gone by then, and its document with it.
      if (!opener?.isConnected) return
      const isNowhere = document.activeElement === null || document.activeElement === document.body
      if (isNowhere) opener.focus()
    }, ms)
}
