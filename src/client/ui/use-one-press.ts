import { useRef } from 'react'

/**
 * `act` for one press at a time. A press that comes before the first one is drawn (a spinner, another page), or before
 * the promise that it gave is settled, does nothing.
 */
export function useOnePress<Given extends readonly unknown[]>(
  act: (...given: Given) => unknown,
): (...given: Given) => void {
  const isBusy = useRef(false)
  return (...given) => {
    if (isBusy.current) return
    isBusy.current = true
    // What a press has begun is announced by a timer of its own, set before this one.
    const free = () => setTimeout(() => (isBusy.current = false), 0)
    try {
      void Promise.resolve(act(...given)).then(free, free)
    } catch (error) {
      free()
      throw error
    }
  }
}
