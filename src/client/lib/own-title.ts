import { useEffect, useSyncExternalStore } from 'react'

/** The title that the present page sets for itself, after its content. */
let own: string | undefined
const listeners = new Set<() => void>()

function setOwn(title: string | undefined): void {
  own = title
  for (const listener of listeners) listener()
}

/** Sets the document's title after the content of the page, for as long as the page is on the screen. */
export function useOwnTitle(title: string): void {
  useEffect(() => {
    setOwn(title)
    return () => setOwn(undefined)
  }, [title])
}

/** For the one component that writes the document's title. */
export const useChosenTitle = (): string | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => own,
  )
