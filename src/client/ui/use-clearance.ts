import { type FocusEvent, useEffect } from 'react'

/** Scrolls a field out from under the bars at the screen's edges, by its scroll margins. */
function standClear(element: Element | null) {
  if (element instanceof HTMLInputElement && element.form) element.scrollIntoView({ block: 'nearest' })
}

/** Keeps the focused field of a form clear of the screen's edges, and of a button that sticks above the bottom bar once the form is filled in. */
export function useClearance(isFilled: boolean) {
  useEffect(() => {
    // With the first digit the button sticks, where it may cover the focused field.
    if (isFilled) standClear(document.activeElement)
  }, [isFilled])
  return { onFocus: (event: FocusEvent) => standClear(event.target) }
}
