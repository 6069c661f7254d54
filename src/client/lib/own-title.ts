import { useEffect, useSyncExternalStore } from 'react'

/** The title that the page on the screen gives itself, which names what it shows. */
let own: string | undefined
const listeners = new Set<() => void>()

function setOwn(title: string | undefined): void {
  own = title
  for (const listener of listeners) listener()
}

/** Names the document after what the page shows, for as long as it is on the screen. */
export function useOwnTitle(title: string): void {
  useEffect(() => {
    setOwn(title)
    return () => setOwn(undefined)
  }, [title])
}

/** For the one place that writes the document's title. */
export const useChosenTitle = (): string | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => own,
  )
