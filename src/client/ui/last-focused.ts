let last: HTMLElement | undefined

/** Remembers the last focused element: a button that is disabled during its request loses focus before the sheet opens. */
document.addEventListener('focusin', ({ target }) => {
  if (target instanceof HTMLElement) last = target
})

/** The control that was pressed last, even if it has lost focus since. */
export const lastFocused = (): HTMLElement | undefined =>
  document.activeElement instanceof HTMLElement && document.activeElement !== document.body
    ? document.activeElement
    : last

/** Delays before each try: the opener stays disabled until its request has been refused. */
const TRIES_MS = [0, 100, 400]

/** If no element has focus, returns it to the control that opened the sheet, once that control is enabled again. */
export function giveFocusBack(opener: HTMLElement | undefined): void {
  for (const ms of TRIES_MS)
    setTimeout(() => {
      // This check comes first: the page may be gone by now, and its document with it.
      if (!opener?.isConnected) return
      const isNowhere = document.activeElement === null || document.activeElement === document.body
      if (isNowhere) opener.focus()
    }, ms)
}
