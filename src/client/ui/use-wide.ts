import { useSyncExternalStore } from 'react'

/** From here on there is room for columns side by side: the theme's `lg`. */
const WIDE = '(min-width: 1024px)'

/** Whether the window has room for columns. For what must exist once; whatever can be styled both ways is styled. */
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
