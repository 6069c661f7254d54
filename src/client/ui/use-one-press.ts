import { useRef } from 'react'

/**
 * Runs `act` for one press at a time. A press that arrives before the first one is drawn (a spinner, another page), or before the promise returned by
 * `act` is settled, is ignored.
 */
export function useOnePress<Given extends readonly unknown[]>(
  act: (...given: Given) => unknown,
): (...given: Given) => void {
  const isBusy = useRef(false)
  return (...given) => {
    if (isBusy.current) return
    isBusy.current = true
    // React Query notifies of a started mutation by a timer, which was set before this one.
    const free = () => setTimeout(() => (isBusy.current = false), 0)
    try {
      void Promise.resolve(act(...given)).then(free, free)
    } catch (error) {
      free()
      throw error
    }
  }
}
