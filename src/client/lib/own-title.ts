import { createAtom, useSelector } from '@tanstack/react-store'
import { useEffect } from 'react'

/** The title that the present page sets for itself, after its content. */
const ownTitle = createAtom<string | undefined>(undefined)

/** Sets the document's title after the content of the page, for as long as the page is on the screen. */
export function useOwnTitle(title: string): void {
  useEffect(() => {
    ownTitle.set(title)
    // The atom ignores a plain `undefined`.
    return () => ownTitle.set(() => undefined)
  }, [title])
}

/** For the one component that writes the document's title. */
export const useChosenTitle = (): string | undefined => useSelector(ownTitle)
