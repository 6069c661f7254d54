import { useCallback, useSyncExternalStore } from 'react'

/** The width from which columns fit side by side: the theme's `lg`. */
const WIDE = '(min-width: 1024px)'

/** Whether the window is wide enough for columns. Only for content that must exist once; anything else is styled for both widths. */
export const useWide = (): boolean => useMedia(WIDE)

export function isWide(): boolean {
  return matchMedia(WIDE).matches
}

export function useMedia(condition: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const query = matchMedia(condition)
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    [condition],
  )
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(condition).matches,
    () => false,
  )
}
