import { useSyncExternalStore } from 'react'

/** Whether the device itself reports that it has no network. React Query does not know this for a page that was opened offline. */
export const useOffline = (): boolean => useSyncExternalStore(subscribe, () => !navigator.onLine)

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
