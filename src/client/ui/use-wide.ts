import { useSyncExternalStore } from 'react'

/** The width from which columns fit side by side: the theme's `lg`. */
const WIDE = '(min-width: 1024px)'

/** Whether the window is wide enough for columns. Only for content that must exist once; anything else is styled for both widths. */
export function useWide(): boolean {
  return useSyncExternalStore(subscribe, isWide, () => false)
}

export function isWide(): boolean {
  return matchMedia(WIDE).matches
}

function subscribe(listener: () => void): () => void {
  const query = matchMedia(WIDE)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
